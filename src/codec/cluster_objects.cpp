#include "codec/cluster_objects.h"

#include <simdjson.h>

#include <string_view>

#include "codec/json_reader.h"
#include "codec/node_json.h"

namespace nodefit {

namespace {

std::string_view text_at(const JsonValue& object, std::string_view pointer) {
  std::string_view text;
  return object.at_pointer(pointer).get(text) == simdjson::SUCCESS ? text : "";
}

Result<Labels> read_namespace_labels(const JsonValue& object) {
  JsonProblem problem;
  const JsonReader json(object, problem);
  Labels labels;
  if (const std::optional<JsonReader> metadata = json.object("metadata"))
    labels = metadata->labels("labels");
  if (problem.found()) return problem.take();
  return labels;
}

// `kind` is what the object is where it doesn't say so itself.
void read_object(const JsonValue& object, std::string_view kind, const std::string& place,
                 ClusterObjects& found) {
  if (const std::string_view own = text_at(object, "/kind"); !own.empty()) kind = own;
  const std::string_view name = text_at(object, "/metadata/name");
  const auto complain = [&](const Error& error) {
    std::string problem = place;
    if (!name.empty()) problem += (place.empty() ? "" : " ") + ("(" + std::string(name) + ")");
    found.problems.push_back(problem + (problem.empty() ? "" : ": ") + error.message());
  };
  if (kind == "Node") {
    Result<NodeSpec> node = read_node(object);
    if (!node.ok()) return complain(node.error());
    found.nodes.push_back(*std::move(node));
  } else if (kind == "Namespace") {
    Result<Labels> labels = read_namespace_labels(object);
    if (!labels.ok()) return complain(labels.error());
    found.namespaces.emplace_back(name, *std::move(labels));
  }
}

}  // namespace

ClusterObjects read_cluster_objects(const JsonValue& document) {
  ClusterObjects found;
  std::string_view kind = text_at(document, "/kind");
  simdjson::dom::array items;
  if (!kind.ends_with("List") || document.at_key("items").get(items) != simdjson::SUCCESS) {
    read_object(document, kind, "", found);
    return found;
  }
  kind.remove_suffix(std::string_view("List").size());
  std::size_t index = 0;
  for (const JsonValue& item : items)
    read_object(item, kind, "items[" + std::to_string(index++) + "]", found);
  return found;
}

}  // namespace nodefit
