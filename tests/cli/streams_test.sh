#!/usr/bin/env bash
# What goes where, and with which exit status: good and bad files, pipes, huge and hostile input.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
examples=$root/deploy/examples
setting=(--policy "$examples/policy.yaml" --nodes "$examples/nodes.yaml")
work=$(mktemp -d)
trap 'rm -rf "$work" "$stdout" "$stderr"' EXIT

# verdict SENTENCE CONDITION...: ok where the command succeeds.
verdict() {
  local sentence=$1
  shift
  if "$@"; then echo "ok - $sentence"; else echo "not ok - $sentence"; fi
}

printf 'kind: Pod\napiVersion: v1\nspec: {containers: [{name: a, image: busybox}]}\n---\na: [\n' >"$work/half.yaml"
check "a bad document among good ones: the table has the good ones" 2 'Pod default/' 'half.yaml:[0-9]+:' \
  explain "${setting[@]}" "$work/half.yaml"
check "a bad document among good ones: no manifest" 2 '' 'half.yaml:[0-9]+:' \
  explain "${setting[@]}" -o manifest "$work/half.yaml"
check "a bad document among good ones: no patch" 2 '' 'half.yaml:[0-9]+:' \
  explain "${setting[@]}" -o patch "$work/half.yaml"
check "a file that isn't there" 2 '' 'no.yaml: can.t be read: No such file' explain "${setting[@]}" no.yaml
check "a folder without manifests" 2 '' 'no files \*.yaml' explain "${setting[@]}" "$root/scripts/lib"
: >"$work/empty.yaml"
check "an empty file has nothing to decide" 0 '' 'no object with pods' explain "${setting[@]}" "$work/empty.yaml"
printf 'null\n---\n~\n' >"$work/null.yaml"
check "a null document is passed over" 0 '' 'no object with pods' explain "${setting[@]}" "$work/null.yaml"
for ((i = 0; i < 150; ++i)); do printf -- '---\na\n'; done >"$work/many.yaml"
check "of many problems in a file the first hundred are told" 2 '' 'many.yaml: and 50 problems more' \
  explain "${setting[@]}" "$work/many.yaml"
sed 's/^kind: Deployment/kind: DaemonSet/' "$examples/pods/serving.yaml" >"$work/daemonset.yaml"
check "a DaemonSet's template stays" 0 'each of its pods is bound to a node' '' \
  explain "${setting[@]}" --exit-code "$work/daemonset.yaml"
cat >"$work/review.json" <<'EOF'
{"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "1", "operation": "UPDATE",
 "namespace": "ml", "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "train"},
 "spec": {"containers": [{"name": "train", "image": "tensorflow/tensorflow:2.15.0"}]}}}}
EOF
check "a review of an UPDATE isn't decided" 0 'decides on CREATE alone, this review is of UPDATE' '' \
  explain "${setting[@]}" --exit-code "$work/review.json"
check "--exit-code: something would change" 1 'taken' '' \
  explain "${setting[@]}" --exit-code "$examples/pods/training.yaml"
printf 'apiVersion: nodefit.dev/v1alpha1\nkind: Policy\nfamilie: []\n' >"$work/bad.yaml"
check "a bad policy is told with its lines" 2 '' 'bad.yaml:3:1: familie: unknown key; did you mean "families"' \
  explain --policy "$work/bad.yaml" --nodes "$examples/nodes.yaml" "$examples/pods/training.yaml"
check "validate: an invalid policy" 1 'invalid, ' '' validate "$work/bad.yaml"
check "validate: a valid policy" 0 'valid, 5 profiles, hash [0-9a-f]{16}' '' validate "$examples/policy.yaml"
check "validate --strict: warnings count" 1 'no node of the cluster matches' '' \
  validate --strict --nodes <(printf 'apiVersion: v1\nkind: Node\nmetadata: {name: a}\n') "$examples/policy.yaml"
check "validate: nodes that can't be read earn no warnings" 2 '^[^:]*policy.yaml: valid' 'no.json: can.t be read' \
  validate --nodes no.json "$examples/policy.yaml"
check "no nodes at all" 2 '' 'no Node in .*training.yaml' \
  nodes --policy "$examples/policy.yaml" --nodes "$examples/pods/training.yaml"
