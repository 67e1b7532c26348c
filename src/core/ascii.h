// Character classes by ASCII alone: <cctype> depends on the locale and is undefined for negative
// chars.

#pragma once

namespace nodefit {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower_alphanumeric(char c) { return is_lower(c) || is_digit(c); }
constexpr bool is_alphanumeric(char c) { return is_lower_alphanumeric(c) || is_upper(c); }

constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace nodefit
