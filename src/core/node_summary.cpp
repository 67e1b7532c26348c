#include "node_summary.h"

#include <algorithm>
#include <limits>

#include "fnv1a.h"

namespace nodefit {

namespace {

constexpr Int128 kNanosPerMilli = 1'000'000;
constexpr Int128 kNanosPerUnit = 1'000'000'000;

// floor(nanos / unit), of room and requests alike: what fits still does, so that nothing that fits
// is passed over.
std::int64_t whole(const Quantity& quantity, Int128 unit) {
  constexpr Int128 kMax = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min(quantity.nanos() / unit, kMax));
}

NodeSummary summarize(const ResourceList& list) {
  NodeSummary summary;
  for (const auto& [name, quantity] : list) {
    if (!quantity.is_positive() || name == kPods) continue;
    summary.resources |= name_bit(name);
    if (name == "cpu") {
      summary.milli_cpu = whole(quantity, kNanosPerMilli);
    } else if (name == "memory") {
      summary.memory = whole(quantity, kNanosPerUnit);
    } else if (name.find('/') != std::string::npos) {
      summary.extended = std::max(summary.extended, whole(quantity, kNanosPerUnit));
    }
  }
  return summary;
}

}  // namespace

NameBits name_bit(std::string_view name) { return NameBits{1} << (fnv1a(name) >> 59U); }

NodeSummary summarize_node(const ResourceList& allocatable, std::span<const Taint> taints,
                           bool unschedulable) {
  NodeSummary summary = summarize(allocatable);
  for (const Taint& taint : taints) {
    if (filters(taint)) summary.taints |= name_bit(taint.key);
  }
  if (unschedulable) summary.taints |= name_bit(kUnschedulableTaint);
  return summary;
}

NodeSummary summarize_requests(const ResourceList& requests) { return summarize(requests); }

}  // namespace nodefit
