"""Prints the medians of a google-benchmark JSON report; with a limits file, compares them.

Usage: bench_report.py REPORT [LIMITS]

LIMITS has a benchmark's name and its limit in nanoseconds on each line; # starts a comment.
Exit status: 0 printed, 1 a limit is passed or its benchmark is missing.
"""

import json
import sys

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def read_limits(path):
    with open(path, encoding="utf-8") as file:
        rows = [line.split("#")[0].split() for line in file]
    return {name: float(limit) for name, limit in filter(None, rows)}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        runs = json.load(file)["benchmarks"]
    medians = {
        run["run_name"]: run["cpu_time"] * NANOSECONDS[run["time_unit"]]
        for run in runs
        if run.get("aggregate_name") == "median"
    }
    limits = read_limits(sys.argv[2]) if len(sys.argv) > 2 else {}

    width = max(map(len, [*medians, *limits, "benchmark"]))
    print(f"{'benchmark':{width}}  {'median ns':>12}  {'limit ns':>12}")
    failed = False
    for name in [*medians, *(name for name in limits if name not in medians)]:
        median, limit = medians.get(name), limits.get(name)
        verdict = ""
        if median is None:
            verdict = "missing"
        elif limit is not None and median > limit:
            verdict = "too slow"
        failed = failed or bool(verdict)
        shown = [f"{value:12.1f}" if value is not None else f"{'-':>12}" for value in (median, limit)]
        print(f"{name:{width}}  {shown[0]}  {shown[1]}  {verdict}".rstrip())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
