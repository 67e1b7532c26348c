#include "nodefit/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "ascii.h"

namespace nodefit {

namespace {

__extension__ using UInt128 = unsigned __int128;

constexpr std::int64_t kNanoDigits = 9;
constexpr UInt128 kNanosPerUnit = 1'000'000'000;
constexpr UInt128 kNanosMax = std::numeric_limits<UInt128>::max() >> 1U;
// resource.maxAllowed: what a value with a binary suffix is capped at.
constexpr UInt128 kBinaryNanosMax =
    UInt128{std::numeric_limits<std::int64_t>::max()} * kNanosPerUnit;

// A number cut into its parts; `integer` has no leading zeros.
struct Parts {
  bool negative = false;
  std::string_view integer;
  std::string_view fraction;
  std::string_view suffix;
  bool has_digits = false;  // zeros count
};

struct Scale {
  Quantity::Format format = Quantity::Format::kDecimalSi;
  std::int32_t exponent = 0;  // of 2 for kBinarySi, else of 10
};

std::string_view take_digits(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

Parts split(std::string_view text) {
  Parts parts;
  if (text.starts_with('-') || text.starts_with('+')) {
    parts.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  parts.integer = take_digits(text);
  parts.has_digits = !parts.integer.empty();
  parts.integer.remove_prefix(std::min(parts.integer.find_first_not_of('0'), parts.integer.size()));
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    parts.fraction = take_digits(text);
    parts.has_digits = parts.has_digits || !parts.fraction.empty();
  }
  parts.suffix = text;
  return parts;
}

// "e9", "E-3": the digits are a 64-bit integer that upstream then cuts to 32 bits (suffix.go,
// int32(parsed)).
std::optional<Scale> read_exponent(std::string_view suffix) {
  if (suffix.size() < 2 || (suffix.front() != 'e' && suffix.front() != 'E')) return std::nullopt;
  suffix.remove_prefix(1);
  if (suffix.starts_with('+')) {
    suffix.remove_prefix(1);
    if (suffix.empty() || !is_digit(suffix.front())) return std::nullopt;
  }
  std::int64_t exponent = 0;
  const char* const end = suffix.data() + suffix.size();
  const auto [stop, error] = std::from_chars(suffix.data(), end, exponent);
  if (error != std::errc() || stop != end) return std::nullopt;
  return Scale{Quantity::Format::kDecimalExponent, static_cast<std::int32_t>(exponent)};
}

std::optional<Scale> read_suffix(std::string_view suffix) {
  using enum Quantity::Format;
  if (suffix.empty()) return Scale{};
  constexpr std::string_view kPowersOf1000 = "num.kMGTPE";  // '.' stands for no suffix: 1000^0
  constexpr std::string_view kPowersOf1024 = "KMGTPE";
  if (suffix.size() == 1 && suffix != ".") {
    const std::size_t at = kPowersOf1000.find(suffix.front());
    if (at != std::string_view::npos)
      return Scale{kDecimalSi, 3 * (static_cast<std::int32_t>(at) - 3)};
  }
  if (suffix.size() == 2 && suffix.back() == 'i') {
    const std::size_t at = kPowersOf1024.find(suffix.front());
    if (at != std::string_view::npos)
      return Scale{kBinarySi, 10 * (static_cast<std::int32_t>(at) + 1)};
  }
  return read_exponent(suffix);
}

// Upstream reads a number without digits as zero on its fast path and refuses it on the slow one
// (quantity.go, "ok := amount.SetString"), which these scales take.
bool needs_digits(const Scale& scale) {
  return scale.format == Quantity::Format::kBinarySi ? scale.exponent >= 50
                                                     : scale.exponent < -kNanoDigits;
}

// Appends a decimal digit; false where the result would pass kNanosMax.
bool push_digit(UInt128& value, char digit) {
  const auto unit = static_cast<UInt128>(digit - '0');
  if (value > kNanosMax / 10 || value * 10 > kNanosMax - unit) return false;
  value = value * 10 + unit;
  return true;
}

// Nanos of integer.fraction * 10^exponent: the digits as one row, its point moved; what stands
// behind the point is rounded up. nullopt: more than kNanosMax.
std::optional<UInt128> decimal_nanos(const Parts& parts, std::int32_t exponent) {
  const auto digit_at = [&](std::size_t i) {
    return i < parts.integer.size() ? parts.integer[i] : parts.fraction[i - parts.integer.size()];
  };
  const std::size_t digits = parts.integer.size() + parts.fraction.size();
  const std::int64_t point =
      static_cast<std::int64_t>(parts.integer.size()) + exponent + kNanoDigits;

  UInt128 value = 0;
  std::size_t next = 0;
  for (; next < digits && static_cast<std::int64_t>(next) < point; ++next) {
    if (!push_digit(value, digit_at(next))) return std::nullopt;
  }
  // Ends after 39 rounds at the latest: from then on a value other than 0 is too large.
  for (auto missing = point - static_cast<std::int64_t>(digits); missing > 0 && value != 0;
       --missing) {
    if (!push_digit(value, '0')) return std::nullopt;
  }
  for (; next < digits; ++next) {
    if (digit_at(next) != '0') return value == kNanosMax ? std::nullopt : std::optional(value + 1);
  }
  return value;
}

// Nanos of integer.fraction * 2^exponent, rounded up and capped.
UInt128 binary_nanos(const Parts& parts, std::int32_t exponent) {
  const UInt128 unit = kNanosPerUnit << static_cast<unsigned>(exponent);  // below 2^90
  const auto units_max = static_cast<std::uint64_t>(kBinaryNanosMax / kNanosPerUnit >>
                                                    static_cast<unsigned>(exponent));
  std::uint64_t value = 0;  // at most 2^53 before another digit is added
  for (const char digit : parts.integer) {
    value = value * 10 + static_cast<std::uint64_t>(digit - '0');
    if (value > units_max) return kBinaryNanosMax;
  }
  // 0.d1d2.. * unit = (d1 * unit + 0.d2.. * unit) / 10: from the last digit to the first every step
  // is a whole division, and only whether a remainder was left has to be kept.
  UInt128 part = 0;
  bool inexact = false;
  for (auto digit = parts.fraction.rbegin(); digit != parts.fraction.rend(); ++digit) {
    part += static_cast<UInt128>(*digit - '0') * unit;
    inexact = inexact || part % 10 != 0;
    part /= 10;
  }
  return std::min(UInt128{value} * unit + part + (inexact ? 1 : 0), kBinaryNanosMax);
}

Error not_a_quantity(std::string_view text) {
  return invalid_argument(
      "invalid quantity " + quoted(text) +
      ": expected a number and at most one of n u m k M G T P E, Ki Mi Gi Ti Pi Ei or an exponent, "
      "as in \"500m\", \"2Gi\" or \"1e3\"");
}

// unicode.IsSpace, which strings.TrimSpace cuts by, in UTF-8.
constexpr std::array<std::string_view, 25> kSpaces = {" ",
                                                      "\t",
                                                      "\n",
                                                      "\v",
                                                      "\f",
                                                      "\r",
                                                      "\xC2\x85",
                                                      "\xC2\xA0",
                                                      "\xE1\x9A\x80",
                                                      "\xE2\x80\x80",
                                                      "\xE2\x80\x81",
                                                      "\xE2\x80\x82",
                                                      "\xE2\x80\x83",
                                                      "\xE2\x80\x84",
                                                      "\xE2\x80\x85",
                                                      "\xE2\x80\x86",
                                                      "\xE2\x80\x87",
                                                      "\xE2\x80\x88",
                                                      "\xE2\x80\x89",
                                                      "\xE2\x80\x8A",
                                                      "\xE2\x80\xA8",
                                                      "\xE2\x80\xA9",
                                                      "\xE2\x80\xAF",
                                                      "\xE2\x81\x9F",
                                                      "\xE3\x80\x80"};

std::string_view trim_space(std::string_view text) {
  const auto may_be_space = [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x80;
  };
  if (text.empty() || (!may_be_space(text.front()) && !may_be_space(text.back()))) return text;
  const auto leading = [&](std::string_view space) { return text.starts_with(space); };
  const auto trailing = [&](std::string_view space) { return text.ends_with(space); };
  for (auto at = kSpaces.begin();
       (at = std::find_if(kSpaces.begin(), kSpaces.end(), leading)) != kSpaces.end();) {
    text.remove_prefix(at->size());
  }
  for (auto at = kSpaces.begin();
       (at = std::find_if(kSpaces.begin(), kSpaces.end(), trailing)) != kSpaces.end();) {
    text.remove_suffix(at->size());
  }
  return text;
}

std::string decimal_digits(UInt128 value) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(value % 10));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// A whole number of units of at least 1024: by powers of 1024. The caps leave none beyond Ei.
std::string binary_text(UInt128 units) {
  constexpr std::array<std::string_view, 7> kSuffixes = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  std::size_t power = 0;
  for (; units % 1024 == 0 && power + 1 < kSuffixes.size(); ++power) units /= 1024;
  return decimal_digits(units).append(kSuffixes[power]);
}

std::string decimal_text(UInt128 nanos, Quantity::Format format) {
  constexpr std::array<std::string_view, 10> kSuffixes = {"n", "u", "m", "",  "k",
                                                          "M", "G", "T", "P", "E"};
  const bool by_exponent = format == Quantity::Format::kDecimalExponent;
  std::size_t power = 0;
  for (; nanos % 1000 == 0 && (by_exponent || power + 1 < kSuffixes.size()); ++power) nanos /= 1000;
  std::string text = decimal_digits(nanos);
  if (!by_exponent) return text.append(kSuffixes[power]);
  const std::int64_t exponent = 3 * static_cast<std::int64_t>(power) - kNanoDigits;
  return exponent == 0 ? text : text + "e" + std::to_string(exponent);
}

}  // namespace

Result<Quantity> Quantity::parse(std::string_view text) {
  if (text.empty()) return not_a_quantity(text);
  const Parts parts = split(text);
  const std::optional<Scale> scale = read_suffix(parts.suffix);
  if (!scale || (!parts.has_digits && needs_digits(*scale))) return not_a_quantity(text);

  const bool binary = scale->format == Format::kBinarySi;
  const std::optional<UInt128> nanos =
      binary ? binary_nanos(parts, scale->exponent) : decimal_nanos(parts, scale->exponent);
  if (!nanos) {
    return too_large("quantity " + quoted(text) +
                     " is too large: expected less than 1.7e29, more than any node has");
  }
  const bool below_one = binary && *nanos != 0 && *nanos < kNanosPerUnit;
  const auto magnitude = static_cast<Int128>(*nanos);
  return Quantity(parts.negative ? -magnitude : magnitude,
                  below_one ? Format::kDecimalSi : scale->format);
}

Result<Quantity> Quantity::parse_json_string(std::string_view contents) {
  return parse(trim_space(contents));
}

Result<Quantity> Quantity::from_double(double number) {
  if (!std::isfinite(number)) return invalid_argument("invalid quantity: expected a finite number");
  // The shortest form of any double: sign, 17 digits, point, "e-308".
  std::array<char, 32> text{};
  // Only the scientific form always has the shortest digits: the plain one spells 1e21 out exactly.
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::scientific);
  if (error != std::errc())
    return Error(ErrorCode::kInternal, "a double took more than 32 characters");
  Result<Quantity> quantity = parse({text.data(), static_cast<std::size_t>(end - text.data())});
  // encoding/json writes an exponent for these alone, and the spelling decides on the format.
  const bool has_exponent = std::abs(number) < 1e-6 || std::abs(number) >= 1e21;
  if (quantity.ok() && !has_exponent) quantity->format_ = Format::kDecimalSi;
  return quantity;
}

