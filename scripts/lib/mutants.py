"""Makes mutants of C++ files, all in one program, and runs the tests against each of them.

Usage: mutants.py TREE write [FILE]          rewrites files of TREE/src/core and notes the mutants in TREE
       mutants.py TREE list                  prints them
       mutants.py TREE run JOBS EXPLAINED    runs TREE/build's tests; EXPLAINED has the known survivors

scripts/mutants is how to call it. A mutant is a choice in the source text: the comparison `a < b` becomes
`(nodefit_mutant(7) ? (a <= b) : (a < b))`, and NODEFIT_MUTANT=7 in the environment makes it `a <= b`.
Exit status of run: 0 all are killed or explained, 1 not so.
"""

import collections
import concurrent.futures
import dataclasses
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import clang.cindex
from clang.cindex import CursorKind as Kind

# Cheapest first: a mutant that fails one isn't given the next. Name, program, which of its test cases.
TESTS = [
    ("cases", "tests/unit_tests", "cases *"),
    ("unit tests", "tests/unit_tests", "~cases *"),
    ("properties", "tests/property_tests", "*"),
]
ENVIRONMENT = {"NODEFIT_PROPERTY_WORLDS": "2000"}
MEMORY_MAX = 4 << 30  # an endless loop that allocates ends sooner than it hurts

# The opposite, and what differs in one point.
NEIGHBOURS = {
    "==": ["!="],
    "!=": ["=="],
    "<": [">=", "<="],
    "<=": [">", "<"],
    ">": ["<=", ">="],
    ">=": ["<", ">"],
}
NEVER_DROPPED = ("reserve", "abort")  # without effect on what is decided; the end

SWITCH = """#pragma once
#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <string>

// Whether the mutant is alive. NODEFIT_MUTANT=record PATH writes the mutants that were asked for to PATH.
class NodefitMutants {
 public:
  NodefitMutants() {
    const char* const text = std::getenv("NODEFIT_MUTANT");
    const std::string choice = text == nullptr ? "" : text;
    if (choice.starts_with("record ")) path_ = choice.substr(7);
    else alive_ = std::atoi(choice.c_str());
  }
  ~NodefitMutants() {
    if (path_.empty()) return;
    std::ofstream file(path_, std::ios::app);
    for (std::size_t id = 0; id < asked_.size(); ++id) if (asked_[id]) file << id << '\\n';
  }
  bool is_alive(int id) {
    if (!path_.empty()) asked_[static_cast<std::size_t>(id)] = true;
    return id == alive_;
  }

 private:
  int alive_ = 0;
  std::string path_;
  std::array<std::atomic<bool>, COUNT> asked_{};
};
inline bool nodefit_mutant(int id) {
  static NodefitMutants mutants;
  return mutants.is_alive(id);
}
"""


@dataclasses.dataclass
class Mutant:
    id: int
    file: str
    line: int
    function: str
    change: str  # "a < b: < -> <="

    @property
    def name(self):
        """What the mutant is called in the list of explanations: no line, so that it survives edits."""
        return f"{self.file} {self.function}: {self.change}"


@dataclasses.dataclass
class Site:
    """A piece of text with its mutants; `keep` makes what stands for it while none of them is alive."""

    start: int
    end: int
    choices: list  # (id, text)
    keep: str = "({})"

    def render(self, inner):
        choices = "".join(f"::nodefit_mutant({id}) ? ({text}) : " for id, text in self.choices)
        return f"({choices}{self.keep.format(inner)})"


# --- Finding ------------------------------------------------------------------------------------------------------


def decision_files(core):
    """decision.cpp and the files of src/core that it is made of, as their #include lines tell."""
    seen, waiting = set(), ["decision"]
    while waiting:
        stem = waiting.pop()
        for name in (f"{stem}.h", f"{stem}-inl.h", f"{stem}.cpp"):
            if name in seen or not (core / name).exists():
                continue
            seen.add(name)
            includes = re.findall(r'^#include "(\w+)(?:-inl)?\.h"', (core / name).read_text(encoding="utf-8"), re.M)
            waiting += includes
    return sorted(seen)


