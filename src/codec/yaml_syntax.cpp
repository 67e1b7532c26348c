#include "codec/yaml_syntax.h"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/ascii.h"
#include "core/utf8.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Whether the sequence, which is UTF-8, is no character of YAML 1.1 (go-yaml's readerc.go), or one
// of its line breaks beyond ASCII.
bool is_refused(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence.front());
  if (sequence.size() == 1) {
    const bool white = first == '\t' || first == '\n' || first == '\r';
    return (first < 0x20 && !white) || first == 0x7F;
  }
  if (sequence.size() == 2) return first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
  return sequence == "\xEF\xBF\xBE" || sequence == "\xEF\xBF\xBF" || sequence == "\xE2\x80\xA8" ||
         sequence == "\xE2\x80\xA9";
}

// A text of ASCII and printable Latin, which nearly all are, is passed over by its first bytes.
bool may_be_refused(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 || byte == 0xEF;
}

std::string name_of(std::string_view sequence) {
  if (sequence.size() == 1) return quoted(sequence);
  const auto bits = [&](std::size_t i, unsigned mask) {
    return static_cast<unsigned char>(sequence[i]) & mask;
  };
  const unsigned code = sequence.size() == 2
                            ? bits(0, 0x1FU) << 6U | bits(1, 0x3FU)
                            : bits(0, 0xFU) << 12U | bits(1, 0x3FU) << 6U | bits(2, 0x3FU);
  std::array<char, 4> digits{};
  char* const end = std::to_chars(digits.begin(), digits.end(), code, 16).ptr;
  std::string name(digits.begin(), end);
  std::transform(name.begin(), name.end(), name.begin(), to_upper);
  return "U+" + std::string(4 - name.size(), '0') + name;
}

}  // namespace

std::string to_text(TextPosition position) {
  return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column);
}

TextPosition position_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_start = before.find_last_of('\n') + 1;  // npos + 1 is 0
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  return {lines + 1, offset - line_start + 1};
}

std::optional<YamlProblem> find_unreadable(std::string_view text) {
  if (const std::size_t valid = utf8_prefix_length(text); valid < text.size()) {
    return YamlProblem{position_at(text, valid), "",
                       "expected UTF-8, found the byte " + quoted(text.substr(valid, 1))};
  }
  std::size_t i = text.size() - without_byte_order_mark(text).size();
  for (; i < text.size(); ++i) {
    if (!may_be_refused(text[i])) continue;
    const std::string_view sequence = text.substr(i, utf8_sequence_length(text.substr(i)));
    if (sequence == "\r" && !text.substr(i).starts_with("\r\n")) {
      return YamlProblem{position_at(text, i), "", "expected LF or CRLF as line break, found CR"};
    }
    if (is_refused(sequence)) {
      return YamlProblem{position_at(text, i), "",
                         "expected text, found the control character " + name_of(sequence)};
    }
  }
  return std::nullopt;
}

YamlProblem too_long(std::size_t size, std::size_t size_max) {
  return {{},
          "",
          "expected at most " + std::to_string(size_max) + " bytes, found " + std::to_string(size)};
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

std::string explain_syntax_error(const std::string& message) {
  struct Explanation {
    std::string_view of;
    std::string_view text;
  };
  const std::array<Explanation, 9> explanations = {{
      {YAML::ErrorMsg::MAP_VALUE,
       "a colon where no key can stand; text with \": \" in it needs quotes, and all keys of a "
       "mapping the same indentation"},
      {YAML::ErrorMsg::END_OF_MAP, "expected a key of the mapping above, at its indentation"},
      {YAML::ErrorMsg::END_OF_SEQ, "expected \"- \" at the indentation of the list above"},
      {YAML::ErrorMsg::END_OF_MAP_FLOW,
       "expected a comma or }; text with a bracket in it needs quotes"},
      {YAML::ErrorMsg::END_OF_SEQ_FLOW,
       "expected a comma or ]; text with a bracket in it needs quotes"},
      {YAML::ErrorMsg::FLOW_END, "a closing bracket that none opens"},
      {YAML::ErrorMsg::BLOCK_ENTRY, "a list element where none can stand"},
      {YAML::ErrorMsg::UNKNOWN_TOKEN, "text that begins with %, @ or ` needs quotes"},
      {YAML::ErrorMsg::UNKNOWN_ANCHOR, "an alias of an anchor that isn't defined above it"},
  }};
  const auto* const found = std::find_if(
      explanations.begin(), explanations.end(),
      [&](const Explanation& explanation) { return message.starts_with(explanation.of); });
  return found != explanations.end() ? std::string(found->text) : message;
}

std::optional<std::size_t> find_indenting_tab(std::string_view text, std::size_t line) {
  std::size_t begin = 0;
  for (std::size_t i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return std::nullopt;
    ++begin;
  }
  const std::size_t tab = text.find_first_not_of(' ', begin);
  if (tab == std::string_view::npos || text[tab] != '\t') return std::nullopt;
  return tab;
}

std::string_view without_properties(std::string_view text) {
  while (text.starts_with('!') || text.starts_with('&')) {
    text.remove_prefix(std::min(text.find_first_of(" \t\r\n"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  }
  return text;
}

std::optional<std::size_t> quoted_size(std::string_view text) {
  const char quote = text.empty() ? '\0' : text.front();
  if (quote != '"' && quote != '\'') return 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      const bool doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
      if (!doubled) return i + 1;
      ++i;
    }
  }
  return std::nullopt;
}

bool is_key_without_colon(std::string_view text, std::size_t offset) {
  const std::size_t line_start = text.substr(0, offset).find_last_of('\n') + 1;  // npos + 1 is 0
  const std::string_view before = text.substr(line_start, offset - line_start);
  if (before.find('?') != std::string_view::npos) return false;
  std::string_view key = without_properties(text.substr(offset));
  key.remove_prefix(quoted_size(key).value_or(0));
  key = key.substr(0, key.find('\n'));
  for (std::size_t i = key.find(':'); i != std::string_view::npos; i = key.find(':', i + 1)) {
    const bool ends_key =
        i + 1 == key.size() || key[i + 1] == ' ' || key[i + 1] == '\t' || key[i + 1] == '\r';
    if (ends_key) return key.substr(0, i).find(" #") != std::string_view::npos;
  }
  return true;
}

bool is_folded_keeping_breaks(std::string_view text) {
  text = without_properties(text);
  if (!text.starts_with('>')) return false;
  return text.substr(1, 2).find('+') != std::string_view::npos;
}

std::optional<std::string_view> read_otherwise_in_brackets(std::string_view text,
                                                           std::string_view value) {
  if (value.empty()) {
    if (text.starts_with('!')) return "expected a value in quotes behind the tag";
    return std::nullopt;
  }
  text.remove_prefix(std::min(value.size(), text.size()));
  const bool ends_at_once = text.size() > 1 && text[0] == ':' &&
                            std::string_view(",]}").find(text[1]) != std::string_view::npos;
  if (ends_at_once) return "expected a blank or a value behind the colon";
  return std::nullopt;
}

}  // namespace nodefit
