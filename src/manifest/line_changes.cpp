#include "manifest/line_changes.h"

#include <utility>

namespace nodefit {

namespace {

constexpr std::ptrdiff_t kWindow = 128;

// Myers' edit graph: x old lines and y new ones are passed, k = x - y is the diagonal.
class Differ {
 public:
  Differ(const std::vector<std::uint32_t>& old_lines, const std::vector<std::uint32_t>& new_lines)
      : old_(old_lines), new_(new_lines) {}

  std::vector<LineChange> run() {
    while (x_ < old_size() || y_ < new_size()) walk_window();
    return std::move(changes_);
  }

 private:
  using Index = std::ptrdiff_t;
  using Furthest = std::vector<Index>;  // x by diagonal, from -kWindow-1 on

  static std::size_t slot(Index k) { return static_cast<std::size_t>(k + kWindow + 1); }
  Index old_size() const { return static_cast<Index>(old_.size()); }
  Index new_size() const { return static_cast<Index>(new_.size()); }
  bool same(Index x, Index y) const {
    return old_[static_cast<std::size_t>(x)] == new_[static_cast<std::size_t>(y)];
  }
  // Whether the best way to diagonal k with d differences adds a line last.
  static bool adds(const Furthest& furthest, Index k, Index d) {
    return k == -d || (k != d && furthest[slot(k - 1)] < furthest[slot(k + 1)]);
  }

  void walk_window();
  Index step(Furthest& furthest, Index k, Index d) const;
  void trace_back(const std::vector<Furthest>& rounds, Index k, Index end_x);
  void add_change(Index x, Index y, bool adds);

  const std::vector<std::uint32_t>& old_;
  const std::vector<std::uint32_t>& new_;
  Index x_ = 0;
  Index y_ = 0;
  std::vector<LineChange> changes_;
};

// As far as diagonal k leads from the window's beginning with d differences, in old lines.
Differ::Index Differ::step(Furthest& furthest, Index k, Index d) const {
  Index x = 0;
  if (d != 0) x = adds(furthest, k, d) ? furthest[slot(k + 1)] : furthest[slot(k - 1)] + 1;
  Index y = x - k;
  while (x_ + x < old_size() && y_ + y < new_size() && same(x_ + x, y_ + y)) {
    ++x;
    ++y;
  }
  return furthest[slot(k)] = x;
}

void Differ::walk_window() {
  constexpr Index kNowhere = -1;
  Furthest furthest(static_cast<std::size_t>(2 * kWindow + 3), kNowhere);
  std::vector<Furthest> rounds;  // as they were before round d
  Index best_k = 0;
  for (Index d = 0; d <= kWindow; ++d) {
    rounds.push_back(furthest);
    Index best = kNowhere;
    for (Index k = -d; k <= d; k += 2) {
      const Index x = step(furthest, k, d);
      const Index y = x - k;
      if (x_ + x > old_size() || y_ + y > new_size()) continue;
      if (x_ + x == old_size() && y_ + y == new_size()) return trace_back(rounds, k, x);
      if (x + y > best) {
        best = x + y;
        best_k = k;
      }
    }
  }
  trace_back(rounds, best_k, furthest[slot(best_k)]);
}

// Takes over the way to diagonal k that the last round found.
void Differ::trace_back(const std::vector<Furthest>& rounds, Index k, Index end_x) {
  struct Step {
    Index x;
    Index y;
    bool adds;
  };
  std::vector<Step> steps;
  const Index end_y = end_x - k;
  for (auto d = static_cast<Index>(rounds.size()) - 1; d > 0; --d) {
    const Furthest& before = rounds[static_cast<std::size_t>(d)];
    const bool added = adds(before, k, d);
    k += added ? 1 : -1;
    const Index x = before[slot(k)];
    steps.push_back({x, x - k, added});
  }
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    add_change(x_ + step->x, y_ + step->y, step->adds);
  x_ += end_x;
  y_ += end_y;
}

void Differ::add_change(Index x, Index y, bool adds) {
  const auto old_at = static_cast<std::size_t>(x);
  const auto new_at = static_cast<std::size_t>(y);
  if (changes_.empty() || changes_.back().old_end != old_at || changes_.back().new_end != new_at)
    changes_.push_back({old_at, old_at, new_at, new_at});
  ++(adds ? changes_.back().new_end : changes_.back().old_end);
}

}  // namespace

std::vector<LineChange> line_changes(const std::vector<std::uint32_t>& old_lines,
                                     const std::vector<std::uint32_t>& new_lines) {
  return Differ(old_lines, new_lines).run();
}

}  // namespace nodefit
