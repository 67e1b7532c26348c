// What changed between two texts, as `diff -u` writes it and patch(1) and git apply read it.
//
// E. Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986) within
// windows: after kWindow differences it settles for the furthest way so far and begins anew there.
// A difference is exact up to that many changed lines in a row of hunks, and a little longer than
// need be beyond. Not by the library dtl that Debian has: its time grows with lines times
// differences without a bound, it copies every line, and it knows no missing line break at the end.
//
// Limits: none. Time is at most lines times kWindow, memory about 30 bytes a line between the first
// and the last change.
//
// Thread-safety: a pure function.

#pragma once

#include <string>
#include <string_view>

namespace nodefit {

// Hunks with three lines around each change, after `--- OLD_NAME` and `+++ NEW_NAME`; empty for
// equal texts. Lines end with "\n"; a "\r" before it belongs to the line. Names stand as they are,
// so that they must have neither tabs nor line breaks.
std::string unified_diff(std::string_view old_text, std::string_view new_text,
                         std::string_view old_name, std::string_view new_name);

}  // namespace nodefit
