// UTF-8 by Unicode 15, table 3-7: no overlong forms, no surrogates, nothing beyond U+10FFFF.
//
// Thread-safety: pure functions.

#pragma once

#include <cstddef>
#include <string_view>

namespace nodefit {

// The length of the sequence that starts `text`, or 0 where it isn't one.
std::size_t utf8_sequence_length(std::string_view text);

// How many bytes from the beginning are UTF-8: all of them in a valid text.
std::size_t utf8_prefix_length(std::string_view text);

}  // namespace nodefit
