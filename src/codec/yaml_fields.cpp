#include "codec/yaml_fields.h"

#include <algorithm>
#include <limits>

#include "core/did_you_mean.h"
#include "core/field_path.h"
#include "core/policy_problems.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

bool is_string(const YamlNode& node) { return node.is_scalar(ScalarKind::kString); }

std::optional<std::int64_t> to_int64(const PlainScalar& scalar) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::int64_t>::max();
  if (scalar.magnitude <= kMax) {
    const auto number = static_cast<std::int64_t>(scalar.magnitude);
    return scalar.negative ? -number : number;
  }
  if (scalar.negative) return std::numeric_limits<std::int64_t>::min();  // -2^63 alone is left
  return std::nullopt;
}

}  // namespace

FieldPath FieldPath::key(std::string_view name) const {
  return {at_key(path, name), at_key(written, name)};
}

FieldPath FieldPath::index(std::size_t position) const {
  return {at_index(path, position), at_index(written, position)};
}

std::string describe(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::kSequence) return "a list";
  if (node.kind == YamlNode::Kind::kMapping) return "a mapping";
  switch (node.scalar.kind) {
    case ScalarKind::kNull:
      return "nothing";
    case ScalarKind::kBoolean:
      return "the boolean " + node.text;
    case ScalarKind::kInteger:
    case ScalarKind::kFloat:
      return "the number " + node.text;
    case ScalarKind::kString:
      return quoted(node.text);
  }
  std::abort();
}

const YamlNode* YamlFields::Mapping::find(std::string_view key) const {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& value) { return value.first == key; });
  return found == values_.end() ? nullptr : found->second;
}

const YamlNode* YamlFields::Mapping::require(std::string_view key,
                                             std::string_view expected) const {
  const YamlNode* const value = find(key);
  if (value != nullptr) return value;
  if (std::find(suggested_.begin(), suggested_.end(), key) == suggested_.end()) {
    reader_.add_problem(at(key), position_, "missing: expected " + std::string(expected));
  }
  return nullptr;
}

std::optional<std::string> YamlFields::Mapping::find_string(std::string_view key) const {
  const YamlNode* const node = find(key);
  return node == nullptr ? std::nullopt : reader_.read_string(*node, at(key));
}

std::string YamlFields::Mapping::require_string(std::string_view key,
                                                std::string_view expected) const {
  return require(key, expected) == nullptr ? "" : find_string(key).value_or("");
}

std::optional<std::int64_t> YamlFields::Mapping::find_integer(std::string_view key) const {
  const YamlNode* const node = find(key);
  return node == nullptr ? std::nullopt : reader_.read_integer(*node, at(key));
}

std::optional<bool> YamlFields::Mapping::find_boolean(std::string_view key) const {
  const YamlNode* const node = find(key);
  return node == nullptr ? std::nullopt : reader_.read_boolean(*node, at(key));
}

std::optional<std::size_t> YamlFields::Mapping::find_word(
    std::string_view key, std::span<const std::string_view> words) const {
  const YamlNode* const node = find(key);
  return node == nullptr ? std::nullopt : reader_.read_word(*node, at(key), words);
}

std::optional<std::vector<std::string>> YamlFields::Mapping::find_strings(
    std::string_view key, std::string_view expected_element) const {
  const YamlNode* const node = find(key);
  if (node == nullptr) return std::nullopt;
  return reader_.read_strings(*node, at(key), expected_element);
}

std::vector<std::pair<std::string, std::string>> YamlFields::Mapping::find_string_map(
    std::string_view key, std::string_view expected) const {
  const YamlNode* const node = find(key);
  if (node == nullptr) return {};
  return reader_.read_string_map(*node, at(key), expected);
}

YamlFields::Mapping YamlFields::read_mapping(const YamlNode& node, const FieldPath& at,
                                             std::span<const std::string_view> known,
                                             std::string_view expected) {
  Mapping mapping(*this, at, node.position);
  note(at, node.position);
  if (node.kind != YamlNode::Kind::kMapping) {
    add_mismatch(node, at, expected);
    // Nothing of it is missing: all of it is.
    mapping.suggested_.assign(known.begin(), known.end());
    return mapping;
  }
  for (const YamlNode::Entry& entry : node.entries) {
    const std::string& key = entry.key->text;
    const auto name = std::find(known.begin(), known.end(), key);
    if (name != known.end()) {
      mapping.values_.emplace_back(*name, entry.value);
      continue;
    }
    const std::string_view nearest = find_nearest(key, known);
    const std::string remedy = nearest.empty() ? "; expected " + join_with_or(known)
                                               : "; did you mean " + quoted(nearest) + "?";
    add_problem(at.key(key), entry.key->position, "unknown key" + remedy);
    if (nearest.empty()) continue;
    mapping.suggested_.push_back(nearest);
    misspelt_.push_back(at.key(nearest).path);
  }
  return mapping;
}

