// Suggestions for misspelt words.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace nodefit {

// `; did you mean "NAME"?` with the candidate nearest to `word`, or nothing where none is near.
// Near means one edit (a letter added, left out, replaced, or two neighbours swapped) for each
// three letters, at least one and at most three, but never more than half of a candidate; upper and
// lower case and "-" and "_" don't count. Of equally near ones the first.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

// The candidate that did_you_mean() would suggest; empty where there is none.
std::string_view find_nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace nodefit
