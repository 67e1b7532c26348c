#include "codec/json_writer.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/utf8.h"

namespace nodefit {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Printable ASCII other than the quote and the backslash: nearly every byte that is written.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (unsigned char c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }

// How much of the beginning of a text stands for itself.
std::size_t unescaped_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() &&
         (is_plain(text[size]) || static_cast<unsigned char>(text[size]) >= 0x80)) {
    ++size;
  }
  return size;
}

std::string with_replacements(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t size = utf8_sequence_length(text);
    valid += size == 0 ? kReplacement : text.substr(0, size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return valid;
}

void append_escape(std::string& out, char c) {
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kHexDigits[byte >> 4U];
  out += kHexDigits[byte & 0xFU];
}

void append_escaped(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t plain = unescaped_size(text);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    append_escape(out, text.front());
    text.remove_prefix(1);
  }
}

}  // namespace

JsonWriter& JsonWriter::begin_object() {
  separate();
  *out_ += '{';
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  *out_ += '}';
  return *this;
}

JsonWriter& JsonWriter::begin_list() {
  separate();
  *out_ += '[';
  return *this;
}

JsonWriter& JsonWriter::end_list() {
  *out_ += ']';
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view key) {
  separate();
  append_quoted(key);
  *out_ += ':';
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view text) {
  separate();
  append_quoted(text);
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t number) {
  separate();
  std::array<char, 20> digits{};  // "-9223372036854775808"
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  *out_ += std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data()));
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  separate();
  *out_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  *out_ += json;
  return *this;
}

// A value ends with a quote, a bracket, a digit or a letter: the last character tells whether one
// stands before.
void JsonWriter::separate() {
  if (out_->size() == begin_) return;
  const char last = out_->back();
  if (last != '{' && last != '[' && last != ':') *out_ += ',';
}

void JsonWriter::append_quoted(std::string_view text) {
  *out_ += '"';
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    *out_ += text;
  } else if (simdjson::validate_utf8(text.data(), text.size())) {
    append_escaped(*out_, text);
  } else {
    append_escaped(*out_, with_replacements(text));
  }
  *out_ += '"';
}

std::string json_string(std::string_view text) {
  std::string out;
  JsonWriter(out).text(text);
  return out;
}

}  // namespace nodefit
