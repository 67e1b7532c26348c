// What can be told about YAML from its text alone: before the parser sees it, and when it
// complains.
//
// Thread-safety: pure functions.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codec/yaml_tree.h"

namespace nodefit {

// Where the byte at `offset` stands.
TextPosition position_at(std::string_view text, std::size_t offset);

// Texts that no parser should get: larger than YamlTree::kBytesMax, not UTF-8, with control
// characters (which go-yaml refuses too), or with more structure than YamlTree::kNodesMax values
// have.
std::optional<YamlProblem> find_unreadable(std::string_view text);

std::string too_many_values();

// yaml-cpp's messages are for those who know the grammar; these say what to do.
std::string explain_syntax_error(const std::string& message);

// The offset of a tab in the indentation of this line, if there is one.
std::optional<std::size_t> find_indenting_tab(std::string_view text, std::size_t line);

// Whether the scalar at the beginning of `text` is closed by a quote if one opens it. Tags and an
// anchor may stand before it.
bool is_closed_if_quoted(std::string_view text);

}  // namespace nodefit
