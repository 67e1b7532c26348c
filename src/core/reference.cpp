#include "nodefit/reference.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "ascii.h"

namespace nodefit {

namespace {

constexpr std::string_view kDefaultDomain = "docker.io";
constexpr std::string_view kLegacyDefaultDomain = "index.docker.io";
constexpr std::string_view kOfficialPrefix = "library/";
constexpr std::size_t kPathSizeMax = 255;  // distribution/reference RepositoryNameTotalLengthMax
constexpr std::size_t kTagSizeMax = 128;   // its grammar: [\w][\w.-]{0,127}

// What a character may be part of. One load a character instead of up to six comparisons: scanning
// is where parsing spends its time.
enum Class : std::uint8_t {
  kPathLetter = 1,     // a letter or digit of a path: lower case only
  kPathOther = 2,      // '.', '_', '-' and '/'
  kHost = 4,           // of a component of a host name
  kAddress = 8,        // of an IPv6 address
  kTag = 16,           // of a tag
  kHexDigit = 32,      // of a digest: lower case only
  kRegistryMark = 64,  // makes what stands before the first slash a registry
  kPathEnd = 128,      // begins a tag or a digest
};

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> classes{};
  const auto add = [&](std::string_view characters, unsigned mask) {
    for (const char c : characters)
      classes[static_cast<unsigned char>(c)] |= static_cast<std::uint8_t>(mask);
  };
  add("abcdefghijklmnopqrstuvwxyz0123456789", kPathLetter | kHost | kTag);
  add("ABCDEFGHIJKLMNOPQRSTUVWXYZ", kHost | kTag | kRegistryMark);
  add("abcdef0123456789", kHexDigit | kAddress);
  add("ABCDEF:", kAddress);
  add("-", kHost);
  add("_.-", kTag);
  add("._-/", kPathOther);
  add(".:", kRegistryMark);
  add(":@", kPathEnd);
  return classes;
}();

bool is(char c, unsigned mask) { return (kClasses[static_cast<unsigned char>(c)] & mask) != 0; }

// How many characters at the beginning of `text` are of a class of `mask`.
std::size_t count_while(std::string_view text, unsigned mask) {
  std::size_t count = 0;
  while (count < text.size() && is(text[count], mask)) ++count;
  return count;
}

std::size_t count_until(std::string_view text, unsigned mask) {
  std::size_t count = 0;
  while (count < text.size() && !is(text[count], mask)) ++count;
  return count;
}

bool consists_of(std::string_view text, unsigned mask) {
  return count_while(text, mask) == text.size();
}

// The length of the separator between letters and digits of a path component: ".", "_", "__" or any
// number of "-".
std::size_t separator_size(std::string_view text) {
  if (text.front() == '-') return std::min(text.find_first_not_of('-'), text.size());
  if (text.starts_with("__")) return 2;
  return text.front() == '.' || text.front() == '_' ? 1 : 0;
}

// Components of [a-z0-9]+ joined by separators, joined by single slashes.
bool is_path(std::string_view text) {
  for (;;) {
    const std::size_t letters = count_while(text, kPathLetter);
    if (letters == 0) return false;
    text.remove_prefix(letters);
    if (text.empty()) return true;
    const std::size_t joint = text.front() == '/' ? 1 : separator_size(text);
    if (joint == 0) return false;
    text.remove_prefix(joint);
  }
}

bool is_host_component(std::string_view text) {
  return !text.empty() && text.front() != '-' && text.back() != '-' && consists_of(text, kHost);
}

bool is_host_name(std::string_view text) {
  for (;;) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    if (!is_host_component(text.substr(0, dot))) return false;
    if (dot == text.size()) return true;
    text.remove_prefix(dot + 1);
  }
}

// The grammar's IPv6 address is any row of hexadecimal digits and colons; zones aren't allowed.
bool is_bracketed_address(std::string_view text) {
  return text.size() >= 3 && text.front() == '[' && text.back() == ']' &&
         consists_of(text.substr(1, text.size() - 2), kAddress);
}

// ":5000"
bool is_port(std::string_view text) {
  return text.size() >= 2 && text.front() == ':' &&
         std::all_of(text.begin() + 1, text.end(), is_digit);
}

bool is_domain(std::string_view text) {
  const bool bracketed = text.starts_with('[');
  const std::size_t host_end =
      bracketed ? text.find(']') + 1 : std::min(text.find(':'), text.size());
  const std::string_view host = text.substr(0, host_end);
  const std::string_view port = text.substr(host_end);
  if (!port.empty() && !is_port(port)) return false;
  return bracketed ? is_bracketed_address(host) : is_host_name(host);
}

// Whether the part before the first slash names a registry rather than a namespace on Docker Hub.
bool must_be_domain(std::string_view component) {
  return component == "localhost" || count_until(component, kRegistryMark) != component.size();
}

// A reference cut at its separators, nothing checked yet. `path` ends at the first ':' or '@'
// behind the domain.
struct Parts {
  std::string_view domain;  // empty: Docker Hub
  std::string_view path;
  std::string_view rest;  // [":" tag] ["@" digest]
};

