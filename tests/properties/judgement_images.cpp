#include <algorithm>
#include <cctype>
#include <string_view>

#include "nodefit/reference.h"
#include "properties/judgement.h"

namespace nodefit::tests {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// A tag taken apart. Only the spellings of these worlds are known: N.N[.N][rcN|-rcN] and the words
// gpu and jupyter.
struct Tag {
  std::string version;     // as written, or "latest"
  std::string normalized;  // without the dash before rc
  std::string words;       // "-gpu-jupyter"
  bool gpu = false;
  bool jupyter = false;
};

std::string take_digits(std::string_view& rest) {
  const std::size_t size = std::min(rest.find_first_not_of("0123456789"), rest.size());
  std::string digits(rest.substr(0, size));
  rest.remove_prefix(size);
  return digits;
}

// Takes the version off the front of `rest`; empty where there is none.
std::string take_version(std::string_view& rest) {
  std::string version = take_digits(rest);
  if (version.empty()) return "";
  for (int part = 0; part < 2 && rest.size() > 1 && rest[0] == '.' && is_digit(rest[1]); ++part) {
    rest.remove_prefix(1);
    version += "." + take_digits(rest);
  }
  if (version.find('.') == std::string::npos) return "";
  for (const std::string_view mark : {"rc", "-rc"}) {
    if (!rest.starts_with(mark) || rest.size() == mark.size() || !is_digit(rest[mark.size()]))
      continue;
    rest.remove_prefix(mark.size());
    return version + std::string(mark) + take_digits(rest);
  }
  return version;
}

std::optional<Tag> read_tag(std::string_view rest) {
  Tag tag;
  if (rest.empty()) rest = "latest";
  if (rest.starts_with("latest")) {
    tag.version = "latest";
    rest.remove_prefix(tag.version.size());
  } else {
    tag.version = take_version(rest);
  }
  if (tag.version.empty() || tag.version[0] == '0') return std::nullopt;
  tag.normalized = tag.version;
  const std::size_t dash = tag.normalized.find("-rc");
  if (dash != std::string::npos) tag.normalized.erase(dash, 1);
  tag.words = rest;
  if (rest == "-gpu" || rest == "-jupyter" || rest == "-gpu-jupyter" || rest == "-jupyter-gpu" ||
      rest.empty()) {
    tag.gpu = rest.find("gpu") != std::string_view::npos;
    tag.jupyter = rest.find("jupyter") != std::string_view::npos;
    return tag;
  }
  return std::nullopt;
}

std::string without_dash(std::string version) {
  const std::size_t dash = version.find("-rc");
  if (dash != std::string::npos) version.erase(dash, 1);
  return version;
}

bool rule_matches(const std::string& pattern, const std::string& version) {
  if (!pattern.ends_with(".*")) return without_dash(pattern) == version;
  const std::string stem = pattern.substr(0, pattern.size() - 2);
  if (version == stem) return true;
  return version.starts_with(stem + ".") && version.find("rc") == std::string::npos;
}

// Single versions are exceptions from patterns.
const VersionRuleSpec* find_rule(const std::vector<VersionRuleSpec>& rules,
                                 const std::string& version) {
  for (const bool patterns : {false, true}) {
    for (const VersionRuleSpec& rule : rules) {
      if (rule.pattern.ends_with('*') == patterns && rule_matches(rule.pattern, version))
        return &rule;
    }
  }
  return nullptr;
}

void replace_all(std::string& text, std::string_view variable, const std::string& value) {
  for (std::size_t at = text.find(variable); at != std::string::npos;
       at = text.find(variable, at + value.size())) {
    text.replace(at, variable.size(), value);
  }
}

}  // namespace

std::optional<MajorMinor> major_minor(const std::string& image) {
  const Result<ImageReference> reference = ImageReference::parse(image);
  if (!reference.ok()) return std::nullopt;
  std::string_view rest = reference->tag();
  const std::string version = take_version(rest);
  if (version.empty()) return std::nullopt;
  return MajorMinor{std::stoi(version), std::stoi(version.substr(version.find('.') + 1))};
}

bool is_latest(const std::string& image) {
  const Result<ImageReference> reference = ImageReference::parse(image);
  if (!reference.ok() || !reference->digest().empty()) return false;
  const std::optional<Tag> tag = read_tag(reference->tag());
  return tag && tag->version == "latest";
}

bool has_digest(const std::string& image) { return image.find('@') != std::string::npos; }

bool has_gpu_word(const std::string& image) {
  const Result<ImageReference> reference = ImageReference::parse(image);
  if (!reference.ok()) return false;
  const std::optional<Tag> tag = read_tag(reference->tag());
  return tag && tag->gpu;
}

std::optional<std::size_t> family_of(const PolicySpec& policy, const std::string& image) {
  const Result<ImageReference> reference = ImageReference::parse(image);
  if (!reference.ok()) return std::nullopt;
  for (std::size_t i = 0; i < policy.families.size(); ++i) {
    for (const std::string& repository : policy.families[i].repositories) {
      if (ImageReference::parse(repository).value().repository() == reference->repository())
        return i;
    }
  }
  return std::nullopt;
}

bool is_replaceable(const PolicySpec& policy, const Container& container) {
  const std::optional<std::size_t> family = family_of(policy, container.image);
  if (!family || has_digest(container.image) || container.image_pull_policy == "Never")
    return false;
  const std::optional<Tag> tag = read_tag(ImageReference::parse(container.image).value().tag());
  if (!tag) return false;
  return tag->version != "latest" || policy.families[*family].latest.has_value();
}

std::optional<std::string> replacement(const PolicySpec& policy, const ProfileSpec& profile,
                                       const std::string& image) {
  const ImageReference reference = ImageReference::parse(image).value();
  const FamilySpec& family = policy.families[family_of(policy, image).value()];
  const Tag tag = read_tag(reference.tag()).value();
  for (const ProfileImageSpec& candidate : profile.images) {
    if (candidate.family != family.name) continue;
    std::string version = tag.version == "latest" ? family.latest.value() : tag.version;
    std::string digest;
    if (candidate.versions) {
      const VersionRuleSpec* const rule = find_rule(*candidate.versions, without_dash(version));
      if (rule == nullptr) return std::nullopt;
      if (rule->target) {
        const std::size_t at = std::min(rule->target->find('@'), rule->target->size());
        version = rule->target->substr(0, at);
        digest = rule->target->substr(at);
      }
    }
    std::string result = candidate.image;
    const bool says_jupyter =
        result.find("{jupyter}") != std::string::npos || result.find("{tag}") != std::string::npos;
    if (tag.jupyter && (!says_jupyter || !digest.empty())) return std::nullopt;
    replace_all(result, "{repository}", reference.repository());
    replace_all(result, "{tag}", version + tag.words);
    replace_all(result, "{version}", version);
    replace_all(result, "{jupyter}", tag.jupyter ? "-jupyter" : "");
    return result + digest;
  }
  return std::nullopt;
}

}  // namespace nodefit::tests
