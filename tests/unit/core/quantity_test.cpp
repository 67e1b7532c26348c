#include "nodefit/quantity.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/table.h"

namespace nodefit::tests {

namespace {

Quantity quantity(const char* text) { return Quantity::parse(text).value(); }

}  // namespace

TEST_CASE("quantities of every suffix have their exact value") {
  struct Case {
    const char* text;
    const char* same_as;
  };
  const Case cases[] = {
      {"1n", "0.000000001"},
      {"1u", "1000n"},
      {"1m", "1000u"},
      {"1", "1000m"},
      {"1k", "1000"},
      {"1M", "1000k"},
      {"1G", "1000M"},
      {"1T", "1000G"},
      {"1P", "1000T"},
      {"1E", "1000P"},
      {"1Ki", "1024"},
      {"1Mi", "1024Ki"},
      {"1Gi", "1024Mi"},
      {"1Ti", "1024Gi"},
      {"1Pi", "1024Ti"},
      {"1Ei", "1024Pi"},
      {"1e3", "1k"},
      {"1E3", "1k"},
      {"1e-3", "1m"},
      {"1e+3", "1k"},
      {"2.1Gi", "2254857830400m"},
      {"-1.5", "-1500m"},
      {"+1", "1"},
      {"0.5Ki", "512"},
      {"1000000000000000000000000000000e-30", "1"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.text << " is " << c.same_as) {
      REQUIRE(quantity(c.text) == quantity(c.same_as));
    }
  }
}

TEST_CASE("what is finer than a nano is rounded away from zero") {
  REQUIRE(quantity("0.1n") == quantity("1n"));
  REQUIRE(quantity("-0.1n") == quantity("-1n"));
  REQUIRE(quantity("1e-100") == quantity("1n"));
  REQUIRE(quantity("1.0000000001") == quantity("1.000000001"));
  REQUIRE(quantity("0.0000000000000000000000001Ki") == quantity("1n"));
  REQUIRE(quantity("0e-100").is_zero());
}

TEST_CASE("a binary suffix is capped as upstream caps it, a decimal one refused past the limit") {
  REQUIRE(quantity("8Ei") == quantity("9223372036854775807"));
  REQUIRE(quantity("99999999999999999999999999999999999999999999Ki") ==
          quantity("9223372036854775807"));
  REQUIRE(quantity("-8Ei") == quantity("-9223372036854775807"));
  REQUIRE(Quantity::parse("170141183460469231731687303715.884105727").ok());
  const Error error = Quantity::parse("170141183460469231731687303715.884105728").error();
  REQUIRE(error.code() == ErrorCode::kTooLarge);
  REQUIRE(
      error.message() ==
      R"(quantity "170141183460469231731687303715.884105728" is too large: expected less than 1.7e29, )"
      "more than any node has");
  REQUIRE_FALSE(Quantity::parse("170141183460469231731687303715.8841057271").ok());
  REQUIRE_FALSE(Quantity::parse("1e2147483647").ok());
  REQUIRE(quantity("0e2147483647").is_zero());
}

TEST_CASE("what isn't a quantity is answered with what was expected") {
  const std::string want =
      ": expected a number and at most one of n u m k M G T P E, Ki Mi Gi Ti Pi Ei or an exponent, "
      "as in "
      R"("500m", "2Gi" or "1e3")";
  for (const char* text : {"",        "one",  "1K",   "1ki",  "1MiB",
                           "1 ",      " 1",   "1_0",  "0x10", "1e",
                           "1e+",     "1ee3", "1..2", "--1",  "1e99999999999999999999",
                           "1.5.",    "1Ee3", "1m3",  "nan",  "inf",
                           "\xD9\xA1"}) {
    CAPTURE(text);
    REQUIRE(Quantity::parse(text).error().message() == "invalid quantity " + quoted(text) + want);
  }
}

TEST_CASE("doubles that aren't numbers are refused") {
  REQUIRE_FALSE(Quantity::from_double(std::numeric_limits<double>::infinity()).ok());
  REQUIRE_FALSE(Quantity::from_double(-std::numeric_limits<double>::infinity()).ok());
  REQUIRE_FALSE(Quantity::from_double(std::nan("")).ok());
  REQUIRE_FALSE(Quantity::from_double(std::numeric_limits<double>::max()).ok());
  REQUIRE(Quantity::from_double(0.1).value().to_string() == "100m");
  REQUIRE(Quantity::from_double(1.5e21).value().to_string() == "1500e18");
}

TEST_CASE("quantities print canonically") {
  struct Case {
    const char* text;
    const char* want;
  };
  const Case cases[] = {
      {"0", "0"},           {"0Ki", "0"},         {"-0", "0"},
      {"1000m", "1"},       {"1500m", "1500m"},   {"0.5", "500m"},
      {"1000Ki", "1000Ki"}, {"1024Ki", "1Mi"},    {"1.5Ki", "1536"},
      {"0.5Ki", "512"},     {"0.3Ki", "307200m"}, {"1e3", "1e3"},
      {"100e1", "1e3"},     {"10e-1", "1"},       {"1000", "1k"},
      {"-1000k", "-1M"},    {"2000E", "2000E"},   {"1048576k", "1048576k"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.text << " prints as " << c.want) {
      REQUIRE(quantity(c.text).to_string() == c.want);
    }
  }
}

TEST_CASE("a node has room for as many as its allocatable holds") {
  constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();
  REQUIRE(quantity("16").divide(quantity("3")) == 5);
  REQUIRE(quantity("16").divide(quantity("16001m")) == 0);
  REQUIRE(quantity("1").divide(quantity("333m")) == 3);
  REQUIRE(quantity("64Gi").divide(quantity("64Gi")) == 1);
  REQUIRE(quantity("0").divide(quantity("1")) == 0);
  REQUIRE(quantity("-5").divide(quantity("1")) == 0);
  REQUIRE(quantity("5").divide(quantity("0")) == kUnlimited);
  REQUIRE(quantity("0").divide(quantity("0")) == kUnlimited);
  REQUIRE(quantity("5").divide(quantity("-1")) == kUnlimited);
  REQUIRE(quantity("100E").divide(quantity("1n")) == kUnlimited);
}

TEST_CASE("sums stay at the limit") {
  const Quantity most = quantity("170141183460469231731687303715.884105727");
  REQUIRE(most + most == most);
  const Quantity least = quantity("-170141183460469231731687303715.884105727");
  REQUIRE(least + least == least);
  REQUIRE((quantity("0") + quantity("1Ki")).to_string() == "1Ki");
  REQUIRE((quantity("1024") + quantity("1Ki")).to_string() == "2048");
}

// quantities.tsv of the corpus: resource, the spelling in YAML, what kubectl makes of it. Spellings
// that YAML turns into something else than their text (octal, hexadecimal, underscores, null) are
// for the YAML codec's tests.
TEST_CASE("quantities in manifests are read as kubectl reads them", "[corpus]") {
  const std::optional<std::string> path = find_corpus_file("quantities.tsv");
  if (!path) {
    WARN("no corpus beside the checkout");
    return;
  }
  std::ifstream file(*path);
  std::string line;
  std::getline(file, line);  // the head
  int compared = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> columns = split(line, "\t");
    CAPTURE(line);
    REQUIRE(columns.size() == 3);
    const std::string& spelling = columns[1];
    Result<Quantity> read = Quantity();
    if (spelling.front() == '"') {
      read = Quantity::parse_json_string(std::string_view(spelling).substr(1, spelling.size() - 2));
    } else if (spelling.find_first_of("xo_~[") != std::string::npos || spelling == "null" ||
               (spelling.size() > 1 && spelling[0] == '0' && spelling[1] != '.')) {
      continue;
    } else {
      char* end = nullptr;
      const double number = std::strtod(spelling.c_str(), &end);
      read = *end == '\0' ? Quantity::from_double(number) : Quantity::parse_json_string(spelling);
    }
    ++compared;
    REQUIRE(read.ok() == !columns[2].starts_with("ERROR"));
    if (!read.ok() || spelling == "2000E") continue;  // 2000E: kubernetes/kubernetes#119855
    // A double has 53 bits: kubectl's own reading of a longer number keeps its digits.
    const Quantity want = Quantity::parse(columns[2]).value();
    REQUIRE((*read == want || spelling.size() > 16));
  }
  REQUIRE(compared > 50);
}

}  // namespace nodefit::tests
