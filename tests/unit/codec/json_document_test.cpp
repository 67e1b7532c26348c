#include "codec/json_document.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "codec/json_reader.h"

namespace nodefit::tests {

namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string nested(std::size_t depth) { return repeated("[", depth) + repeated("]", depth); }

}  // namespace

TEST_CASE("a text that isn't JSON is answered with what was expected") {
  using namespace std::string_literals;
  struct Case {
    const char* name;
    std::string text;
    std::string want;
  };
  const std::string structure =
      "invalid JSON: expected one value with matching brackets, commas and colons";
  const std::string numbers =
      "invalid JSON: expected numbers as JSON spells them, integers within 64 bits";
  const std::string escapes =
      "invalid JSON: expected escapes in strings as JSON spells them, surrogates in pairs";
  const std::string unescaped =
      "invalid JSON: expected control characters in strings to be escaped";
  const Case cases[] = {
      {"nothing", "", "invalid JSON: expected a value, found nothing"},
      {"a default string_view's nothing, spelled with spaces", " \n",
       "invalid JSON: expected a value, found nothing"},
      {"100,000 nested lists", nested(100'000), "JSON nested deeper than 64 levels"},
      {"100,000 opened lists", repeated("[", 100'000), structure},
      {"65 levels", nested(65), "JSON nested deeper than 64 levels"},
      {"bytes that aren't UTF-8", "\"\xFF\xFE\"", "invalid JSON: expected UTF-8"},
      {"a surrogate in UTF-8", "\"\xED\xA0\x80\"", "invalid JSON: expected UTF-8"},
      {"a lone high surrogate", R"("\ud800")", escapes},
      {"a lone low surrogate", R"("\udc00")", escapes},
      {"a high surrogate before something else", R"("\ud800A")", escapes},
      {"an unknown escape", R"("\x41")", escapes},
      {"an integer past 64 bits", "18446744073709551616", numbers},
      {"a negative integer past 64 bits", "-9223372036854775809", numbers},
      {"a number past every double", "1e999", numbers},
      {"a leading zero", "01", numbers},
      {"a line feed within a string", "\"a\nb\"", unescaped},
      {"a NUL within a string", "\"a\0b\""s, unescaped},
      {"a string without end", R"({"a": "b)", "invalid JSON: expected a closing quote"},
      {"a text that was cut", R"({"a":)", structure},
      {"two values", "{} {}", structure},
      {"a NUL behind the value", "{}\0"s, structure},
      {"a byte order mark", "\xEF\xBB\xBF{}", structure},
      {"an unquoted word", "[nil]",
       "invalid JSON: expected true, false or null for a word without quotes"},
  };
  JsonDocument document;
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(document.parse(c.text).error().message() == c.want); }
  }
}

TEST_CASE("texts at the limits are read") {
  JsonDocument document;
  REQUIRE(document.parse(nested(64)).ok());
  REQUIRE(document.parse("18446744073709551615").ok());
  REQUIRE(document.parse("-9223372036854775808").ok());
  REQUIRE(document.parse("\"" + std::string(10'000'000, 'a') + "\"").ok());
  REQUIRE(document.root().get_string().value_unsafe().size() == 10'000'000);
  REQUIRE(document.parse(R"("😀")").ok());
  REQUIRE(document.root().get_string().value_unsafe() == "\xF0\x9F\x98\x80");
}

TEST_CASE("a document is used again and again, and a failure leaves nothing behind") {
  JsonDocument document;
  const std::string long_text = "\"" + std::string(1'000'000, 'a') + "\"";
  for (int round = 0; round < 3; ++round) {
    REQUIRE(document.parse(long_text).ok());
    REQUIRE_FALSE(document.parse("{").ok());
    REQUIRE_FALSE(document.parse(nested(65)).ok());  // the limit stays when buffers grew
    REQUIRE(document.parse("[1]").ok());
    REQUIRE(document.root().is_array());
  }
  JsonDocument other = std::move(document);
  REQUIRE(other.root().is_array());
  other.clear();
  REQUIRE(other.parse("{}").ok());
  REQUIRE(other.root().is_object());
}

}  // namespace nodefit::tests
