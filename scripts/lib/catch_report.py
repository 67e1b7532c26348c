"""Counts the test cases in a Catch2 XML report and shows the failed ones.

Usage: catch_report.py REPORT EXIT_STATUS

Stdout gets "PASSED FAILED", stderr the failures. EXIT_STATUS is the test program's: a report that ends
in the middle is a crash, and a bad status without a failed test case counts as one failure.
"""

import sys
import xml.etree.ElementTree as xml


def show(case):
    """Prints the failed assertions of a test case, and the sections they are in."""

    def walk(element, path):
        for child in element:
            if child.tag == "Section":
                walk(child, [*path, child.get("name")])
            elif child.tag == "Expression" and child.get("success") == "false":
                print(f"{child.get('filename')}:{child.get('line')}: FAILED: {' / '.join(path)}", file=sys.stderr)
                print(f"  {child.get('type')}( {child.findtext('Original', '').strip()} )", file=sys.stderr)
                print(f"  with expansion: {child.findtext('Expanded', '').strip()}", file=sys.stderr)
                for problem in child.findall("Exception") + child.findall("FatalErrorCondition"):
                    print(f"  {problem.tag}: {(problem.text or '').strip()}", file=sys.stderr)
            elif child.tag in ("Failure", "Exception", "FatalErrorCondition"):
                print(f"{child.get('filename', case.get('filename'))}:{child.get('line', case.get('line'))}: "
                      f"FAILED: {' / '.join(path)}", file=sys.stderr)
                print(f"  {child.tag}: {(child.text or '').strip()}", file=sys.stderr)
            elif child.tag in ("Info", "Warning"):
                print(f"  {child.tag.lower()}: {(child.text or '').strip()}", file=sys.stderr)

    walk(case, [case.get("name")])


def main():
    report, status = sys.argv[1], int(sys.argv[2])
    passed = failed = 0
    running = None
    try:
        for event, element in xml.iterparse(report, events=("start", "end")):
            if element.tag != "TestCase":
                continue
            if event == "start":
                running = element.get("name")
                continue
            running = None
            result = element.find("OverallResult")
            if result is not None and result.get("success") == "true":
                passed += 1
            else:
                failed += 1
                show(element)
            element.clear()
    except (xml.ParseError, OSError) as error:
        failed += 1
        where = f"in the test case \"{running}\"" if running else "outside of a test case"
        print(f"the test program ended {where} (status {status}, report: {error})", file=sys.stderr)
    if status != 0 and failed == 0:
        failed += 1
        print(f"the test program ended with status {status}, though no test case failed", file=sys.stderr)
    print(passed, failed)


if __name__ == "__main__":
    main()
