#include "support/yaml_to_json.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "codec/yaml_tree.h"
#include "support/table.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const YamlNode& node);

Json scalar_to_json(const YamlNode& node) {
  const PlainScalar& scalar = node.scalar;
  switch (scalar.kind) {
    case ScalarKind::kNull:
      return nullptr;
    case ScalarKind::kBoolean:
      return scalar.boolean;
    case ScalarKind::kInteger:
      if (!scalar.negative) return scalar.magnitude;
      return static_cast<std::int64_t>(0 - scalar.magnitude);
    case ScalarKind::kFloat:
      if (!std::isfinite(scalar.number)) throw std::runtime_error("JSON has no " + node.text);
      return scalar.number;
    case ScalarKind::kString:
      return node.text;
  }
  std::abort();
}

Json to_json(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kScalar:
      return scalar_to_json(node);
    case YamlNode::Kind::kSequence: {
      Json list = Json::array();
      for (const YamlNode* element : node.elements) list.push_back(to_json(*element));
      return list;
    }
    case YamlNode::Kind::kMapping: {
      Json object = Json::object();
      for (const YamlNode::Entry& entry : node.entries)
        object[entry.key->text] = to_json(*entry.value);
      return object;
    }
  }
  std::abort();
}

bool is_separator(std::string_view line) {
  return line == "---" || line == "..." || line.starts_with("--- ") || line.starts_with("---\t");
}

// The text of each document. A marker within a block scalar's text would have to stand at the
// line's beginning, where YAML takes it for one too.
std::vector<std::string> split_documents(std::string_view text) {
  std::vector<std::string> documents(1);
  for (std::string line : split(text, "\n")) {
    if (line.ends_with('\r')) line.pop_back();
    if (is_separator(line)) {
      documents.emplace_back();
      line = line.size() > 4 ? line.substr(4) : "";
    }
    documents.back() += line + "\n";
  }
  return documents;
}

}  // namespace

std::vector<std::string> yaml_to_json(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> texts;
  std::size_t number = 0;
  for (const std::string& document : split_documents(text)) {
    ++number;
    const YamlTree::Outcome outcome = YamlTree::parse(document);
    const YamlNode* const root = outcome.tree.root();
    if (!outcome.problems.empty()) {
      throw std::runtime_error("document " + std::to_string(number) + ": " +
                               outcome.problems.front().message);
    }
    if (root == nullptr || root->is_scalar(ScalarKind::kNull)) continue;
    texts.push_back(to_json(*root).dump());
  }
  return texts;
}

}  // namespace nodefit::tests