def shown(text, limit=90):
    """The text in one line without comments, cut in the middle."""
    text = re.sub(r"\s+", " ", re.sub(r"//.*", "", text)).strip()
    return text if len(text) <= limit else f"{text[: limit - 30]} ... {text[-25:]}"


class Finder:
    """Walks the functions of one file."""

    def __init__(self, name, text, mutants):
        self.name, self.text, self.mutants = name, text, mutants
        self.sites = []
        self.function = ""
        self.seen = set()
        self.conditions = set()  # spans that are true in one mutant and false in another

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def source(self, cursor):
        start, end = self.span(cursor)
        return self.text[start:end].decode()

    def add(self, span, choices, keep="({})"):
        """`choices`: (what is shown, the text)."""
        if not choices:
            return
        start, end = span
        made = []
        for change, text in choices:
            mutant = Mutant(len(self.mutants) + 1, self.name, self.text.count(b"\n", 0, start) + 1, self.function, change)
            self.mutants.append(mutant)
            made.append((mutant.id, text))
        self.sites.append(Site(start, end, made, keep))

    def visit(self, cursor, parent):
        kind = cursor.kind
        if kind in (Kind.STATIC_ASSERT, Kind.ENUM_DECL) or self.is_constexpr(cursor):
            return
        outer = self.function
        if kind in (Kind.FUNCTION_DECL, Kind.FUNCTION_TEMPLATE, Kind.CXX_METHOD, Kind.CONSTRUCTOR):
            if not cursor.is_definition() or cursor.is_default_method():
                return
            scope = cursor.semantic_parent
            in_class = scope.kind in (Kind.CLASS_DECL, Kind.STRUCT_DECL)
            self.function = f"{scope.spelling}::{cursor.spelling}" if in_class else cursor.spelling
        if self.function:
            self.mutate(cursor, parent)
        children = list(cursor.get_children())
        for child in children[1:] if kind == Kind.CASE_STMT else children:
            self.visit(child, cursor)
        self.function = outer

    def is_constexpr(self, cursor):
        """Whether it is evaluated while compiling."""
        declarations = (Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.VAR_DECL, Kind.FUNCTION_TEMPLATE)
        if cursor.kind not in declarations:
            return False
        return "constexpr" in self.text[cursor.extent.start.offset : cursor.location.offset].decode().split()

    def mutate(self, cursor, parent):
        kind, span = cursor.kind, self.span(cursor)
        if (kind, span) in self.seen:
            return
        self.seen.add((kind, span))
        if self.is_statement(cursor, parent):
            self.drop_statement(cursor)
        if kind in (Kind.IF_STMT, Kind.CONDITIONAL_OPERATOR):
            self.fix_condition(cursor)
        elif kind in (Kind.BINARY_OPERATOR, Kind.CALL_EXPR):
            self.change_operator(cursor)
            self.swap_min_max(cursor)
        elif kind == Kind.UNARY_OPERATOR and re.match(r"!(?!=)", self.source(cursor)) and span not in self.conditions:
            operand = self.source(cursor)[1:]
            self.add(span, [(f"{shown(self.source(cursor))}: without !", f"static_cast<bool>({operand})")])
        elif kind == Kind.CXX_BOOL_LITERAL_EXPR and parent.kind in (Kind.RETURN_STMT, Kind.VAR_DECL, Kind.BINARY_OPERATOR):
            old = self.source(cursor)
            new = {"true": "false", "false": "true"}[old]
            self.add(span, [(f"{shown(self.source(parent))}: {new}", new)])
        elif kind == Kind.INTEGER_LITERAL:
            self.add_one(cursor, parent)

    def is_statement(self, cursor, parent):
        """Whether it is an expression statement with an effect."""
        if parent.kind in (Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT, Kind.WHILE_STMT):
            if self.span(cursor) != self.span(list(parent.get_children())[-1]):
                return False
        elif parent.kind not in (Kind.COMPOUND_STMT, Kind.IF_STMT, Kind.CASE_STMT, Kind.DEFAULT_STMT):
            return False
        if not self.text[cursor.extent.end.offset :].lstrip().startswith(b";"):  # a condition
            return False
        while cursor.kind == Kind.UNEXPOSED_EXPR:
            cursor = next(cursor.get_children())
        if cursor.kind == Kind.CALL_EXPR:
            return cursor.spelling not in NEVER_DROPPED
        if cursor.kind == Kind.UNARY_OPERATOR:
            return re.match(r"\+\+|--", self.source(cursor)) is not None
        if cursor.kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
            return True
        return cursor.kind == Kind.BINARY_OPERATOR and cursor.binary_operator.name == "Assign"

    def drop_statement(self, cursor):
        text = shown(self.source(cursor))
        self.add(self.span(cursor), [(f"{text}: dropped", "void()")], "static_cast<void>({})")

    def condition_of(self, cursor):
        """The condition of an if, as a list: empty where it declares a variable or is constexpr."""
        children = list(cursor.get_children())
        if children[0].kind == Kind.DECL_STMT:  # if (init; condition)
            children = children[1:]
        head = self.source(cursor)[:20]
        return children[:1] if children[0].kind.is_expression() and not re.match(r"if\s+constexpr", head) else []

    def fix_condition(self, cursor):
        for condition in self.condition_of(cursor):
            self.conditions.add(self.span(condition))
            text = shown(self.source(condition))
            word = "if" if cursor.kind == Kind.IF_STMT else "?"
            self.add(
                self.span(condition),
                [(f"{word} {text}: {value}", value) for value in ("true", "false")],
                "static_cast<bool>({})",
            )

    def operator_of(self, cursor):
        """The span of a binary operator's own token, and the spans of its operands."""
        children = list(cursor.get_children())
        if cursor.kind == Kind.BINARY_OPERATOR:
            left, right = map(self.span, children)
            token = re.search(rb"[=!<>&|]+", self.text[left[1] : right[0]])
            return (left[1] + token.start(), left[1] + token.end()) if token else None
        if cursor.spelling.startswith("operator"):  # what the token is, not what it was resolved to
            for child in children:
                if child.spelling.startswith("operator") and self.source(child) in NEIGHBOURS:
                    return self.span(child)
        return None

    def change_operator(self, cursor):
        where = self.operator_of(cursor)
        if where is None:
            return
        start, end = self.span(cursor)
        before, old, after = (self.text[a:b].decode() for a, b in ((start, where[0]), where, (where[1], end)))
        if not before or not after:  # part of a rewritten comparison
            return
        if old in NEIGHBOURS:
            text = shown(before + old + after)
            others = NEIGHBOURS[old][1 if (start, end) in self.conditions else 0 :]
            self.add((start, end), [(f"{text}: {new}", before + new + after) for new in others])
        elif old in ("&&", "||"):
            new = {"&&": "||", "||": "&&"}[old]
            last, first = f"{old} {shown(after)}", f"{shown(before)} {old}"
            choices = [(f"{last}: {new}", before + new + after), (f"{last}: dropped", f"static_cast<bool>({before})")]
            left = next(cursor.get_children())
            if self.operator_text(left) != old:  # in a && b && c, a is dropped from a && b
                choices.append((f"{first}: dropped", f"static_cast<bool>({after})"))
            self.add((start, end), choices, "static_cast<bool>({})")

    def operator_text(self, cursor):
        where = self.operator_of(cursor) if cursor.kind == Kind.BINARY_OPERATOR else None
        return self.text[where[0] : where[1]].decode() if where else None

    def swap_min_max(self, cursor):
        text = self.source(cursor)
        match = re.match(r"std::(min|max)\b", text)
        if cursor.kind == Kind.CALL_EXPR and match:
            new = {"min": "max", "max": "min"}[match[1]]
            self.add(self.span(cursor), [(f"{shown(text)}: {new}", f"std::{new}{text[match.end():]}")])

    def add_one(self, cursor, parent):
        text, before = self.source(parent), self.text[: cursor.extent.start.offset].rstrip()
        in_type = parent.kind == Kind.VAR_DECL and not before.endswith((b"=", b"{", b"("))
        if in_type or parent.kind == Kind.ARRAY_SUBSCRIPT_EXPR or not self.source(cursor).isdigit():
            return
        value = int(self.source(cursor))
        self.add(self.span(cursor), [(f"{shown(text)}: {value + 1} for {value}", str(value + 1))])


