#include "did_you_mean.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "ascii.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

constexpr std::size_t kWordSizeMax = 63;  // a DNS label's; longer words get no suggestion
// Lists are searched this far, so that a hostile one of thousands of names doesn't cost seconds.
constexpr std::size_t kCandidatesMax = 256;

std::string normalize(std::string_view word) {
  std::string normal;
  for (const char c : word) {
    if (c == '-' || c == '_') continue;
    normal += is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return normal;
}

// Optimal string alignment distance, row by row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  using Row = std::array<std::size_t, kWordSizeMax + 1>;
  Row before{};
  Row above{};
  Row row{};
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before = above;
    above = row;
  }
  return above[b.size()];
}

}  // namespace

std::string_view find_nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kWordSizeMax) return {};
  const std::string wanted = normalize(word);
  std::size_t limit = std::clamp<std::size_t>(wanted.size() / 3, 1, 3);
  std::string_view nearest;
  for (const std::string_view candidate :
       candidates.first(std::min(candidates.size(), kCandidatesMax))) {
    if (candidate.empty() || candidate.size() > kWordSizeMax) continue;
    const std::string normal = normalize(candidate);
    const std::size_t size_gap =
        std::max(normal.size(), wanted.size()) - std::min(normal.size(), wanted.size());
    if (size_gap > limit) continue;
    const std::size_t distance = edit_distance(wanted, normal);
    if (distance > limit || 2 * distance > normal.size()) continue;
    nearest = candidate;
    if (distance == 0) break;
    limit = distance - 1;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = find_nearest(word, candidates);
  return nearest.empty() ? "" : "; did you mean " + quoted(nearest) + "?";
}

}  // namespace nodefit
