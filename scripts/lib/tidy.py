"""Runs clang-tidy on source files, in parallel, and remembers what was clean.

Usage: tidy.py COMPILE_COMMANDS CACHE_DIR all
       tidy.py COMPILE_COMMANDS CACHE_DIR src            what is under src/
       tidy.py COMPILE_COMMANDS CACHE_DIR changed FILE...  what is, or includes, one of these files

A file is not checked again while neither it, nor a header of ours that it includes, nor .clang-tidy,
nor its compile command, nor clang-tidy changed. Exit status: 0 clean, 1 findings.
"""

import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLANG_TIDY = "clang-tidy-19"
INCLUDE_DIRS = [ROOT / "include", ROOT / "src", ROOT / "tests"]
INCLUDE_LINE = re.compile(rb'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
KEPT_DAYS = 30


def with_headers(source):
    """The file and all headers of ours that it includes, directly or not."""
    seen, waiting = set(), [source]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in INCLUDE_LINE.findall(path.read_bytes()):
            for folder in [path.parent, *INCLUDE_DIRS]:
                header = folder / name.decode()
                if header.is_file():
                    waiting.append(header.resolve())
                    break
    return sorted(seen)


def content_key(version, entry, files):
    """A hash of all that clang-tidy's verdict on a file depends on, whichever checkout it lies in."""
    configs = {folder / ".clang-tidy" for file in files for folder in file.parents if ROOT in (folder, *folder.parents)}
    command = entry["command"].replace(str(ROOT), "")
    digest = hashlib.sha256(f"{version}\n{command}\n".encode())
    for file in [*files, *sorted(filter(Path.is_file, configs))]:
        digest.update(f"\n{file.relative_to(ROOT)}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def tidy(source, database):
    """What clang-tidy has to say about a file, empty when that is nothing."""
    command = [CLANG_TIDY, "-p", str(database), "--quiet", str(source)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if run.returncode == 0 else (run.stdout or run.stderr)


def main():
    database, cache, which, *names = sys.argv[1:]
    database, cache = Path(database).parent, Path(cache)
    entries = json.loads((database / "compile_commands.json").read_text(encoding="utf-8"))
    changed = {(ROOT / name).resolve() for name in names}
    version = subprocess.run([CLANG_TIDY, "--version"], capture_output=True, text=True, check=True).stdout

    cache.mkdir(parents=True, exist_ok=True)
    for old in cache.iterdir():
        if time.time() - old.stat().st_mtime > KEPT_DAYS * 24 * 3600:
            old.unlink(missing_ok=True)

    chosen, keys = 0, {}
    for entry in entries:
        source = Path(entry["file"]).resolve()
        if which == "src" and ROOT / "src" not in source.parents:
            continue
        files = with_headers(source)
        if which == "changed" and changed.isdisjoint(files):
            continue
        chosen += 1
        key = content_key(version, entry, files)
        if (cache / key).exists():
            (cache / key).touch()
        else:
            keys[source] = key

    shown = set()  # many files include the same header with the same finding
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, problems in zip(keys, pool.map(lambda s: tidy(s, database), keys)):
            if not problems:
                (cache / keys[source]).touch()
                continue
            for finding in re.split(r"^(?=/\S+: (?:error|warning):)", problems, flags=re.MULTILINE):
                if finding not in shown:
                    shown.add(finding)
                    print(finding.replace(f"{ROOT}/", ""), end="")
    print(f"{chosen} source files, {chosen - len(keys)} of them known to be clean")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
