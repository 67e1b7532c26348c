// Which nodes carry a label. The index also owns the labels: nodes point to them, and a label lives
// as long as an index that knows a node with it. So nothing has to be collected when labels that
// only one node ever had (host names, time stamps) come and go.
//
// Copies share everything until one of them is edited. Entries are spread over shards by their
// hash, so that an edit copies a dozen entries and the way to them.
//
// Thread-safety: a value; any number of threads may read one while copies of it are edited.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "copy_on_write.h"
#include "nodefit/slot_set.h"
#include "slot_list.h"

namespace nodefit {

// Key and value in one text: in two, 15,000 nodes took 2.6 MB more.
class StoredLabel {
 public:
  StoredLabel(std::string_view key, std::string_view value) : key_size_(key.size()) {
    text_.reserve(key.size() + value.size());
    text_.append(key).append(value);
  }

  std::string_view key() const { return std::string_view(text_).substr(0, key_size_); }
  std::string_view value() const { return std::string_view(text_).substr(key_size_); }

 private:
  std::string text_;
  std::size_t key_size_;
};

class LabelIndex {
 public:
  // Ascending; valid as long as this index isn't edited.
  std::span<const NodeSlot> find(std::string_view key, std::string_view value) const;

  // Distinct labels.
  std::size_t size() const { return size_; }

  // The node in `slot` carries the label from now on; it didn't before.
  const StoredLabel* add(std::string_view key, std::string_view value, NodeSlot slot,
                         Edition edition);

  // The node in `slot` carried the label and doesn't any longer. The label may be gone afterwards.
  void remove(const StoredLabel& label, NodeSlot slot, Edition edition);

 private:
  // Nearly all distinct labels (host names, time stamps, machine ids) are on one node: those have
  // no list.
  struct Entry {
    std::shared_ptr<const StoredLabel> label;
    SlotList several;
    NodeSlot only;  // where `several` is nothing
    std::uint32_t hash;

    std::span<const NodeSlot> slots() const;
    void insert(NodeSlot slot, Edition edition);
    void erase(NodeSlot slot, Edition edition);  // one of at least two
  };

  // 128 branches with 32 shards each: of the 60,000 labels of 15,000 nodes a shard has 15. An edit
  // copies one branch and one shard, a snapshot the table of branches.
  static constexpr std::uint32_t kBranchCount = 128;
  static constexpr std::uint32_t kShardCount = 32;
  using Shard = std::vector<Entry>;
  using Branch = std::array<CopyOnWrite<Shard>, kShardCount>;

  static std::size_t branch_of(std::uint32_t hash) { return hash % kBranchCount; }
  static std::size_t shard_of(std::uint32_t hash) { return hash / kBranchCount % kShardCount; }

  Shard& edit_shard(std::uint32_t hash, Edition edition);

  std::array<CopyOnWrite<Branch>, kBranchCount> branches_;
  std::size_t size_ = 0;
};

}  // namespace nodefit
