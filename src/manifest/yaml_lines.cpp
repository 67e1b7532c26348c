#include "manifest/yaml_lines.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nodefit {

namespace {

std::optional<std::size_t> closing_quote(std::string_view text, std::size_t from) {
  const char quote = text[from];
  for (std::size_t i = from + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return i;
      ++i;
    }
  }
  return std::nullopt;
}

constexpr std::string_view kBlanks = " \t\r\n";

// The bracket that closes the one at `from`. A quote opens a text only where a value can begin.
std::optional<std::size_t> closing_bracket(std::string_view text, std::size_t from) {
  constexpr std::string_view kBeforeValue = " \t\n[{,:";
  std::size_t depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    const bool may_begin = i > 0 && kBeforeValue.find(text[i - 1]) != std::string_view::npos;
    if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      if (--depth == 0) return i;
    } else if ((c == '"' || c == '\'') && may_begin) {
      const std::optional<std::size_t> quote = closing_quote(text, i);
      if (!quote) return std::nullopt;
      i = *quote;
    } else if (c == '#' && may_begin && kBlanks.find(text[i - 1]) != std::string_view::npos) {
      i = text.find('\n', i);
      if (i == std::string_view::npos) return std::nullopt;
    }
  }
  return std::nullopt;
}

bool is_empty_brackets(std::string_view text, std::size_t offset) {
  const std::size_t second = text.find_first_not_of(kBlanks, offset + 1);
  return second != std::string_view::npos && text[second] == (text[offset] == '{' ? '}' : ']');
}

// How often each step, of up to kStepMax columns, was taken.
class Steps {
 public:
  static constexpr std::size_t kStepMax = 16;

  void count(std::size_t from, std::size_t to) {
    if (to >= from && to - from <= kStepMax) ++counts_[to - from];
  }
  // The most frequent one that is at least `least`, of several the smallest.
  std::size_t usual(std::size_t least, std::size_t otherwise) const {
    const auto* const most =
        std::max_element(counts_.begin() + static_cast<std::ptrdiff_t>(least), counts_.end());
    return *most == 0 ? otherwise : static_cast<std::size_t>(most - counts_.begin());
  }

 private:
  std::array<std::size_t, kStepMax + 1> counts_{};
};

class LayoutFinder {
 public:
  explicit LayoutFinder(const YamlLines& lines) : lines_(lines) {}

  void visit(const YamlNode& node) {
    if (style_of(lines_.text(), node) != YamlStyle::kBlock) return;
    const std::size_t column = lines_.column_at(node.offset);
    for (const YamlNode* const element : node.elements) visit(*element);
    if (!node.elements.empty()) visit_dash(node.offset, node.elements.front()->offset);
    for (const YamlNode::Entry& entry : node.entries) {
      if (!entry.merged) visit_value(column, *entry.value);
    }
  }

  YamlLayout take() const {
    const YamlLayout usual;
    return {mapping_.usual(1, usual.mapping_step), list_.usual(0, usual.list_step),
            dash_.usual(2, usual.dash_width), lines_.line_break()};
  }

 private:
  void visit_dash(std::size_t dash, std::size_t element) {
    if (element <= lines_.line_end(dash)) dash_.count(dash, element);
  }

  void visit_value(std::size_t column, const YamlNode& value) {
    if (style_of(lines_.text(), value) != YamlStyle::kBlock) return;
    Steps& steps = value.kind == YamlNode::Kind::kMapping ? mapping_ : list_;
    steps.count(column, lines_.column_at(value.offset));
    visit(value);
  }

  const YamlLines& lines_;
  Steps mapping_;
  Steps list_;
  Steps dash_;
};

}  // namespace

YamlLines::YamlLines(std::string_view text) : text_(text) {
  constexpr std::size_t kIndentMax = std::numeric_limits<std::uint32_t>::max();
  lines_.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    lines_.push_back({begin, static_cast<std::uint32_t>(std::min(indent, kIndentMax)),
                      kind_of(line.substr(indent))});
    begin = end + 1;
  }
  const std::size_t first = text.find('\n');
  if (first != std::string_view::npos && first > 0 && text[first - 1] == '\r') line_break_ = "\r\n";
}

