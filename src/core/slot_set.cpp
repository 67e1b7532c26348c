#include "nodefit/slot_set.h"

#include <algorithm>

namespace nodefit {

void SlotSet::insert(NodeSlot slot) {
  const std::size_t word = slot / kWordBits;
  if (word >= words_.size()) words_.resize(word + 1);
  words_[word] |= bit(slot);
}

void SlotSet::erase(NodeSlot slot) {
  if (contains(slot)) words_[slot / kWordBits] &= ~bit(slot);
}

std::size_t SlotSet::size() const {
  std::size_t count = 0;
  for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

bool operator==(const SlotSet& a, const SlotSet& b) {
  const bool a_is_shorter = a.words_.size() < b.words_.size();
  const std::vector<std::uint64_t>& shorter = a_is_shorter ? a.words_ : b.words_;
  const std::vector<std::uint64_t>& longer = a_is_shorter ? b.words_ : a.words_;
  const auto rest = std::mismatch(shorter.begin(), shorter.end(), longer.begin());
  return rest.first == shorter.end() &&
         std::all_of(rest.second, longer.end(), [](std::uint64_t word) { return word == 0; });
}

}  // namespace nodefit