def find(tree, names):
    """[Mutant], {file: [Site]}"""
    core = tree / "src/core"
    index = clang.cindex.Index.create()
    mutants, sites = [], {}
    finders = {name: Finder(name, (core / name).read_bytes(), mutants) for name in names}
    for source in (name for name in names if name.endswith(".cpp")):
        arguments = ["-std=c++20", f"-I{tree}/include", f"-I{tree}/src"]
        unit = index.parse(str(core / source), args=arguments)
        for problem in unit.diagnostics:
            if problem.severity >= clang.cindex.Diagnostic.Error:
                sys.exit(f"{problem.location.file}:{problem.location.line}: {problem.spelling}")
        for cursor in unit.cursor.get_children():
            path = Path(cursor.location.file.name) if cursor.location.file else Path()
            if path.parent.resolve() == core.resolve() and path.name in finders and path.name not in sites:
                finders[path.name].visit(cursor, unit.cursor)
        for name, finder in finders.items():
            if finder.sites:
                sites[name] = finder.sites
    return mutants, sites


# --- Rewriting ----------------------------------------------------------------------------------------------------


def rewritten(text, start, end, sites):
    """The text from start to end; `sites`, sorted, outer ones first, are consumed."""
    parts = []
    while sites and sites[0].start < end:
        site = sites.popleft()
        assert start <= site.start and site.end <= end, (start, end, site)
        parts.append(text[start : site.start].decode())
        parts.append(site.render(rewritten(text, site.start, site.end, sites)))
        start = site.end
    return "".join([*parts, text[start:end].decode()])


