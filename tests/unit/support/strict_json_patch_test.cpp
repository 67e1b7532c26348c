#include "support/strict_json_patch.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace nodefit::tests {

TEST_CASE("RFC 6902 appendix A: patches that apply") {
  struct Case {
    const char* name;
    const char* document;
    const char* patch;
    const char* want;
  };
  const Case cases[] = {
      {"A.1 adding an object member", R"({"foo": "bar"})",
       R"([{"op": "add", "path": "/baz", "value": "qux"}])", R"({"baz": "qux", "foo": "bar"})"},
      {"A.2 adding an array element", R"({"foo": ["bar", "baz"]})",
       R"([{"op": "add", "path": "/foo/1", "value": "qux"}])", R"({"foo": ["bar", "qux", "baz"]})"},
      {"A.3 removing an object member", R"({"baz": "qux", "foo": "bar"})",
       R"([{"op": "remove", "path": "/baz"}])", R"({"foo": "bar"})"},
      {"A.4 removing an array element", R"({"foo": ["bar", "qux", "baz"]})",
       R"([{"op": "remove", "path": "/foo/1"}])", R"({"foo": ["bar", "baz"]})"},
      {"A.5 replacing a value", R"({"baz": "qux", "foo": "bar"})",
       R"([{"op": "replace", "path": "/baz", "value": "boo"}])", R"({"baz": "boo", "foo": "bar"})"},
      {"A.6 moving a value",
       R"({"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}})",
       R"([{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}])",
       R"({"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}})"},
      {"A.7 moving an array element", R"({"foo": ["all", "grass", "cows", "eat"]})",
       R"([{"op": "move", "from": "/foo/1", "path": "/foo/3"}])",
       R"({"foo": ["all", "cows", "eat", "grass"]})"},
      {"A.8 testing a value: success", R"({"baz": "qux", "foo": ["a", 2, "c"]})",
       R"([{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2}])",
       R"({"baz": "qux", "foo": ["a", 2, "c"]})"},
      {"A.10 adding a nested member object", R"({"foo": "bar"})",
       R"([{"op": "add", "path": "/child", "value": {"grandchild": {}}}])",
       R"({"foo": "bar", "child": {"grandchild": {}}})"},
      {"A.11 ignoring unrecognized elements", R"({"foo": "bar"})",
       R"([{"op": "add", "path": "/baz", "value": "qux", "xyz": 123}])",
       R"({"foo": "bar", "baz": "qux"})"},
      {"A.14 ~ escape ordering", R"({"/": 9, "~1": 10})",
       R"([{"op": "test", "path": "/~01", "value": 10}])", R"({"/": 9, "~1": 10})"},
      {"A.16 adding an array value", R"({"foo": ["bar"]})",
       R"([{"op": "add", "path": "/foo/-", "value": ["abc", "def"]}])",
       R"({"foo": ["bar", ["abc", "def"]]})"},
      {"a whole document is replaced", R"({"foo": 1})",
       R"([{"op": "add", "path": "", "value": [1]}])", "[1]"},
      {"a member that is there is replaced by add", R"({"foo": null})",
       R"([{"op": "add", "path": "/foo", "value": {}}])", R"({"foo": {}})"},
      {"an element is added at the very end by its index", "[1]",
       R"([{"op": "add", "path": "/1", "value": 2}])", "[1, 2]"},
      {"the empty key is a key", R"({"": 1})", R"([{"op": "replace", "path": "/", "value": 2}])",
       R"({"": 2})"},
      {"a value is copied", R"({"a": [1]})", R"([{"op": "copy", "from": "/a", "path": "/b"}])",
       R"({"a": [1], "b": [1]})"},
      {"order of members doesn't matter to a test, nor the spelling of numbers",
       R"({"a": {"x": 1, "y": 2}})",
       R"([{"op": "test", "path": "/a", "value": {"y": 2.0, "x": 1e0}}])",
       R"({"a": {"x": 1, "y": 2}})"},
      {"no operations", "{}", "[]", "{}"},
      {"no patch", "{}", "", "{}"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const std::string patched = apply_json_patch(c.document, c.patch).value();
      REQUIRE(nlohmann::json::parse(patched) == nlohmann::json::parse(c.want));
    }
  }
}

