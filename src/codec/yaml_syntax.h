// What can be told about YAML from its text alone: before the parser sees it, and when it
// complains.
//
// Thread-safety: pure functions.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "codec/yaml_problem.h"

namespace nodefit {

// Where the byte at `offset` stands.
TextPosition position_at(std::string_view text, std::size_t offset);

// What isn't UTF-8, or holds characters that go-yaml refuses or that it, by YAML 1.1, takes for
// line breaks and YAML 1.2 doesn't: reading them otherwise than kubectl would be worse than
// refusing.
std::optional<YamlProblem> find_unreadable(std::string_view text);

YamlProblem too_long(std::size_t size, std::size_t size_max);

std::string_view without_byte_order_mark(std::string_view text);

// yaml-cpp's messages are for those who know the grammar; these say what to do.
std::string explain_syntax_error(const std::string& message);

// The offset of a tab in the indentation of this line, if there is one.
std::optional<std::size_t> find_indenting_tab(std::string_view text, std::size_t line);

// What follows the tags and the anchor that begin `text`.
std::string_view without_properties(std::string_view text);

// The size of the quoted scalar that begins `text`: 0 where none does, nullopt where it isn't
// closed.
std::optional<std::size_t> quoted_size(std::string_view text);

// Whether the key at `offset` of a mapping in block style, the last scalar of the text, has neither
// a colon behind it nor a question mark before it. yaml-cpp takes that for a key without value.
bool is_key_without_colon(std::string_view text, std::size_t offset);

// Whether a block scalar of the style `>+` begins `text`: yaml-cpp drops a line break at its end.
bool is_folded_keeping_breaks(std::string_view text);

// Within brackets, where yaml-cpp and go-yaml take an unquoted scalar for different things: what
// would be clear to both. `text` begins where the scalar does.
std::optional<std::string_view> read_otherwise_in_brackets(std::string_view text,
                                                           std::string_view value);

}  // namespace nodefit
