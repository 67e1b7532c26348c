#!/usr/bin/env bash
# The folders of tests/cases through the program: it must say what the engine's own test says.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

cases=$(cd "$(dirname "${BASH_SOURCE[0]}")/../cases" && pwd)
python3 - "$NODEFIT" "$cases" <<'EOF'
import json, pathlib, subprocess, sys

nodefit, cases = sys.argv[1], pathlib.Path(sys.argv[2])
ran, wrong = 0, []
for case in sorted(path for path in cases.iterdir() if (path / "want.json").exists()):
    if (case / "options.yaml").exists():  # what no flag can say
        continue
    def file(name):
        return str(case / name if (case / name).exists() else cases / name)
    run = subprocess.run(
        [nodefit, "explain", "--policy", file("policy.yaml"), "--nodes", file("nodes.yaml"), "-o", "json",
         str(case / "input.yaml")], capture_output=True, text=True, timeout=60)
    ran += 1
    want = json.loads((case / "want.json").read_text())
    if want.get("error"):
        if run.returncode != 2:
            wrong.append(f"{case.name}: exit status {run.returncode}, not 2")
        continue
    try:
        units = [u for o in json.loads(run.stdout)["objects"] for u in o["units"]]
    except ValueError:
        wrong.append(f"{case.name}: no JSON; {run.stderr}")
        continue
    got = [(u.get("reason"), u.get("patch")) for u in units]
    if got != [(want["reason"], want["patch"])]:
        wrong.append(f"{case.name}: got {got}, want {want['reason']} {want['patch']}; {run.stderr}")
if ran < 100:
    wrong.append(f"only {ran} cases")
print(f"{'not ok' if wrong else 'ok'} - {ran} case folders are decided alike by the program")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
EOF
