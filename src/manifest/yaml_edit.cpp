#include "manifest/yaml_edit.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "codec/json_cursor.h"
#include "codec/patch_text.h"
#include "codec/yaml_tree.h"
#include "codec/yaml_writer.h"
#include "manifest/yaml_lines.h"

namespace nodefit {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Edit {
  std::size_t offset;
  std::size_t removed;
  std::string inserted;
  // How many keys and indices lead to the line that is inserted: at one offset the deeper comes
  // first, and what belongs to the line before it before that.
  std::size_t depth;
};

constexpr std::size_t kWithinLine = static_cast<std::size_t>(-1);

std::string_view describe(YamlStyle style) {
  switch (style) {
    case YamlStyle::kFlow:
    case YamlStyle::kEmptyFlow:
      return "is in flow style";
    case YamlStyle::kLines:
      return "is a text of several lines";
    case YamlStyle::kProperties:
      return "has an anchor or a tag";
    case YamlStyle::kBlock:
      return "is a block";
    case YamlStyle::kScalar:
      return "is neither a list nor a mapping";
  }
  std::abort();
}

bool has_lines(std::string_view json) {
  JsonCursor cursor(json);
  const char open = cursor.peek();
  if (open != '{' && open != '[') return false;
  cursor.open();
  return cursor.next(open == '{' ? '}' : ']');
}

std::optional<std::size_t> to_index(std::string_view token) {
  std::size_t index = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc() || stop != token.data() + token.size()) return std::nullopt;
  return index;
}

class YamlEditor {
 public:
  YamlEditor(std::string_view text, const YamlNode& root, std::size_t first_line)
      : lines_(text), root_(root), layout_(layout_of(lines_, root)), first_line_(first_line) {}

  Result<void> add(const PatchOperation& operation);
  std::string take();

 private:
  using Entry = YamlNode::Entry;

  // A node that a path leads to.
  struct Place {
    const YamlNode* node = nullptr;
    Entry entry;           // that it is the value of, if it is
    bool in_flow = false;  // within brackets
  };

  Error at(const YamlNode& node, std::string_view what) const;
  Result<const Entry*> find(const YamlNode& mapping, std::string_view key) const;
  Result<Place> descend(const Place& place, std::string_view token) const;
  Result<void> add_below(const Place& parent, std::string_view token, std::size_t depth,
                         std::string_view json);
  Result<void> set(const Place& place, std::size_t depth, std::string_view json);
  Result<void> replace_scalar(const Place& place, std::string_view json);
  Result<void> fill_null(const Place& place, std::size_t depth, std::string_view json);
  Result<void> fill_brackets(const Place& place, std::string_view token, std::size_t depth,
                             std::string_view json);
  Result<void> add_in_brackets(const YamlNode& node, std::string_view token, std::string_view json);
  void append_line(std::size_t offset, std::size_t depth, std::size_t column,
                   std::string_view token, std::string_view json);
  std::optional<std::size_t> colon_of(const YamlNode& key) const;

  std::size_t step_to(bool mapping) const {
    return mapping ? layout_.mapping_step : layout_.list_step;
  }
  std::string_view text() const { return lines_.text(); }

  YamlLines lines_;
  const YamlNode& root_;
  YamlLayout layout_;
  std::size_t first_line_;
  std::vector<Edit> edits_;
  std::set<std::size_t> emptied_;  // offsets of brackets in which something was put
};

Error YamlEditor::at(const YamlNode& node, std::string_view what) const {
  return invalid_argument("line " + std::to_string(node.position.line + first_line_ - 1) + " " +
                          std::string(what));
}

// nullptr: there is none.
Result<const YamlNode::Entry*> YamlEditor::find(const YamlNode& mapping,
                                                std::string_view key) const {
  for (const Entry& entry : mapping.entries) {
    if (entry.key->text != key) continue;
    if (entry.merged) return at(mapping, "merges " + quoted(key) + " from elsewhere");
    return &entry;
  }
  return static_cast<const Entry*>(nullptr);
}

