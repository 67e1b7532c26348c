// A policy and a catalogue with the nodes of each profile already worked out: what requests read.
//
// Thread-safety: immutable; published as one pointer.

#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "nodefit/catalogue.h"
#include "nodefit/policy.h"
#include "nodefit/slot_set.h"

namespace nodefit {

// The nodes that a profile's selector matches, whatever their taints and resources.
struct ProfileNodes {
  SlotSet slots;
  std::size_t count = 0;
  // Distinct (key, effect) of the taints on these nodes that keep pods away, and platforms of these
  // nodes, sorted, with the number of nodes that have them.
  std::vector<std::pair<std::pair<std::string, std::string>, std::size_t>> taints;
  std::vector<std::pair<std::string, std::size_t>> platforms;

  friend bool operator==(const ProfileNodes&, const ProfileNodes&) = default;
};

class Plan {
 public:
  static std::shared_ptr<const Plan> make(std::shared_ptr<const Policy> policy,
                                          std::shared_ptr<const Catalogue> catalogue);

  // The plan for another snapshot of the same builder, in which at most the nodes in `changed`
  // differ: only they are worked out. A slot in `changed` may have become empty, new or someone
  // else's, or be named twice.
  std::shared_ptr<const Plan> with_changes(std::shared_ptr<const Catalogue> catalogue,
                                           std::span<const NodeSlot> changed) const;

  const Policy& policy() const { return *policy_; }
  const Catalogue& catalogue() const { return *catalogue_; }
  // `profile` indexes policy().profiles().
  const ProfileNodes& nodes(std::size_t profile) const { return *nodes_[profile]; }

 private:
  // One for each profile; shared with earlier plans where nothing changed.
  using NodesOfProfiles = std::vector<std::shared_ptr<const ProfileNodes>>;

  Plan(std::shared_ptr<const Policy> policy, std::shared_ptr<const Catalogue> catalogue,
       NodesOfProfiles nodes)
      : policy_(std::move(policy)), catalogue_(std::move(catalogue)), nodes_(std::move(nodes)) {}

  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const Catalogue> catalogue_;
  NodesOfProfiles nodes_;
};

// Warnings that a policy earns beside these nodes: a profile that matches none of them; a pinned
// label that Karpenter, whose label karpenter.sh/nodepool some node carries, provisions nothing for
// (karpenter.sh docs, "User-Defined Labels"; kubernetes-sigs/karpenter#1219).
std::vector<PolicyProblem> check_beside_nodes(const Plan& plan);

}  // namespace nodefit
