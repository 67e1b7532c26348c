#include "core/pins.h"

#include <catch2/catch.hpp>
#include <vector>

#include "nodefit/policy.h"
#include "support/policies.h"

namespace nodefit::tests {

namespace {

using Terms = std::vector<NodeSelectorTermSpec>;

const RequirementSpec kGpu{"gpu", "In", {"a100"}};
const RequirementSpec kZone{"zone", "In", {"a"}};

// One term for each of these lists.
Terms terms(const std::vector<std::vector<RequirementSpec>>& lists) {
  Terms terms;
  for (const std::vector<RequirementSpec>& list : lists) terms.push_back({{}, list, {}});
  return terms;
}

}  // namespace

TEST_CASE("a pod holds pins where its nodeSelector and each of its terms do") {
  struct Row {
    const char* name;
    Labels node_selector;
    std::optional<Terms> affinity;
    bool holds;
  };
  const Labels pool = {{"pool", "a"}};
  const std::vector<Row> rows = {
      {"nothing is there", {}, {}, false},
      {"the labels alone", pool, {}, false},
      {"the labels, and affinity without terms that aren't empty", pool, Terms{{}}, true},
      {"the term alone", {}, terms({{kGpu}}), false},
      {"another label", {{"pool", "b"}}, terms({{kGpu}}), false},
      {"labels and term", pool, terms({{kGpu}}), true},
      {"more than that", {{"disk", "ssd"}, {"pool", "a"}}, terms({{kZone, kGpu}, {kGpu}}), true},
      {"a term without", pool, terms({{kGpu}, {kZone}}), false},
  };
  RecordedDecision record;
  record.node_selector = pool;
  record.terms = terms({{kGpu}});
  const auto policy = policy_with({{{pool, {kGpu}, {}}}});
  for (const Row& row : rows) {
    INFO(row.name);
    PodTemplate pod;
    pod.node_selector = row.node_selector;
    pod.required_node_affinity = row.affinity;
    CHECK(holds_pins(pod, record) == row.holds);
    CHECK(holds_pins(pod, policy->profiles()[0]) == row.holds);
  }
}

TEST_CASE("a pod holds terms where each of its own holds one of them") {
  RecordedDecision record;
  record.terms = terms({{kGpu}, {kZone}});
  PodTemplate pod;
  CHECK_FALSE(holds_pins(pod, record));
  pod.required_node_affinity = terms({{kZone}, {kGpu}});
  CHECK(holds_pins(pod, record));
  pod.required_node_affinity = terms({{kZone}, {{"disk", "In", {"ssd"}}}});
  CHECK_FALSE(holds_pins(pod, record));
}

}  // namespace nodefit::tests
