#include "nodefit/plan.h"

#include <algorithm>
#include <numeric>

namespace nodefit {

namespace {

using TaintKind = std::pair<std::string, std::string>;  // key and effect

// One node more, or one less, that has `key`. What no node has isn't held.
template <class Key>
void count(std::vector<std::pair<Key, std::size_t>>& counts, const Key& key, bool enters) {
  const auto at = std::lower_bound(counts.begin(), counts.end(), key,
                                   [](const auto& entry, const Key& k) { return entry.first < k; });
  const bool held = at != counts.end() && at->first == key;
  if (!enters) {
    if (--at->second == 0) counts.erase(at);
  } else if (held) {
    ++at->second;
  } else {
    counts.emplace(at, key, 1);
  }
}

// Of the taints that keep pods away, each once.
std::vector<TaintKind> taint_kinds(const Node& node) {
  std::vector<TaintKind> kinds;
  for (const Taint& taint : node.taints()) {
    if (filters(taint)) kinds.emplace_back(taint.key, taint.effect);
  }
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

void count_node(ProfileNodes& nodes, const Node& node, bool enters) {
  enters ? ++nodes.count : --nodes.count;
  count(nodes.platforms, node.platform(), enters);
  for (const TaintKind& kind : taint_kinds(node)) count(nodes.taints, kind, enters);
}

void enter(ProfileNodes& nodes, NodeSlot slot, const Node& node) {
  nodes.slots.insert(slot);
  count_node(nodes, node, true);
}

void leave(ProfileNodes& nodes, NodeSlot slot, const Node& node) {
  nodes.slots.erase(slot);
  count_node(nodes, node, false);
}

bool count_alike(const Node& a, const Node& b) {
  return a.platform() == b.platform() &&
         (a.taints() == b.taints() || taint_kinds(a) == taint_kinds(b));
}

}  // namespace

std::shared_ptr<const Plan> Plan::make(std::shared_ptr<const Policy> policy,
                                       std::shared_ptr<const Catalogue> catalogue) {
  NodesOfProfiles none(policy->profiles().size(), std::make_shared<const ProfileNodes>());
  const Plan blank(std::move(policy), catalogue, std::move(none));
  std::vector<NodeSlot> slots(catalogue->slot_count());
  std::iota(slots.begin(), slots.end(), NodeSlot{0});
  return blank.with_changes(std::move(catalogue), slots);
}

std::shared_ptr<const Plan> Plan::with_changes(std::shared_ptr<const Catalogue> catalogue,
                                               std::span<const NodeSlot> changed) const {
  std::vector<NodeSlot> slots(changed.begin(), changed.end());
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());

  const std::vector<Profile>& profiles = policy_->profiles();
  std::vector<std::shared_ptr<ProfileNodes>> edited(profiles.size());  // null: as it was
  // Nodes outside, profiles inside: a node's labels are in the processor's cache for all profiles.
  for (const NodeSlot slot : slots) {
    const Node* const node = catalogue->node(slot);
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      const Node* const was = nodes_[i]->slots.contains(slot) ? catalogue_->node(slot) : nullptr;
      const Node* const is =
          node != nullptr && profiles[i].nodes.matches(*node, node->name()) ? node : nullptr;
      if (was == is || (was != nullptr && is != nullptr && count_alike(*was, *is))) continue;
      if (edited[i] == nullptr) edited[i] = std::make_shared<ProfileNodes>(*nodes_[i]);
      if (was != nullptr) leave(*edited[i], slot, *was);
      if (is != nullptr) enter(*edited[i], slot, *is);
    }
  }

  NodesOfProfiles nodes = nodes_;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    if (edited[i] != nullptr) nodes[i] = std::move(edited[i]);
  }
  return std::shared_ptr<const Plan>(new Plan(policy_, std::move(catalogue), std::move(nodes)));
}

}  // namespace nodefit
