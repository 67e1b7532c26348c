// Which profile is chosen: one that admits the workload, and none after one that surely does.

#include <algorithm>

#include "properties/property.h"

namespace nodefit::tests {

namespace {

// The managed main containers of a pod, as the policy sees them.
std::vector<const Container*> managed_containers(const PolicySpec& policy, const PodTemplate& pod) {
  std::vector<const Container*> managed;
  for (const Container& container : pod.containers) {
    if (family_of(policy, container.image)) managed.push_back(&container);
  }
  return managed;
}

bool has_images(const PolicySpec& policy, const ProfileSpec& profile, const PodTemplate& pod) {
  for (const Container* const container : managed_containers(policy, pod)) {
    if (!is_replaceable(policy, *container) || !replacement(policy, profile, container->image))
      return false;
  }
  return true;
}

bool has_any_image(const PolicySpec& policy, const ProfileSpec& profile, const PodTemplate& pod) {
  std::vector<Container> all = pod.init_containers;
  all.insert(all.end(), pod.containers.begin(), pod.containers.end());
  return std::any_of(all.begin(), all.end(), [&](const Container& container) {
    return is_replaceable(policy, container) && replacement(policy, profile, container.image);
  });
}

std::string why_not(const Trial& trial, const ProfileSpec& profile, std::size_t role) {
  const PolicySpec& policy = trial.world->policy;
  const Workload& workload = trial.submitted();
  if (!admits(profile, gpu_answer(policy, workload, role))) return "for its GPU question";
  if (!is_for(profile, workload, role)) return "for its role";
  if (!may_apply(profile, workload, role)) return "for `when`";
  if (!has_images(policy, profile, workload.roles[role].pod)) return "for its images";
  const std::optional<std::string_view> wish = workload.annotations.find(kProfileAnnotation);
  if (wish && *wish != profile.name) return "for the user's wish of another profile";
  return "";
}

// A Pod that holds nothing about which the design has more than one word to say.
bool is_simple(const Trial& trial) {
  const Workload& workload = trial.submitted();
  const PolicySpec& policy = trial.world->policy;
  if (trial.plan == nullptr || workload.kind != Workload::Kind::kPod || is_job_pod(workload))
    return false;
  if (is_left_alone(policy, workload) || placement_of(policy, workload) == Placement::kFollow)
    return false;
  if (workload.annotations.find(kProfileAnnotation) ||
      workload.annotations.find(kDecisionAnnotation))
    return false;
  if (workload.annotations.find(kPlacedLabel) || workload.labels.find(kPlacedLabel)) return false;
  const PodTemplate& pod = workload.roles[0].pod;
  if (!pod.node_name.empty() || pod.has_claim_volumes || pod.has_zone_spread) return false;
  if (pod.has_required_pod_affinity || pod.has_resource_claims || pod.required_node_affinity)
    return false;
  return !managed_containers(policy, pod).empty();
}

bool runs_on(const ProfileSpec& profile, const NodeSpec& node) {
  const std::string platform = platform_of(node);
  return std::all_of(
      profile.images.begin(), profile.images.end(), [&](const ProfileImageSpec& image) {
        return !image.platforms ||
               std::count(image.platforms->begin(), image.platforms->end(), platform) > 0;
      });
}

// Whether the pod, given the profile's pins and tolerations, has a live node, and all nodes that it
// could have are such that every image runs on them.
bool surely_has_node(const Trial& trial, const ProfileSpec& profile) {
  PodTemplate pod = trial.submitted().roles[0].pod;
  for (const std::string& key : profile.tolerate) {
    if (key == "nvidia.com/gpu" && !asks_for_gpu_of(pod, key)) continue;
    pod.tolerations.push_back({key, "Exists", "", "NoSchedule", {}});
    pod.tolerations.push_back({key, "Exists", "", "NoExecute", {}});
  }
  bool found = false;
  for (const NodeSpec& node : trial.world->nodes) {
    if (!any_term_matches(profile.nodes, node)) continue;
    if (platform_of(node) != "linux/amd64" || !runs_on(profile, node)) return false;
    found = found || (!node.unschedulable && lands(pod, node));
  }
  return found;
}

bool surely_fits(const Trial& trial, const ProfileSpec& profile) {
  const Gpu answer = gpu_answer(trial.world->policy, trial.submitted(), 0);
  if (answer == Gpu::kDisputed || profile.max_pending) return false;
  const std::vector<Container>& init = trial.submitted().roles[0].pod.init_containers;
  if (std::any_of(init.begin(), init.end(), asks_for_gpu)) return false;
  return why_not(trial, profile, 0).empty() && surely_has_node(trial, profile);
}

}  // namespace

std::string check_profile_admits(const Trial& trial) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const ProfileSpec* const profile = trial.pinned_to(i);
    if (profile == nullptr) continue;
    const std::string wrong = why_not(trial, *profile, i);
    if (!wrong.empty()) return profile->name + " isn't for this workload: " + wrong;
    const PodTemplate& pod = trial.submitted().roles[i].pod;
    if (!has_any_image(trial.world->policy, *profile, pod))
      return profile->name + " pins, but has no image to give";
  }
  return "";
}

std::string check_first_profile_wins(const Trial& trial) {
  if (!is_simple(trial)) return "";
  const std::vector<ProfileSpec>& profiles = trial.world->policy.profiles;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    if (!surely_fits(trial, profiles[i])) continue;
    const std::optional<std::size_t> chosen =
        trial.decision.roles.empty() ? std::nullopt : trial.decision.roles[0].profile;
    if (!chosen)
      return profiles[i].name + " fits, but the reason is " +
             std::string(to_string(trial.decision.reason));
    return *chosen > i ? profiles[*chosen].name + " is chosen, though " + profiles[i].name + " fits"
                       : "";
  }
  return "";
}

}  // namespace nodefit::tests
