// How text looks on a terminal.
//
// Thread-safety: values.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nodefit::cli {

// Colours, or nothing. `mode` is "always", "never", or anything else for colours where standard
// output is a terminal, unless NO_COLOR is set to anything (no-color.org) or TERM is "dumb".
class Style {
 public:
  explicit Style(std::string_view mode);

  bool colored() const { return colored_; }
  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("31", text); }
  std::string green(std::string_view text) const { return wrap("32", text); }
  std::string yellow(std::string_view text) const { return wrap("33", text); }
  std::string cyan(std::string_view text) const { return wrap("36", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;

  bool colored_;
};

// Rows of text in columns as wide as their widest cell, two spaces apart.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

  // Numbers stand at the right of their column.
  void align_right(std::size_t column) { right_.push_back(column); }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  // Each line with `indent` before it; the header is dim.
  std::string to_string(const Style& style, std::string_view indent) const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> right_;
};

// Text from a file, safe to print on a terminal: control characters, which could be escape
// sequences, as \xNN.
std::string printable(std::string_view text);

// Says on standard error what is wrong: "nodefit: " and the message, printable.
void complain(std::string_view message);

// "1 node", "2 nodes".
std::string count_of(std::size_t count, std::string_view noun);

}  // namespace nodefit::cli
