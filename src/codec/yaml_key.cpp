#include "codec/yaml_key.h"

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
  std::string scientific = print(std::chars_format::scientific);
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  return exponent < -4 || exponent >= 6 ? scientific : print(std::chars_format::fixed);
}

}  // namespace

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