Parts split(std::string_view text) {
  Parts parts;
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos && must_be_domain(text.substr(0, slash))) {
    parts.domain = text.substr(0, slash);
    text.remove_prefix(slash + 1);
  }
  const std::size_t path_end = count_until(text, kPathEnd);
  parts.path = text.substr(0, path_end);
  parts.rest = text.substr(path_end);
  return parts;
}

Error invalid_reference(std::string_view text, std::string_view expected) {
  return invalid_argument("invalid image reference " + quoted(text) + ": expected " +
                          std::string(expected));
}

Error invalid_path(std::string_view text, std::string_view path) {
  if (std::any_of(path.begin(), path.end(), is_upper)) {
    return invalid_reference(text, "a repository in lower case");
  }
  if (!consists_of(path, kPathLetter | kPathOther)) {
    return invalid_reference(text,
                             "a repository of lower-case letters, digits, '.', '_', '-' and '/'");
  }
  return invalid_reference(
      text,
      "repository components joined by single slashes, each beginning and ending with a "
      "letter or digit, with '.', '_', '__' or dashes between");
}

// Whether the path is a single component on Docker Hub, which stands for library/ and that.
bool is_official(const Parts& parts) {
  return parts.domain == kDefaultDomain && parts.path.find('/') == std::string_view::npos;
}

// Checks domain and path, and normalizes the domain.
Result<void> check_name(std::string_view text, Parts& parts) {
  if (text.empty()) {
    return invalid_reference(text, "a name such as \"tensorflow/tensorflow:2.15.0\"");
  }
  if (text.size() == 64 && consists_of(text, kHexDigit)) {
    return invalid_reference(text, "a name, not 64 hexadecimal digits, which would be an image ID");
  }
  if (!parts.domain.empty() && !is_domain(parts.domain)) {
    // Upstream's grammar makes the domain optional, so what can't be one may still be a path; see
    // domain().
    parts.path = text.substr(0, parts.domain.size() + 1 + parts.path.size());
    parts.domain = {};
    if (!is_path(parts.path)) {
      return invalid_reference(text,
                               "a registry such as \"example.com:5000\" before the first slash");
    }
  } else {
    if (parts.domain.empty() || parts.domain == kLegacyDefaultDomain) parts.domain = kDefaultDomain;
    if (!is_path(parts.path)) return invalid_path(text, parts.path);
  }
  const std::size_t implied = is_official(parts) ? kOfficialPrefix.size() : 0;
  if (parts.path.size() + implied <= kPathSizeMax) return {};
  return invalid_reference(text, "a repository of at most 255 characters behind the registry");
}

}  // namespace

bool is_image_tag(std::string_view tag) {
  return !tag.empty() && tag.size() <= kTagSizeMax && tag.front() != '.' && tag.front() != '-' &&
         consists_of(tag, kTag);
}

bool is_image_digest(std::string_view digest) {
  struct Algorithm {
    std::string_view prefix;
    std::size_t hex_digits;
  };
  constexpr std::array<Algorithm, 3> kAlgorithms = {
      {{"sha256:", 64}, {"sha384:", 96}, {"sha512:", 128}}};
  return std::any_of(kAlgorithms.begin(), kAlgorithms.end(), [&](const Algorithm& algorithm) {
    if (!digest.starts_with(algorithm.prefix)) return false;
    const std::string_view hex = digest.substr(algorithm.prefix.size());
    return hex.size() == algorithm.hex_digits && consists_of(hex, kHexDigit);
  });
}

Result<ImageReference> ImageReference::parse(std::string_view text) {
  Parts parts = split(text);
  if (Result<void> name = check_name(text, parts); !name.ok()) return std::move(name).error();
  const std::size_t at = std::min(parts.rest.find('@'), parts.rest.size());
  const std::string_view tag = parts.rest.substr(0, at);  // with its colon
  const std::string_view digest = parts.rest.substr(at);  // with its @
  if (!tag.empty() && !is_image_tag(tag.substr(1))) {
    return invalid_reference(
        text, "a tag of 1 to 128 letters, digits, '_', '.' and '-', not beginning with '.' or '-'");
  }
  if (!digest.empty() && !is_image_digest(digest.substr(1))) {
    return invalid_reference(text,
                             "a digest such as \"sha256:\" and 64 lower-case hexadecimal digits");
  }

  ImageReference reference;
  reference.text_ = text;
  reference.domain_size_ = parts.domain.size();
  reference.repository_.reserve(parts.domain.size() + 1 + kOfficialPrefix.size() +
                                parts.path.size());
  if (!parts.domain.empty()) reference.repository_.append(parts.domain).append("/");
  if (is_official(parts)) reference.repository_.append(kOfficialPrefix);
  reference.repository_.append(parts.path);
  reference.tag_size_ = tag.empty() ? 0 : tag.size() - 1;
  reference.tag_begin_ = text.size() - parts.rest.size() + (tag.empty() ? 0 : 1);
  reference.digest_begin_ = text.size() - (digest.empty() ? 0 : digest.size() - 1);
  return reference;
}

std::string ImageReference::normalized() const {
  std::string text = repository_;
  if (tag_size_ != 0) text.append(":").append(tag());
  if (digest_begin_ != text_.size()) text.append("@").append(digest());
  return text;
}

}  // namespace nodefit
