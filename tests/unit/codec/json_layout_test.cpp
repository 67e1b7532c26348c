#include "codec/json_layout.h"

#include <catch2/catch.hpp>
#include <string>

#include "codec/json_cursor.h"

namespace nodefit::tests {

TEST_CASE("a cursor passes over JSON value by value") {
  const std::string text =
      R"( { "a" : [1, {"b":"]}"}, -2.50e+1 ] , "\u00e9\ud83d\ude00\n\"" : null } )";
  JsonCursor json(text);
  CHECK(json.peek() == '{');
  json.open();
  REQUIRE(json.next('}'));
  CHECK(json.key() == "a");
  JsonCursor list = json;
  CHECK(json.take() == R"([1, {"b":"]}"}, -2.50e+1 ])");
  list.open();
  REQUIRE(list.next(']'));
  CHECK(list.take() == "1");
  REQUIRE(list.next(']'));
  CHECK(list.take() == R"({"b":"]}"})");
  REQUIRE(list.next(']'));
  CHECK(list.take() == "-2.50e+1");
  CHECK_FALSE(list.next(']'));
  REQUIRE(json.next('}'));
  CHECK(json.key() == "\xC3\xA9\xF0\x9F\x98\x80\n\"");
  CHECK(json.take() == "null");
  CHECK_FALSE(json.next('}'));
  CHECK(json.peek() == '\0');
}

TEST_CASE("a cursor comes to an end on what isn't JSON") {
  for (const std::string text : {"", "{", "{\"", "{\"a", "{\"a\\", "{\"a\":", "[", "[1", "[,,", "}",
                                 "]", "{]}", "\"\\u12", "{\"\\ud83d\":1}", ":", "[\"", "{1:2"}) {
    CAPTURE(text);
    JsonCursor json(text);
    const char open = json.peek();
    json.open();
    for (int i = 0; i < 10 && json.next(open == '{' ? '}' : ']'); ++i) {
      json.key();
      json.take();
    }
    CHECK(JsonCursor(text).take().size() <= text.size());
    CHECK(find_member(text, "b") == std::nullopt);
  }
}

TEST_CASE("members are found by their keys") {
  const std::string text = R"({"a":{"c":1},"b":"x\ty","a":2})";
  CHECK(find_member(text, "a") == R"({"c":1})");
  CHECK(find_member(text, "c") == std::nullopt);
  CHECK(find_member("[1]", "c") == std::nullopt);
  CHECK(text_member(text, "b") == "x\ty");
  CHECK(text_member(text, "a").empty());
}

TEST_CASE("JSON is indented by two, its numbers as they are spelled") {
  struct Case {
    const char* name;
    const char* json;
    const char* want;
  };
  const Case cases[] = {
      {"a scalar", " 1e0 ", "1e0\n"},
      {"nothing in brackets", R"([{ },[ ]])", "[\n  {},\n  []\n]\n"},
      {"an object", R"({"b":1.10,"a":{"c":[true,"x"]}})",
       "{\n  \"b\": 1.10,\n  \"a\": {\n    \"c\": [\n      true,\n      \"x\"\n    ]\n  }\n}\n"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(indented_json(c.json) == c.want);
    CHECK(indented_json(c.want) == c.want);
  }
}

TEST_CASE("JSON is compared by value") {
  struct Case {
    const char* name;
    const char* a;
    const char* b;
    bool same;
  };
  const Case cases[] = {
      {"white space", "[ 1 , 2 ]", "[1,2]", true},
      {"the order of members", R"({"a":1,"b":{"c":2,"d":3}})", R"({"b":{"d":3,"c":2},"a":1})",
       true},
      {"the order of elements", "[1,2]", "[2,1]", false},
      {"escapes", R"("\u0061\/")", R"("a/")", true},
      {"a number and its text", "1", R"("1")", false},
      {"spellings of a number", "[1,1.0,10e-1,1E0,-0,0.0]", "[1.0,1,1,1,0,-0.0]", true},
      {"of a large one", "1e21", "1000000000000000000000.0", true},
      {"integers beyond doubles", "9007199254740993", "9007199254740992", false},
      {"null and nothing", R"({"a":null})", "{}", false},
      {"a list and an object", "[]", "{}", false},
      {"true and false", "true", "false", false},
      {"more elements", "[1]", "[1,1]", false},
      {"brackets in strings", R"(["a","b"])", R"(["a\",\"b"])", false},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(same_json(c.a, c.b) == c.same);
    CHECK(same_json(c.b, c.a) == c.same);
    CHECK(same_json(c.a, c.a));
  }
}

}  // namespace nodefit::tests
