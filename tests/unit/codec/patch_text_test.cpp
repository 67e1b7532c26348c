#include "codec/patch_text.h"

#include <catch2/catch.hpp>
#include <string>

#include "codec/json_layout.h"
#include "support/strict_json_patch.h"

namespace nodefit::tests {

namespace {

// The patched document, or the message.
std::string apply(const std::string& json, const std::string& patch) {
  const Result<std::vector<PatchOperation>> operations = read_patch(patch);
  if (!operations.ok()) return operations.error().message();
  const Result<std::string> patched = apply_patch(json, *operations);
  return patched.ok() ? *patched : patched.error().message();
}

std::string add(const std::string& path, const std::string& value) {
  return R"({"op":"add","path":")" + path + R"(","value":)" + value + "}";
}

std::string replace(const std::string& path, const std::string& value) {
  return R"({"op":"replace","path":")" + path + R"(","value":)" + value + "}";
}

}  // namespace

TEST_CASE("a patch's text is read and written") {
  const std::string text =
      "[" + add("/a~1b/-", R"({"x":1e0})") + "," + replace("/c", "\"d\"") + "]";
  const Result<std::vector<PatchOperation>> operations = read_patch(text);
  REQUIRE(operations.ok());
  CHECK(to_text(*operations) == text);
  CHECK(read_patch("")->empty());
  CHECK(read_patch(" [ ] ")->empty());
  CHECK(to_text({}).empty());
}

TEST_CASE("pointers are unescaped") {
  using Tokens = std::vector<std::string>;
  CHECK(pointer_tokens("").empty());
  CHECK(pointer_tokens("/") == Tokens{""});
  CHECK(pointer_tokens("/a~1b/~01/-") == Tokens{"a/b", "~1", "-"});
}

TEST_CASE("a patch is applied as a strict applier does, order and spelling kept") {
  struct Case {
    const char* name;
    std::string json;
    std::string patch;
    const char* want;
  };
  const Case cases[] = {
      {"a member that is new", R"({"b": 1e0})", "[" + add("/a", "2") + "]", R"({"b":1e0,"a":2})"},
      {"one that is there", R"({"a":1,"b":2})", "[" + add("/a", "[]") + "]", R"({"a":[],"b":2})"},
      {"an element", R"({"a":[1]})", "[" + add("/a/-", "2") + "," + add("/a/-", "3") + "]",
       R"({"a":[1,2,3]})"},
      {"in an element", R"({"a":[{"b":1},{}]})",
       "[" + replace("/a/0/b", "2") + "," + add("/a/1/c", "3") + "]", R"({"a":[{"b":2},{"c":3}]})"},
      {"a key with a slash", R"({"a/b":{}})", "[" + add("/a~1b/c~0d", "1") + "]",
       R"({"a/b":{"c~d":1}})"},
      {"several in one", R"({"a":{},"b":null})",
       "[" + add("/a/x", "1") + "," + add("/b", "{}") + "," + add("/a/y", "2") + "]",
       R"({"a":{"x":1,"y":2},"b":{}})"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(apply(c.json, c.patch) == c.want);
    CHECK(same_json(*apply_json_patch(c.json, c.patch), c.want));
  }
}

TEST_CASE("what isn't a patch of ours, or doesn't apply, is told") {
  struct Case {
    const char* name;
    std::string json;
    std::string patch;
    const char* want;
  };
  const Case cases[] = {
      {"no JSON", "{}", "[",
       "patch: invalid JSON: expected one value with matching brackets, commas and colons"},
      {"no list", "{}", "{}", R"(patch: expected a list of operations, found "{}")"},
      {"another operation", "{}", R"([{"op":"remove","path":"/a"}])",
       "patch: expected an operation add or replace with path and value, found "
       R"("{\"op\":\"remove\",\"path\":\"/a\"}")"},
      {"no value", "{}", R"([{"op":"add","path":"/a"}])",
       "patch: expected an operation add or replace with path and value, found "
       R"("{\"op\":\"add\",\"path\":\"/a\"}")"},
      {"the whole document", "{}", R"([{"op":"add","path":"","value":1}])",
       "patch: expected an operation add or replace with path and value, found "
       R"("{\"op\":\"add\",\"path\":\"\",\"value\":1}")"},
      {"a parent that isn't there", "{}", "[" + add("/a/b", "1") + "]",
       R"(patch at "/a": nothing is there)"},
      {"a parent that is null", R"({"a":null})", "[" + add("/a/b", "1") + "]",
       R"(patch at "/a": found "null", expected an object)"},
      {"a list's end in an object", R"({"a":{}})", "[" + add("/a/-", "1") + "]",
       R"(patch at "/a": found "{}", expected a list)"},
      {"a replaced member that isn't there", "{}", "[" + replace("/a", "1") + "]",
       R"(patch at "/a": nothing is there)"},
      {"an element that isn't there", R"({"a":[1]})", "[" + replace("/a/1", "1") + "]",
       R"(patch at "/a": changes an element that isn't there)"},
      {"an element put in the middle", R"({"a":[1]})", "[" + add("/a/0", "1") + "]",
       R"(patch at "/a/0": expected additions to a list at its end)"},
      {"the same twice", "{}", "[" + add("/a", "1") + "," + add("/a", "2") + "]",
       R"(patch at "/a": changes what another one changes)"},
      {"below another", "{}", "[" + add("/a", "{}") + "," + add("/a/b", "2") + "]",
       R"(patch at "/a/b": lies below what another one changes)"},
      {"a doubled key on the way", R"({"a":{},"a":{}})", "[" + add("/a/b", "2") + "]",
       R"(patch at "": key "a" stands twice)"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(apply(c.json, c.patch) == c.want);
  }
}

}  // namespace nodefit::tests
