#include "codec/json_text.h"

#include <algorithm>
#include <cstddef>

namespace nodefit {

namespace {

// The size of the string, quotes included, that begins `text`.
std::size_t string_size(std::string_view text) {
  std::size_t i = 1;
  while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2U : 1U;
  return std::min(i + 1, text.size());
}

std::size_t value_size(std::string_view text) {
  std::size_t depth = 0;
  std::size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (depth == 0 && (c == ',' || c == ':')) break;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    i += c == '"' ? string_size(text.substr(i)) : 1U;
  }
  return i;
}

}  // namespace

std::string_view take_value(std::string_view& text) {
  const std::size_t size = value_size(text);
  const std::string_view value = text.substr(0, size);
  text.remove_prefix(std::min(size + 1, text.size()));
  return value;
}

}  // namespace nodefit
