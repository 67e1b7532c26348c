#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "nodefit/plan.h"
#include "support/nodes.h"
#include "support/policies.h"

namespace nodefit::tests {

namespace {

std::vector<std::string> warned_paths(const std::shared_ptr<const Policy>& policy,
                                      const std::vector<NodeSpec>& nodes) {
  CatalogueBuilder builder;
  for (const NodeSpec& node : nodes) builder.upsert(node);
  std::vector<std::string> paths;
  for (const PolicyProblem& warning : check_beside_nodes(*Plan::make(policy, builder.snapshot())))
    paths.push_back(warning.path);
  return paths;
}

}  // namespace

TEST_CASE("a profile that no node matches is warned of") {
  const auto policy = policy_with({{{{{"gpu", "t4"}}, {}, {}}}, {{{{"gpu", "h100"}}, {}, {}}}});
  REQUIRE(warned_paths(policy, {node_spec("a", {{"gpu", "t4"}})}) ==
          std::vector<std::string>{"profiles[1].nodes"});
  REQUIRE(warned_paths(policy, {node_spec("a", {{"gpu", "t4"}}), node_spec("b", {{"gpu", "h100"}})})
              .empty());
}

TEST_CASE("labels that Karpenter provisions nothing for are warned of where Karpenter is") {
  const auto policy = policy_with({
      {{{{"kubernetes.io/arch", "arm64"}},
        {{"node.kubernetes.io/instance-type", "Exists", {}}},
        {}}},
      {{{{"kubernetes.io/arch", "amd64"}}, {{"nvidia.com/gpu.product", "Exists", {}}}, {}}},
      {{{{"kubernetes.io/arch", "amd64"}}, {{"nvidia.com/gpu.product", "DoesNotExist", {}}}, {}}},
  });
  std::vector<NodeSpec> nodes = {
      node_spec("a",
                {{"kubernetes.io/arch", "arm64"}, {"node.kubernetes.io/instance-type", "m7g"}}),
      node_spec("b", {{"kubernetes.io/arch", "amd64"}, {"nvidia.com/gpu.product", "T4"}}),
      node_spec("c", {{"kubernetes.io/arch", "amd64"}})};
  REQUIRE(warned_paths(policy, nodes).empty());
  nodes.push_back(node_spec("d", {{"karpenter.sh/nodepool", "default"}}));
  REQUIRE(warned_paths(policy, nodes) == std::vector<std::string>{"profiles[1].nodes"});
}

}  // namespace nodefit::tests