def number_repeated(mutants):
    """Gives mutants of one function that read the same their number."""
    count = collections.Counter()
    for mutant in mutants:
        count[mutant.name] += 1
        if count[mutant.name] > 1:
            mutant.change += f" (#{count[mutant.name]})"


def write(tree, names):
    mutants, sites = find(tree, names)
    for name, found in sites.items():
        path = tree / "src/core" / name
        text = path.read_bytes()
        ordered = collections.deque(sorted(found, key=lambda site: (site.start, -site.end)))
        path.write_text('#include "nodefit_mutant.h"\n' + rewritten(text, 0, len(text), ordered), encoding="utf-8")
    switch = SWITCH.replace("COUNT", str(len(mutants) + 1))
    (tree / "src/core/nodefit_mutant.h").write_text(switch, encoding="utf-8")
    number_repeated(mutants)
    (tree / "mutants.json").write_text(json.dumps([dataclasses.asdict(mutant) for mutant in mutants]), encoding="utf-8")


# --- Running ------------------------------------------------------------------------------------------------------


def run_test(tree, program, names, mutant, limit):
    """passed, failed, crashed or hung"""
    environment = {**os.environ, **ENVIRONMENT, "NODEFIT_MUTANT": mutant}
    command = ["prlimit", f"--as={MEMORY_MAX}", "--core=0", str(tree / "build" / program), "--abort"]
    command.append(",".join(re.sub(r"([\\\\,\[])", r"\\\1", name) for name in names))
    try:
        run = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return "hung"
    return "passed" if run.returncode == 0 else "crashed" if run.returncode < 0 else "failed"


