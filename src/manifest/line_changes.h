// Which lines have to be removed and added to make one text of another, for diff.
//
// E. Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986) within
// windows: after 128 differences it settles for the furthest way so far and begins anew there. So a
// difference is as short as can be where changes are few, and a little longer than need be where
// they are many, and takes time by lines times 128 and a quarter of a megabyte.
//
// Thread-safety: a pure function.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nodefit {

// Lines [old_begin, old_end) become [new_begin, new_end).
struct LineChange {
  std::size_t old_begin;
  std::size_t old_end;
  std::size_t new_begin;
  std::size_t new_end;
};

// Lines are numbers, equal for equal lines. Changes come in order and don't touch each other.
std::vector<LineChange> line_changes(const std::vector<std::uint32_t>& old_lines,
                                     const std::vector<std::uint32_t>& new_lines);

}  // namespace nodefit
