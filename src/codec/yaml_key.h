// What a key of a YAML mapping is called in JSON.
//
// Source: convertToJSONableObject of sigs.k8s.io/yaml: integers in decimal, floats as Go prints
// them with 32 bits, true and false.
//
// Thread-safety: pure functions.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codec/yaml_scalar.h"

namespace nodefit {

// `text` is what was written and `scalar` what it means. nullopt where upstream has no name for it:
// null, and integers from 2^63 on.
std::optional<std::string> json_key(std::string_view text, const PlainScalar& scalar);

}  // namespace nodefit
