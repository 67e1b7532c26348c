"""Checks that each layer includes only what it may see.

Usage: layers.py BUILD_DIR   checks src/ and include/ as the compiler saw them in that ninja build
       layers.py --self-test

Two looks: at the #include lines of every file (also headers that nothing compiles yet), and at all that
the compiler read for each source file (also what came in by way of another header).
Exit status: 0 clean, 1 violations (file, header, rule), 2 could not run.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A layer is a folder of src/, and sees itself, include/nodefit (the contract, on the level of core) and:
LAYERS = {
    "core": [],
    "codec": ["core"],
    "manifest": ["codec", "core"],
    "kube": ["codec", "core"],
    "pki": [],
    "support": [],
    "net": ["pki", "support"],
    "server": ["codec", "core", "net", "pki", "support"],
    "cli": ["codec", "core", "kube", "manifest", "net", "pki", "server", "support"],
}
CONTRACT = "include/nodefit"

# Third-party headers, as #include spells them, and the only layers that may see them, directly or not.
# A library that isn't named here is open to all layers but core.
THIRD_PARTY = {
    r"simdjson(\.h|/)": ["codec"],
    r"nlohmann/": ["cli", "codec"],
    r"yaml-cpp/": ["codec"],
    r"asio(\.hpp|/)": ["net"],
    r"httplib\.h": ["net"],
}

# core and the contract include the standard library and this, and of the standard library not these:
# the engine does no IO and no logging and knows no clock and no threads (and no std::regex, anywhere).
CORE_THIRD_PARTY = "tl/expected.hpp"
CORE_REFUSES = {
    *("chrono", "ctime"),
    *("condition_variable", "future", "mutex", "shared_mutex", "stop_token", "thread"),
    *("cstdio", "filesystem", "fstream", "iostream", "syncstream"),
    "regex",
}

CORE_RULE = f"core may see only the standard library and {CORE_THIRD_PARTY}"
CORE_REFUSES_RULE = "core does no IO and knows no clock and no threads"

SYSTEM_INCLUDE = re.compile(r"^/usr/(local/)?include/(x86_64-linux-gnu/|aarch64-linux-gnu/)?")
INCLUDE_LINE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def layer_of(path):
    """The layer of a path relative to the checkout: "core" for the contract, None outside of the layers."""
    if path.startswith(CONTRACT + "/"):
        return "core"
    match = re.match(r"src/(\w+)/", path)
    return match.group(1) if match else None


def project_rule(layer, header):
    """The rule that forbids `layer` the project header (a path relative to the checkout), or None."""
    other = layer_of(header)
    if other in (None, layer) or header.startswith(CONTRACT + "/") or other in LAYERS[layer]:
        return None
    return f"{layer} may see {', '.join([layer, *LAYERS[layer], CONTRACT])}, not {other}"


def third_party_rule(layer, name):
    """The rule that forbids `layer` the third-party header `name`, or None."""
    for pattern, layers in THIRD_PARTY.items():
        if re.match(pattern, name) and layer not in layers:
            return f"only {', '.join(layers)} may see {re.match(pattern, name).group().rstrip('/')}"
    return None


def direct_violations(path, text, project_headers):
    """(file:line, header, rule) for the #include lines of one file."""
    layer = layer_of(path)
    for match in INCLUDE_LINE.finditer(text):
        quote, name = match.groups()
        where = f"{path}:{text.count(chr(10), 0, match.start(2)) + 1}"
        ours = [header for header in (f"include/{name}", f"src/{name}") if header in project_headers]
        if ours:
            rule = project_rule(layer, ours[0])
        else:
            rule = third_party_rule(layer, name)
            if rule is None and layer == "core" and quote == "<" and name != CORE_THIRD_PARTY:
                if "." in name or "/" in name:
                    rule = CORE_RULE
                elif name in CORE_REFUSES:
                    rule = CORE_REFUSES_RULE
        if rule:
            yield where, name, rule


def seen_violations(source, headers, standard_library):
    """(file, header, rule) for all that the compiler read for one source file."""
    layer = layer_of(source)
    for header in headers:
        if not header.startswith("/"):
            rule = project_rule(layer, header)
        else:
            rule = third_party_rule(layer, SYSTEM_INCLUDE.sub("", header))
            if rule is None and layer == "core" and header not in standard_library and "/bits/" not in header:
                rule = CORE_RULE
        if rule:
            yield source, header, rule


def parse_deps(text, build_dir, root):
    """{source: [headers]} from `ninja -t deps`; paths inside root become relative to it."""
    result = {}
    for block in re.split(r"\n\s*\n", text):
        first, *lines = block.strip("\n").split("\n")
        if not lines or "(STALE)" in first:
            continue
        paths = []
        for line in lines:
            path = (build_dir / line.strip()).resolve()
            paths.append(str(path.relative_to(root)) if path.is_relative_to(root) else str(path))
        if layer_of(paths[0]):
            result[paths[0]] = paths[1:]
    return result


