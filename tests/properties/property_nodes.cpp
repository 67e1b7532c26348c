// Where pods land: image and node agree, nothing becomes unschedulable, no more is tolerated than
// needed.

#include <algorithm>

#include "properties/property.h"

namespace nodefit::tests {

namespace {

bool changes_image(const RoleDecision& role) {
  return std::any_of(
      role.containers.begin(), role.containers.end(),
      [](const ContainerDecision& container) { return container.from != container.to; });
}

// Known nodes, nodes to come, and those that autoscalers would bring for any profile.
std::vector<NodeSpec> conceivable_nodes(const World& world) {
  std::vector<NodeSpec> nodes = world.nodes;
  nodes.insert(nodes.end(), world.future_nodes.begin(), world.future_nodes.end());
  for (const ProfileSpec& profile : world.policy.profiles) {
    const std::vector<NodeSpec> more = provisioned_nodes(profile);
    nodes.insert(nodes.end(), more.begin(), more.end());
  }
  return nodes;
}

// Whether the user's own tolerations make this one superfluous, whatever the taint's value.
bool is_covered(const Toleration& added, const std::vector<Toleration>& tolerations) {
  return std::any_of(tolerations.begin(), tolerations.end(), [&](const Toleration& t) {
    const bool key = t.key == added.key || t.key.empty();
    return t.op == "Exists" && key && (t.effect.empty() || t.effect == added.effect);
  });
}

bool lands_anywhere(const PodTemplate& pod, const std::vector<NodeSpec>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const NodeSpec& node) { return lands(pod, node); });
}

std::string name_of(const Trial& trial, std::size_t role) {
  return std::string(to_string(trial.submitted().roles[role].kind));
}

// The profile of the images that a role gets, also where they are put back by what a record says.
const ProfileSpec* profile_behind(const Trial& trial, std::size_t role) {
  const RoleDecision& decision = trial.decision.roles[role];
  if (decision.reason != Reason::kAlreadyDecided) return trial.pinned_to(role);
  const std::optional<RecordedDecision>& record = trial.submitted().roles[role].pod.recorded;
  if (!changes_image(decision) || !record) return nullptr;
  const std::vector<ProfileSpec>& profiles = trial.world->policy.profiles;
  const auto found = std::find_if(profiles.begin(), profiles.end(), [&](const ProfileSpec& one) {
    return one.name == record->profile;
  });
  return found == profiles.end() ? nullptr : &*found;
}

std::string check_toleration(const Toleration& added, const ProfileSpec& profile,
                             const PodTemplate& submitted, const PodTemplate& after,
                             const std::vector<NodeSpec>& nodes) {
  const std::string name = added.key + ":" + added.effect;
  if (added.op != "Exists" || !added.value.empty()) return name + " isn't an Exists";
  if (added.effect != "NoSchedule" && added.effect != "NoExecute")
    return name + " isn't needed for landing";
  if (std::count(profile.tolerate.begin(), profile.tolerate.end(), added.key) == 0)
    return name + " isn't permitted";
  if (is_covered(added, submitted.tolerations)) return name + " is there already";
  if (added.key == "nvidia.com/gpu" && !asks_for_gpu_of(submitted, "nvidia.com/"))
    return name + " without such a GPU";
  for (const NodeSpec& node : nodes) {
    for (const Taint& taint : node.taints) {
      if (taint.key != added.key || taint.effect != added.effect) continue;
      if (lands(after, node)) return "";
    }
  }
  return name + " helps to land on no node";
}

}  // namespace

std::string check_agreement(const Trial& trial) {
  const std::vector<NodeSpec> nodes = conceivable_nodes(*trial.world);
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const RoleDecision& role = trial.decision.roles[i];
    const ProfileSpec* const profile = profile_behind(trial, i);
    if (profile == nullptr) {
      if (changes_image(role))
        return name_of(trial, i) + " gets an image without a profile that it is pinned to";
      continue;
    }
    const PodTemplate& pod = trial.would_be.roles[i].pod;
    for (const NodeSpec& node : nodes) {
      if (!may_be_chosen(pod, node) || any_term_matches(profile->nodes, node)) continue;
      return name_of(trial, i) + " may land on " + node.name + ", which isn't one of " +
             profile->name;
    }
    const bool known =
        std::any_of(trial.world->nodes.begin(), trial.world->nodes.end(),
                    [&](const NodeSpec& node) { return node.name == pod.node_name; });
    if (!pod.node_name.empty() && !known)
      return name_of(trial, i) + " gets an image for a node that nobody knows";
  }
  return "";
}

