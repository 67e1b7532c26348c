#include "nodefit/labels.h"

#include <algorithm>

#include "label_key.h"

namespace nodefit {

Labels::Labels(std::vector<Entry> entries) : entries_(std::move(entries)) {
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& a, const Entry& b) { return key_less(a.first, b.first); });
  // unique keeps the first of each run; over the reversed range that is the last one given.
  const auto kept = std::unique(entries_.rbegin(), entries_.rend(),
                                [](const Entry& a, const Entry& b) { return a.first == b.first; });
  entries_.erase(entries_.begin(), kept.base());
}

std::optional<std::string_view> Labels::find(std::string_view key) const {
  const auto at = std::lower_bound(
      entries_.begin(), entries_.end(), key,
      [](const Entry& entry, std::string_view k) { return key_less(entry.first, k); });
  if (at == entries_.end() || at->first != key) return std::nullopt;
  return at->second;
}

}  // namespace nodefit
