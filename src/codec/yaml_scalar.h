// What a plain (unquoted) YAML scalar means.
//
// Source: sigs.k8s.io/yaml, which kubectl and the API server use, on go.yaml.in/yaml/v2 resolve.go:
// YAML 1.1 with its yes, no, on and off; 010 is eight; 0x, 0o, 0b and underscores in numbers; dates
// stay text.
//
// Thread-safety: pure functions.

#pragma once

#include <cstdint>
#include <string_view>

namespace nodefit {

enum class ScalarKind : std::uint8_t { kNull, kBoolean, kInteger, kFloat, kString };

struct PlainScalar {
  ScalarKind kind = ScalarKind::kString;
  bool boolean = false;
  // An integer is `negative` and this magnitude; it lies between -2^63 and 2^64-1.
  std::uint64_t magnitude = 0;
  bool negative = false;
  double number = 0;  // a float's value; infinities and NaN too
};

PlainScalar resolve_plain_scalar(std::string_view text);

}  // namespace nodefit
