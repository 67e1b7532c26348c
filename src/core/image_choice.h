// Which images of a pod nodefit may replace, and by what.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nodefit/image_tag.h"
#include "nodefit/policy.h"
#include "nodefit/reason.h"
#include "nodefit/reference.h"
#include "nodefit/workload.h"

namespace nodefit {

// The image of one container as a policy sees it.
struct SubmittedImage {
  const Container* container = nullptr;
  bool init = false;
  std::size_t index = 0;  // in its list

  std::optional<std::size_t> family;        // nullopt: foreign
  std::optional<ImageReference> reference;  // nullopt: not a reference
  std::optional<ImageTag> tag;              // of a managed image whose tag is readable
  std::optional<Reason> obstacle;           // why a managed image can't be replaced at all

  bool is_latest() const { return tag && tag->is_latest(); }
};

// Init containers first, then containers, in their lists' order.
std::vector<SubmittedImage> read_images(const PodTemplate& pod, const Policy& policy);

// An image that takes the place of a submitted one, or why there is none.
struct ImageChoice {
  std::string image;  // empty: none
  Reason reason = Reason::kDecided;
  const ProfileImage* from = nullptr;
};

// The profile's image in place of `submitted`, which must be managed and without obstacle.
// VersionUnavailable, VariantUnavailable: there is none.
ImageChoice choose_image(const SubmittedImage& submitted, const Profile& profile,
                         const Policy& policy);

// Whether an image that stays runs on `platform`.
bool runs_on(const SubmittedImage& unreplaced, std::string_view platform, const Policy& policy);

}  // namespace nodefit
