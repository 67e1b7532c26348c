#include "codec/yaml_syntax.h"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <array>

#include "core/utf8.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

// yaml-cpp holds up to 250 bytes of bookkeeping for each of these that stands in brackets, far
// ahead of what it hands out. Each begins a value in a list or mapping, or stands in a text.
constexpr std::string_view kStructure = "[{,:";
constexpr std::size_t kStructureMax = 2 * YamlTree::kNodesMax;

}  // namespace

TextPosition position_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_start = before.find_last_of('\n') + 1;  // npos + 1 is 0
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  return {lines + 1, offset - line_start + 1};
}

std::optional<YamlProblem> find_unreadable(std::string_view text) {
  if (text.size() > YamlTree::kBytesMax) {
    return YamlProblem{{},
                       "",
                       "expected at most " + std::to_string(YamlTree::kBytesMax) +
                           " bytes, found " + std::to_string(text.size())};
  }
  if (const std::size_t valid = utf8_prefix_length(text); valid < text.size()) {
    return YamlProblem{position_at(text, valid), "",
                       "expected UTF-8, found the byte " + quoted(text.substr(valid, 1))};
  }
  const auto structure = std::count_if(text.begin(), text.end(), [](char c) {
    return kStructure.find(c) != std::string_view::npos;
  });
  if (static_cast<std::size_t>(structure) > kStructureMax) {
    return YamlProblem{{}, "", too_many_values()};
  }
  const auto* const control = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
  });
  if (control == text.end()) return std::nullopt;
  const auto offset = static_cast<std::size_t>(control - text.begin());
  return YamlProblem{
      position_at(text, offset), "",
      "expected text, found the control character " + quoted(text.substr(offset, 1))};
}

std::string too_many_values() {
  return "expected at most " + std::to_string(YamlTree::kNodesMax) +
         " values, each alias counted as what it stands for";
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

bool is_closed_if_quoted(std::string_view text) {
  while (text.starts_with('!') || text.starts_with('&')) {
    text.remove_prefix(std::min(text.find_first_of(" \t\r\n"), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  }
  const char quote = text.empty() ? '\0' : text.front();
  if (quote != '"' && quote != '\'') return true;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      const bool doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
      if (!doubled) return true;
      ++i;
    }
  }
  return false;
}

}  // namespace nodefit
