#include "codec/json_cursor.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace nodefit {

namespace {

// Most tokens are a few bytes long, for which the library's searches take long to begin.
constexpr bool is_white(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
constexpr bool ends_token(char c) {
  return c == ',' || c == ':' || c == ']' || c == '}' || is_white(c);
}

std::uint32_t read_hex4(std::string_view digits) {
  std::uint32_t unit = 0;
  const std::string_view four = digits.substr(0, 4);
  std::from_chars(four.data(), four.data() + four.size(), unit, 16);
  return unit;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6U));
    out += tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12U));
    out += tail(6);
    out += tail(0);
  } else {
    out += static_cast<char>(0xF0U | (code >> 18U));
    out += tail(12);
    out += tail(6);
    out += tail(0);
  }
}

// What stands behind `\u`, a pair of surrogates if it is one; taken off `rest`.
void take_unicode_escape(std::string& out, std::string_view& rest) {
  constexpr std::size_t kPair = 10;  // D83D\uDE00
  std::uint32_t code = read_hex4(rest);
  const bool is_high = code >= 0xD800 && code < 0xDC00;
  if (is_high && rest.size() >= kPair) {
    code = 0x10000 + ((code - 0xD800) << 10U) + (read_hex4(rest.substr(6)) & 0x3FFU);
    rest.remove_prefix(kPair);
  } else {
    rest.remove_prefix(std::min<std::size_t>(rest.size(), 4));
  }
  append_utf8(out, code);
}

char unescaped(char letter) {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return letter;
  }
}

}  // namespace

void JsonCursor::open() {
  at_ = std::min(at_ + 1, text_.size());
  skip_white_space();
}

bool JsonCursor::next(char bracket) {
  if (peek() == ',') {
    ++at_;
    skip_white_space();
  }
  if (at_ == text_.size()) return false;
  if (peek() != bracket) return true;
  ++at_;
  skip_white_space();
  return false;
}

std::string JsonCursor::key() { return unquote_json(raw_key()); }

std::string_view JsonCursor::raw_key() {
  const std::string_view string = take();
  if (peek() == ':') {
    ++at_;
    skip_white_space();
  }
  return string;
}

std::string_view JsonCursor::take() {
  const std::size_t begin = at_;
  std::size_t depth = 0;
  do {
    const char c = peek();
    if (c == '"') {
      skip_string();
    } else if (c == '{' || c == '[') {
      ++depth;
      ++at_;
    } else if (c == '}' || c == ']') {
      if (depth != 0) --depth;
      ++at_;
    } else if (at_ < text_.size()) {
      ++at_;
      while (!ends_token(c) && at_ < text_.size() && !ends_token(text_[at_])) ++at_;
    }
  } while (depth != 0 && at_ < text_.size());
  const std::string_view value = text_.substr(begin, at_ - begin);
  skip_white_space();
  return value;
}

void JsonCursor::skip_white_space() {
  while (at_ < text_.size() && is_white(text_[at_])) ++at_;
}

void JsonCursor::skip_string() {
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') break;
    if (text_[at_] == '\\') ++at_;
  }
  at_ = std::min(at_ + 1, text_.size());
}

std::string unquote_json(std::string_view string) {
  std::string out;
  if (string.size() < 2) return out;
  std::string_view rest = string.substr(1, string.size() - 2);
  out.reserve(rest.size());
  while (!rest.empty()) {
    const std::size_t plain = std::min(rest.find('\\'), rest.size());
    out += rest.substr(0, plain);
    rest.remove_prefix(plain);
    if (rest.size() < 2) break;
    const char letter = rest[1];
    rest.remove_prefix(2);
    if (letter == 'u') {
      take_unicode_escape(out, rest);
    } else {
      out += unescaped(letter);
    }
  }
  return out;
}

std::optional<std::string_view> find_member(std::string_view object, std::string_view key) {
  JsonCursor json(object);
  if (json.peek() != '{') return std::nullopt;
  json.open();
  while (json.next('}')) {
    const bool found = json.key() == key;
    const std::string_view value = json.take();
    if (found) return value;
  }
  return std::nullopt;
}

std::string text_member(std::string_view object, std::string_view key) {
  const std::optional<std::string_view> value = find_member(object, key);
  return value && value->starts_with('"') ? unquote_json(*value) : std::string();
}

}  // namespace nodefit