def standard_library_headers():
    """All headers that the standard library and tl/expected bring along (but for some bits/, by flags)."""
    text = f"#include <bits/stdc++.h>\n#include <{CORE_THIRD_PARTY}>\n"
    command = ["g++", "-std=c++20", "-M", "-x", "c++", "-"]
    output = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    return {str(Path(word).resolve()) for word in output.split() if word.startswith("/")}


def check(build_dir):
    files = [p for top in ("include", "src") for p in (ROOT / top).rglob("*") if p.suffix in (".h", ".cpp")]
    names = {str(path.relative_to(ROOT)): path for path in files}
    unknown = {layer_of(name) or name for name in names} - set(LAYERS)
    if unknown:
        return [("src", ", ".join(sorted(unknown)), "not a layer that scripts/lib/layers.py knows")]

    violations = []
    for name, path in sorted(names.items()):
        violations += direct_violations(name, path.read_text(encoding="utf-8"), names)

    command = ["ninja", "-C", str(build_dir), "-t", "deps"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    deps = parse_deps(output, build_dir, ROOT)
    if not deps:
        sys.exit(f"no source file of ours was built in {build_dir}")
    allowed = standard_library_headers()
    known = {(where.split(":")[0], rule) for where, _, rule in violations}
    for source, headers in sorted(deps.items()):
        for where, header, rule in seen_violations(source, headers, allowed):
            if (where, rule) not in known:  # a library has many headers: one line will do
                known.add((where, rule))
                violations.append((where, header, rule))
    return violations


def self_test():
    """Each rule must bite, and leave alone what is allowed."""
    root, build = Path("/checkout"), Path("/checkout/build/dev")
    deps = parse_deps(
        "a.o: #deps 3, deps mtime 1 (VALID)\n"
        "    ../../src/core/quantity.cpp\n"
        "    /checkout/include/nodefit/quantity.h\n"
        "    /usr/include/c++/12/string\n"
        "    /usr/include/nlohmann/json.hpp\n"
        "    /usr/include/zlib.h\n"
        "    ../../src/codec/pod.h\n"
        "\n"
        "b.o: #deps 1, deps mtime 1 (STALE)\n"
        "    ../../src/core/gone.cpp\n"
        "\n"
        "c.o: #deps 4, deps mtime 1 (VALID)\n"
        "    ../../src/net/listener.cpp\n"
        "    /usr/include/asio/ip/tcp.hpp\n"
        "    /usr/include/x86_64-linux-gnu/simdjson.h\n"
        "    ../../src/support/clock.h\n"
        "    ../../src/server/health.h\n"
        "\n"
        "d.o: #deps 1, deps mtime 1 (VALID)\n"
        "    ../../tests/unit/core/quantity_test.cpp\n"
        "    /usr/include/nlohmann/json.hpp\n",
        build,
        root,
    )
    assert sorted(deps) == ["src/core/quantity.cpp", "src/net/listener.cpp"], deps

    def seen(source):
        return [header for _, header, _ in seen_violations(source, deps[source], {"/usr/include/c++/12/string"})]

    assert seen("src/core/quantity.cpp") == [
        "/usr/include/nlohmann/json.hpp", "/usr/include/zlib.h", "src/codec/pod.h"]
    assert seen("src/net/listener.cpp") == ["/usr/include/x86_64-linux-gnu/simdjson.h", "src/server/health.h"]

    def direct(path, line):
        headers = {"include/nodefit/pod.h", "src/core/ascii.h", "src/codec/pod.h"}
        return [where for where, _, _ in direct_violations(path, "// first line\n" + line + "\n", headers)]

    for path, allowed, refused in [
        ("src/core/a.cpp", '#include "core/ascii.h"', '#include "codec/pod.h"'),
        ("src/core/a.cpp", "#include <string>", "#include <unistd.h>"),
        ("src/core/a.cpp", "#include <tl/expected.hpp>", "#  include <thread>"),
        ("include/nodefit/a.h", '#include "nodefit/pod.h"', "#include <nlohmann/json_fwd.hpp>"),
        ("src/codec/a.cpp", "#include <simdjson.h>", "#include <asio.hpp>"),
        ("src/net/a.cpp", "#include <asio/ip/tcp.hpp>", '#include "core/ascii.h"'),
        ("src/net/a.cpp", '#include "nodefit/pod.h"', "#include <yaml-cpp/yaml.h>"),
        ("src/server/a.cpp", "#include <unistd.h>", "#include <httplib.h>"),
        ("src/cli/a.cpp", '#include "codec/pod.h"', "#include <simdjson.h>"),
        ("src/manifest/a.cpp", '#include "codec/pod.h"', "#include <nlohmann/json.hpp>"),
    ]:
        assert direct(path, allowed) == [], (path, allowed)
        assert direct(path, refused) == [f"{path}:2"], (path, refused)


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    violations = check(Path(sys.argv[1]).resolve())
    for where, header, rule in violations:
        print(f"{where}: {header}: {rule}")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
