#!/usr/bin/env bash
# An outside opinion: kubectl applies our patches, and reads our manifests as the same objects.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

if ! command -v kubectl >/dev/null; then
  echo "skipped - kubectl isn't there"
  exit 0
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python3 - "$NODEFIT" "$root" "${NODEFIT_CORPUS-}" <<'EOF'
import concurrent.futures, json, pathlib, subprocess, sys

nodefit, root = sys.argv[1], pathlib.Path(sys.argv[2])
examples, cases = root / "deploy/examples", root / "tests/cases"

def nodefit_explain(policy, nodes, form, file):
    run = subprocess.run([nodefit, "explain", "--policy", policy, "--nodes", nodes, "-o", form, file],
                         capture_output=True, text=True, timeout=60)
    return run.stdout if run.returncode == 0 else None

def kubectl_patch(text, patch):
    run = subprocess.run(["kubectl", "patch", "--local", "-f", "-", "--type=json", "-p", patch, "-o", "json"],
                         input=text, capture_output=True, text=True, timeout=60)
    return run.stdout, run.stderr

# kubectl reads one document of one object.
def inputs():
    for file in sorted(examples.glob("*s/*.yaml")):
        yield str(examples / "policy.yaml"), str(examples / "nodes.yaml"), file
    for case in sorted(cases.iterdir())[::3]:
        if (case / "input.yaml").exists() and not (case / "options.yaml").exists():
            own = lambda name: str(case / name if (case / name).exists() else cases / name)
            yield own("policy.yaml"), own("nodes.yaml"), case / "input.yaml"
    if sys.argv[3]:
        corpus = pathlib.Path(sys.argv[3])
        for file in [*sorted((corpus / "pods").glob("*.yaml")), *sorted((corpus / "tfjobs").glob("*.yaml"))]:
            yield str(corpus / "policy.yaml"), str(corpus / "nodes.yaml"), file

def check(job):
    policy, nodes, file = job
    patches = nodefit_explain(policy, nodes, "patch", str(file))
    if patches is None or len(patches.splitlines()) != 1 or patches.strip() == "[]":
        return None
    patched, problem = kubectl_patch(file.read_text(), patches)
    if not patched and "Error from server" not in problem:
        # What kubectl can't read without our patch either isn't ours to answer for.
        return None if not kubectl_patch(file.read_text(), "[]")[0] else f"{file}: the patch: {problem[:300]}"
    manifest, problem = kubectl_patch(nodefit_explain(policy, nodes, "manifest", str(file)), "[]")
    if not manifest:
        return f"{file}: the manifest: {problem[:300]}"
    return "" if json.loads(patched) == json.loads(manifest) else f"{file}: manifest and patch differ"

with concurrent.futures.ThreadPoolExecutor(2) as pool:
    results = [r for r in pool.map(check, inputs()) if r is not None]
problems = [r for r in results if r]
if len(results) < 20:
    problems.append(f"only {len(results)} manifests had a patch")
print(f"{'not ok' if problems else 'ok'} - kubectl makes the same objects of {len(results)} patches and manifests")
print("\n".join(problems))
sys.exit(1 if problems else 0)
EOF
