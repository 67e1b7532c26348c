#include "cli/style.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace nodefit::cli {

namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets any
  return value == nullptr ? std::string_view() : value;
}

bool terminal_has_colors() {
  if (!environment("NO_COLOR").empty()) return false;
  const std::string_view term = environment("TERM");
  return isatty(STDOUT_FILENO) == 1 && !term.empty() && term != "dumb";
}

// In code points, which is near enough to columns: no East Asian text in names of Kubernetes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

Style::Style(std::string_view mode)
    : colored_(mode == "always" || (mode != "never" && terminal_has_colors())) {}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  if (!colored_ || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string TextTable::to_string(const Style& style, std::string_view indent) const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  for (const std::vector<std::string>& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width_of(row[i]), ' ');
      const bool right = std::find(right_.begin(), right_.end(), i) != right_.end();
      if (i > 0) line += "  ";
      line += right ? padding + row[i] : row[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out.append(indent).append(&row == &rows_.front() ? style.dim(line) : line).append("\n");
  }
  return out;
}

std::string printable(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      out += c;
      continue;
    }
    out.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
  }
  return out;
}

void complain(std::string_view message) { std::cerr << "nodefit: " << printable(message) << "\n"; }

std::string count_of(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace nodefit::cli
