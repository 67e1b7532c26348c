// Paths into a document, for messages: profiles[1].nodes[0].matchLabels["kubernetes.io/arch"].
//
// Thread-safety: pure functions.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nodefit {

// `path.key`, or `path["key"]` where the key isn't made of letters, digits, '-' and '_' alone or is
// longer than a message should hold.
std::string at_key(std::string_view path, std::string_view key);

// `path[index]`
std::string at_index(std::string_view path, std::size_t index);

// The path of the mapping or list that holds this one's last part, or something between; empty for
// one part. Repeated, it passes every path that leads here.
std::string_view parent_path(std::string_view path);

}  // namespace nodefit
