#include "nodefit/validation.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "ascii.h"

namespace nodefit {

namespace {

constexpr std::size_t kNameLengthMax = 63;        // RFC 1123 section 2.1
constexpr std::size_t kSubdomainLengthMax = 253;  // RFC 1035's 255 octets without the length octets

Error broken_rule(std::string_view what, std::string_view text, std::string_view rule) {
  return invalid_argument("invalid " + std::string(what) + " " + quoted(text) + ": expected " +
                          std::string(rule));
}

// What label values and the name part of keys are made of.
bool is_name(std::string_view text) {
  const auto inner = [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; };
  return !text.empty() && text.size() <= kNameLengthMax && is_alphanumeric(text.front()) &&
         is_alphanumeric(text.back()) && std::all_of(text.begin(), text.end(), inner);
}

bool is_dns_label_of_any_length(std::string_view text) {
  const auto inner = [](char c) { return is_lower_alphanumeric(c) || c == '-'; };
  return !text.empty() && text.front() != '-' && text.back() != '-' &&
         std::all_of(text.begin(), text.end(), inner);
}

bool is_dns_subdomain(std::string_view text) {
  if (text.size() > kSubdomainLengthMax) return false;
  std::size_t begin = 0;
  for (std::size_t dot = text.find('.'); dot != std::string_view::npos;
       dot = text.find('.', begin)) {
    if (!is_dns_label_of_any_length(text.substr(begin, dot - begin))) return false;
    begin = dot + 1;
  }
  return is_dns_label_of_any_length(text.substr(begin));
}

}  // namespace

Result<void> validate_qualified_name(std::string_view text) {
  std::string_view name = text;
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    if (!is_dns_subdomain(text.substr(0, slash))) {
      return broken_rule("key", text,
                         "a lower-case DNS name of at most 253 characters before the slash");
    }
    name = text.substr(slash + 1);
  }
  if (is_name(name)) return {};
  return broken_rule("key", text,
                     "an optional DNS name and a slash, then 1 to 63 letters, digits, '-', '_' or "
                     "'.', beginning and "
                     "ending with a letter or digit");
}

Result<void> validate_label_value(std::string_view text) {
  if (text.empty() || is_name(text)) return {};
  return broken_rule("label value", text,
                     "nothing, or at most 63 letters, digits, '-', '_' or '.', beginning and "
                     "ending with a letter or "
                     "digit");
}

Result<void> validate_dns_label(std::string_view text) {
  if (text.size() <= kNameLengthMax && is_dns_label_of_any_length(text)) return {};
  return broken_rule(
      "name", text,
      "1 to 63 lower-case letters, digits or '-', beginning and ending with a letter or digit");
}

Result<void> validate_dns_subdomain(std::string_view text) {
  if (is_dns_subdomain(text)) return {};
  return broken_rule("name", text,
                     "at most 253 lower-case letters, digits, '-' or '.', each part beginning and "
                     "ending with a letter "
                     "or digit");
}

Result<void> validate_env_name(std::string_view text) {
  const auto inner = [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; };
  const bool well_formed =
      !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), inner);
  if (well_formed && text != "." && !text.starts_with("..")) return {};
  return broken_rule("environment variable name", text,
                     "letters, digits, '_', '-' or '.', not beginning with a digit or \"..\"");
}

}  // namespace nodefit
