#include "label_index.h"

#include <algorithm>
#include <functional>

namespace nodefit {

namespace {

std::uint32_t hash_of(std::string_view key, std::string_view value) {
  const std::hash<std::string_view> hash;
  const std::uint64_t mixed = hash(key) * 31 + hash(value);
  return static_cast<std::uint32_t>(mixed ^ mixed >> 32U);
}

std::size_t index_of(std::span<const NodeSlot> slots, NodeSlot slot) {
  return static_cast<std::size_t>(std::lower_bound(slots.begin(), slots.end(), slot) -
                                  slots.begin());
}

// An iterator, const or not as `shard` is.
template <class Shard>
auto find_entry(Shard& shard, std::uint32_t hash, std::string_view key, std::string_view value) {
  return std::find_if(shard.begin(), shard.end(), [&](const auto& entry) {
    return entry.hash == hash && entry.label->key() == key && entry.label->value() == value;
  });
}

}  // namespace

std::span<const NodeSlot> LabelIndex::Entry::slots() const {
  return several.empty() ? std::span<const NodeSlot>(&only, 1) : slots_of(several);
}

void LabelIndex::Entry::insert(NodeSlot slot, Edition edition) {
  if (several.empty()) several = SlotList({only}, edition);
  insert_at(several, index_of(slots(), slot), slot, edition);
}

void LabelIndex::Entry::erase(NodeSlot slot, Edition edition) {
  const std::span<const NodeSlot> present = slots();
  if (present.size() > 2) return erase_at(several, index_of(present, slot), edition);
  only = present.front() == slot ? present.back() : present.front();
  several = SlotList();
}

LabelIndex::Shard& LabelIndex::edit_shard(std::uint32_t hash, Edition edition) {
  return branches_[branch_of(hash)].edit(edition)[shard_of(hash)].edit(edition);
}

std::span<const NodeSlot> LabelIndex::find(std::string_view key, std::string_view value) const {
  const std::uint32_t hash = hash_of(key, value);
  const CopyOnWrite<Branch>& branch = branches_[branch_of(hash)];
  if (branch.empty()) return {};
  const CopyOnWrite<Shard>& shard = (*branch)[shard_of(hash)];
  if (shard.empty()) return {};
  const auto entry = find_entry(*shard, hash, key, value);
  return entry == shard->end() ? std::span<const NodeSlot>() : entry->slots();
}

const StoredLabel* LabelIndex::add(std::string_view key, std::string_view value, NodeSlot slot,
                                   Edition edition) {
  const std::uint32_t hash = hash_of(key, value);
  Shard& shard = edit_shard(hash, edition);
  const auto entry = find_entry(shard, hash, key, value);
  if (entry != shard.end()) {
    entry->insert(slot, edition);
    return entry->label.get();
  }
  shard.push_back({std::make_shared<const StoredLabel>(key, value), SlotList(), slot, hash});
  ++size_;
  return shard.back().label.get();
}

void LabelIndex::remove(const StoredLabel& label, NodeSlot slot, Edition edition) {
  const std::uint32_t hash = hash_of(label.key(), label.value());
  Shard& shard = edit_shard(hash, edition);
  const auto entry = find_entry(shard, hash, label.key(), label.value());
  if (entry->slots().size() > 1) return entry->erase(slot, edition);
  shard.erase(entry);
  --size_;
}

}  // namespace nodefit
