#!/usr/bin/env bash
# Real manifests, nodes and reviews ($NODEFIT_CORPUS): each is read or refused with a clear message, and
# the reproductions of other webhooks' bugs come out as their `expect:` line says.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

if [[ -z ${NODEFIT_CORPUS-} ]]; then
  echo "skipped - no corpus"
  exit 0
fi
python3 - "$NODEFIT" "$NODEFIT_CORPUS" <<'EOF'
import concurrent.futures, json, pathlib, re, subprocess, sys, tempfile

nodefit, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
policy, nodes = str(corpus / "policy.yaml"), str(corpus / "nodes.yaml")
failures = []

def run(*arguments):
    return subprocess.run([nodefit, *map(str, arguments)], capture_output=True, text=True, timeout=120)

def verdict(sentence, problems):
    print(f"{'not ok' if problems else 'ok'} - {sentence}")
    for problem in problems:
        print(f"  {problem}")
    failures.extend(problems)

# --- Everything is read, or refused with a place.
def read_or_refused(file):
    if file.parent.name == "nodes":
        result = run("nodes", "--policy", policy, "--nodes", file)
    else:
        result = run("explain", "--policy", policy, "--nodes", nodes, "-o", "manifest", file)
    if result.returncode == 0:
        return None
    if result.returncode == 2 and re.search(rf"{re.escape(str(file))}:\d+", result.stderr) and not result.stdout:
        return None
    return f"{file.name}: exit status {result.returncode}, {result.stderr[:300]}"

files = [f for d in ("bugs", "nodes", "pods", "reviews", "tfjobs") for f in sorted((corpus / d).iterdir())
         if f.suffix in (".yaml", ".yml", ".json")]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    problems = [p for p in pool.map(read_or_refused, files) if p]
if len(files) < 200:
    problems.append(f"only {len(files)} files")
verdict(f"{len(files)} files of the corpus are read, or refused with a place", problems)

# --- Bugs of others. For each: the reasons of its units in order, and what must hold of patch and output.
def units(file, *more):
    own = "\nkind: Node" in file.read_text()
    result = run("explain", "--policy", policy, "--nodes", file if own else nodes, "-o", "json", *more, file)
    report = json.loads(result.stdout)
    return [u for o in report["objects"] for u in o["units"]], result

def patched_text(file, *more):
    own = "\nkind: Node" in file.read_text()
    return run("explain", "--policy", policy, "--nodes", file if own else nodes, "-o", "manifest", *more, file).stdout

def paths(unit):
    return [o["path"] for o in unit["patch"]]

def values(unit, path):
    return [o["value"] for o in unit["patch"] if o["path"] == path]

def images(unit):
    return [o["value"] for o in unit["patch"] if o["path"].endswith("/image")]

def no_removes(unit):
    return all(o["op"] == "add" or (o["op"] == "replace" and o["path"].endswith("/image")) for o in unit["patch"])

AVX = "registry.example/tf:2.15.0-avx512"
GPU = "registry.example/tf:2.15.0-gpu"
def check_unicode(u, f):
    quoted = lambda text: re.findall(r'"[^"]*"', text)
    after = quoted(patched_text(f))
    return all(value in after for value in quoted(f.read_text()) if not value.startswith('"tensorflow/'))
def check_again(u, f):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as again:
        again.write(patched_text(f))
    second, _ = units(pathlib.Path(again.name))
    stripped = re.sub(r"\n *nodefit.dev/decision:.*", "", pathlib.Path(again.name).read_text())
    pathlib.Path(again.name).write_text(stripped)
    third, _ = units(pathlib.Path(again.name))
    pathlib.Path(again.name).unlink()
    return second[0]["reason"] == "AlreadyDecided" and not second[0]["patch"] and not third[0]["patch"]

bugs = {
    "01": (["Decided"], lambda u, f: images(u[0]) == [AVX]),
    "03": (["Decided"], lambda u, f: isinstance(values(u[0], "/metadata/annotations")[0], dict)),
    "04": (["Decided"] * 2, lambda u, f: "/metadata/annotations" not in paths(u[0])
           and isinstance(values(u[1], "/metadata/annotations")[0], dict)),
    "06": (["Decided"], lambda u, f: len(paths(u[0])) == len(set(paths(u[0])))),
    "07": (["Decided"], check_again),
    "08": (["Decided"], lambda u, f: not any("/env" in p for p in paths(u[0]))),
    "09": (["Decided"], lambda u, f: any(isinstance(o["value"], dict) and o["path"].endswith("/limits")
                                         for o in u[0]["patch"])),
    "11": (["Decided"], lambda u, f: not any("limits" in p or "resources" in p for p in paths(u[0]))),
    "12": (["NoCandidate"], lambda u, f: '"":' in patched_text(f) or "'':" in patched_text(f) or ": {\"\"" in f.read_text()),
    "14": (["Decided"], lambda u, f: not any("resources" in p for p in paths(u[0]))),
    "15": (["Decided"], lambda u, f: any("must be an integer" in w for w in u[0]["warnings"])
           and not any("resources" in p for p in paths(u[0]))),
    "17": (["Decided"], lambda u, f: bool(images(u[0]))),
    "18": ([None], None),
    "19": ([], None),
    "20": ([], None),
    "21": (["Decided", "NotManaged"], lambda u, f: no_removes(u[0]) and "future" in patched_text(f)),
    "23": (["GpuUnclear"], lambda u, f: not any("resources" in p for p in paths(u[0]))),
    "24": (["Decided"], lambda u, f: all("Worker" in p for p in paths(u[0]))),
    "25": (["Decided"], lambda u, f: all("Chief" in p for p in paths(u[0]))),
    "26": (["Decided"], lambda u, f: images(u[0]) == [AVX]),
    "27": (["Decided"], lambda u, f: all(len(k.split("/")[-1]) <= 63 for o in u[0]["patch"]
                                         if o["path"] in ("/metadata/annotations", "/metadata/labels")
                                         for k in o["value"])),
    "29": (["Decided"], check_unicode),
    "31": (["NoProfileFits"], lambda u, f: not images(u[0])),
    "32": (["NoProfileFits"], lambda u, f: not images(u[0])),
    "33": (["Decided"] * 4, lambda u, f: [any("tolerations" in p for p in paths(x)) for x in u]
           == [False, False, False, True]),
    "35": (["Decided"], lambda u, f: images(u[0]) == [GPU]),
    "37": (["NotManaged"], lambda u, f: not u[0]["patch"]),
    "38": (["NoProfileFits"], lambda u, f: not images(u[0])),
}
problems = []
for file in sorted((corpus / "bugs").iterdir()):
    number = file.name[:2]
    if number not in bugs:
        problems.append(f"{file.name}: no expectation here")
        continue
    reasons, holds = bugs[number]
    got, result = units(file)
    if [u.get("reason") for u in got] != reasons:
        problems.append(f"{file.name}: {[u.get('reason') for u in got]}, not {reasons}; {result.stderr[:200]}")
    elif holds is not None and (outcome := holds(got, file)) is not True:
        problems.append(f"{file.name}: {outcome}: {json.dumps([u['patch'] for u in got])[:600]}")
verdict(f"{len(bugs)} reproductions of others' bugs come out as expected", problems)
sys.exit(1 if failures else 0)
EOF
