#include "nodefit/catalogue.h"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/nodes.h"

namespace nodefit::tests {

namespace {

using Snapshot = std::shared_ptr<const Catalogue>;

ResourceList list(std::initializer_list<std::pair<const char*, const char*>> entries) {
  ResourceList made;
  for (const auto& [name, quantity] : entries) made[name] = Quantity::parse(quantity).value();
  return made;
}

}  // namespace

TEST_CASE("a catalogue without nodes answers everything with nothing") {
  const Snapshot catalogue = CatalogueBuilder().snapshot();
  REQUIRE(catalogue->slot_count() == 0);
  REQUIRE(catalogue->node_count() == 0);
  REQUIRE(catalogue->node(0) == nullptr);
  REQUIRE_FALSE(catalogue->find("a"));
  REQUIRE(catalogue->by_name().empty());
  REQUIRE(catalogue->with_label("a", "b").empty());
}

TEST_CASE("a node is found by name and reads as it was given") {
  CatalogueBuilder builder;
  NodeSpec spec = node_spec("b", {{"zone", "1"}, {"empty", ""}});
  spec.taints = {{"gpu", "present", "NoSchedule"}};
  spec.allocatable = list({{"cpu", "4"}});
  spec.unschedulable = true;
  REQUIRE(builder.upsert(node_spec("a", {})) == NodeSlot{0});
  REQUIRE(builder.upsert(spec) == NodeSlot{1});

  const Snapshot catalogue = builder.snapshot();
  REQUIRE(catalogue->find("b") == NodeSlot{1});
  REQUIRE_FALSE(catalogue->find("c"));
  const Node& node = *catalogue->node(1);
  REQUIRE(node.name() == "b");
  REQUIRE(node.find("zone") == "1");
  REQUIRE(node.find("empty") == "");
  REQUIRE_FALSE(node.find("zon"));
  REQUIRE(node.taints() == spec.taints);
  REQUIRE(node.allocatable() == *spec.allocatable);
  REQUIRE(node.unschedulable());
}

TEST_CASE("selectors match nodes by label and by name") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("n", {{"zone", "1"}}));
  const Snapshot catalogue = builder.snapshot();
  const Node& node = *catalogue->node(0);
  const auto matches = [&](const NodeSelectorTermSpec& term) {
    return NodeSelector::make({term}).value().matches(node, node.name());
  };
  REQUIRE(matches({{{"zone", "1"}}, {}, {{"metadata.name", "In", {"n"}}}}));
  REQUIRE_FALSE(matches({{{"zone", "2"}}, {}, {}}));
  REQUIRE_FALSE(matches({{}, {}, {{"metadata.name", "NotIn", {"n"}}}}));
}

TEST_CASE("platform and zone come from labels") {
  struct Case {
    const char* name;
    Labels labels;
    std::string platform;
    std::string zone;
  };
  const Case cases[] = {
      {"without labels it is linux/amd64 in no zone", {}, "linux/amd64", ""},
      {"the architecture alone", {{"kubernetes.io/arch", "arm64"}}, "linux/arm64", ""},
      {"the system alone", {{"kubernetes.io/os", "windows"}}, "windows/amd64", ""},
      {"both and a zone",
       {{"kubernetes.io/os", "linux"},
        {"kubernetes.io/arch", "s390x"},
        {"topology.kubernetes.io/zone", "eu-1a"}},
       "linux/s390x",
       "eu-1a"},
      {"a beta label says nothing", {{"beta.kubernetes.io/arch", "arm64"}}, "linux/amd64", ""},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      CatalogueBuilder builder;
      builder.upsert(node_spec("n", c.labels));
      const Snapshot catalogue = builder.snapshot();
      REQUIRE(catalogue->node(0)->platform() == c.platform);
      REQUIRE(catalogue->node(0)->zone() == c.zone);
    }
  }
}

TEST_CASE("allocatable is read as the API server stores it") {
  struct Case {
    const char* name;
    ResourceList capacity;
    std::optional<ResourceList> allocatable;
    ResourceList want;
  };
  const Case cases[] = {
      {"where it is absent the capacity counts",
       list({{"cpu", "4"}, {"pods", "110"}}),
       {},
       list({{"cpu", "4"}, {"pods", "110"}})},
      {"what only the capacity has is absent", list({{"cpu", "4"}, {"nvidia.com/gpu", "1"}}),
       list({{"cpu", "3"}}), list({{"cpu", "3"}})},
      {"an empty one means nothing, not the capacity", list({{"cpu", "4"}}), ResourceList(), {}},
      {"zero stays", {}, list({{"nvidia.com/gpu", "0"}}), list({{"nvidia.com/gpu", "0"}})},
      {"it is rounded up to thousandths",
       {},
       list({{"cpu", "1500100u"}}),
       list({{"cpu", "1501m"}})},
      {"the capacity too", list({{"cpu", "1n"}}), {}, list({{"cpu", "1m"}})},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      NodeSpec spec = node_spec("n", {});
      spec.capacity = c.capacity;
      spec.allocatable = c.allocatable;
      CatalogueBuilder builder;
      builder.upsert(spec);
      REQUIRE(builder.snapshot()->node(0)->allocatable() == c.want);
    }
  }
}

