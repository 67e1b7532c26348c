#include "codec/json_writer.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace nodefit::tests {

TEST_CASE("values are joined by commas where JSON wants them") {
  std::string out = "data: {";
  JsonWriter json(out);
  json.begin_object().key("a").begin_list().end_list().key("b").begin_object().end_object();
  json.key("c").begin_list().integer(1).text("[").text("").boolean(false).raw("null").begin_list();
  json.text(",").end_list().begin_object().key(":").text(":").end_object().end_list();
  json.key("d")
      .boolean(true)
      .key("e")
      .integer(std::numeric_limits<std::int64_t>::min())
      .end_object();
  REQUIRE(out == R"(data: {{"a":[],"b":{},"c":[1,"[","",false,null,[","],{":":":"}],)"
                 R"("d":true,"e":-9223372036854775808})");
}

TEST_CASE("strings are escaped, and nothing in them that needs no escape") {
  using namespace std::string_literals;
  struct Case {
    const char* name;
    std::string text;
    std::string want;
  };
  const Case cases[] = {
      {"plain", "tensorflow/tensorflow:2.15.0", R"("tensorflow/tensorflow:2.15.0")"},
      {"empty", "", R"("")"},
      {"quote and backslash", R"(a"b\c)", R"("a\"b\\c")"},
      {"short escapes", "\b\f\n\r\t", R"("\b\f\n\r\t")"},
      {"other control characters", "\x01\x1F\0"s, "\"\\u0001\\u001f\\u0000\""},
      {"delete, slash and markup", "\x7F/<&>", "\"\x7F/<&>\""},
      {"two to four bytes of UTF-8", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80",
       "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
      {"a byte that isn't UTF-8",
       "a\xFF"
       "b",
       "\"a\xEF\xBF\xBD"
       "b\""},
      {"a sequence that was cut, and escapes beside it", "\"\xE2\x82",
       "\"\\\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
      {"a surrogate", "\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      REQUIRE(json_string(c.text) == c.want);
      REQUIRE_FALSE(nlohmann::json::parse(json_string(c.text), nullptr, false).is_discarded());
    }
  }
}

TEST_CASE("every byte and every pair of bytes becomes valid JSON") {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first), static_cast<char>(second)};
      const std::string json = json_string(text);
      if (nlohmann::json::parse(json, nullptr, false).is_discarded()) FAIL(first << " " << second);
    }
  }
}

}  // namespace nodefit::tests
