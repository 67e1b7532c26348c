// Bodies of candidates.h that are templates.

#pragma once

#include <cstddef>
#include <span>

#include "candidates.h"

namespace nodefit {

namespace candidates_detail {

// The shortest list of slots that holds every node on which the pod can land, or nullopt where the
// profile's set (or the whole catalogue) is shorter than any list.
std::optional<std::span<const NodeSlot>> shortest_list(const Plan& plan, const PodConstraints& pod,
                                                       std::size_t below);

}  // namespace candidates_detail

template <class Visit>
void each_candidate(const Plan& plan, const PodConstraints& pod, std::optional<std::size_t> profile,
                    bool by_name, Visit visit) {
  const Catalogue& catalogue = plan.catalogue();
  const Profile* const added = profile ? &plan.policy().profiles()[*profile] : nullptr;
  const SlotSet* const members = profile ? &plan.nodes(*profile).slots : nullptr;
  // Returns whether to go on.
  const auto offer = [&](NodeSlot slot) {
    if (members != nullptr && !members->contains(slot)) return true;
    const Node* const node = catalogue.node(slot);
    if (node == nullptr) return true;
    const NodeView view(*node);
    return !pod.admits(view, added) || visit(slot, view);
  };
  const auto offer_each = [&](std::span<const NodeSlot> slots) {
    for (const NodeSlot slot : slots) {
      if (!offer(slot)) return;
    }
  };

  if (profile && plan.nodes(*profile).count == 0) return;
  if (pod.fixed_node()) {
    const std::optional<NodeSlot> slot = catalogue.find(*pod.fixed_node());
    if (slot) offer(*slot);
    return;
  }
  if (by_name) return offer_each(catalogue.by_name());
  const std::size_t members_count = profile ? plan.nodes(*profile).count : catalogue.node_count();
  if (const auto list = candidates_detail::shortest_list(plan, pod, members_count))
    return offer_each(*list);
  if (members != nullptr) return members->each(offer);
  offer_each(catalogue.by_name());
}

}  // namespace nodefit
