"""Compiles each header under include/ and src/ alone, with the flags of its layer.

Usage: headers.py COMPILE_COMMANDS

Exit status: 0 all compile, 1 some don't (the compiler's words are printed).
"""

import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def flags_by_folder(compile_commands):
    """{folder: (working directory, command)}: a source file's command without its input and output."""
    result = {}
    for entry in json.loads(Path(compile_commands).read_text(encoding="utf-8")):
        words = shlex.split(entry["command"])
        words = words[: words.index("-o")]
        result[Path(entry["file"]).parent] = (entry["directory"], words)
    return result


def compile_alone(header, directory, words):
    """What the compiler has to say, empty when the header compiles."""
    command = [*words, "-fmax-errors=2", "-fsyntax-only", "-x", "c++", "-"]
    text = f'#include "{header}"\n'
    run = subprocess.run(command, cwd=directory, input=text, capture_output=True, text=True, check=False)
    return "" if run.returncode == 0 else f"{header.relative_to(ROOT)} doesn't compile alone:\n{run.stderr}"


def main():
    flags = flags_by_folder(sys.argv[1])
    core = flags[ROOT / "src/core"]
    headers = [path for top in ("include", "src") for path in sorted((ROOT / top).rglob("*.h"))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda h: compile_alone(h, *flags.get(h.parent, core)), headers))
    print("".join(problems), end="")
    return 1 if any(problems) else 0


if __name__ == "__main__":
    sys.exit(main())
