// What JSON makes of a YAML scalar, as a value and as a key.
//
// Source: convertToJSONableObject of sigs.k8s.io/yaml: keys that are integers in decimal, floats as
// Go prints them with 32 bits, true and false.
//
// Thread-safety: pure functions.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codec/json_writer.h"
#include "codec/yaml_scalar.h"

namespace nodefit {

// `text` is what was written and `scalar` what it means. False, and nothing written, for infinities
// and NaN. Numbers keep their value, not their spelling.
bool write_json_scalar(JsonWriter& json, std::string_view text, const PlainScalar& scalar);

// nullopt where upstream has no name for it:
// null, and integers from 2^63 on.
std::optional<std::string> json_key(std::string_view text, const PlainScalar& scalar);

}  // namespace nodefit
