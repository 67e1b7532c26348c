// Base64 as the API server decodes it, which isn't the code that encodes it.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nodefit::tests {

// RFC 4648, section 4: padded, without line breaks. nullopt for anything else.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace nodefit::tests
