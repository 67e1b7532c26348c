#include "nodefit/image_tag.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "ascii.h"

namespace nodefit {

namespace {

constexpr std::size_t kNumberDigitsMax = 9;  // below 2^32 whatever the digits

std::optional<std::uint32_t> take_number(std::string_view& text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto digits = static_cast<std::size_t>(end - text.begin());
  if (digits == 0 || digits > kNumberDigitsMax || (digits > 1 && text.front() == '0'))
    return std::nullopt;
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + digits, number);
  text.remove_prefix(digits);
  return number;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes a version off the front of `text`; where there is none, `text` is left somewhere inside it.
std::optional<Version> take_version(std::string_view& text) {
  Version version;
  const std::optional<std::uint32_t> major = take_number(text);
  if (!major || !take(text, ".")) return std::nullopt;
  const std::optional<std::uint32_t> minor = take_number(text);
  if (!minor) return std::nullopt;
  version.major = *major;
  version.minor = *minor;
  if (take(text, ".")) {
    version.patch = take_number(text);
    if (!version.patch) return std::nullopt;
  }
  if (take(text, "rc") || take(text, "-rc")) {
    version.release_candidate = take_number(text);
    if (!version.release_candidate) return std::nullopt;
  }
  return version;
}

}  // namespace

Result<Version> Version::parse(std::string_view text) {
  std::string_view rest = text;
  const std::optional<Version> version = take_version(rest);
  if (version && rest.empty()) return *version;
  return invalid_argument("invalid version " + quoted(text) +
                          ": expected a TensorFlow version such as 2.15.0");
}

Result<VersionPattern> VersionPattern::parse(std::string_view text) {
  std::string_view rest = text;
  if (rest.ends_with(".*")) {
    rest.remove_suffix(2);
    const std::optional<Version> version = take_version(rest);
    if (version && rest.empty() && !version->patch && !version->release_candidate)
      return VersionPattern(*version, true);
  } else if (const std::optional<Version> version = take_version(rest); version && rest.empty()) {
    return VersionPattern(*version, false);
  }
  return invalid_argument(
      "invalid version pattern " + quoted(text) +
      ": expected a version such as 2.17.0, or 2.15.* for all its patch releases");
}

bool VersionPattern::matches(const Version& version) const {
  if (!any_patch_) return version == version_;
  return version.major == version_.major && version.minor == version_.minor &&
         !version.release_candidate;
}

bool VersionPattern::covers(const VersionPattern& other) const {
  return other.any_patch_ ? *this == other : matches(other.version_);
}

Result<ImageTag> ImageTag::parse(std::string_view tag) {
  const auto unreadable = [&] {
    return invalid_argument("unreadable tag " + quoted(tag) +
                            ": expected latest or a TensorFlow version such as 2.15.0, then -gpu "
                            "and -jupyter or neither");
  };
  ImageTag parsed;
  parsed.text_ = tag.empty() ? "latest" : std::string(tag);
  std::string_view rest = parsed.text_;
  if (!take(rest, "latest")) {
    parsed.version_ = take_version(rest);
    if (!parsed.version_) return unreadable();
  }
  parsed.version_size_ = parsed.text_.size() - rest.size();
  while (!rest.empty()) {
    if (!parsed.gpu_ && take(rest, "-gpu")) {
      parsed.gpu_ = true;
    } else if (!parsed.jupyter_ && take(rest, "-jupyter")) {
      parsed.jupyter_ = true;
    } else {
      return unreadable();
    }
  }
  return parsed;
}

}  // namespace nodefit
