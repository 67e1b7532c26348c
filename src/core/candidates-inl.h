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

// may_take() by slot. Asks the catalogue once a block.
class Glance {
 public:
  Glance(const Catalogue& catalogue, const NodeSummary& requests)
      : catalogue_(catalogue), requests_(requests) {}

  bool may_take(NodeSlot slot) {
    if (slot / kBlockSize != block_) {
      block_ = slot / kBlockSize;
      summaries_ = catalogue_.summaries(slot);
    }
    return nodefit::may_take(summaries_[slot % kBlockSize], requests_);
  }

 private:
  const Catalogue& catalogue_;
  const NodeSummary requests_;
  NodeSlot block_ = ~NodeSlot{0};
  const NodeSummary* summaries_ = nullptr;
};

// Calls visit(slot) for slots among which are all nodes on which the pod can land, with the
// profile's selector where one is given, until it returns false. Slots may be empty.
template <class Visit>
void each_slot(const Plan& plan, const PodConstraints& pod, std::optional<std::size_t> profile,
               const NodeSummary& requests, Visit visit) {
  const Catalogue& catalogue = plan.catalogue();
  const SlotSet* const members = profile ? &plan.nodes(*profile).slots : nullptr;
  Glance glance(catalogue, requests);
  const auto offer = [&](NodeSlot slot) { return !glance.may_take(slot) || visit(slot); };
  const auto offer_member = [&](NodeSlot slot) {
    return (members != nullptr && !members->contains(slot)) || offer(slot);
  };
  const std::size_t count = profile ? plan.nodes(*profile).count : catalogue.node_count();
  if (count == 0) return;
  if (pod.fixed_node()) {
    const std::optional<NodeSlot> slot = catalogue.find(*pod.fixed_node());
    if (slot) offer_member(*slot);
  } else if (const auto list = shortest_list(plan, pod, count)) {
    for (const NodeSlot slot : *list) {
      if (!offer_member(slot)) return;
    }
  } else if (members != nullptr) {
    members->each(offer);
  } else {
    for (NodeSlot slot = 0; slot < catalogue.slot_count(); ++slot) {
      if (!offer(slot)) return;
    }
  }
}

}  // namespace candidates_detail

template <class Visit>
void each_candidate(const Plan& plan, const PodConstraints& pod, std::optional<std::size_t> profile,
                    bool by_name, Visit visit) {
  const Catalogue& catalogue = plan.catalogue();
  const Profile* const added = profile ? &plan.policy().profiles()[*profile] : nullptr;
  const NodeSummary requests = pod.summary(added);
  // Returns whether to go on.
  const auto offer = [&](NodeSlot slot) {
    const Node* const node = catalogue.node(slot);
    if (node == nullptr) return true;
    const NodeView view(*node);
    return !pod.admits(view, added) || visit(slot, view);
  };
  if (!by_name || pod.fixed_node()) {
    candidates_detail::each_slot(plan, pod, profile, requests, offer);
    return;
  }
  // The order of names goes over all nodes, here and there in memory: not where no node would do.
  bool any = false;
  candidates_detail::each_slot(plan, pod, profile, requests, [&](NodeSlot) {
    any = true;
    return false;
  });
  if (!any) return;
  const SlotSet* const members = profile ? &plan.nodes(*profile).slots : nullptr;
  candidates_detail::Glance glance(catalogue, requests);
  for (const NodeSlot slot : catalogue.by_name()) {
    const bool member = members == nullptr || members->contains(slot);
    if (member && glance.may_take(slot) && !offer(slot)) return;
  }
}

}  // namespace nodefit
