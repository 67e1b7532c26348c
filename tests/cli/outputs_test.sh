#!/usr/bin/env bash
# What each form of output looks like, on the examples: tests/cli/golden. UPDATE_GOLDEN=1 writes it anew.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
setting=(--policy deploy/examples/policy.yaml --nodes deploy/examples/nodes.yaml)

# golden NAME ARGUMENT...: standard output is tests/cli/golden/NAME.
golden() {
  local file=$here/golden/$1 status=0
  shift
  "$NODEFIT" "$@" >"$stdout" 2>"$stderr" </dev/null || status=$?
  [[ -z ${UPDATE_GOLDEN-} ]] || cp "$stdout" "$file"
  if ((status == 0)) && diff -u "$file" "$stdout" >"$stderr.diff"; then
    echo "ok - golden/${file##*/}"
  else
    printf 'not ok - golden/%s (exit status %d)\n' "${file##*/}" "$status"
    cat "$stderr" "$stderr.diff"
  fi
  rm -f "$stderr.diff"
}

golden mnist.table explain "${setting[@]}" deploy/examples/tfjobs/mnist.yaml
golden mnist.color explain "${setting[@]}" --color always deploy/examples/tfjobs/mnist.yaml
golden mnist.json explain "${setting[@]}" -o json deploy/examples/tfjobs/mnist.yaml
golden mnist.yaml explain "${setting[@]}" -o yaml deploy/examples/tfjobs/mnist.yaml
golden examples.diff explain "${setting[@]}" -o diff deploy/examples/tfjobs deploy/examples/pods
golden examples.manifest explain "${setting[@]}" -o manifest deploy/examples/tfjobs deploy/examples/pods
golden examples.patch explain "${setting[@]}" -o patch deploy/examples/tfjobs deploy/examples/pods
golden examples.table explain "${setting[@]}" deploy/examples/tfjobs deploy/examples/pods
golden nodes.table nodes "${setting[@]}"
golden nodes.json nodes "${setting[@]}" -o json
golden validate.table validate --nodes deploy/examples/nodes.yaml deploy/examples/policy.yaml
