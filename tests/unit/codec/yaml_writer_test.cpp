#include "codec/yaml_writer.h"

#include <catch2/catch.hpp>
#include <string>

#include "codec/json_writer.h"
#include "codec/yaml_tree.h"

namespace nodefit::tests {

namespace {

std::string write(const std::string& json, const YamlLayout& layout = {}) {
  std::string out;
  YamlWriter(out, layout).block(json, 0);
  return out;
}

}  // namespace

TEST_CASE("JSON is written as YAML in block style") {
  struct Case {
    const char* name;
    const char* json;
    const char* want;
  };
  const Case cases[] = {
      {"an object", R"({"a":1,"b":{"c":true,"d":null}})", "a: 1\nb:\n  c: true\n  d: null"},
      {"a list below a key", R"({"a":["x",{"b":1,"c":2}]})", "a:\n- x\n- b: 1\n  c: 2"},
      {"lists in lists", "[[1,[2]],[]]", "- - 1\n  - - 2\n- []"},
      {"nothing in brackets", R"({"a":{},"b":[]})", "a: {}\nb: []"},
      {"numbers as they are spelled", R"({"a":1.10,"b":1e+21})", "a: 1.10\nb: 1e+21"},
      {"lines as a literal", R"({"a":"x\n  y\n","b":["z\n\nw"]})",
       "a: |\n  x\n    y\nb:\n- |-\n  z\n\n  w"},
      {"lines that blanks end, or begin with, in quotes",
       R"({"a":"x \ny","b":" x\ny","c":"x\n\n"})", "a: \"x \\ny\"\nb: \" x\\ny\"\nc: \"x\\n\\n\""},
      {"keys that need quotes", R"({"yes":1,"1":2,"a: b":3,"nodefit.dev/x":4})",
       "\"yes\": 1\n\"1\": 2\n\"a: b\": 3\nnodefit.dev/x: 4"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(write(c.json) == c.want);
  }
  CHECK(write(R"({"a":{"b":["c",{"d":"e\nf"}]}})", {4, 2, 4, "\r\n"}) ==
        "a:\r\n    b:\r\n      -   c\r\n      -   d: |-\r\n              e\r\n              f");
}

TEST_CASE("strings have quotes exactly where a parser could take them for something else") {
  for (const std::string text : {"a", "tensorflow/tensorflow:2.15.0-gpu", "a b", "/opt/x", "_x",
                                 "nvidia.com/gpu", "a,b", "x=$(Y)"}) {
    CHECK(yaml_string(text) == text);
  }
  const char* const texts[] = {
      "",     " ",    "a ",   " a",   "yes",  "No", "on",  "y",    "N",   "null",       "~",
      "True", "08",   "0o17", "1_0",  "1:20", ".5", "-",   "- a",  "+1",  "2001-01-01", "1e3",
      ".inf", "a: b", "a:",   "a #b", "#a",   "&a", "*a",  "!a",   "|",   ">",          "%a",
      "@a",   "`a",   "{a}",  "[a]",  "<<",   "=",  "? a", "a\tb", "---", "..."};
  for (const std::string text : texts) {
    CAPTURE(text);
    CHECK(yaml_string(text).find_first_of("\"'") == 0);
  }
  CHECK(yaml_string(R"({"a":1})") == R"('{"a":1}')");
  CHECK(yaml_string(R"("it's")") == R"("\"it's\"")");
  CHECK(yaml_string("a\nb") == R"("a\nb")");
  CHECK(yaml_string("\x7F\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF\xC3\xA9") ==
        "\"\\x7F\\x85\\u2028\\uFEFF\xC3\xA9\"");
  CHECK(yaml_flow(R"({"a":["b,c",{}],"d":null})") == R"({a: ["b,c", {}], d: null})");
  CHECK(yaml_single_quoted("it's") == "'it''s'");
}

TEST_CASE("what is written reads as the same text") {
  for (unsigned code = 1; code < 0x100; ++code) {
    std::string character;
    if (code < 0x80) {
      character = static_cast<char>(code);
    } else {
      character = {static_cast<char>(0xC0U | (code >> 6U)),
                   static_cast<char>(0x80U | (code & 0x3FU))};
    }
    for (const std::string& text :
         {character, "a" + character, character + "a", "a\n" + character + "b",
          "a" + character + "\nb", character + " ", "it's \"" + character}) {
      std::string out;
      YamlWriter(out, {}).entry("k", json_string(text), 0);
      const YamlTree::Outcome read = YamlTree::parse(out);
      CAPTURE(code, out);
      REQUIRE(read.problems.empty());
      CHECK(read.tree.root()->entries[0].value->text == text);
      CHECK(read.tree.root()->entries[0].value->is_scalar(ScalarKind::kString));
    }
  }
}

}  // namespace nodefit::tests