TEST_CASE("RFC 6902 appendix A and sections 4 and 5: patches that don't apply") {
  struct Case {
    const char* name;
    const char* document;
    const char* patch;
    const char* want;
  };
  const Case cases[] = {
      {"A.9 testing a value: error", R"({"baz": "qux"})",
       R"([{"op": "test", "path": "/baz", "value": "bar"}])",
       R"(operation 0: a test failed: "qux")"},
      {"A.12 adding to a nonexistent target", R"({"foo": "bar"})",
       R"([{"op": "add", "path": "/baz/bat", "value": "qux"}])",
       "operation 0: no parent to add to"},
      {"A.13 invalid JSON patch document", R"({"foo": "bar"})",
       R"([{"op": "add", "path": "/baz", "value": "qux", "op": "remove"}])",
       "the patch has a doubled key"},
      {"A.15 comparing strings and numbers", R"({"/": 9, "~1": 10})",
       R"([{"op": "test", "path": "/~01", "value": "10"}])", "operation 0: a test failed: 10"},
      {"below null there is nothing", R"({"a": null})",
       R"([{"op": "add", "path": "/a/b", "value": 1}])",
       "operation 0: no object or list to add to"},
      {"an index beyond the end", "[1]", R"([{"op": "add", "path": "/2", "value": 2}])",
       "operation 0: no such place in the list"},
      {"an index with a leading zero", "[1, 2]", R"([{"op": "add", "path": "/01", "value": 2}])",
       "operation 0: no such place in the list"},
      {"an index that is none", "[1, 2]", R"([{"op": "replace", "path": "/1e0", "value": 2}])",
       "operation 0: no value to replace"},
      {"a member that isn't there is replaced", "{}",
       R"([{"op": "replace", "path": "/a", "value": 2}])", "operation 0: no value to replace"},
      {"the place behind a list is replaced", "[1]",
       R"([{"op": "replace", "path": "/-", "value": 2}])", "operation 0: no value to replace"},
      {"a member that isn't there is removed", R"({"a": 1})", R"([{"op": "remove", "path": "/b"}])",
       "operation 0: no value to remove"},
      {"the second of two operations fails", R"({"a": 1})",
       R"([{"op": "remove", "path": "/a"}, {"op": "remove", "path": "/a"}])",
       "operation 1: no value to remove"},
      {"a move into itself", R"({"a": {"b": 1}})",
       R"([{"op": "move", "from": "/a", "path": "/a/b"}])", "operation 0: a move into itself"},
      {"a copy of nothing", "{}", R"([{"op": "copy", "from": "/a", "path": "/b"}])",
       "operation 0: no value to copy"},
      {"no value", "{}", R"([{"op": "add", "path": "/a"}])",
       "operation 0: no \"value\" in the operation"},
      {"no path", "{}", R"([{"op": "add", "value": 1}])",
       "operation 0: no string \"path\" in the operation"},
      {"no op", "{}", R"([{"path": "/a", "value": 1}])",
       "operation 0: no string \"op\" in the operation"},
      {"an op that isn't one", "{}", R"([{"op": "merge", "path": "/a", "value": 1}])",
       "operation 0: no operation merge"},
      {"a pointer without its slash", R"({"a": 1})", R"([{"op": "remove", "path": "a"}])",
       "operation 0: pointer a doesn't begin with '/'"},
      {"a pointer with a lone tilde", R"({"~": 1})", R"([{"op": "remove", "path": "/~"}])",
       "operation 0: pointer /~ has a '~' without 0 or 1"},
      {"a patch that is no list", "{}", "{}", "the patch isn't a list"},
      {"an operation that is no object", "{}", "[1]", "operation 0: an operation isn't an object"},
      {"a patch that isn't JSON", "{}", "[", "the patch isn't JSON"},
      {"a document that isn't JSON", "{", "[]", "the document isn't JSON"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      REQUIRE(apply_json_patch(c.document, c.patch).error().message() == c.want);
    }
  }
}

}  // namespace nodefit::tests