check "an unknown flag" 2 '' 'not expected' explain --polcy x
check "completion for bash" 0 'complete -o filenames -F _nodefit nodefit' '' completion bash

"$NODEFIT" completion bash >"$work/completion"
verdict "bash reads its completion" bash -n "$work/completion"

"$NODEFIT" explain "${setting[@]}" - <"$examples/pods/training.yaml" >"$stdout"
verdict "standard input is read" grep -q '<stdin>:' "$stdout"
status=0
"$NODEFIT" explain "${setting[@]}" "$examples/pods/training.yaml" >&- 2>"$stderr" || status=$?
verdict "closed standard output: exit status 2" test "$status" = 2
(set +o pipefail && "$NODEFIT" explain "${setting[@]}" "$examples/pods" "$examples/tfjobs" 2>"$stderr" | head -1 >/dev/null)
verdict "a reader that leaves is no error" test ! -s "$stderr"

# unchanged NAME: -o manifest gives the file back byte for byte.
unchanged() {
  "$NODEFIT" explain "${setting[@]}" -o manifest "$1" >"$stdout" 2>"$stderr" && cmp -s "$1" "$stdout"
}
printf '# c\r\napiVersion: v1\r\nkind: Service\r\nmetadata: {name: a}   # x' >"$work/service.yaml"
verdict "a file without changes passes byte for byte" unchanged "$work/service.yaml"

# refused FILE PATTERN: exit status 2, a message that matches, nothing on standard output.
refused() {
  local status=0
  timeout 60 "$NODEFIT" explain "${setting[@]}" -o manifest "$1" >"$stdout" 2>"$stderr" || status=$?
  ((status == 2)) && [[ ! -s $stdout ]] && grep -qE "$2" "$stderr" && return
  echo "  exit status $status: $(head -c 500 "$stderr")"
  return 1
}
python3 - "$work" <<'EOF'
import sys
work = sys.argv[1]
def write(name, data):
    open(f"{work}/{name}", "wb").write(data if isinstance(data, bytes) else data.encode())
write("brackets.yaml", "a: " + "[" * 100000)
write("brackets.json", "{\"a\":" + "[" * 100000)
bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
for i in range(1, 12):
    bomb += f"a{i}: &a{i} [" + ", ".join([f"*a{i-1}"] * 10) + "]\n"
write("bomb.yaml", "kind: Pod\n" + bomb)
write("doubled.yaml", "apiVersion: v1\nkind: Pod\nspec: {containers: []}\nkind: Pod\n")
write("utf8.yaml", b"apiVersion: v1\nkind: Pod\nmetadata: {name: \xff\xfe}\n")
write("nul.yaml", b"apiVersion: v1\nkind: Pod\nmetadata: {name: a\x00b}\n")
write("numbers.json", '{"apiVersion":"v1","kind":"Pod","spec":{"priority":123456789012345678901234567890}}')
write("policy.yaml", "apiVersion: nodefit.dev/v1alpha1\nkind: Policy\n#" + "x" * 2_000_000 + "\n")
with open(f"{work}/huge.yaml", "wb") as huge:
    huge.truncate(500 << 20)
EOF
verdict "100,000 brackets in YAML" refused "$work/brackets.yaml" 'brackets.yaml:1:'
verdict "100,000 brackets in JSON" refused "$work/brackets.json" 'brackets.json:1'
verdict "an alias bomb" refused "$work/bomb.yaml" 'bomb.yaml:[0-9]+'
verdict "doubled keys" refused "$work/doubled.yaml" 'doubled.yaml:4:1: .*kind'
verdict "invalid UTF-8" refused "$work/utf8.yaml" 'utf8.yaml:3:.*UTF-8'
verdict "a NUL byte" refused "$work/nul.yaml" 'nul.yaml:3:'
verdict "a number past 64 bits" refused "$work/numbers.json" 'numbers.json:1'
verdict "a file of 500 MB" refused "$work/huge.yaml" 'huge.yaml: more than 256 MiB'
check "a policy of 2 MB" 2 '' 'policy.yaml:.*(1 MiB|bytes)' \
  explain --policy "$work/policy.yaml" --nodes "$examples/nodes.yaml" "$examples/pods/training.yaml"
