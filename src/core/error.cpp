#include <array>
#include <cstddef>

#include "nodefit/result.h"
#include "utf8.h"

namespace nodefit {

namespace {

// Long enough to recognize the input by, short enough for an admission warning beside its own
// words: the API documentation advises at most 120 characters.
constexpr std::size_t kQuotedBytesMax = 80;

void append_hex_escape(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  out += "\\x";
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 0xFU];
}

}  // namespace

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument:
      return "invalid_argument";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kTooLarge:
      return "too_large";
    case ErrorCode::kUnavailable:
      return "unavailable";
    case ErrorCode::kDeadlineExceeded:
      return "deadline_exceeded";
    case ErrorCode::kInternal:
      return "internal";
  }
  std::abort();
}

Error Error::with_context(std::string_view context) && {
  message_.insert(0, ": ").insert(0, context);
  return std::move(*this);
}

Error invalid_argument(std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message)};
}

Error too_large(std::string message) { return {ErrorCode::kTooLarge, std::move(message)}; }

std::string quoted(std::string_view text) {
  std::string out = "\"";
  std::size_t i = 0;
  while (i < text.size() && i < kQuotedBytesMax) {
    const std::size_t length = utf8_sequence_length(text.substr(i));
    const char c = text[i];
    if (length > 1) {
      out += text.substr(i, length);
    } else if (length == 0 || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      append_hex_escape(out, c);
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    i += length == 0 ? 1 : length;
  }
  out += '"';
  if (i < text.size()) out += "... (" + std::to_string(text.size()) + " bytes)";
  return out;
}

}  // namespace nodefit
