#include "core/did_you_mean.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace nodefit::tests {

TEST_CASE("a misspelt word gets the nearest candidate, anything else none") {
  constexpr std::array<std::string_view, 6> kWords = {"required", "forbidden",  "any",
                                                      "PS",       "maxPending", "In"};
  struct Case {
    const char* name;
    const char* word;
    const char* want;
  };
  const Case cases[] = {
      {"a letter left out", "requird", "required"},
      {"a letter too many", "forbiddden", "forbidden"},
      {"another letter", "requared", "required"},
      {"two swapped", "reqiured", "required"},
      {"upper and lower case", "REQUIRED", "required"},
      {"dashes and underscores", "max_pending", "maxPending"},
      {"three edits in a long word", "requreddd", "required"},
      {"too far", "requisite", ""},
      {"another word", "optional", ""},
      {"a short word in another case", "ps", "PS"},
      {"a short word that shares nothing", "ab", ""},
      {"one letter", "x", ""},
      {"nothing", "", ""},
      {"the word itself", "any", "any"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(find_nearest(c.word, kWords) == c.want);
  }
  CHECK(did_you_mean("requird", kWords) == "; did you mean \"required\"?");
  CHECK(did_you_mean("optional", kWords).empty());
}

TEST_CASE("words longer than a name, and candidates behind the 256th, aren't compared") {
  const std::string longest(63, 'a');
  const std::string longer(64, 'a');
  const std::array<std::string_view, 2> words = {longer, longest};
  CHECK(find_nearest(longest, words) == longest);
  CHECK(find_nearest(longer, words).empty());

  std::vector<std::string_view> many(256, "other");
  many.emplace_back("word");
  CHECK(find_nearest("wrd", many).empty());
  many.front() = "word";
  CHECK(find_nearest("wrd", many) == "word");
}

}  // namespace nodefit::tests
