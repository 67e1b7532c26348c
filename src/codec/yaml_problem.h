// What is wrong with a YAML text, and where.

#pragma once

#include <cstddef>
#include <string>

namespace nodefit {

struct TextPosition {
  std::size_t line = 1;
  std::size_t column = 1;  // in bytes

  friend auto operator<=>(const TextPosition&, const TextPosition&) = default;
};

// "line 3, column 7"
std::string to_text(TextPosition position);

struct YamlProblem {
  TextPosition position;
  std::string path;  // "" for the whole text, or where there is no telling
  std::string message;
};

}  // namespace nodefit
