#include "nodefit/plan.h"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/nodes.h"
#include "support/policies.h"
#include "support/random.h"

namespace nodefit::tests {

namespace {

std::vector<NodeSelectorTermSpec> carrying(const std::string& key, const std::string& value) {
  return {{{{key, value}}, {}, {}}};
}

}  // namespace

TEST_CASE("a plan has the nodes of each profile, whatever their taints") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("a", {{"gpu", "a100"}}, {{"gpu", "present", "NoSchedule"}}));
  builder.upsert(node_spec("b", {{"gpu", "t4"}, {"kubernetes.io/arch", "arm64"}}));
  builder.upsert(node_spec("c", {{"gpu", "a100"}, {"kubernetes.io/os", "windows"}}));
  builder.upsert(node_spec("d", {{"gpu", "none"}}));
  const auto policy = policy_with({
      carrying("gpu", "a100"),
      {{{{"gpu", "t4"}}, {}, {}}, {{}, {}, {{"metadata.name", "In", {"c"}}}}},
      carrying("gpu", "h100"),
  });
  const std::shared_ptr<const Plan> plan = Plan::make(policy, builder.snapshot());

  REQUIRE(&plan->policy() == policy.get());
  REQUIRE(plan->catalogue().node_count() == 4);
  REQUIRE(slots_in(plan->nodes(0).slots) == Slots{0, 2});
  REQUIRE(plan->nodes(0).count == 2);
  REQUIRE(slots_in(plan->nodes(1).slots) == Slots{1, 2});
  REQUIRE(plan->nodes(2) == ProfileNodes());
  REQUIRE(plan->nodes(0).platforms ==
          decltype(ProfileNodes::platforms){{"linux/amd64", 1}, {"windows/amd64", 1}});
  REQUIRE(plan->nodes(1).platforms ==
          decltype(ProfileNodes::platforms){{"linux/arm64", 1}, {"windows/amd64", 1}});
}

TEST_CASE("taints that keep pods away are counted by node") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("a", {{"gpu", "a100"}},
                           {{"sku", "gpu", "NoExecute"},
                            {"gpu", "1", "NoSchedule"},
                            {"gpu", "2", "NoSchedule"},
                            {"gpu", "1", "NoExecute"},
                            {"spot", "", "PreferNoSchedule"}}));
  builder.upsert(node_spec("b", {{"gpu", "a100"}}, {{"gpu", "", "NoSchedule"}}));
  const auto plan = Plan::make(policy_with({carrying("gpu", "a100")}), builder.snapshot());
  REQUIRE(plan->nodes(0).taints == decltype(ProfileNodes::taints){{{"gpu", "NoExecute"}, 1},
                                                                  {{"gpu", "NoSchedule"}, 2},
                                                                  {{"sku", "NoExecute"}, 1}});
}

TEST_CASE("a change that concerns one profile leaves the others' nodes as they are") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("a", {{"gpu", "a100"}}));
  builder.upsert(node_spec("b", {{"gpu", "t4"}}));
  const auto plan =
      Plan::make(policy_with({carrying("gpu", "a100"), carrying("gpu", "t4")}), builder.snapshot());

  const Slots tainted = {
      builder.upsert(node_spec("b", {{"gpu", "t4"}}, {{"x", "", "NoExecute"}})).value()};
  const auto after_taint = plan->with_changes(builder.snapshot(), tainted);
  REQUIRE(&after_taint->nodes(0) == &plan->nodes(0));
  REQUIRE(after_taint->nodes(1).taints.size() == 1);
  REQUIRE(plan->nodes(1).taints.empty());

  const Slots relabelled = {
      builder.upsert(node_spec("b", {{"gpu", "t4"}, {"x", ""}}, {{"x", "1", "NoExecute"}}))
          .value()};
  const auto after_label = after_taint->with_changes(builder.snapshot(), relabelled);
  REQUIRE(&after_label->nodes(1) == &after_taint->nodes(1));
  REQUIRE(after_label->catalogue().node(1)->find("x") == "");
}

TEST_CASE("a changed slot may be named twice or have nothing in it") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("a", {{"gpu", "a100"}}, {{"gpu", "", "NoSchedule"}}));
  builder.upsert(node_spec("b", {{"gpu", "a100"}}));
  const auto policy = policy_with({carrying("gpu", "a100")});
  const auto plan = Plan::make(policy, builder.snapshot());
  builder.erase("a");
  const std::shared_ptr<const Catalogue> catalogue = builder.snapshot();
  const Slots changed = {1, 0, 0, 1, 99};
  REQUIRE(plan->with_changes(catalogue, changed)->nodes(0) ==
          Plan::make(policy, catalogue)->nodes(0));
}

