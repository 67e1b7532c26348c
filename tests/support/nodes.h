// Nodes and catalogues for tests, in few words.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodefit/catalogue.h"

namespace nodefit::tests {

using Slots = std::vector<NodeSlot>;

inline NodeSpec node_spec(std::string name, Labels labels, std::vector<Taint> taints = {}) {
  NodeSpec spec;
  spec.name = std::move(name);
  spec.labels = std::move(labels);
  spec.taints = std::move(taints);
  return spec;
}

inline Slots slots_with_label(const Catalogue& catalogue, std::string_view key,
                              std::string_view value) {
  const std::span<const NodeSlot> slots = catalogue.with_label(key, value);
  return {slots.begin(), slots.end()};
}

inline Slots slots_in(const SlotSet& set) {
  Slots slots;
  set.each([&](NodeSlot slot) {
    slots.push_back(slot);
    return true;
  });
  return slots;
}

inline std::vector<std::string> names_in_order(const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const NodeSlot slot : catalogue.by_name()) names.push_back(catalogue.node(slot)->name());
  return names;
}

}  // namespace nodefit::tests