def reaching_tests(tree, program, which):
    """[(test case, seconds, mutants that it asks for)] of those that ask for any; ends where one fails."""
    command = [str(tree / "build" / program), "--list-test-names-only", which]
    names = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    if not names:
        sys.exit(f"{program} has no test case \"{which}\"")
    result = []
    for name in names:
        asked, start = tree / "asked", time.monotonic()
        asked.unlink(missing_ok=True)
        if run_test(tree, program, [name], f"record {asked}", 600) != "passed":
            sys.exit(f"{program} fails without a mutant: {name}")
        if asked.exists():
            ids = set(map(int, asked.read_text(encoding="utf-8").split()))
            result.append((name, time.monotonic() - start, ids))
    return result


def read_explained(path, files):
    """{name of a mutant: reason}"""
    result = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(" => ")
            if not reason.strip():
                sys.exit(f"{path}: no ` => reason`: {line}")
            if name.split()[0] in files:
                result[name.strip()] = reason.strip()
    return result


def run(tree, jobs, explained_path):
    mutants = read_mutants(tree)
    tests = [(group, program, reaching_tests(tree, program, which)) for group, program, which in TESTS]

    def kill(mutant):
        """(tests, how), None where it survives."""
        for group, program, cases in tests:
            chosen = [case for case in cases if mutant.id in case[2]]
            if chosen:
                limit = 10 + 10 * sum(seconds for _, seconds, _ in chosen)
                outcome = run_test(tree, program, [name for name, _, _ in chosen], str(mutant.id), limit)
                if outcome != "passed":
                    return group, outcome
        return None

    killers, survivors = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done, (mutant, killer) in enumerate(zip(mutants, pool.map(kill, mutants)), 1):
            killers[killer] += 1
            if killer is None:
                survivors.append(mutant)
            if done % 100 == 0:
                print(f"{done} of {len(mutants)}, {len(survivors)} survive", file=sys.stderr)
    reached = {id for _, _, cases in tests for _, _, asked in cases for id in asked}
    return report(mutants, survivors, killers, reached, explained_path)


def report(mutants, survivors, killers, reached, explained_path):
    explained = read_explained(explained_path, {mutant.file for mutant in mutants})
    unexplained = [mutant for mutant in survivors if mutant.name not in explained]
    for mutant in unexplained:
        note = "" if mutant.id in reached else "  (no test comes here)"
        print(f"src/core/{mutant.file}:{mutant.line}: {mutant.name}{note}")
    known, alive = {mutant.name for mutant in mutants}, {mutant.name for mutant in survivors}
    stale = [name for name in explained if name not in alive]
    for name in stale:
        print(f"stale: {name}: {'a test kills it' if name in known else 'there is no such mutant'}")

    print(f"{len(mutants)} mutants")
    for group, _, _ in TESTS:
        failed, crashed, hung = (killers[(group, how)] for how in ("failed", "crashed", "hung"))
        print(f"  {failed + crashed + hung:4} killed by the {group} ({crashed} crashed, {hung} hung)")
    print(f"  {len(survivors):4} survived, {len(survivors) - len(unexplained)} of them explained")
    return 1 if unexplained or stale else 0


def read_mutants(tree):
    return [Mutant(**values) for values in json.loads((tree / "mutants.json").read_text(encoding="utf-8"))]


def main():
    tree, command, *arguments = sys.argv[1:]
    tree = Path(tree)
    if command == "write":
        write(tree, arguments or decision_files(tree / "src/core"))
    elif command == "list":
        for mutant in read_mutants(tree):
            print(f"src/core/{mutant.file}:{mutant.line}: {mutant.name}")
    else:
        return run(tree, int(arguments[0]), Path(arguments[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
