#include <algorithm>
#include <array>
#include <cstdint>

#include "nodefit/validation.h"
#include "policy_check.h"

namespace nodefit {

namespace {

constexpr std::array<std::string_view, kRoleKindCount> kRoles = {"Pod",    "Chief", "Master",
                                                                 "Worker", "PS",    "Evaluator"};
constexpr std::uint32_t kAllRoles = (1U << kRoleKindCount) - 1;
constexpr std::array<std::string_view, 3> kGpuUses = {"required", "forbidden", "any"};

std::string_view why_name_is_taken(std::string_view name) {
  if (name == "none") return "in the annotation nodefit.dev/profile it means no profile";
  if (name == "follow") return "in the label nodefit.dev/placed it means that the node decides";
  return {};
}

// Taints by which Kubernetes and autoscalers say that a node isn't fit for any pod now. GPU images
// don't make it so.
std::string_view why_never_tolerated(std::string_view key) {
  if (key.starts_with("node.kubernetes.io/") ||
      key.starts_with("node.cloudprovider.kubernetes.io/")) {
    return "Kubernetes sets it on nodes that aren't fit for pods";
  }
  if (key == "karpenter.sh/disrupted" || key == "karpenter.sh/unregistered") {
    return "Karpenter sets it on nodes that come or go";
  }
  if (key == "ToBeDeletedByClusterAutoscaler" || key == "DeletionCandidateOfClusterAutoscaler") {
    return "Cluster Autoscaler sets it on nodes that it removes";
  }
  return {};
}

class ProfileChecker {
 public:
  ProfileChecker(std::size_t index, const ProfileSpec& spec, const CheckedFamilies& families,
                 ProblemList& problems)
      : path_(at_index("profiles", index)), spec_(spec), families_(families), problems_(problems) {}

  Profile check(const std::vector<Profile>& earlier) {
    check_name(earlier);
    NodeSelector nodes = check_node_terms(at("nodes"), spec_.nodes, problems_);
    const std::uint32_t roles = check_roles();
    const std::optional<GpuUse> gpu = check_gpu();
    When when = check_when(gpu);
    std::vector<std::string> tolerate = check_tolerate();
    std::vector<ProfileImage> images =
        check_images(at("images"), spec_.images, families_, problems_);
    check_secrets();
    Env env = check_env(at("env"), spec_.env, problems_);
    if (spec_.max_pending && *spec_.max_pending < 1) {
      problems_.error(at("maxPending"), expected_at_least(1, *spec_.max_pending));
    }
    std::optional<Provisionable> provisionable;
    if (spec_.provisionable) {
      provisionable =
          check_provisionable(at("provisionable"), *spec_.provisionable, nodes, problems_);
    }
    return {spec_.name,
            std::move(nodes),
            spec_.nodes,
            roles,
            gpu.value_or(GpuUse::kAny),
            std::move(when),
            std::move(tolerate),
            std::move(images),
            spec_.image_pull_secrets,
            std::move(env),
            spec_.max_pending,
            std::move(provisionable),
            spec_.mode,
            spec_.never_follow};
  }

 private:
  std::string at(std::string_view key) const { return at_key(path_, key); }

  void check_name(const std::vector<Profile>& earlier) {
    if (!problems_.expect(at("name"), validate_dns_label(spec_.name))) return;
    if (const std::string_view why = why_name_is_taken(spec_.name); !why.empty()) {
      problems_.error(at("name"),
                      "expected another name than " + quoted(spec_.name) + ": " + std::string(why));
    }
    const auto same = std::find_if(earlier.begin(), earlier.end(), [&](const Profile& profile) {
      return profile.name == spec_.name;
    });
    if (same == earlier.end()) return;
    const auto index = static_cast<std::size_t>(same - earlier.begin());
    problems_.error(at("name"),
                    quoted(spec_.name) + " is already the name of " + at_index("profiles", index));
  }

  std::uint32_t check_roles() {
    if (!spec_.roles) return kAllRoles;
    const std::string path = at("for");
    if (spec_.roles->empty()) {
      problems_.error(path, "expected at least one of " + join_with_or(kRoles) +
                                ", found none; left out, the profile is for all of them");
    }
    std::uint32_t roles = 0;
    for (std::size_t i = 0; i < spec_.roles->size(); ++i) {
      const std::string& word = (*spec_.roles)[i];
      const auto* const found = std::find(kRoles.begin(), kRoles.end(), word);
      if (found == kRoles.end()) {
        problems_.error(at_index(path, i), expected_one_of(kRoles, word));
        continue;
      }
      const std::uint32_t bit = 1U << static_cast<std::size_t>(found - kRoles.begin());
      if ((roles & bit) != 0) problems_.error(at_index(path, i), quoted(word) + " is listed twice");
      roles |= bit;
    }
    return roles;
  }