std::vector<std::pair<std::string, const YamlNode*>> YamlFields::read_entries(
    const YamlNode& node, const FieldPath& at, std::string_view expected) {
  note(at, node.position);
  std::vector<std::pair<std::string, const YamlNode*>> entries;
  if (node.kind != YamlNode::Kind::kMapping) {
    add_mismatch(node, at, expected);
    return entries;
  }
  for (const YamlNode::Entry& entry : node.entries) {
    if (check_key(*entry.key, at)) entries.emplace_back(entry.key->text, entry.value);
  }
  return entries;
}

bool YamlFields::check_list(const YamlNode& node, const FieldPath& at, std::string_view expected) {
  note(at, node.position);
  if (node.kind == YamlNode::Kind::kSequence) return true;
  add_mismatch(node, at, expected);
  return false;
}

std::optional<std::string> YamlFields::read_string(const YamlNode& node, const FieldPath& at,
                                                   std::string_view expected) {
  note(at, node.position);
  if (is_string(node)) return node.text;
  add_string_mismatch(node, at, expected);
  return std::nullopt;
}

std::optional<std::int64_t> YamlFields::read_integer(const YamlNode& node, const FieldPath& at) {
  note(at, node.position);
  const bool integer = node.is_scalar(ScalarKind::kInteger);
  if (integer) {
    if (const std::optional<std::int64_t> number = to_int64(node.scalar)) return number;
  }
  add_mismatch(node, at, integer ? "a number below 2^63" : "a whole number");
  return std::nullopt;
}

std::optional<bool> YamlFields::read_boolean(const YamlNode& node, const FieldPath& at) {
  note(at, node.position);
  if (node.is_scalar(ScalarKind::kBoolean)) return node.scalar.boolean;
  add_mismatch(node, at, "true or false");
  return std::nullopt;
}

std::optional<std::size_t> YamlFields::read_word(const YamlNode& node, const FieldPath& at,
                                                 std::span<const std::string_view> words) {
  note(at, node.position);
  if (!is_string(node)) {
    add_mismatch(node, at, join_with_or(words));
    return std::nullopt;
  }
  const auto found = std::find(words.begin(), words.end(), node.text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  add_problem(at, node.position, expected_one_of(words, node.text));
  return std::nullopt;
}

std::vector<std::string> YamlFields::read_strings(const YamlNode& node, const FieldPath& at,
                                                  std::string_view expected_element) {
  std::vector<std::string> strings;
  if (is_string(node)) {
    note(at, node.position);
    add_problem(
        at, node.position,
        "expected a list, found " + quoted(node.text) + "; did you mean [" + node.text + "]?");
    return strings;
  }
  read_each(&node, at, "a list", [&](const YamlNode& element, const FieldPath& element_at) {
    strings.push_back(read_string(element, element_at, expected_element).value_or(""));
  });
  return strings;
}

std::vector<std::pair<std::string, std::string>> YamlFields::read_string_map(
    const YamlNode& node, const FieldPath& at, std::string_view expected) {
  std::vector<std::pair<std::string, std::string>> strings;
  for (const auto& [key, value] : read_entries(node, at, expected)) {
    std::optional<std::string> text = read_string(*value, at.key(key));
    if (text) strings.emplace_back(key, *std::move(text));
  }
  return strings;
}

void YamlFields::add_problem(const FieldPath& at, TextPosition position, std::string message) {
  problems_.push_back({position, at, std::move(message)});
}

void YamlFields::add_mismatch(const YamlNode& node, const FieldPath& at,
                              std::string_view expected) {
  std::string message = "expected " + std::string(expected) + ", found " + describe(node);
  const bool needless_quotes =
      node.quoted && resolve_plain_scalar(node.text).kind != ScalarKind::kString;
  if (needless_quotes) message += "; leave out the quotes";
  add_problem(at, node.position, std::move(message));
}

void YamlFields::add_string_mismatch(const YamlNode& node, const FieldPath& at,
                                     std::string_view expected) {
  std::string message = "expected " + std::string(expected) + ", found " + describe(node);
  if (!node.text.empty()) message += "; quote it: \"" + node.text + "\"";
  add_problem(at, node.position, std::move(message));
}

void YamlFields::note(const FieldPath& at, TextPosition position) {
  places_.insert_or_assign(at.path, Place{position, at.written});
}

bool YamlFields::check_key(const YamlNode& key, const FieldPath& at) {
  if (is_string(key)) return true;
  add_string_mismatch(key, at.key(key.text), "a string as key");
  return false;
}

}  // namespace nodefit
