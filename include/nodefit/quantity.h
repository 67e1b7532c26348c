// Kubernetes resource quantities ("500m", "2Gi", "1e3"), exact.
//
// Source: k8s.io/apimachinery/pkg/api/resource. Spelling, rounding and caps are that package's, bug
// for bug where a user can see it in a decision; tests/oracle/tables/quantit*.tsv compare row by
// row. As there, a value finer than a nano is rounded away from zero to a nano, and one with a
// binary suffix is capped at 2^63-1.
//
// Limit: magnitudes below 2^127 nanos (1.7e29 units, 1.7e11 Ei). No node or pod comes near; a
// larger one, which Kubernetes stores but can't schedule, is an error of code kTooLarge.
//
// Thread-safety: values.

#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "nodefit/result.h"

namespace nodefit {

__extension__ using Int128 = __int128;

class Quantity {
 public:
  // The family of suffixes that a quantity is printed with: that of the text it was read from.
  enum class Format : std::uint8_t { kDecimalSi, kBinarySi, kDecimalExponent };

  constexpr Quantity() = default;  // zero

  static constexpr Quantity from_integer(std::int64_t units) {
    return {static_cast<Int128>(units) * kNanosPerUnit, Format::kDecimalSi};
  }

  // Reads what ParseQuantity reads: an optional sign, digits with at most one dot, a suffix or a
  // decimal exponent. No white space. As there, a number without digits is zero ("+", ".", "Ki").
  static Result<Quantity> parse(std::string_view text);

  // Reads the contents of a JSON string (its unescaped text) as UnmarshalJSON does: white space
  // around is ignored.
  static Result<Quantity> parse_json_string(std::string_view contents);

  // Reads a JSON number that a decoder turned into a double: by the shortest decimal that gives
  // this double, as Go re-encodes it. Errors: infinities and NaN, magnitudes beyond the limit.
  static Result<Quantity> from_double(double number);

  constexpr Int128 nanos() const { return nanos_; }
  constexpr bool is_zero() const { return nanos_ == 0; }
  constexpr bool is_positive() const { return nanos_ > 0; }
  constexpr bool is_integer() const { return nanos_ % kNanosPerUnit == 0; }
  constexpr Format format() const { return format_; }

  // Away from zero to a whole thousandth, as the API server stores every quantity of a resource
  // list (SetDefaults_ResourceList).
  Quantity rounded_up_to_milli() const;

  // How many times `part` goes into this: floor(this / part), never below 0, at most 2^63-1.
  // Nothing asked (part <= 0) goes in without limit: 2^63-1.
  std::int64_t divide(const Quantity& part) const;

  // Sums keep the left side's format, as Quantity.Add does, unless the left side is zero; at the
  // limit they stay there.
  Quantity& operator+=(const Quantity& other);
  // Takes `part` away `times` times; at the limit it stays there. times >= 0.
  void subtract(const Quantity& part, std::int64_t times);
  friend Quantity operator+(Quantity a, const Quantity& b) { return a += b; }

  // The canonical spelling: no fraction, the largest suffix that leaves none. Where the suffixes
  // end (2000E) the digits go on, unlike upstream, which drops the magnitude
  // (kubernetes/kubernetes#119855).
  std::string to_string() const;

  // By value alone: 1 and 1000m are equal.
  friend constexpr bool operator==(const Quantity& a, const Quantity& b) {
    return a.nanos_ == b.nanos_;
  }
  friend constexpr std::strong_ordering operator<=>(const Quantity& a, const Quantity& b) {
    return a.nanos_ < b.nanos_   ? std::strong_ordering::less
           : a.nanos_ > b.nanos_ ? std::strong_ordering::greater
                                 : std::strong_ordering::equal;
  }

 private:
  static constexpr Int128 kNanosPerUnit = 1'000'000'000;

  constexpr Quantity(Int128 nanos, Format format) : nanos_(nanos), format_(format) {}

  Int128 nanos_ = 0;
  Format format_ = Format::kDecimalSi;
};

}  // namespace nodefit