Result<YamlEditor::Place> YamlEditor::descend(const Place& place, std::string_view token) const {
  const YamlNode& node = *place.node;
  const YamlStyle style = style_of(text(), node);
  if (style != YamlStyle::kBlock && style != YamlStyle::kFlow) return at(node, describe(style));
  const bool in_flow = style == YamlStyle::kFlow;
  if (node.kind == YamlNode::Kind::kSequence) {
    const std::optional<std::size_t> index = to_index(token);
    if (!index || *index >= node.elements.size())
      return at(node, "has no element " + quoted(token));
    return Place{node.elements[*index], {}, in_flow};
  }
  Result<const Entry*> found = find(node, token);
  if (!found.ok()) return std::move(found).error();
  if (*found == nullptr) return at(node, "has no key " + quoted(token));
  return Place{(**found).value, **found, in_flow};
}

Result<void> YamlEditor::add(const PatchOperation& operation) {
  const std::vector<std::string> tokens = pointer_tokens(operation.path);
  Place place{&root_, {}, false};
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    Result<Place> below = descend(place, tokens[i]);
    if (!below.ok()) return std::move(below).error();
    place = *below;
  }
  return add_below(place, tokens.back(), tokens.size(), operation.value);
}

Result<void> YamlEditor::add_below(const Place& parent, std::string_view token, std::size_t depth,
                                   std::string_view json) {
  const YamlNode& node = *parent.node;
  const YamlStyle style = style_of(text(), node);
  if (style == YamlStyle::kEmptyFlow && !parent.in_flow)
    return fill_brackets(parent, token, depth, json);
  if (style == YamlStyle::kEmptyFlow) return add_in_brackets(node, token, json);
  if (style != YamlStyle::kBlock && style != YamlStyle::kFlow) return at(node, describe(style));
  const bool is_mapping = node.kind == YamlNode::Kind::kMapping;
  Result<const Entry*> found = is_mapping ? find(node, token) : nullptr;
  if (!found.ok()) return std::move(found).error();
  const bool is_new = is_mapping ? *found == nullptr : token == "-";
  if (!is_new) {
    Result<Place> place = descend(parent, token);
    if (!place.ok()) return std::move(place).error();
    return set(*place, depth, json);
  }
  if (style == YamlStyle::kFlow) return add_in_brackets(node, token, json);
  const std::size_t column = lines_.column_at(node.offset);
  append_line(lines_.block_end(node.offset), depth, column, token, json);
  return {};
}

void YamlEditor::append_line(std::size_t offset, std::size_t depth, std::size_t column,
                             std::string_view token, std::string_view json) {
  Edit edit{offset, 0, {}, depth};
  YamlWriter yaml(edit.inserted, layout_);
  yaml.new_line(column);
  if (token == "-") {
    yaml.element(json, column);
  } else {
    yaml.entry(token, json, column);
  }
  edits_.push_back(std::move(edit));
}

Result<void> YamlEditor::add_in_brackets(const YamlNode& node, std::string_view token,
                                         std::string_view json) {
  const std::optional<std::size_t> end = flow_end(text(), node);
  if (!end || (node.kind == YamlNode::Kind::kSequence) != (token == "-"))
    return at(node, describe(YamlStyle::kFlow));
  const char last = text()[*end - 1];
  const bool is_first = emptied_.insert(node.offset).second;
  std::string written = is_first && (last == '[' || last == '{') ? ""
                        : is_first && last == ','                ? " "
                                                                 : ", ";
  if (token != "-") written.append(yaml_flow_string(token)).append(": ");
  edits_.push_back({*end, 0, written + yaml_flow(json), kWithinLine});
  return {};
}

Result<void> YamlEditor::set(const Place& place, std::size_t depth, std::string_view json) {
  const bool is_null = place.node->is_scalar(ScalarKind::kNull);
  if (is_null && place.entry.key != nullptr) return fill_null(place, depth, json);
  return replace_scalar(place, json);
}

Result<void> YamlEditor::replace_scalar(const Place& place, std::string_view json) {
  const YamlNode& node = *place.node;
  if (has_lines(json)) return at(node, "has a value where a list or mapping is to be");
  const YamlStyle style = style_of(text(), node);
  const std::optional<std::size_t> end = scalar_end(text(), node);
  if (style != YamlStyle::kScalar || !end) return at(node, describe(style));
  std::string written(json);
  if (json.starts_with('"')) {
    const std::string value = unquote_json(json);
    const char quote = text()[node.offset];
    if (quote == '\'' && is_printable_line(value)) {
      written = yaml_single_quoted(value);
    } else if (quote == '"') {
      written = yaml_double_quoted(value);
    } else {
      written = place.in_flow ? yaml_flow_string(value) : yaml_string(value);
    }
  }
  edits_.push_back({node.offset, *end - node.offset, std::move(written), kWithinLine});
  return {};
}

