#include "nodefit/policy.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "fnv1a.h"
#include "policy_check.h"
#include "policy_dump.h"

namespace nodefit {

namespace {

template <class Word, std::size_t size>
std::optional<Word> parse_word(const std::array<Word, size>& words, std::string_view text) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](Word word) { return to_string(word) == text; });
  if (found == words.end()) return std::nullopt;
  return *found;
}

}  // namespace

std::string_view to_string(Mode mode) {
  switch (mode) {
    case Mode::kEnforce:
      return "enforce";
    case Mode::kObserve:
      return "observe";
  }
  std::abort();
}

std::string_view to_string(Placement placement) {
  switch (placement) {
    case Placement::kPin:
      return "pin";
    case Placement::kFollow:
      return "follow";
  }
  std::abort();
}

std::string_view to_string(GpuUse use) {
  switch (use) {
    case GpuUse::kRequired:
      return "required";
    case GpuUse::kForbidden:
      return "forbidden";
    case GpuUse::kAny:
      return "any";
  }
  std::abort();
}

std::optional<Mode> parse_mode(std::string_view text) {
  return parse_word(std::array{Mode::kEnforce, Mode::kObserve}, text);
}

std::optional<Placement> parse_placement(std::string_view text) {
  return parse_word(std::array{Placement::kPin, Placement::kFollow}, text);
}

std::optional<GpuUse> parse_gpu_use(std::string_view text) {
  return parse_word(std::array{GpuUse::kRequired, GpuUse::kForbidden, GpuUse::kAny}, text);
}

const ProfileImage* Profile::find_image(std::size_t family) const {
  const auto found = std::find_if(images.begin(), images.end(), [&](const ProfileImage& image) {
    return image.family == family;
  });
  return found == images.end() ? nullptr : &*found;
}

Policy::Outcome Policy::make(const PolicySpec& spec) {
  ProblemList problems;
  CheckedFamilies families = check_families(spec.families, problems);
  std::vector<std::string> multi_arch = check_multi_arch(spec.multi_arch, families, problems);
  std::vector<Profile> profiles = check_profiles(spec.profiles, families, problems);
  if (problems.error_count() > 0) {
    return {nullptr, std::move(problems.errors()), std::move(problems.warnings())};
  }
  add_warnings(families.families, profiles, problems);

  const std::shared_ptr<Policy> policy(new Policy);
  policy->mode_ = spec.mode;
  policy->pods_ = spec.pods;
  policy->jobs_ = spec.jobs;
  policy->ignore_volumes_ = spec.ignore_volumes;
  policy->families_ = std::move(families.families);
  policy->multi_arch_ = std::move(multi_arch);
  policy->profiles_ = std::move(profiles);
  policy->family_of_repository_ = std::move(families.repositories);
  policy->dump_ = dump_policy(*policy);
  policy->hash_ = to_hex(fnv1a(policy->dump_));
  return {policy, {}, std::move(problems.warnings())};
}

std::optional<std::size_t> Policy::find_family(std::string_view repository) const {
  return find_repository(family_of_repository_, repository);
}

std::optional<std::size_t> Policy::find_profile(std::string_view name) const {
  const auto found = std::find_if(profiles_.begin(), profiles_.end(),
                                  [&](const Profile& profile) { return profile.name == name; });
  if (found == profiles_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - profiles_.begin());
}

bool Policy::is_multi_arch(std::string_view repository) const {
  const auto at = std::lower_bound(multi_arch_.begin(), multi_arch_.end(), repository);
  return at != multi_arch_.end() && *at == repository;
}

}  // namespace nodefit
