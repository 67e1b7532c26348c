#include "core/node_summary.h"

#include <bit>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

namespace nodefit::tests {

namespace {

ResourceList resources(const std::vector<std::pair<std::string, std::string>>& amounts) {
  ResourceList list;
  for (const auto& [name, amount] : amounts) list[name] = Quantity::parse(amount).value();
  return list;
}

bool takes(const std::vector<std::pair<std::string, std::string>>& allocatable,
           const std::vector<std::pair<std::string, std::string>>& requests) {
  return may_take(summarize_node(resources(allocatable), {}, false),
                  summarize_requests(resources(requests)));
}

}  // namespace

TEST_CASE("a glance tells nodes without room") {
  REQUIRE(takes({{"cpu", "4"}}, {{"cpu", "4"}}));
  REQUIRE_FALSE(takes({{"cpu", "4"}}, {{"cpu", "4001m"}}));
  REQUIRE_FALSE(takes({{"cpu", "4"}, {"memory", "1Gi"}}, {{"memory", "1025Mi"}}));
  REQUIRE_FALSE(takes({{"cpu", "4"}}, {{"nvidia.com/gpu", "1"}}));
  REQUIRE_FALSE(takes({{"nvidia.com/gpu", "0"}}, {{"nvidia.com/gpu", "1"}}));
  REQUIRE_FALSE(takes({{"nvidia.com/gpu", "4"}}, {{"nvidia.com/gpu", "8"}}));
  REQUIRE_FALSE(takes({{"cpu", "4"}}, {{"ephemeral-storage", "1"}}));
  // Large amounts of what is no device don't hide that there are too few of these.
  REQUIRE_FALSE(
      takes({{"ephemeral-storage", "100Gi"}, {"nvidia.com/gpu", "4"}}, {{"nvidia.com/gpu", "8"}}));
}

TEST_CASE("each name has one bit, and all bits have names") {
  NameBits all = 0;
  for (int i = 0; i < 1000; ++i) {
    const NameBits bit = name_bit(std::to_string(i) + ".example.com/gpu");
    REQUIRE(std::popcount(bit) == 1);
    all |= bit;
  }
  REQUIRE(all == ~NameBits{0});
}

TEST_CASE("a glance passes over nothing that fits") {
  REQUIRE(takes({{"cpu", "4"}}, {{"pods", "1"}}));
  REQUIRE(takes({}, {{"nvidia.com/gpu", "0"}}));
  REQUIRE(takes({{"memory", "1500m"}}, {{"memory", "1500m"}}));
  REQUIRE(takes({{"cpu", "1u"}}, {{"cpu", "1u"}}));
  // Amounts of which only the largest is known.
  REQUIRE(takes({{"a.com/x", "1"}, {"a.com/y", "9"}}, {{"a.com/x", "8"}}));
  // Beyond the type's limits.
  REQUIRE(takes({{"memory", "100E"}}, {{"memory", "90E"}}));
  REQUIRE(takes({{"memory", "90E"}}, {{"memory", "100E"}}));
  REQUIRE_FALSE(takes({{"memory", "1E"}}, {{"memory", "100E"}}));
}

TEST_CASE("a glance tells taints that nothing tolerates") {
  const std::vector<Taint> taints = {{"nvidia.com/gpu", "", "NoSchedule"},
                                     {"spot", "", "PreferNoSchedule"}};
  const NodeSummary node = summarize_node({}, taints, false);
  NodeSummary requests;
  REQUIRE_FALSE(may_take(node, requests));
  requests.taints = name_bit("nvidia.com/gpu");
  REQUIRE(may_take(node, requests));
  REQUIRE_FALSE(may_take(summarize_node({}, taints, true), requests));
  requests.taints |= name_bit(kUnschedulableTaint);
  REQUIRE(may_take(summarize_node({}, taints, true), requests));
}

}  // namespace nodefit::tests