// Behind the colon that follows the key.
std::optional<std::size_t> YamlEditor::colon_of(const YamlNode& key) const {
  const std::optional<std::size_t> end = scalar_end(text(), key);
  if (!end) return std::nullopt;
  const std::size_t colon = text().find_first_not_of(" \t", *end);
  if (colon == std::string_view::npos || text()[colon] != ':') return std::nullopt;
  return colon + 1;
}

Result<void> YamlEditor::fill_null(const Place& place, std::size_t depth, std::string_view json) {
  const YamlNode& key = *place.entry.key;
  const std::optional<std::size_t> colon = colon_of(key);
  if (!colon) return at(key, "has a key in an unusual place");
  const std::size_t word = std::min(text().find_first_not_of(" \t", *colon), text().size());
  const std::string_view rest = text().substr(word);
  if (rest.starts_with('&') || rest.starts_with('!') || rest.starts_with('*'))
    return at(key, describe(YamlStyle::kProperties));
  std::size_t removed = 0;
  for (const std::string_view null : {"~", "null", "Null", "NULL"}) {
    if (rest.starts_with(null)) removed = word + null.size() - *colon;
  }
  if (place.in_flow || !has_lines(json)) {
    const bool is_text = !place.in_flow && json.starts_with('"');
    const std::string value = is_text ? yaml_string(unquote_json(json)) : yaml_flow(json);
    edits_.push_back({*colon, removed, " " + value, kWithinLine});
    return {};
  }
  if (removed != 0) edits_.push_back({*colon, removed, "", kWithinLine});
  const std::size_t below = lines_.column_at(key.offset) + step_to(json.starts_with('{'));
  Edit edit{lines_.line_end(*colon), 0, {}, depth + 1};
  YamlWriter yaml(edit.inserted, layout_);
  yaml.new_line(below);
  yaml.block(json, below);
  edits_.push_back(std::move(edit));
  return {};
}

// Brackets with nothing in them become a block.
Result<void> YamlEditor::fill_brackets(const Place& place, std::string_view token,
                                       std::size_t depth, std::string_view json) {
  const YamlNode& node = *place.node;
  const bool is_list = node.kind == YamlNode::Kind::kSequence;
  const std::optional<std::size_t> colon =
      place.entry.key == nullptr ? std::nullopt : colon_of(*place.entry.key);
  if (!colon || *colon > node.offset || is_list != (token == "-"))
    return add_in_brackets(node, token, json);
  if (emptied_.insert(node.offset).second) {
    const std::size_t end = text().find(is_list ? ']' : '}', node.offset) + 1;
    edits_.push_back({*colon, end - *colon, "", kWithinLine});
  }
  append_line(lines_.line_end(node.offset), depth,
              lines_.column_at(place.entry.key->offset) + step_to(!is_list), token, json);
  return {};
}

std::string YamlEditor::take() {
  std::stable_sort(edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) {
    if (a.offset != b.offset) return a.offset < b.offset;
    return a.depth > b.depth;
  });
  std::string out;
  std::size_t done = 0;
  for (const Edit& edit : edits_) {
    if (edit.offset < done) continue;  // within what another edit takes away
    out += text().substr(done, edit.offset - done);
    out += edit.inserted;
    done = edit.offset + edit.removed;
  }
  out += text().substr(done);
  return out;
}

}  // namespace

Result<std::string> edit_yaml(std::string_view text, const std::vector<PatchOperation>& operations,
                              std::size_t first_line) {
  const std::string_view mark =
      text.starts_with(kByteOrderMark) ? kByteOrderMark : std::string_view();
  const YamlTree::Outcome read = YamlTree::parse(text);
  text.remove_prefix(mark.size());
  if (!read.problems.empty())
    return invalid_argument("it can't be edited: " + read.problems.front().message);
  if (read.tree.root() == nullptr) return invalid_argument("it is empty");
  YamlEditor editor(text, *read.tree.root(), first_line);
  for (const PatchOperation& operation : operations) {
    if (Result<void> added = editor.add(operation); !added.ok()) return std::move(added).error();
  }
  return std::string(mark) + editor.take();
}

}  // namespace nodefit
