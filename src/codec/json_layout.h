// JSON texts as values: laid out anew, and compared. Both texts must be valid and nested at most
// JsonDocument::kDepthMax deep.
//
// Thread-safety: pure functions.

#pragma once

#include <string>
#include <string_view>

namespace nodefit {

// Indented by two, one entry a line, empty lists and objects on one, with a line break at the end.
// Keys and values keep their order and spelling.
std::string indented_json(std::string_view json);

// Whether they are the same value: the order of members, escapes in strings and spellings of a
// number (1, 1.0, 1e0) don't count. Integers are compared in full, other numbers as doubles.
bool same_json(std::string_view a, std::string_view b);

}  // namespace nodefit