YamlLines::Kind YamlLines::kind_of(std::string_view content) {
  if (content.find_first_not_of(" \t\r") == std::string_view::npos) return Kind::kBlank;
  if (content.starts_with('#')) return Kind::kComment;
  if (content.starts_with("...")) return Kind::kDocumentEnd;
  const bool is_dash =
      content.starts_with('-') && (content.size() == 1 || content.find_first_of(" \t\r", 1) == 1);
  return is_dash ? Kind::kDash : Kind::kOther;
}

std::size_t YamlLines::line_at(std::size_t offset) const {
  const auto after =
      std::upper_bound(lines_.begin(), lines_.end(), offset,
                       [](std::size_t at, const Line& line) { return at < line.begin; });
  return static_cast<std::size_t>(after - lines_.begin()) - (after == lines_.begin() ? 0 : 1);
}

std::size_t YamlLines::column_at(std::size_t offset) const {
  return offset - lines_[line_at(offset)].begin;
}

std::size_t YamlLines::line_end(std::size_t offset) const {
  std::size_t end = std::min(text_.find('\n', offset), text_.size());
  if (end > offset && text_[end - 1] == '\r') --end;
  return end;
}

std::size_t YamlLines::block_end(std::size_t offset) const {
  const std::size_t first = line_at(offset);
  const std::size_t column = offset - lines_[first].begin;
  const bool is_list = text_[offset] == '-';
  std::size_t last = first;
  for (std::size_t i = first + 1; i < lines_.size(); ++i) {
    const Line& line = lines_[i];
    if (line.kind == Kind::kBlank) continue;
    const bool ends = line.indent < column || (line.indent == 0 && line.kind == Kind::kDocumentEnd);
    const bool is_sibling = line.indent == column && is_list && line.kind == Kind::kOther;
    if (line.kind == Kind::kComment && ends) continue;
    if (ends || is_sibling) break;
    last = i;
  }
  return line_end(lines_[last].begin);
}

YamlStyle style_of(std::string_view text, const YamlNode& node) {
  const char first = node.offset < text.size() ? text[node.offset] : '\0';
  if (first == '&' || first == '!' || first == '*') return YamlStyle::kProperties;
  if (node.kind == YamlNode::Kind::kScalar) {
    return scalar_end(text, node) ? YamlStyle::kScalar : YamlStyle::kLines;
  }
  if (first != '{' && first != '[') return YamlStyle::kBlock;
  const bool empty = node.elements.empty() && node.entries.empty();
  return empty && is_empty_brackets(text, node.offset) ? YamlStyle::kEmptyFlow : YamlStyle::kFlow;
}

std::optional<std::size_t> scalar_end(std::string_view text, const YamlNode& node) {
  if (node.kind != YamlNode::Kind::kScalar || node.offset >= text.size()) return std::nullopt;
  const char first = text[node.offset];
  if (first == '"' || first == '\'') {
    const std::optional<std::size_t> quote = closing_quote(text, node.offset);
    return quote ? std::optional(*quote + 1) : std::nullopt;
  }
  if (node.quoted || !text.substr(node.offset).starts_with(node.text)) return std::nullopt;
  return node.offset + node.text.size();
}

std::optional<std::size_t> flow_end(std::string_view text, const YamlNode& node) {
  const std::optional<std::size_t> bracket = closing_bracket(text, node.offset);
  if (!bracket) return std::nullopt;
  return text.find_last_not_of(kBlanks, *bracket - 1) + 1;
}

YamlLayout layout_of(const YamlLines& lines, const YamlNode& root) {
  LayoutFinder finder(lines);
  finder.visit(root);
  return finder.take();
}

}  // namespace nodefit
