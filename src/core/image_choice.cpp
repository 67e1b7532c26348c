#include "image_choice.h"

#include <algorithm>

namespace nodefit {

namespace {

// What every registry's images were before there were others, and what most still are.
constexpr std::string_view kDefaultPlatform = "linux/amd64";

std::optional<Reason> find_obstacle(SubmittedImage& image, const Family& family) {
  if (!image.reference->digest().empty()) return Reason::kDigestPinned;
  if (image.container->image_pull_policy == "Never") return Reason::kPullPolicyNever;
  Result<ImageTag> tag = ImageTag::parse(image.reference->tag());
  if (!tag.ok()) return Reason::kTagUnreadable;
  image.tag = *std::move(tag);
  if (image.tag->is_latest() && !family.latest) return Reason::kLatestUnpinned;
  return std::nullopt;
}

SubmittedImage read_image(const Container& container, bool init, std::size_t index,
                          const Policy& policy) {
  SubmittedImage image;
  image.container = &container;
  image.init = init;
  image.index = index;
  Result<ImageReference> reference = ImageReference::parse(container.image);
  if (!reference.ok()) return image;
  image.reference = *std::move(reference);
  image.family = policy.find_family(image.reference->repository());
  if (image.family) image.obstacle = find_obstacle(image, policy.families()[*image.family]);
  return image;
}

bool contains(const std::vector<std::string>& platforms, std::string_view platform) {
  return std::find(platforms.begin(), platforms.end(), platform) != platforms.end();
}

// The rule for a version, or nullptr. The first that matches counts.
const VersionRule* find_rule(const std::vector<VersionRule>& rules, const Version& version) {
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const VersionRule& rule) {
    return rule.pattern.matches(version);
  });
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace

std::vector<SubmittedImage> read_images(const PodTemplate& pod, const Policy& policy) {
  std::vector<SubmittedImage> images;
  images.reserve(pod.init_containers.size() + pod.containers.size());
  for (std::size_t i = 0; i < pod.init_containers.size(); ++i) {
    images.push_back(read_image(pod.init_containers[i], true, i, policy));
  }
  for (std::size_t i = 0; i < pod.containers.size(); ++i) {
    images.push_back(read_image(pod.containers[i], false, i, policy));
  }
  return images;
}

ImageChoice choose_image(const SubmittedImage& submitted, const Profile& profile,
                         const Policy& policy) {
  const ProfileImage* const target = profile.find_image(*submitted.family);
  if (target == nullptr) return {"", Reason::kVersionUnavailable, nullptr};
  const Family& family = policy.families()[*submitted.family];
  const ImageTag& tag = *submitted.tag;
  const Version& version = tag.is_latest() ? *family.latest : *tag.version();
  std::string version_text = tag.is_latest() ? family.latest_text : std::string(tag.version_text());
  std::string digest;
  if (target->versions) {
    const VersionRule* const rule = find_rule(*target->versions, version);
    if (rule == nullptr) return {"", Reason::kVersionUnavailable, target};
    if (!rule->target.empty()) version_text = rule->target;
    digest = rule->digest;
  }
  // {tag} holds the word as {jupyter} does. A digest names one build, and a policy has only one
  // place for it.
  const bool has_variant =
      target->image.uses(TemplateVariable::kJupyter) || target->image.uses(TemplateVariable::kTag);
  if (tag.jupyter() && (!has_variant || !digest.empty()))
    return {"", Reason::kVariantUnavailable, target};

  const std::string tag_text = version_text + std::string(tag.words_text());
  const Result<ImageReference> image = target->image.expand(
      {submitted.reference->repository(), tag_text, version_text, tag.jupyter(), digest});
  // Policies are checked with sample versions; what remains is a tag that grows past 128
  // characters.
  if (!image.ok()) return {"", Reason::kVersionUnavailable, target};
  return {image->text(), Reason::kDecided, target};
}

bool runs_on(const SubmittedImage& unreplaced, std::string_view platform, const Policy& policy) {
  if (unreplaced.family) return contains(policy.families()[*unreplaced.family].platforms, platform);
  if (unreplaced.reference && policy.is_multi_arch(unreplaced.reference->repository())) return true;
  return platform == kDefaultPlatform;
}

}  // namespace nodefit