std::string check_never_unschedulable(const Trial& trial) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    if (!trial.submitted().roles[i].pod.node_name.empty()) continue;  // no scheduler sees it
    const ProfileSpec* const profile = trial.pinned_to(i);
    const std::vector<NodeSpec>& live = trial.world->nodes;
    const bool had = lands_anywhere(trial.submitted().roles[i].pod, live);
    if (!had && profile == nullptr) continue;
    const PodTemplate& pod = trial.would_be.roles[i].pod;
    if (lands_anywhere(pod, profile == nullptr ? live : all_nodes(*trial.world, *profile)))
      continue;
    if (profile == nullptr || trial.submitted().roles[i].replicas > 0) {
      return name_of(trial, i) +
             (had ? " had a node and has none now" : " is decided without any node");
    }
  }
  return "";
}

std::string check_decided_roles_fit_at_once(const Trial& trial) {
  std::vector<Gang> gangs;
  std::vector<NodeSpec> nodes = trial.world->nodes;
  std::vector<const ProfileSpec*> counted;
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const ProfileSpec* const profile = trial.pinned_to(i);
    if (profile == nullptr || !trial.submitted().roles[i].pod.node_name.empty()) continue;
    gangs.push_back({&trial.would_be.roles[i].pod, trial.submitted().roles[i].replicas});
    if (std::count(counted.begin(), counted.end(), profile) > 0) continue;
    counted.push_back(profile);
    const std::vector<NodeSpec> more = provisioned_nodes(*profile);
    nodes.insert(nodes.end(), more.begin(), more.end());
  }
  return all_fit(gangs, nodes) == Fit::kNo ? "the replicas of the decided roles don't fit at once"
                                           : "";
}

// A job that could run as a whole still can.
std::string check_job_still_fits(const Trial& trial) {
  if (trial.submitted().kind != Workload::Kind::kTfJob || trial.decision.roles.empty()) return "";
  std::vector<Gang> before;
  std::vector<Gang> after;
  std::vector<NodeSpec> nodes = trial.world->nodes;
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const Role& role = trial.submitted().roles[i];
    if (!role.pod.node_name.empty()) continue;  // no scheduler sees it
    before.push_back({&role.pod, role.replicas});
    after.push_back({&trial.would_be.roles[i].pod, role.replicas});
    const ProfileSpec* const profile = trial.pinned_to(i);
    if (profile == nullptr || !profile->provisionable) continue;
    const std::vector<NodeSpec> more = provisioned_nodes(*profile);
    const bool counted = std::any_of(nodes.begin(), nodes.end(), [&](const NodeSpec& node) {
      return node.name == more.front().name;
    });
    if (!counted) nodes.insert(nodes.end(), more.begin(), more.end());
  }
  const bool was_possible = all_fit(before, trial.world->nodes) == Fit::kYes;
  return was_possible && all_fit(after, nodes) == Fit::kNo ? "the job fitted and doesn't fit now"
                                                           : "";
}

std::string check_tolerations(const Trial& trial) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const ProfileSpec* const profile = trial.pinned_to(i);
    for (const Toleration& added : trial.decision.roles[i].tolerations) {
      if (profile == nullptr && trial.decision.roles[i].placed == "follow") continue;
      if (profile == nullptr) return name_of(trial, i) + " gets a toleration without a profile";
      const std::string wrong =
          check_toleration(added, *profile, trial.submitted().roles[i].pod,
                           trial.would_be.roles[i].pod, all_nodes(*trial.world, *profile));
      if (!wrong.empty()) return name_of(trial, i) + ": the toleration " + wrong;
    }
  }
  return "";
}

}  // namespace nodefit::tests
