#include "manifest/diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace nodefit {

namespace {

constexpr std::size_t kContext = 3;
// A window takes a quarter of a megabyte.
constexpr std::ptrdiff_t kWindow = 128;

using Lines = std::vector<std::string_view>;  // with their line breaks

Lines split_lines(std::string_view text) {
  Lines lines;
  lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// A number for each line, equal for equal lines.
class Numbering {
 public:
  std::vector<std::uint32_t> of(const Lines& lines) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(lines.size());
    for (const std::string_view line : lines) {
      const auto next = static_cast<std::uint32_t>(number_of_.size());
      numbers.push_back(number_of_.try_emplace(line, next).first->second);
    }
    return numbers;
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> number_of_;
};

// Lines [old_begin, old_end) become [new_begin, new_end).
struct Change {
  std::size_t old_begin;
  std::size_t old_end;
  std::size_t new_begin;
  std::size_t new_end;
};

// Myers' edit graph: x old lines and y new ones are passed, k = x - y is the diagonal.
class Differ {
 public:
  Differ(const std::vector<std::uint32_t>& old_lines, const std::vector<std::uint32_t>& new_lines)
      : old_(old_lines), new_(new_lines) {}

  std::vector<Change> run() {
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
  std::vector<Change> changes_;
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

void append_line(std::string& out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// `-3,4`: from the third line on, four; the line before where there are none.
std::string range(std::size_t begin, std::size_t count) {
  const std::size_t first = count == 0 ? begin : begin + 1;
  return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

class HunkWriter {
 public:
  HunkWriter(const Lines& old_lines, const Lines& new_lines, std::size_t passed)
      : old_(old_lines), new_(new_lines), passed_(passed) {}

  std::string write(const std::vector<Change>& changes) {
    for (auto first = changes.begin(); first != changes.end();) {
      auto last = first;
      while (last + 1 != changes.end() && (last + 1)->old_begin - last->old_end <= 2 * kContext)
        ++last;
      write_hunk(first, last);
      first = last + 1;
    }
    return std::move(out_);
  }

 private:
  using Iterator = std::vector<Change>::const_iterator;

  void write_hunk(Iterator first, Iterator last) {
    const std::size_t before = std::min(kContext, first->old_begin);
    const std::size_t old_begin = first->old_begin - before;
    const std::size_t new_begin = first->new_begin - before;
    const std::size_t old_end = std::min(last->old_end + kContext, old_.size());
    const std::size_t new_end = last->new_end + (old_end - last->old_end);
    out_ += "@@ -" + range(passed_ + old_begin, old_end - old_begin) + " +" +
            range(passed_ + new_begin, new_end - new_begin) + " @@\n";
    std::size_t at = old_begin;
    for (Iterator change = first; change <= last; ++change) {
      for (; at < change->old_begin; ++at) append_line(out_, ' ', old_[at]);
      for (; at < change->old_end; ++at) append_line(out_, '-', old_[at]);
      for (std::size_t i = change->new_begin; i < change->new_end; ++i)
        append_line(out_, '+', new_[i]);
    }
    for (; at < old_end; ++at) append_line(out_, ' ', old_[at]);
  }

  const Lines& old_;
  const Lines& new_;
  std::size_t passed_;  // lines before these
  std::string out_;
};

// The beginning of the line that ends before `at`, which is the beginning of one.
std::size_t line_before(std::string_view text, std::size_t at) {
  return at < 2 ? 0 : text.rfind('\n', at - 2) + 1;  // npos + 1 is 0
}

// How much both begin with, in whole lines but for the last kContext of them.
std::size_t common_beginning(std::string_view a, std::string_view b) {
  const auto stop = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  auto at = static_cast<std::size_t>(stop - a.begin());
  at = at == 0 ? 0 : a.rfind('\n', at - 1) + 1;
  for (std::size_t lines = 0; lines < kContext; ++lines) at = line_before(a, at);
  return at;
}

// How much both end with, in whole lines but for the first kContext of them.
std::size_t common_ending(std::string_view a, std::string_view b) {
  const auto stop = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  std::size_t at = a.size() - static_cast<std::size_t>(stop - a.rbegin());
  for (std::size_t lines = 0; lines <= kContext; ++lines) {
    const std::size_t line = a.find('\n', at);
    if (line == std::string_view::npos) return 0;
    at = line + 1;
  }
  return a.size() - at;
}

}  // namespace

std::string unified_diff(std::string_view old_text, std::string_view new_text,
                         std::string_view old_name, std::string_view new_name) {
  if (old_text == new_text) return {};
  const std::size_t beginning = common_beginning(old_text, new_text);
  const std::string_view head = old_text.substr(0, beginning);
  old_text.remove_prefix(beginning);
  new_text.remove_prefix(beginning);
  const std::size_t ending = common_ending(old_text, new_text);
  old_text.remove_suffix(ending);
  new_text.remove_suffix(ending);

  const Lines old_lines = split_lines(old_text);
  const Lines new_lines = split_lines(new_text);
  Numbering numbering;
  const std::vector<std::uint32_t> old_numbers = numbering.of(old_lines);
  const std::vector<std::uint32_t> new_numbers = numbering.of(new_lines);
  const std::vector<Change> changes = Differ(old_numbers, new_numbers).run();
  const auto passed = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
  std::string diff;
  diff.append("--- ").append(old_name).append("\n+++ ").append(new_name).append("\n");
  return diff + HunkWriter(old_lines, new_lines, passed).write(changes);
}

}  // namespace nodefit
