#include "codec/object_json.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace nodefit::tests {

namespace {

JsonDocument parse(std::string_view json) {
  JsonDocument document;
  const Result<void> parsed = document.parse(json);
  REQUIRE(parsed.ok());
  return document;
}

// "PATH API_VERSION KIND NAMESPACE/NAME" or "! ERROR", one a line.
std::string show_objects(std::string_view json) {
  const JsonDocument document = parse(json);
  std::string text;
  const auto errors =
      each_object(document.root(), [&](const ObjectIdentity& object, const JsonValue& /*value*/) {
        text += object.path + " " + object.api_version + " " + object.kind + " " +
                object.name_space + "/" + object.name + "\n";
      });
  for (const Error& error : errors) text += "! " + error.message() + "\n";
  return text;
}

template <class Read>
std::string show(const Read& read, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  for (const Error& error : read.errors) text += "! " + error.message() + "\n";
  return text;
}

std::string show_nodes(std::string_view json) {
  const JsonDocument document = parse(json);
  const NodesRead read = read_nodes(document.root());
  std::vector<std::string> names;
  names.reserve(read.nodes.size());
  for (const NodeSpec& node : read.nodes) names.push_back(node.name);
  return show(read, names);
}

std::string show_namespaces(std::string_view json) {
  const JsonDocument document = parse(json);
  const NamespacesRead read = read_namespaces(document.root());
  std::vector<std::string> names;
  for (const NamespaceLabels& name_space : read.namespaces) {
    names.push_back(name_space.name);
    for (const auto& [key, value] : name_space.labels.entries())
      names.back().append(" " + key).append("=" + value);
  }
  return show(read, names);
}

}  // namespace

TEST_CASE("a document is an object or a list of them") {
  struct Case {
    const char* name;
    const char* json;
    const char* want;
  };
  const Case cases[] = {
      {"an object", R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"n"}})",
       " v1 Pod n/a\n"},
      {"a List", R"({"apiVersion":"v1","kind":"List","items":[
         {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}},
         {"apiVersion":"kubeflow.org/v1","kind":"TFJob","metadata":{"name":"b"}}]})",
       "items[0] v1 Pod /a\nitems[1] kubeflow.org/v1 TFJob /b\n"},
      {"items of a typed list have its kind",
       R"({"apiVersion":"kubeflow.org/v1","kind":"TFJobList","items":[{"metadata":{"name":"b"}}]})",
       "items[0] kubeflow.org/v1 TFJob /b\n"},
      {"items of a List have no kind but their own",
       R"({"apiVersion":"v1","kind":"List","items":[{"metadata":{"name":"b"}}]})",
       "items[0]   /b\n"},
      {"a List in a List", R"({"kind":"List","items":[{"kind":"PodList","apiVersion":"v1",
         "items":[{"metadata":{"name":"a"}}]},{"apiVersion":"v1","kind":"Pod"}]})",
       "items[0].items[0] v1 Pod /a\nitems[1] v1 Pod /\n"},
      {"no items", R"({"kind":"List","items":[]})", ""},
      {"items that are null, as Go writes empty ones", R"({"kind":"List","items":null})", ""},
      {"a kind that ends in List and has no items is an object",
       R"({"apiVersion":"a/v1","kind":"AllowList","metadata":{"name":"a"}})",
       " a/v1 AllowList /a\n"},
      {"an object with items that is no list", R"({"apiVersion":"a/v1","kind":"Box","items":[1]})",
       " a/v1 Box /\n"},
      {"items that are no objects",
       R"({"kind":"List","items":[1,{"apiVersion":"v1","kind":"Pod"},[],null]})",
       "items[1] v1 Pod /\n! items[0]: expected an object, found 1\n"
       "! items[2]: expected an object, found a list\n! items[3]: expected an object, found "
       "null\n"},
      {"items that are no list", R"({"kind":"List","items":{}})",
       "! items: expected a list, found an object\n"},
      {"no object at all", R"([])", "! expected an object, found a list\n"},
      {"names that are no strings",
       R"({"apiVersion":1,"kind":{},"metadata":{"name":2,"namespace":[]}})", "   /\n"},
      {"metadata that is no object", R"({"kind":"Pod","metadata":[]})", "  Pod /\n"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(show_objects(c.json) == c.want);
  }
}

TEST_CASE("nodes are read from a Node, a NodeList and a List, errors name the item") {
  struct Case {
    const char* name;
    const char* json;
    const char* want;
  };
  const Case cases[] = {
      {"a Node", R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}})", "a\n"},
      {"a NodeList", R"({"apiVersion":"v1","kind":"NodeList","items":[
         {"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]})",
       "a\nb\n"},
      {"a List with a faulty one", R"({"apiVersion":"v1","kind":"List","items":[
         {"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}},
         {"apiVersion":"v1","kind":"Node","metadata":{"name":"b","labels":[]}},
         {"apiVersion":"v1","kind":"Node","metadata":{}},
         {"apiVersion":"v1","kind":"Node","metadata":{"name":"d"}}]})",
       "a\nd\n! items[1]: metadata.labels: expected an object, found a list\n"
       "! items[2]: metadata.name: expected the node's name, found none\n"},
      {"another kind", R"({"apiVersion":"v1","kind":"PodList","items":[{}]})",
       "! items[0]: apiVersion \"v1\", kind \"Pod\": expected a Node of v1\n"},
      {"another group's Node", R"({"apiVersion":"x/v1","kind":"Node","metadata":{"name":"a"}})",
       "! apiVersion \"x/v1\", kind \"Node\": expected a Node of v1\n"},
      {"an item without kind", R"({"kind":"List","items":[{"metadata":{"name":"a"}}]})",
       "! items[0]: apiVersion \"\", kind \"\": expected a Node of v1\n"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(show_nodes(c.json) == c.want);
  }
}

TEST_CASE("namespaces are read with their labels") {
  CHECK(show_namespaces(R"({"apiVersion":"v1","kind":"NamespaceList","items":[
          {"metadata":{"name":"a","labels":{"nodefit.dev/mode":"observe","x":null}}},
          {"metadata":{"name":"b"}},{"metadata":{}},{"metadata":{"name":"c","labels":{"x":1}}}]})") ==
        "a x= nodefit.dev/mode=observe\nb\n"
        "! items[2]: metadata.name: expected the namespace's name, found none\n"
        "! items[3]: metadata.labels.x: expected a string, found 1\n");
}

}  // namespace nodefit::tests
