// Slots in an order that their owner keeps, shared with snapshots.

#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "copy_on_write.h"
#include "nodefit/slot_set.h"

namespace nodefit {

using SlotList = CopyOnWrite<std::vector<NodeSlot>>;

// Valid as long as the list isn't edited.
inline std::span<const NodeSlot> slots_of(const SlotList& list) {
  return list.empty() ? std::span<const NodeSlot>() : std::span<const NodeSlot>(*list);
}

inline void insert_at(SlotList& list, std::size_t index, NodeSlot slot, Edition edition) {
  const auto offset = static_cast<std::ptrdiff_t>(index);
  if (list.belongs_to(edition)) {
    std::vector<NodeSlot>& slots = list.edit(edition);
    slots.insert(slots.begin() + offset, slot);
    return;
  }
  // The copy is made with the slot in it: a finished one would be copied again to make room.
  const std::span<const NodeSlot> old = slots_of(list);
  std::vector<NodeSlot> slots;
  slots.reserve(old.size() + 1);
  slots.assign(old.begin(), old.begin() + offset);
  slots.push_back(slot);
  slots.insert(slots.end(), old.begin() + offset, old.end());
  list = SlotList(std::move(slots), edition);
}

inline void erase_at(SlotList& list, std::size_t index, Edition edition) {
  std::vector<NodeSlot>& slots = list.edit(edition);
  slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(index));
}

}  // namespace nodefit
