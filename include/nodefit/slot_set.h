// A set of a catalogue's slots, a bit each: slots are dense and sets are walked, united and copied
// far more often than they are empty.
//
// Thread-safety: a value; any number of threads may read one.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nodefit {

// Where a node stands in a catalogue. It keeps its slot as long as it exists; slots of deleted
// nodes are used again.
using NodeSlot = std::uint32_t;

class SlotSet {
 public:
  bool contains(NodeSlot slot) const {
    const std::size_t word = slot / kWordBits;
    return word < words_.size() && (words_[word] & bit(slot)) != 0;
  }

  void insert(NodeSlot slot);
  void erase(NodeSlot slot);

  // Counts each time.
  std::size_t size() const;

  // Calls visit(slot) for each slot in ascending order until it returns false.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        const auto lowest = static_cast<std::size_t>(std::countr_zero(rest));
        if (!visit(static_cast<NodeSlot>(i * kWordBits + lowest))) return;
      }
    }
  }

  // By the slots in it: what was erased leaves no trace.
  friend bool operator==(const SlotSet& a, const SlotSet& b);

 private:
  static constexpr std::size_t kWordBits = 64;

  static constexpr std::uint64_t bit(NodeSlot slot) {
    return std::uint64_t{1} << (slot % kWordBits);
  }

  std::vector<std::uint64_t> words_;
};

}  // namespace nodefit