  std::optional<GpuUse> check_gpu() {
    const std::string written = spec_.gpu.value_or("");
    const std::optional<GpuUse> use = parse_gpu_use(written);
    if (!use) problems_.error(at("gpu"), expected_one_of(kGpuUses, written));
    return use;
  }

  When check_when(const std::optional<GpuUse>& gpu) {
    const WhenSpec& spec = spec_.when;
    const std::string path = at("when");
    When when{std::nullopt, spec.gpus_min, spec.gpus_max, spec.shared};
    if (spec.namespaces) {
      when.namespaces =
          check_label_selector(at_key(path, "namespaces"), *spec.namespaces, problems_);
    }
    check_gpu_range(at_key(path, "gpus"), gpu);
    if (gpu == GpuUse::kForbidden && spec.shared == true) {
      problems_.error(at_key(path, "shared"),
                      "expected no shared GPU where gpu is forbidden: no "
                      "workload is both");
    }
    return when;
  }

  void check_gpu_range(const std::string& path, const std::optional<GpuUse>& gpu) {
    const std::optional<std::int64_t>& min = spec_.when.gpus_min;
    const std::optional<std::int64_t>& max = spec_.when.gpus_max;
    if (min && *min < 0) problems_.error(at_key(path, "min"), expected_at_least(0, *min));
    if (max && *max < 0) problems_.error(at_key(path, "max"), expected_at_least(0, *max));
    if (min && max && *min >= 0 && *max >= 0 && *min > *max) {
      problems_.error(path, "expected min to be at most max, found " + std::to_string(*min) +
                                " and " + std::to_string(*max));
    }
    if (gpu == GpuUse::kForbidden && min && *min > 0) {
      problems_.error(at_key(path, "min"), "expected 0 where gpu is forbidden, found " +
                                               std::to_string(*min) + ": no workload is both");
    }
    if (gpu == GpuUse::kRequired && max && *max == 0) {
      problems_.error(at_key(path, "max"),
                      "expected 1 or more where gpu is required, found 0: no workload is both");
    }
  }

  std::vector<std::string> check_tolerate() {
    const std::string path = at("tolerate");
    if (!check_count(path, spec_.tolerate.size(), kEntriesMax, problems_)) return {};
    std::vector<std::string> sorted;
    for (std::size_t i = 0; i < spec_.tolerate.size(); ++i) {
      const std::string& key = spec_.tolerate[i];
      if (!check_taint_key(at_index(path, i), key)) continue;
      if (const std::string_view why = why_never_tolerated(key); !why.empty()) {
        problems_.error(at_index(path, i),
                        "a policy can't tolerate " + quoted(key) + ": " + std::string(why));
      }
      const auto place = std::lower_bound(sorted.begin(), sorted.end(), key);
      if (place != sorted.end() && *place == key) {
        problems_.error(at_index(path, i), quoted(key) + " is listed twice");
      } else {
        sorted.insert(place, key);
      }
    }
    return sorted;
  }

  bool check_taint_key(const std::string& path, const std::string& key) {
    const std::size_t end = key.find_first_of("=:");
    if (end == std::string::npos) return problems_.expect(path, validate_qualified_name(key));
    problems_.error(path, "expected the key of a taint alone, found " + quoted(key) +
                              "; did you mean " + quoted(key.substr(0, end)) + "?");
    return false;
  }

  void check_secrets() {
    const std::vector<std::string>& secrets = spec_.image_pull_secrets;
    const std::string path = at("imagePullSecrets");
    if (!check_count(path, secrets.size(), kEntriesMax, problems_)) return;
    for (std::size_t i = 0; i < secrets.size(); ++i) {
      if (!problems_.expect(at_index(path, i), validate_dns_subdomain(secrets[i]))) continue;
      const auto end = secrets.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(secrets.begin(), end, secrets[i]) != end) {
        problems_.error(at_index(path, i), quoted(secrets[i]) + " is listed twice");
      }
    }
  }

  std::string path_;
  const ProfileSpec& spec_;
  const CheckedFamilies& families_;
  ProblemList& problems_;
};

}  // namespace

std::vector<Profile> check_profiles(const std::vector<ProfileSpec>& specs,
                                    const CheckedFamilies& families, ProblemList& problems) {
  if (specs.empty()) problems.error("profiles", "expected at least one profile, found none");
  if (!check_count("profiles", specs.size(), kProfilesMax, problems)) return {};
  std::vector<Profile> profiles;
  profiles.reserve(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    profiles.push_back(ProfileChecker(i, specs[i], families, problems).check(profiles));
  }
  return profiles;
}

}  // namespace nodefit
