#include "codec/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "core/ascii.h"

namespace nodefit {

namespace {

struct Word {
  std::string_view text;
  PlainScalar scalar;
};

constexpr PlainScalar kNullScalar = {ScalarKind::kNull, false, 0, false, 0};
constexpr PlainScalar kTrue = {ScalarKind::kBoolean, true, 0, false, 0};
constexpr PlainScalar kFalse = {ScalarKind::kBoolean, false, 0, false, 0};

constexpr PlainScalar float_scalar(double number) {
  return {ScalarKind::kFloat, false, 0, false, number};
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr std::array kWords = {
    Word{"", kNullScalar},
    Word{"~", kNullScalar},
    Word{"null", kNullScalar},
    Word{"Null", kNullScalar},
    Word{"NULL", kNullScalar},
    Word{"y", kTrue},
    Word{"Y", kTrue},
    Word{"yes", kTrue},
    Word{"Yes", kTrue},
    Word{"YES", kTrue},
    Word{"true", kTrue},
    Word{"True", kTrue},
    Word{"TRUE", kTrue},
    Word{"on", kTrue},
    Word{"On", kTrue},
    Word{"ON", kTrue},
    Word{"n", kFalse},
    Word{"N", kFalse},
    Word{"no", kFalse},
    Word{"No", kFalse},
    Word{"NO", kFalse},
    Word{"false", kFalse},
    Word{"False", kFalse},
    Word{"FALSE", kFalse},
    Word{"off", kFalse},
    Word{"Off", kFalse},
    Word{"OFF", kFalse},
    Word{".nan", float_scalar(kNan)},
    Word{".NaN", float_scalar(kNan)},
    Word{".NAN", float_scalar(kNan)},
    Word{".inf", float_scalar(kInfinity)},
    Word{".Inf", float_scalar(kInfinity)},
    Word{".INF", float_scalar(kInfinity)},
    Word{"+.inf", float_scalar(kInfinity)},
    Word{"+.Inf", float_scalar(kInfinity)},
    Word{"+.INF", float_scalar(kInfinity)},
    Word{"-.inf", float_scalar(-kInfinity)},
    Word{"-.Inf", float_scalar(-kInfinity)},
    Word{"-.INF", float_scalar(-kInfinity)},
};

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return negative;
}

// The base that Go's strconv.ParseInt(text, 0, 64) reads, its prefix taken off.
int take_base(std::string_view& text) {
  if (text.size() < 2 || text.front() != '0') return 10;
  const char letter = text[1];
  text.remove_prefix(1);
  if (is_digit(letter)) return 8;
  text.remove_prefix(1);
  switch (letter) {
    case 'x':
    case 'X':
      return 16;
    case 'o':
    case 'O':
      return 8;
    case 'b':
    case 'B':
      return 2;
    default:
      return 0;
  }
}

std::optional<PlainScalar> read_integer(std::string_view text) {
  constexpr std::uint64_t kMagnitudeMaxNegative = std::uint64_t{1} << 63U;
  const bool has_sign = text.starts_with('-') || text.starts_with('+');
  PlainScalar scalar;
  scalar.kind = ScalarKind::kInteger;
  scalar.negative = take_sign(text);
  const int base = take_base(text);
  if (base == 0) return std::nullopt;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, scalar.magnitude, base);
  if (error != std::errc() || stop != end || text.empty()) return std::nullopt;
  // Go tries int64, then uint64 without a sign.
  const std::uint64_t most = scalar.negative ? kMagnitudeMaxNegative
                             : has_sign      ? kMagnitudeMaxNegative - 1
                                             : std::numeric_limits<std::uint64_t>::max();
  if (scalar.magnitude > most) return std::nullopt;
  return scalar;
}

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool is_float(std::string_view text) {
  take_sign(text);
  const std::size_t whole = count_digits(text);
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::size_t fraction = count_digits(text);
    if (whole == 0 && fraction == 0) return false;
    text.remove_prefix(fraction);
  } else if (whole == 0) {
    return false;
  }
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  take_sign(text);
  return !text.empty() && count_digits(text) == text.size();
}

std::optional<PlainScalar> read_float(std::string_view text) {
  if (!is_float(text)) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const std::errc error = std::from_chars(text.data(), text.data() + text.size(), number).ec;
  if (error == std::errc::result_out_of_range) {
    // Too small is zero, too large isn't a number, as for Go's ParseFloat.
    const bool too_small = text.find("e-") != text.npos || text.find("E-") != text.npos;
    if (!too_small) return std::nullopt;
    number = 0;
  }
  return float_scalar(number);
}

bool underscores_stand_between_digits(std::string_view text) {
  for (std::size_t i = text.find('_'); i != std::string_view::npos; i = text.find('_', i + 1)) {
    if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) {
      return false;
    }
  }
  return true;
}

}  // namespace

PlainScalar resolve_plain_scalar(std::string_view text) {
  const auto* const word =
      std::find_if(kWords.begin(), kWords.end(), [&](const Word& w) { return w.text == text; });
  if (word != kWords.end()) return word->scalar;
  const char first = text.front();
  if (!is_digit(first) && first != '+' && first != '-' && first != '.') return {};
  std::string digits(text);
  std::erase(digits, '_');
  if (first == '.') {
    if (!underscores_stand_between_digits(text)) return {};
    return read_float(digits).value_or(PlainScalar());
  }
  if (const std::optional<PlainScalar> integer = read_integer(digits)) return *integer;
  return read_float(digits).value_or(PlainScalar());
}

}  // namespace nodefit
