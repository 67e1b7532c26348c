#include "codec/node_json.h"

#include <catch2/catch.hpp>
#include <string>

#include "codec/json_document.h"

namespace nodefit::tests {

namespace {

Result<NodeSpec> read(const std::string& text) {
  JsonDocument document;
  if (Result<void> parsed = document.parse(text); !parsed.ok()) return std::move(parsed).error();
  return read_node(document.root());
}

}  // namespace

TEST_CASE("a Node is read as far as a decision looks") {
  const NodeSpec node = read(R"({
    "apiVersion": "v1", "kind": "Node",
    "metadata": {"name": "n1", "labels": {"zone": "a", "gpu": ""}, "annotations": 5},
    "spec": {"unschedulable": true, "podCIDR": 1,
             "taints": [{"key": "gpu", "value": "present", "effect": "NoSchedule", "timeAdded": null},
                        {"key": "old", "effect": "NoExecute"}]},
    "status": {"capacity": {"cpu": 8, "memory": "64Gi"}, "allocatable": {"cpu": "7910m", "nvidia.com/gpu": "1"},
               "images": "many"}})")
                            .value();
  CHECK(node.name == "n1");
  CHECK(node.labels == Labels{{"zone", "a"}, {"gpu", ""}});
  CHECK(node.unschedulable);
  CHECK(node.taints ==
        std::vector<Taint>{{"gpu", "present", "NoSchedule"}, {"old", "", "NoExecute"}});
  CHECK(*node.capacity.find("cpu") == Quantity::from_integer(8));
  CHECK(*node.allocatable.value().find("nvidia.com/gpu") == Quantity::from_integer(1));
}

TEST_CASE("a Node of little more than its name") {
  for (
      const std::string text :
      {R"({"metadata": {"name": "n"}})",
       R"({"kind": "Node", "metadata": {"name": "n", "labels": null}, "spec": null, "status": null})",
       R"({"kind": "Node", "metadata": {"name": "n"}, "spec": {"taints": null, "unschedulable": null},
            "status": {"capacity": null, "allocatable": null}})"}) {
    const NodeSpec node = read(text).value();
    CHECK(node.name == "n");
    CHECK(node.labels.empty());
    CHECK(node.taints.empty());
    CHECK_FALSE(node.unschedulable);
    CHECK(node.capacity.empty());
    CHECK_FALSE(node.allocatable);
  }
  CHECK(read(R"({"metadata": {"name": "n"}, "status": {"allocatable": {}}})")
            .value()
            .allocatable.value()
            .empty());
}

TEST_CASE("a Node that can't be read is answered with the place and what was expected there") {
  struct Case {
    const char* name;
    std::string text;
    std::string want;
  };
  const Case cases[] = {
      {"no object", "5", "expected an object, found 5"},
      {"another kind", R"({"kind": "NodeList", "items": []})",
       R"(kind "NodeList": expected a Node)"},
      {"no name", R"({"kind": "Node"})", "metadata.name: expected the node's name, found none"},
      {"a number as a label", R"({"metadata": {"name": "n", "labels": {"driver": 535}}})",
       "metadata.labels.driver: expected a string, found 535"},
      {"a doubled label", R"({"metadata": {"name": "n", "labels": {"a": "1", "a": "2"}}})",
       R"(metadata.labels: key "a" stands twice: decoders differ in which one counts)"},
      {"taints that are a string", R"({"metadata": {"name": "n"}, "spec": {"taints": "gpu"}})",
       R"(spec.taints: expected a list, found "gpu")"},
      {"a quantity that is none",
       R"({"metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "8 cores"}}})",
       R"(status.allocatable.cpu: invalid quantity "8 cores": expected a number and at most one of n u m k M G T P E, )"
       R"(Ki Mi Gi Ti Pi Ei or an exponent, as in "500m", "2Gi" or "1e3")"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(read(c.text).error().message() == c.want); }
  }
}

}  // namespace nodefit::tests
