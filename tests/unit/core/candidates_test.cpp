#include "core/candidates.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nodefit/catalogue.h"
#include "support/nodes.h"
#include "support/policies.h"

namespace nodefit::tests {

namespace {

using Amounts = std::vector<std::pair<std::string, std::string>>;

ResourceList resources(const Amounts& amounts) {
  ResourceList list;
  for (const auto& [name, amount] : amounts) list[name] = Quantity::parse(amount).value();
  return list;
}

PodTemplate pod_requesting(const Amounts& amounts) {
  PodTemplate pod;
  pod.containers.emplace_back().resources.requests = resources(amounts);
  return pod;
}

PodTemplate pod_with_terms(std::vector<NodeSelectorTermSpec> terms) {
  PodTemplate pod;
  pod.required_node_affinity = std::move(terms);
  return pod;
}

NodeSelectorTermSpec with_fields(std::vector<RequirementSpec> fields) {
  return {{}, {}, std::move(fields)};
}

NodeSelectorTermSpec with_expressions(std::vector<RequirementSpec> expressions) {
  return {{}, std::move(expressions), {}};
}

// A profile that may tolerate these keys.
Profile profile_tolerating(std::vector<std::string> keys) {
  Profile profile = policy_with({{{{{"pool", "a"}}, {}, {}}}})->profiles().front();
  profile.tolerate = std::move(keys);
  return profile;
}

// Whether the pod may land on a node that is `spec`, with room enough.
bool lands(const PodTemplate& pod, NodeSpec spec, const Profile* profile = nullptr) {
  spec.allocatable = resources({{"cpu", "4"}, {"pods", "10"}});
  CatalogueBuilder builder;
  builder.upsert(spec);
  return PodConstraints(pod).admits(NodeView(*builder.snapshot()->node(0)), profile);
}

}  // namespace

TEST_CASE("a pod's node is fixed by its name or where every term of the affinity names it") {
  const RequirementSpec names_a{"metadata.name", "In", {"a"}};
  PodTemplate named;
  named.node_name = "a";
  CHECK(fixed_node_of(named) == "a");
  CHECK(fixed_node_of(PodTemplate()) == std::nullopt);
  CHECK(fixed_node_of(pod_with_terms({})) == std::nullopt);
  CHECK(fixed_node_of(pod_with_terms({with_fields({names_a})})) == "a");
  CHECK(fixed_node_of(pod_with_terms({with_fields({names_a}), with_fields({names_a})})) == "a");
  CHECK(fixed_node_of(pod_with_terms({with_fields({names_a}), {}})) == std::nullopt);
  CHECK(fixed_node_of(pod_with_terms(
            {with_fields({names_a}), with_fields({{"metadata.name", "In", {"b"}}})})) ==
        std::nullopt);
  CHECK(fixed_node_of(pod_with_terms({with_fields({{"metadata.name", "NotIn", {"a"}}})})) ==
        std::nullopt);
  CHECK(fixed_node_of(pod_with_terms({with_fields({{"metadata.name", "In", {"a", "b"}}})})) ==
        std::nullopt);
  CHECK(fixed_node_of(pod_with_terms({with_fields({{"metadata.uid", "In", {"a"}}})})) ==
        std::nullopt);
}

TEST_CASE("a pod fits into room that has all that it requests, whatever else there is") {
  const PodTemplate pod = pod_requesting({{"cpu", "1"}, {"nvidia.com/gpu", "2"}, {"a", "0"}});
  const PodConstraints constraints(pod);
  struct Row {
    const char* name;
    Amounts room;
    std::int64_t slots;
  };
  const std::vector<Row> rows = {
      {"as much as it requests", {{"cpu", "1"}, {"nvidia.com/gpu", "2"}, {"pods", "1"}}, 1},
      {"more, of which the scarcest counts",
       {{"cpu", "9"}, {"nvidia.com/gpu", "8"}, {"pods", "110"}},
       4},
      {"pods that aren't limited", {{"cpu", "9"}, {"nvidia.com/gpu", "4"}}, 2},
      {"no place for a pod", {{"cpu", "9"}, {"nvidia.com/gpu", "4"}, {"pods", "0"}}, 0},
      {"other resources before, between and behind",
       {{"b", "1"}, {"cpu", "1"}, {"memory", "1"}, {"nvidia.com/gpu", "2"}, {"z", "1"}},
       1},
      {"too little of one", {{"cpu", "1"}, {"nvidia.com/gpu", "1"}, {"pods", "1"}}, 0},
      {"nothing of the last", {{"cpu", "1"}, {"pods", "1"}}, 0},
      {"nothing of the first, much of the next", {{"memory", "9"}, {"nvidia.com/gpu", "2"}}, 0},
      {"nothing at all", {}, 0},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(constraints.fits(resources(row.room)) == (row.slots > 0));
    CHECK(constraints.slots(resources(row.room)) == row.slots);
  }
}

TEST_CASE("a node's taints keep away a pod that neither tolerates them nor may be made to") {
  const Profile profile = profile_tolerating({"sku", "example.com/fpga"});
  const NodeSpec tainted = node_spec("a", {}, {{"sku", "x", "NoSchedule"}});
  NodeSpec cordoned = node_spec("a", {});
  cordoned.unschedulable = true;
  PodTemplate pod;
  CHECK(lands(pod, node_spec("a", {})));
  CHECK(lands(pod, node_spec("a", {}, {{"sku", "x", "PreferNoSchedule"}})));
  CHECK_FALSE(lands(pod, tainted));
  CHECK(lands(pod, tainted, &profile));
  CHECK_FALSE(lands(pod, cordoned));
  CHECK_FALSE(lands(pod, cordoned, &profile));

  // The keys alone don't tell.
  pod.tolerations = {{"sku", "Exists", "", "NoExecute", {}},
                     {std::string(kUnschedulableTaint), "Exists", "", "NoExecute", {}}};
  CHECK_FALSE(lands(pod, tainted));
  CHECK(lands(pod, tainted, &profile));
  CHECK_FALSE(lands(pod, cordoned));
  pod.tolerations = {{"sku", "Equal", "x", "", {}},
                     {std::string(kUnschedulableTaint), "Exists", "", "NoSchedule", {}}};
  CHECK(lands(pod, tainted));
  CHECK(lands(pod, cordoned));
}

TEST_CASE("nothing is tolerated on behalf of a pod whose node is fixed") {
  const Profile profile = profile_tolerating({"sku"});
  const NodeSpec tainted = node_spec("a", {}, {{"sku", "x", "NoSchedule"}});
  const PodTemplate fixed = pod_with_terms({with_fields({{"metadata.name", "In", {"a"}}})});
  CHECK(lands(fixed, node_spec("a", {}), &profile));
  CHECK_FALSE(lands(fixed, tainted, &profile));
  // Placed already: taints are the scheduler's affair.
  PodTemplate placed;
  placed.node_name = "a";
  CHECK(lands(placed, tainted, &profile));
}

TEST_CASE("the summary of a pod has the keys of taints that it might tolerate") {
  const Profile profile = profile_tolerating({"sku", "nvidia.com/gpu"});
  const NameBits sku = name_bit("sku");
  const NameBits spot = name_bit("spot");
  const NameBits gpu = name_bit("nvidia.com/gpu");
  const auto taints = [](const PodTemplate& pod, const Profile* added) {
    return PodConstraints(pod).summary(added).taints;
  };
  PodTemplate pod;
  CHECK(taints(pod, nullptr) == 0);
  CHECK(taints(pod, &profile) == sku);
  CHECK(taints(pod_requesting({{"nvidia.com/gpu", "1"}}), &profile) == (sku | gpu));
  pod.tolerations = {{"spot", "Exists", "", "NoExecute", {}}};
  CHECK(taints(pod, nullptr) == spot);
  CHECK(taints(pod, &profile) == (spot | sku));
  pod.required_node_affinity = {with_fields({{"metadata.name", "In", {"a"}}})};
  CHECK(taints(pod, &profile) == spot);
  pod.tolerations = {{"", "Exists", "", "", {}}};
  CHECK(taints(pod, nullptr) == ~NameBits{0});
  PodTemplate placed;
  placed.node_name = "a";
  CHECK(taints(placed, nullptr) == ~NameBits{0});
}

TEST_CASE("an architecture is chosen by nodeSelector or where required affinity names it") {
  const auto chose_arm = [](const PodTemplate& pod) {
    return PodConstraints(pod).chose_architecture("arm64");
  };
  const std::string arch = "kubernetes.io/arch";
  PodTemplate selecting;
  selecting.node_selector = {{arch, "arm64"}};
  CHECK(chose_arm(selecting));
  selecting.node_selector = {{arch, "amd64"}};
  CHECK_FALSE(chose_arm(selecting));
  CHECK_FALSE(chose_arm(pod_with_terms({})));
  CHECK(chose_arm(pod_with_terms({{}, with_expressions({{arch, "In", {"amd64", "arm64"}}})})));
  CHECK_FALSE(chose_arm(pod_with_terms({with_expressions({{arch, "In", {"amd64"}}})})));
  CHECK_FALSE(chose_arm(pod_with_terms({with_expressions({{arch, "NotIn", {"arm64"}}})})));
  CHECK_FALSE(chose_arm(pod_with_terms({with_expressions({{"pool", "In", {"arm64"}}})})));
}

TEST_CASE("a candidate is open as submitted or to a profile that selects it") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("0", {}));  // an empty slot before the others, later on
  builder.upsert(node_spec("a", {{"pool", "a"}}, {{"sku", "x", "NoSchedule"}}));
  builder.erase("0");
  const std::shared_ptr<const Catalogue> catalogue = builder.snapshot();
  REQUIRE(catalogue->node(0) == nullptr);
  const auto policy = [](const std::string& pool) {
    PolicySpec spec = policy_spec_with({{{{{"pool", pool}}, {}, {}}}});
    spec.profiles[0].tolerate = {"sku"};
    return checked(spec);
  };
  const PodTemplate pod;
  PodTemplate tolerant;
  tolerant.tolerations = {{"sku", "Exists", "", "", {}}};
  CHECK(has_candidate(*Plan::make(policy("a"), catalogue), PodConstraints(pod)));
  CHECK_FALSE(has_candidate(*Plan::make(policy("b"), catalogue), PodConstraints(pod)));
  CHECK(has_candidate(*Plan::make(policy("b"), catalogue), PodConstraints(tolerant)));
}

}  // namespace nodefit::tests
