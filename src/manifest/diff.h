// What changed between two texts, as `diff -u` writes it and patch(1) and git apply read it.
//
// The lines to change are found by line_changes.h, not by the library dtl that Debian has: its time
// grows with lines times differences without a bound, it copies every line, and it knows no missing
// line break at the end.
//
// Limits: none on the texts. Up to a million lines between the first and the last change are
// compared, in at most some seconds; more are all removed and added, in one hunk, because nobody
// reads what is longer. Memory is about 30 bytes a line compared, and the difference itself.
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
