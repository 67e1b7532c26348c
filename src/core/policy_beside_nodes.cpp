#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "nodefit/plan.h"

namespace nodefit {

namespace {

constexpr std::string_view kNodePoolLabel = "karpenter.sh/nodepool";

// Labels that Karpenter knows without their being declared in a NodePool: its WellKnownLabels and,
// by domain, those of its providers.
constexpr std::array<std::string_view, 7> kKnownKeys = {"kubernetes.io/arch",
                                                        "kubernetes.io/os",
                                                        "node.kubernetes.io/instance-type",
                                                        "topology.kubernetes.io/zone",
                                                        "topology.kubernetes.io/region",
                                                        "kubernetes.io/hostname",
                                                        "node.kubernetes.io/windows-build"};
constexpr std::array<std::string_view, 6> kKnownDomains = {
    "karpenter.sh/",        "karpenter.k8s.aws/",    "eks.amazonaws.com/",
    "karpenter.azure.com/", "kubernetes.azure.com/", "karpenter.k8s.gcp/"};

bool is_known(std::string_view key) {
  return std::find(kKnownKeys.begin(), kKnownKeys.end(), key) != kKnownKeys.end() ||
         std::any_of(kKnownDomains.begin(), kKnownDomains.end(),
                     [&](std::string_view domain) { return key.starts_with(domain); });
}

// The first key that nodes must have and Karpenter doesn't know, or "". NotIn and DoesNotExist ask
// nothing of a node that isn't there yet.
std::string_view unknown_key(const Profile& profile) {
  for (const NodeSelectorTermSpec& term : profile.node_terms) {
    for (const auto& [key, value] : term.match_labels.entries()) {
      if (!is_known(key)) return key;
    }
    for (const RequirementSpec& requirement : term.match_expressions) {
      const bool asks = requirement.op != "NotIn" && requirement.op != "DoesNotExist";
      if (asks && !is_known(requirement.key)) return requirement.key;
    }
  }
  return "";
}

bool has_karpenter(const Catalogue& catalogue) {
  const std::span<const NodeSlot> slots = catalogue.by_name();
  return std::any_of(slots.begin(), slots.end(), [&](NodeSlot slot) {
    return catalogue.node(slot)->find(kNodePoolLabel).has_value();
  });
}

}  // namespace

std::vector<PolicyProblem> check_beside_nodes(const Plan& plan) {
  std::vector<PolicyProblem> warnings;
  const std::vector<Profile>& profiles = plan.policy().profiles();
  const bool karpenter = has_karpenter(plan.catalogue());
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const std::string path = "profiles[" + std::to_string(i) + "].nodes";
    if (plan.nodes(i).count == 0 && !profiles[i].provisionable) {
      warnings.push_back({path,
                          "no node of the cluster matches; the profile stays unused until one "
                          "does, or until it says `provisionable`"});
    }
    if (!karpenter) continue;
    if (const std::string_view key = unknown_key(profiles[i]); !key.empty()) {
      warnings.push_back(
          {path, "Karpenter brings no node for the label " + std::string(key) +
                     " unless a NodePool requires it (operator: Exists); until then pinned pods "
                     "wait for nodes that are there"});
    }
  }
  return warnings;
}

}  // namespace nodefit
