// Any bytes as a YAML document: no crash; JSON or a problem with a place in the text, never both;
// JSON that parses, and means what YamlTree reads where that takes the text too.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "codec/json_document.h"
#include "codec/yaml_json.h"
#include "codec/yaml_scalar_json.h"
#include "codec/yaml_tree.h"

namespace {

using Json = nlohmann::json;

void require(bool holds) {
  if (!holds) std::abort();
}

bool same_scalar(const nodefit::YamlNode& node, const Json& json) {
  switch (node.scalar.kind) {
    case nodefit::ScalarKind::kNull:
      return json.is_null();
    case nodefit::ScalarKind::kBoolean:
      return json == node.scalar.boolean;
    case nodefit::ScalarKind::kInteger:
      return node.scalar.negative ? json == static_cast<std::int64_t>(0 - node.scalar.magnitude)
                                  : json == node.scalar.magnitude;
    case nodefit::ScalarKind::kFloat:
      return json.is_number() && json.get<double>() == node.scalar.number;
    case nodefit::ScalarKind::kString:
      return json == node.text;
  }
  std::abort();
}

bool same(const nodefit::YamlNode& node, const Json& json) {
  switch (node.kind) {
    case nodefit::YamlNode::Kind::kScalar:
      return same_scalar(node, json);
    case nodefit::YamlNode::Kind::kSequence:
      return json.is_array() && std::equal(node.elements.begin(), node.elements.end(), json.begin(),
                                           json.end(), [](const auto* element, const Json& other) {
                                             return same(*element, other);
                                           });
    case nodefit::YamlNode::Kind::kMapping:
      return json.is_object() && json.size() == node.entries.size() &&
             std::all_of(node.entries.begin(), node.entries.end(), [&](const auto& entry) {
               const auto key = nodefit::json_key(entry.key->text, entry.key->scalar);
               return key && json.contains(*key) && same(*entry.value, json[*key]);
             });
  }
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const nodefit::YamlJson result = nodefit::yaml_to_json(text);
  require(result.json.empty() == result.problem.has_value());
  if (result.problem) {
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    require(!result.problem->message.empty());
    require(result.problem->position.line >= 1 && result.problem->position.line <= lines);
    require(result.problem->position.column >= 1);
    return 0;
  }
  nodefit::JsonDocument document;
  require(document.parse(result.json).ok());
  const nodefit::YamlTree::Outcome tree = nodefit::YamlTree::parse(text);
  if (!tree.problems.empty()) return 0;
  const Json json = Json::parse(result.json);
  require(tree.tree.root() != nullptr ? same(*tree.tree.root(), json) : json.is_null());
  return 0;
}
