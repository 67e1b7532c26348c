// What `<<` brings to a mapping.
//
// Source: go.yaml.in/yaml/v2 decode.go, merge().
//
// Thread-safety: pure functions.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace nodefit {

// Views into the text that it was read from; the key with its quotes.
struct JsonMember {
  std::string_view key;
  std::string_view value;
};

// The members of the mapping or, unless an alias stands for it, of the list of mappings that is
// merged: by key, each key once, with the value of the first mapping that has it. nullopt where it
// is anything else.
std::optional<std::vector<JsonMember>> merged_members(std::string_view value, bool is_alias);

}  // namespace nodefit
