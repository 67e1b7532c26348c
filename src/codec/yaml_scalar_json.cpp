#include "codec/yaml_scalar_json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace nodefit {

namespace {

// As Go rounds to 32 bits: what lies at least half a step beyond the largest float is infinite.
float to_float(double number) {
  constexpr double kInfiniteFrom = 0x1.ffffffp127;
  if (std::abs(number) < kInfiniteFrom) return static_cast<float>(number);
  return std::copysign(std::numeric_limits<float>::infinity(),
                       static_cast<float>(number < 0 ? -1 : 1));
}

// strconv.FormatFloat(number, 'g', -1, 32), with YAML's words for what has no digits.
std::string float_key(double number) {
  if (std::isnan(number)) return ".nan";
  const float rounded = to_float(number);
  if (std::isinf(rounded)) return rounded > 0 ? ".inf" : "-.inf";
  std::array<char, 32> digits{};  // "-1.17549435e-38" is among the longest
  const auto print = [&](std::chars_format format) {
    return std::string(digits.data(),
                       std::to_chars(digits.begin(), digits.end(), rounded, format).ptr);
  };
  std::string scientific = print(std::chars_format::scientific);  // "1.5e+06"
  const std::size_t sign = scientific.find('e') + 1;
  int exponent = 0;
  std::from_chars(scientific.data() + sign + 1, scientific.data() + scientific.size(), exponent);
  const bool short_enough = scientific[sign] == '-' ? exponent <= 4 : exponent < 6;
  return short_enough ? print(std::chars_format::fixed) : scientific;
}

void write_integer(JsonWriter& json, const PlainScalar& scalar) {
  json.raw((scalar.negative ? "-" : "") + std::to_string(scalar.magnitude));
}

// Large ones with an exponent: as digits they would be integers, which few decoders take beyond 64
// bits.
void write_float(JsonWriter& json, double number) {
  constexpr double kDigitsMax = 1e15;
  std::array<char, 32> digits{};  // "-2.2250738585072014e-308" is among the longest
  const auto end =
      std::abs(number) < kDigitsMax
          ? std::to_chars(digits.begin(), digits.end(), number)
          : std::to_chars(digits.begin(), digits.end(), number, std::chars_format::scientific);
  json.raw(std::string_view(digits.data(), static_cast<std::size_t>(end.ptr - digits.data())));
}

}  // namespace

bool write_json_scalar(JsonWriter& json, std::string_view text, const PlainScalar& scalar) {
  switch (scalar.kind) {
    case ScalarKind::kNull:
      json.raw("null");
      return true;
    case ScalarKind::kBoolean:
      json.boolean(scalar.boolean);
      return true;
    case ScalarKind::kInteger:
      write_integer(json, scalar);
      return true;
    case ScalarKind::kFloat:
      if (!std::isfinite(scalar.number)) return false;
      write_float(json, scalar.number);
      return true;
    case ScalarKind::kString:
      json.text(text);
      return true;
  }
  std::abort();
}

std::optional<std::string> json_key(std::string_view text, const PlainScalar& scalar) {
  constexpr std::uint64_t kIntegerMax = std::numeric_limits<std::int64_t>::max();
  switch (scalar.kind) {
    case ScalarKind::kNull:
      return std::nullopt;
    case ScalarKind::kBoolean:
      return scalar.boolean ? "true" : "false";
    case ScalarKind::kInteger:
      if (!scalar.negative && scalar.magnitude > kIntegerMax) return std::nullopt;
      return (scalar.negative && scalar.magnitude != 0 ? "-" : "") +
             std::to_string(scalar.magnitude);
    case ScalarKind::kFloat:
      return float_key(scalar.number);
    case ScalarKind::kString:
      return std::string(text);
  }
  std::abort();
}

}  // namespace nodefit