TEST_CASE("only what a decision reads counts as a change") {
  NodeSpec spec = node_spec("n", {{"zone", "1"}, {"arch", "amd64"}});
  spec.taints = {{"gpu", "", "NoSchedule"}, {"spot", "", "NoExecute"}};
  spec.capacity = list({{"cpu", "4"}, {"memory", "8Gi"}});
  spec.allocatable = list({{"cpu", "4"}, {"memory", "7Gi"}});

  struct Case {
    const char* name;
    void (*change)(NodeSpec& spec);
    bool want;
  };
  const Case cases[] = {
      {"the same again", [](NodeSpec&) {}, false},
      {"labels in another order",
       [](NodeSpec& s) { s.labels = Labels{{"arch", "amd64"}, {"zone", "1"}}; }, false},
      {"a quantity spelled otherwise",
       [](NodeSpec& s) { s.allocatable = list({{"cpu", "4000m"}, {"memory", "7168Mi"}}); }, false},
      {"a quantity that rounds to the same",
       [](NodeSpec& s) { (*s.allocatable)["cpu"] = Quantity::parse("3999999u").value(); }, false},
      {"a capacity that isn't read", [](NodeSpec& s) { s.capacity = list({{"cpu", "8"}}); }, false},
      {"another value of a label",
       [](NodeSpec& s) { s.labels = {{"zone", "2"}, {"arch", "amd64"}}; }, true},
      {"a label more",
       [](NodeSpec& s) { s.labels = {{"zone", "1"}, {"arch", "amd64"}, {"a", ""}}; }, true},
      {"a label less", [](NodeSpec& s) { s.labels = {{"zone", "1"}}; }, true},
      {"no labels", [](NodeSpec& s) { s.labels = {}; }, true},
      {"a value moved to another key",
       [](NodeSpec& s) { s.labels = {{"zone", "amd64"}, {"arch", "1"}}; }, true},
      {"a taint less", [](NodeSpec& s) { s.taints.pop_back(); }, true},
      {"another effect", [](NodeSpec& s) { s.taints[0].effect = "NoExecute"; }, true},
      {"less to allocate", [](NodeSpec& s) { (*s.allocatable)["cpu"] = Quantity::from_integer(3); },
       true},
      {"a capacity that counts now", [](NodeSpec& s) { s.allocatable.reset(); }, true},
      {"a resource of zero more", [](NodeSpec& s) { (*s.allocatable)["gpu"] = Quantity(); }, true},
      {"cordoned", [](NodeSpec& s) { s.unschedulable = true; }, true},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      CatalogueBuilder builder;
      builder.upsert(node_spec("another", {}));
      builder.upsert(spec);
      NodeSpec changed = spec;
      c.change(changed);
      REQUIRE(builder.upsert(changed) == (c.want ? std::optional<NodeSlot>(1) : std::nullopt));
      REQUIRE_FALSE(builder.upsert(changed));
    }
  }
}

TEST_CASE("a node keeps its slot, and the lowest empty slot is taken first") {
  CatalogueBuilder builder;
  for (const char* const name : {"a", "b", "c", "d", "e"}) builder.upsert(node_spec(name, {}));
  REQUIRE(builder.erase("d") == NodeSlot{3});
  REQUIRE(builder.erase("b") == NodeSlot{1});
  REQUIRE_FALSE(builder.erase("b"));
  REQUIRE(builder.snapshot()->node(1) == nullptr);
  REQUIRE(builder.snapshot()->slot_count() == 5);

  REQUIRE(builder.upsert(node_spec("c", {{"changed", "true"}})) == NodeSlot{2});
  REQUIRE(builder.upsert(node_spec("z", {})) == NodeSlot{1});
  REQUIRE(builder.upsert(node_spec("b", {})) == NodeSlot{3});
  REQUIRE(builder.upsert(node_spec("f", {})) == NodeSlot{5});
  REQUIRE(names_in_order(*builder.snapshot()) ==
          std::vector<std::string>{"a", "b", "c", "e", "f", "z"});
}

TEST_CASE("names are in the order of their bytes") {
  CatalogueBuilder builder;
  for (const char* const name : {"n-10", "n-2", "", "n-1", "\xC3\xA4", "N"}) {
    builder.upsert(node_spec(name, {}));
  }
  REQUIRE(names_in_order(*builder.snapshot()) ==
          std::vector<std::string>{"", "N", "n-1", "n-10", "n-2", "\xC3\xA4"});
}

TEST_CASE("nodes are listed by label until they lose it") {
  CatalogueBuilder builder;
  for (const char* const name : {"a", "b", "c"}) builder.upsert(node_spec(name, {{"zone", "1"}}));
  REQUIRE(slots_with_label(*builder.snapshot(), "zone", "1") == Slots{0, 1, 2});
  REQUIRE(slots_with_label(*builder.snapshot(), "zone", "2").empty());
  REQUIRE(slots_with_label(*builder.snapshot(), "zon", "e1").empty());

  builder.upsert(node_spec("b", {{"zone", "2"}}));
  REQUIRE(slots_with_label(*builder.snapshot(), "zone", "1") == Slots{0, 2});
  REQUIRE(slots_with_label(*builder.snapshot(), "zone", "2") == Slots{1});

  builder.erase("a");
  REQUIRE(slots_with_label(*builder.snapshot(), "zone", "1") == Slots{2});
  builder.upsert(node_spec("c", {}));
  REQUIRE(slots_with_label(*builder.snapshot(), "zone", "1").empty());

  builder.upsert(node_spec("d", {{"zone", "2"}}));  // in the slot of a
  REQUIRE(slots_with_label(*builder.snapshot(), "zone", "2") == Slots{0, 1});
}

}  // namespace nodefit::tests
