#include <catch2/catch.hpp>
#include <string>

#include "nodefit/result.h"

namespace nodefit::tests {

TEST_CASE("an error gains context from the inside out") {
  Error error =
      invalid_argument("expected a number").with_context("limits").with_context("containers[0]");
  REQUIRE(error.message() == "containers[0]: limits: expected a number");
  REQUIRE(error.code() == ErrorCode::kInvalidArgument);
}

TEST_CASE("error codes have stable words") {
  REQUIRE(to_string(ErrorCode::kInvalidArgument) == "invalid_argument");
  REQUIRE(to_string(ErrorCode::kNotFound) == "not_found");
  REQUIRE(to_string(ErrorCode::kTooLarge) == "too_large");
  REQUIRE(to_string(ErrorCode::kUnavailable) == "unavailable");
  REQUIRE(to_string(ErrorCode::kDeadlineExceeded) == "deadline_exceeded");
  REQUIRE(to_string(ErrorCode::kInternal) == "internal");
}

TEST_CASE("a result holds a value or an error") {
  Result<std::string> good(std::string("yes"));
  REQUIRE(good.ok());
  REQUIRE(*good == "yes");
  REQUIRE(good->size() == 3);
  const std::string moved = *std::move(good);
  REQUIRE(moved == "yes");

  const Result<std::string> bad(invalid_argument("no"));
  REQUIRE_FALSE(bad.ok());
  REQUIRE(bad.error() == invalid_argument("no"));

  const Result<void> done;
  REQUIRE(done.ok());
  const Result<void> failed = too_large("9 MiB: expected at most 8");
  REQUIRE(failed.error().code() == ErrorCode::kTooLarge);
}

TEST_CASE("quoted input can neither flood nor forge a message") {
  struct Case {
    const char* name;
    std::string input;
    std::string want;
  };
  const Case cases[] = {
      {"plain text stays", "2.15.0", R"("2.15.0")"},
      {"empty text is visible", "", R"("")"},
      {"quotes and backslashes are escaped", R"(a"b\c)", R"("a\"b\\c")"},
      {"a line break can't start a log line of its own", "a\nlevel=info", R"("a\x0alevel=info")"},
      {"NUL and DEL are shown", std::string("\0\x7f", 2), R"("\x00\x7f")"},
      {"UTF-8 stays readable", "Größe 日本 😀", "\"Größe 日本 😀\""},
      {"bytes that aren't UTF-8 are shown", "\xff\xc3(", R"("\xff\xc3(")"},
      {"overlong forms aren't UTF-8", "\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf",
       R"("\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf")"},
      {"surrogates aren't UTF-8", "\xed\xa0\x80", R"("\xed\xa0\x80")"},
      {"past U+10FFFF isn't UTF-8", "\xf4\x90\x80\x80\xf5", R"("\xf4\x90\x80\x80\xf5")"},
      {"a sequence cut off at the end isn't UTF-8", "\xe6\x97", R"("\xe6\x97")"},
      {"80 bytes are shown whole", std::string(80, 'a'), "\"" + std::string(80, 'a') + "\""},
      {"more are cut, and the length said", std::string(81, 'a'),
       "\"" + std::string(80, 'a') + "\"... (81 bytes)"},
      {"a character is never cut in half", std::string(79, 'a') + "€x",
       "\"" + std::string(79, 'a') + "€\"... (83 bytes)"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(quoted(c.input) == c.want); }
  }
}

}  // namespace nodefit::tests
