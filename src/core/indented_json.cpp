#include "indented_json.h"

namespace nodefit {

void IndentedJson::open(char bracket) {
  text_ += bracket;
  ++depth_;
  first_ = true;
}

void IndentedJson::close(char bracket) {
  --depth_;
  if (!first_) new_line();
  text_ += bracket;
  first_ = false;
}

void IndentedJson::next() {
  if (!first_) text_ += ',';
  new_line();
  first_ = false;
}

void IndentedJson::key(std::string_view name) {
  next();
  string(name);
  text_ += ": ";
}

void IndentedJson::string(std::string_view value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  text_ += '"';
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text_.append("\\").append(1, c);
    } else if (byte < 0x20) {
      text_.append("\\u00").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

}  // namespace nodefit
