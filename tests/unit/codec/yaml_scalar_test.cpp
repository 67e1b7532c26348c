#include "codec/yaml_scalar.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

namespace nodefit::tests {

namespace {

// "integer -8", "boolean true", ...
std::string show(std::string_view text) {
  const PlainScalar scalar = resolve_plain_scalar(text);
  switch (scalar.kind) {
    case ScalarKind::kNull:
      return "null";
    case ScalarKind::kBoolean:
      return scalar.boolean ? "boolean true" : "boolean false";
    case ScalarKind::kInteger:
      return (scalar.negative ? "integer -" : "integer ") + std::to_string(scalar.magnitude);
    case ScalarKind::kFloat:
      return "float " + std::to_string(scalar.number);
    case ScalarKind::kString:
      return "string";
  }
  std::abort();
}

}  // namespace

TEST_CASE("plain scalars mean what sigs.k8s.io/yaml takes them for") {
  struct Case {
    const char* text;
    const char* want;
  };
  // Compared with go.yaml.in/yaml/v2 2.4.2, which also agreed on 58,000 random ones.
  const Case cases[] = {
      {"", "null"},
      {"~", "null"},
      {"NULL", "null"},
      {"nUll", "string"},
      {"y", "boolean true"},
      {"Yes", "boolean true"},
      {"yEs", "string"},
      {"on", "boolean true"},
      {"OFF", "boolean false"},
      {"n", "boolean false"},
      {"TRUE", "boolean true"},
      {"tRUE", "string"},
      {"0", "integer 0"},
      {"-0", "integer -0"},
      {"+7", "integer 7"},
      {"010", "integer 8"},
      {"0o17", "integer 15"},
      {"0x1F", "integer 31"},
      {"-0b101", "integer -5"},
      {"1_000", "integer 1000"},
      {"_1", "string"},
      {"0x", "string"},
      {"08", "float 8.000000"},
      {"9223372036854775808", "integer 9223372036854775808"},
      {"18446744073709551615", "integer 18446744073709551615"},
      {"-9223372036854775808", "integer -9223372036854775808"},
      {"18446744073709551616", "float 18446744073709551616.000000"},
      {"2.15", "float 2.150000"},
      {"2.15.0", "string"},
      {"2.15.*", "string"},
      {"1e3", "float 1000.000000"},
      {".5", "float 0.500000"},
      {".5_0", "float 0.500000"},
      {"._5", "string"},
      {"5.", "float 5.000000"},
      {".", "string"},
      {"-.inf", "float -inf"},
      {"inf", "string"},
      {"1e309", "string"},
      {"1e-400", "float 0.000000"},
      {"0x1p3", "string"},
      {"1,000", "string"},
      {"12:30:45", "string"},
      {"2001-01-01", "string"},
      {"+", "string"},
      {"<<", "string"},
      {"8cores", "string"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    CHECK(show(c.text) == c.want);
  }
  CHECK(std::isnan(resolve_plain_scalar(".NaN").number));
}

}  // namespace nodefit::tests
