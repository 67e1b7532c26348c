#include "codec/object_json.h"

#include <simdjson.h>

#include <optional>
#include <string_view>
#include <utility>

#include "codec/json_reader.h"
#include "codec/node_json.h"
#include "core/field_path.h"

namespace nodefit {

namespace {

constexpr std::string_view kListSuffix = "List";

ObjectIdentity identity_of(const JsonValue& object, std::string path) {
  ObjectIdentity identity;
  identity.path = std::move(path);
  identity.api_version = text_member(object, "apiVersion");
  identity.kind = text_member(object, "kind");
  if (JsonValue metadata; object.at_key("metadata").get(metadata) == simdjson::SUCCESS) {
    identity.name = text_member(metadata, "name");
    identity.name_space = text_member(metadata, "namespace");
  }
  return identity;
}

Error at(const std::string& path, Error error) {
  return path.empty() ? std::move(error) : std::move(error).with_context(path);
}

// A document has at most 64 levels, and so has this.
class ObjectWalk {
 public:
  explicit ObjectWalk(const VisitObject& visit) : visit_(visit) {}

  // `list` is what the value is an item of.
  void walk(const JsonValue& value, const std::string& path, const ObjectIdentity* list) {
    simdjson::dom::object object;
    if (value.get(object) != simdjson::SUCCESS) return expected("an object", path, value);
    ObjectIdentity identity = identity_of(value, path);
    JsonValue items;
    const bool is_list = identity.kind.ends_with(kListSuffix) &&
                         object.at_key("items").get(items) == simdjson::SUCCESS;
    if (is_list) return walk_items(items, identity);
    if (list != nullptr && identity.kind.empty() && identity.api_version.empty()) {
      identity.kind = list->kind.substr(0, list->kind.size() - kListSuffix.size());
      if (!identity.kind.empty()) identity.api_version = list->api_version;
    }
    visit_(identity, value);
  }

  std::vector<Error> take_errors() { return std::move(errors_); }

 private:
  void walk_items(const JsonValue& items, const ObjectIdentity& list) {
    const std::string path = at_key(list.path, "items");
    if (items.is_null()) return;
    simdjson::dom::array array;
    if (items.get(array) != simdjson::SUCCESS) return expected("a list", path, items);
    std::size_t index = 0;
    for (const JsonValue& item : array) walk(item, at_index(path, index++), &list);
  }

  void expected(std::string_view what, const std::string& path, const JsonValue& found) {
    errors_.push_back(
        at(path, invalid_argument("expected " + std::string(what) + ", found " + describe(found))));
  }

  const VisitObject& visit_;
  std::vector<Error> errors_;
};

std::optional<Error> check_kind(const ObjectIdentity& identity, std::string_view kind) {
  if (identity.kind == kind && identity.api_version == "v1") return std::nullopt;
  return invalid_argument("apiVersion " + nodefit::quoted(identity.api_version) + ", kind " +
                          nodefit::quoted(identity.kind) + ": expected a " + std::string(kind) +
                          " of v1");
}

// Appends what `read` makes of each object of the kind; returns the errors.
template <class T, class Read>
std::vector<Error> read_each(const JsonValue& document, std::string_view kind, Read read,
                             std::vector<T>& out) {
  std::vector<Error> errors;
  std::vector<Error> unvisited =
      each_object(document, [&](const ObjectIdentity& identity, const JsonValue& object) {
        if (std::optional<Error> error = check_kind(identity, kind)) {
          return errors.push_back(at(identity.path, *std::move(error)));
        }
        Result<T> one = read(object);
        if (!one.ok()) return errors.push_back(at(identity.path, std::move(one).error()));
        out.push_back(*std::move(one));
      });
  errors.insert(errors.end(), unvisited.begin(), unvisited.end());
  return errors;
}

Result<NamespaceLabels> read_namespace(const JsonValue& object) {
  JsonProblem problem;
  const JsonReader json(object, problem);
  NamespaceLabels name_space;
  if (const std::optional<JsonReader> metadata = json.object("metadata")) {
    name_space.name = metadata->text("name");
    name_space.labels = metadata->labels("labels");
  }
  if (problem.found()) return problem.take();
  if (name_space.name.empty()) {
    return invalid_argument("metadata.name: expected the namespace's name, found none");
  }
  return name_space;
}

}  // namespace

ObjectIdentity read_identity(const JsonValue& object) { return identity_of(object, ""); }

std::string read_generate_name(const JsonValue& object) {
  JsonValue metadata;
  if (object.at_key("metadata").get(metadata) != simdjson::SUCCESS) return {};
  return std::string(text_member(metadata, "generateName"));
}

std::vector<Error> each_object(const JsonValue& document, const VisitObject& visit) {
  ObjectWalk walk(visit);
  walk.walk(document, "", nullptr);
  return walk.take_errors();
}

NodesRead read_nodes(const JsonValue& document) {
  NodesRead read;
  read.errors = read_each(document, "Node", read_node, read.nodes);
  return read;
}

NamespacesRead read_namespaces(const JsonValue& document) {
  NamespacesRead read;
  read.errors = read_each(document, "Namespace", read_namespace, read.namespaces);
  return read;
}

}  // namespace nodefit
