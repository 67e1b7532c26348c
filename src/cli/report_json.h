// How reports are written as JSON.
//
// Thread-safety: a pure function.

#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace nodefit::cli {

// Compact; bytes that aren't UTF-8 become U+FFFD. Laid out by indented_json (codec/json_layout.h).
inline std::string compact(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace nodefit::cli
