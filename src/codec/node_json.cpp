#include "codec/node_json.h"

#include <utility>

#include "codec/json_reader.h"

namespace nodefit {

namespace {

std::vector<Taint> read_taints(const JsonReader& spec) {
  std::vector<Taint> taints;
  spec.each_object("taints", [&](const JsonReader& taint) {
    taints.push_back({taint.text("key"), taint.text("value"), taint.text("effect")});
  });
  return taints;
}

}  // namespace

Result<NodeSpec> read_node(const JsonValue& object) {
  JsonProblem problem;
  const JsonReader json(object, problem);
  NodeSpec node;
  // Items of a NodeList have no kind of their own.
  const std::string kind = json.text("kind");
  if (!kind.empty() && kind != "Node")
    return invalid_argument("kind " + nodefit::quoted(kind) + ": expected a Node");
  if (const std::optional<JsonReader> metadata = json.object("metadata")) {
    node.name = metadata->text("name");
    node.labels = metadata->labels("labels");
  }
  if (const std::optional<JsonReader> spec = json.object("spec")) {
    node.taints = read_taints(*spec);
    node.unschedulable = spec->flag("unschedulable");
  }
  if (const std::optional<JsonReader> status = json.object("status")) {
    node.capacity = status->resources("capacity");
    if (status->has("allocatable")) node.allocatable = status->resources("allocatable");
  }
  if (problem.found()) return problem.take();
  if (node.name.empty())
    return invalid_argument("metadata.name: expected the node's name, found none");
  return node;
}

}  // namespace nodefit
