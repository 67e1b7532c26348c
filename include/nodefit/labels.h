// The labels of a node, a namespace or a pod: an immutable map from key to value, made for lookups.
//
// Thread-safety: any number of threads may read one.

#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nodefit {

class Labels {
 public:
  using Entry = std::pair<std::string, std::string>;

  Labels() = default;
  // Of entries with the same key the last one stays, as in every JSON decoder of Kubernetes.
  explicit Labels(std::vector<Entry> entries);
  Labels(std::initializer_list<Entry> entries) : Labels(std::vector<Entry>(entries)) {}

  // The value of `key`; it lives as long as this object.
  std::optional<std::string_view> find(std::string_view key) const;

  bool empty() const { return entries_.empty(); }
  // Shorter keys first, keys of one length by their bytes.
  const std::vector<Entry>& entries() const { return entries_; }

  friend bool operator==(const Labels&, const Labels&) = default;

 private:
  std::vector<Entry> entries_;
};

}  // namespace nodefit
