#include <algorithm>

#include "properties/scheduler.h"

namespace nodefit::tests {

namespace {

constexpr int kStepsMax = 20'000;

// Tries for each pod, gang after gang, every node that it may land on. Pods of a gang are alike, so
// that each looks only at nodes from the last one's on.
class Search {
 public:
  Search(const std::vector<Gang>& gangs, const std::vector<NodeSpec>& nodes) {
    for (const NodeSpec& node : nodes) room_.push_back(offer_of(node));
    for (const Gang& gang : gangs) {
      if (gang.replicas == 0) continue;
      Item item{requests_of(*gang.pod), gang.replicas, {}};
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (lands(*gang.pod, nodes[i])) item.nodes.push_back(i);
      }
      items_.push_back(std::move(item));
    }
    std::sort(items_.begin(), items_.end(),
              [](const Item& a, const Item& b) { return a.nodes.size() < b.nodes.size(); });
  }

  Fit run() {
    if (place(0, 0, 0)) return Fit::kYes;
    return steps_ < kStepsMax ? Fit::kNo : Fit::kUnknown;
  }

 private:
  struct Item {
    Amounts requests;
    std::int64_t replicas;
    std::vector<std::size_t> nodes;
  };

  // Places what is left from pod `placed` of item `index` on, looking at that item's nodes from
  // `from` on.
  bool place(std::size_t index, std::int64_t placed, std::size_t from) {
    if (index == items_.size()) return true;
    const Item& item = items_[index];
    if (placed == item.replicas) return place(index + 1, 0, 0);
    for (std::size_t i = from; i < item.nodes.size(); ++i) {
      if (++steps_ >= kStepsMax) return false;
      Amounts& room = room_[item.nodes[i]];
      if (!takes(room, item.requests)) continue;
      take_away(room, item.requests, 1);
      const bool done = place(index, placed + 1, i);
      take_away(room, item.requests, -1);
      if (done) return true;
    }
    return false;
  }

  std::vector<Amounts> room_;
  std::vector<Item> items_;
  int steps_ = 0;
};

}  // namespace

Fit all_fit(const std::vector<Gang>& gangs, const std::vector<NodeSpec>& nodes) {
  return Search(gangs, nodes).run();
}

}  // namespace nodefit::tests