namespace {

NodeSpec random_node(std::mt19937& random) {
  const auto one_of = [&](std::initializer_list<const char*> words) {
    return std::string(words.begin()[random() % words.size()]);
  };
  NodeSpec spec = node_spec("node-" + std::to_string(random() % 100),
                            {{"gpu", one_of({"a100", "t4", "none"})},
                             {"major", one_of({"7", "8", "9"})},
                             {"kubernetes.io/arch", one_of({"amd64", "arm64"})},
                             {one_of({"spot", "zone"}), one_of({"a", "b", ""})}});
  for (std::size_t i = random() % 3; i > 0; --i) {
    spec.taints.push_back({one_of({"gpu", "sku"}), one_of({"", "x"}),
                           one_of({"NoSchedule", "NoExecute", "PreferNoSchedule"})});
  }
  spec.unschedulable = random() % 8 == 0;
  return spec;
}

// The nodes of a profile counted in the plainest way.
ProfileNodes count_nodes(const Profile& profile, const Catalogue& catalogue) {
  ProfileNodes nodes;
  std::map<std::pair<std::string, std::string>, std::set<NodeSlot>> taints;
  std::map<std::string, std::size_t> platforms;
  for (const NodeSlot slot : catalogue.by_name()) {
    const Node& node = *catalogue.node(slot);
    if (!profile.nodes.matches(node, node.name())) continue;
    nodes.slots.insert(slot);
    ++nodes.count;
    ++platforms[node.platform()];
    for (const Taint& taint : node.taints()) {
      if (filters(taint)) taints[{taint.key, taint.effect}].insert(slot);
    }
  }
  for (const auto& [kind, slots] : taints) nodes.taints.emplace_back(kind, slots.size());
  nodes.platforms.assign(platforms.begin(), platforms.end());
  return nodes;
}

}  // namespace

TEST_CASE("a plan brought up to date equals one made from scratch") {
  const auto policy = policy_with({
      carrying("gpu", "a100"),
      {{{{"gpu", "t4"}}, {}, {}}, {{}, {{"major", "Gt", {"8"}}}, {}}},
      {{{{"kubernetes.io/arch", "arm64"}}, {{"spot", "DoesNotExist", {}}}, {}}},
      {{{}, {}, {{"metadata.name", "In", {"node-7"}}}}},
      {{{}, {{"zone", "NotIn", {"a"}}, {"gpu", "In", {"none", "t4"}}}, {}}},
      carrying("never", "there"),
  });
  std::mt19937 random = repeatable_random(1234);
  CatalogueBuilder builder;
  std::shared_ptr<const Plan> plan = Plan::make(policy, builder.snapshot());
  std::vector<std::pair<std::shared_ptr<const Plan>, std::vector<ProfileNodes>>> kept;
  for (int round = 0; round < 500; ++round) {
    Slots changed;
    for (std::size_t i = random() % 12; i > 0; --i) {
      const NodeSpec spec = random_node(random);
      const std::optional<NodeSlot> slot =
          random() % 3 == 0 ? builder.erase(spec.name) : builder.upsert(spec);
      if (slot) changed.push_back(*slot);
    }
    plan = plan->with_changes(builder.snapshot(), changed);
    const auto anew = Plan::make(policy, builder.snapshot());
    std::vector<ProfileNodes> counted;
    for (std::size_t i = 0; i < policy->profiles().size(); ++i) {
      counted.push_back(count_nodes(policy->profiles()[i], plan->catalogue()));
      REQUIRE(plan->nodes(i) == counted.back());
      REQUIRE(anew->nodes(i) == counted.back());
      REQUIRE(plan->nodes(i).count == plan->nodes(i).slots.size());
    }
    if (round % 25 == 0) kept.emplace_back(plan, counted);
  }
  for (const auto& [old, counted] : kept) {
    for (std::size_t i = 0; i < counted.size(); ++i) {
      REQUIRE(old->nodes(i) == counted[i]);
      REQUIRE(count_nodes(policy->profiles()[i], old->catalogue()) == counted[i]);
    }
  }
}

}  // namespace nodefit::tests
