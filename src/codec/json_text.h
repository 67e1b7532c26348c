// Taking compact JSON text of our own writing apart again. It must be valid and without white
// space: JsonWriter's is.
//
// Thread-safety: pure functions.

#pragma once

#include <string_view>

namespace nodefit {

// Cuts the value that begins `text` off it, and the comma or colon behind it.
std::string_view take_value(std::string_view& text);

}  // namespace nodefit
