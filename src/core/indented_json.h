// Writing JSON for people: indented by two, one entry a line, empty lists and mappings on one.
//
// Thread-safety: an IndentedJson belongs to one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace nodefit {

class IndentedJson {
 public:
  // `bracket` is [ or {, and at the end ] or }.
  void open(char bracket);
  void close(char bracket);
  // Before each element of a list.
  void next();
  // Before each value of a mapping.
  void key(std::string_view name);

  // UTF-8.
  void string(std::string_view value);
  void boolean(bool value) { text_ += value ? "true" : "false"; }
  void integer(std::int64_t value) { text_ += std::to_string(value); }
  void null() { text_ += "null"; }

  // With a line break at the end.
  std::string take() && { return std::move(text_) + "\n"; }

 private:
  void new_line() { text_.append("\n").append(2 * depth_, ' '); }

  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;  // nothing stands in the innermost brackets yet
};

}  // namespace nodefit