Quantity Quantity::rounded_up_to_milli() const {
  constexpr Int128 kNanosPerMilli = 1'000'000;
  const Int128 rest = nanos_ % kNanosPerMilli;
  if (rest == 0) return *this;
  Quantity rounded = *this;
  return rounded += Quantity(rest > 0 ? kNanosPerMilli - rest : -kNanosPerMilli - rest, format_);
}

std::int64_t Quantity::divide(const Quantity& part) const {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  if (part.nanos_ <= 0) return kMax;
  if (nanos_ <= 0) return 0;
  return static_cast<std::int64_t>(std::min<Int128>(nanos_ / part.nanos_, kMax));
}

Quantity& Quantity::operator+=(const Quantity& other) {
  if (is_zero()) format_ = other.format_;
  if (__builtin_add_overflow(nanos_, other.nanos_, &nanos_)) {
    const auto limit = static_cast<Int128>(kNanosMax);
    nanos_ = other.nanos_ < 0 ? -limit : limit;
  }
  return *this;
}

void Quantity::subtract(const Quantity& part, std::int64_t times) {
  Int128 taken = 0;
  const bool overflow = __builtin_mul_overflow(part.nanos_, Int128{times}, &taken) ||
                        __builtin_sub_overflow(nanos_, taken, &nanos_);
  if (overflow)
    nanos_ = part.nanos_ < 0 ? static_cast<Int128>(kNanosMax) : -static_cast<Int128>(kNanosMax);
}

std::string Quantity::to_string() const {
  if (is_zero()) return "0";
  const auto magnitude = static_cast<UInt128>(nanos_ < 0 ? -nanos_ : nanos_);
  const bool whole = magnitude % kNanosPerUnit == 0;
  const UInt128 units = magnitude / kNanosPerUnit;
  const bool binary = format_ == Format::kBinarySi && whole && units >= 1024;
  const Format decimal = format_ == Format::kBinarySi ? Format::kDecimalSi : format_;
  return (nanos_ < 0 ? "-" : "") + (binary ? binary_text(units) : decimal_text(magnitude, decimal));
}

}  // namespace nodefit
