// What is added beside images and pins: variables, limits, explanations.

#include <algorithm>

#include "properties/property.h"

namespace nodefit::tests {

namespace {

constexpr std::size_t kWarningSizeMax = 120;

const Container& container_of(const PodTemplate& pod, const ContainerDecision& decision) {
  return decision.init ? pod.init_containers[decision.index] : pod.containers[decision.index];
}

const ProfileImageSpec* image_of(const ProfileSpec& profile, const std::string& family) {
  for (const ProfileImageSpec& image : profile.images) {
    if (image.family == family) return &image;
  }
  return nullptr;
}

// The variables that a container may get, the profile's over the family's, those that it sets left
// out.
Env wanted_env(const FamilySpec& family, const ProfileSpec* profile, const Container& container) {
  Env wanted = profile != nullptr ? profile->env : Env();
  for (const auto& variable : family.env) {
    const bool overridden = std::any_of(wanted.begin(), wanted.end(), [&](const auto& other) {
      return other.first == variable.first;
    });
    if (!overridden) wanted.push_back(variable);
  }
  std::erase_if(wanted, [&](const auto& variable) {
    return std::count(container.env.begin(), container.env.end(), variable.first) > 0;
  });
  if (container.has_env_from) wanted.clear();
  std::sort(wanted.begin(), wanted.end());
  return wanted;
}

std::string check_void(const Container& container, const ProfileImageSpec* image,
                       const std::string& value) {
  if (value != "void") return "NVIDIA_VISIBLE_DEVICES isn't void";
  if (image == nullptr || !image->cuda) return "void without a CUDA image";
  if (asks_for_gpu(container)) return "void, though the container asks for a GPU";
  return "";
}

std::string check_env_of(const Trial& trial, std::size_t role, const ContainerDecision& decision) {
  const Container& container = container_of(trial.submitted().roles[role].pod, decision);
  if (!decision.managed) return decision.env.empty() ? "" : "a foreign container gets variables";
  const PolicySpec& policy = trial.world->policy;
  const FamilySpec& family = policy.families[family_of(policy, container.image).value()];
  const ProfileSpec* const profile = trial.pinned_to(role);
  const ProfileImageSpec* const image =
      profile != nullptr ? image_of(*profile, family.name) : nullptr;
  Env got;
  for (const EnvAddition& addition : decision.env) {
    if (addition.name == "NVIDIA_VISIBLE_DEVICES") {
      if (std::string wrong = check_void(container, image, addition.value); !wrong.empty())
        return wrong;
      continue;
    }
    got.emplace_back(addition.name, addition.value);
  }
  std::sort(got.begin(), got.end());
  if (trial.decision.roles[role].placed == "follow" ||
      (profile != nullptr && decision.from == decision.to))
    return "";
  return got == wanted_env(family, profile, container) ? ""
                                                       : "other variables than the policy says";
}

bool is_known_gpu(const std::string& name) {
  return name == "nvidia.com/gpu" || name == "nvidia.com/gpu.shared" || name == "amd.com/gpu" ||
         name.starts_with("nvidia.com/mig-");
}

// Roles of which nothing is to be said but that they stay as they are.
bool stays(const RoleDecision& role) {
  return role.reason == Reason::kAlreadyDecided || role.reason == Reason::kOwnerUndecided ||
         role.reason == Reason::kNotManaged || role.reason == Reason::kOptedOut;
}

// Whether an uncordoned node takes a pod of the role as it was submitted.
bool has_candidate(const Trial& trial, std::size_t role) {
  const std::vector<NodeSpec>& nodes = trial.world->nodes;
  return std::any_of(nodes.begin(), nodes.end(), [&](const NodeSpec& node) {
    return !node.unschedulable && lands(trial.submitted().roles[role].pod, node);
  });
}

std::string check_record(const Trial& trial, const RoleDecision& role) {
  const RecordedDecision& record = *role.record;
  if (record.reason != role.reason) return "the record gives another reason";
  if (record.policy_hash != trial.policy->hash()) return "the record names another policy";
  const std::string profile = role.profile ? trial.world->policy.profiles[*role.profile].name : "";
  if (role.reason == Reason::kDecided && record.profile != profile)
    return "the record names another profile";
  std::size_t at = 0;
  for (const ContainerDecision& container : role.containers) {
    if (!container.managed) continue;
    if (at == record.containers.size()) return "the record lacks " + container.name;
    const RecordedDecision::Container& recorded = record.containers[at++];
    if (recorded.name == container.name && recorded.from == container.from &&
        recorded.to == container.to)
      continue;
    return "the record tells of " + container.name + " what isn't so";
  }
  return at == record.containers.size() ? "" : "the record tells of containers that aren't managed";
}

}  // namespace

std::string check_env(const Trial& trial) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    if (stays(trial.decision.roles[i]) || trial.decision.roles[i].reason == Reason::kDeferredToPods)
      continue;
    for (const ContainerDecision& container : trial.decision.roles[i].containers) {
      const std::string wrong = check_env_of(trial, i, container);
      if (!wrong.empty()) return container.name + ": " + wrong;
    }
  }
  return "";
}

std::string check_gpu_limits(const Trial& trial) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    if (stays(trial.decision.roles[i])) continue;
    for (const ContainerDecision& c : trial.decision.roles[i].containers) {
      const Container& container = container_of(trial.submitted().roles[i].pod, c);
      for (const auto& [name, quantity] : container.resources.requests) {
        const bool missing = is_known_gpu(name) && container.resources.limits.find(name) == nullptr;
        const bool filled = std::count(c.gpu_limits.begin(), c.gpu_limits.end(), name) > 0;
        if (missing && !filled) return c.name + ": no limit for " + name;
        if (filled && !missing) return c.name + ": a limit for " + name;
      }
    }
  }
  return "";
}

std::string check_explained(const Trial& trial) {
  if (trial.decision.reason == Reason::kInternalError) return "an internal error";
  for (const std::string& warning : trial.decision.warnings) {
    if (warning.size() > kWarningSizeMax || warning.empty())
      return "a warning of no fitting length: " + warning;
  }
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const RoleDecision& role = trial.decision.roles[i];
    if (role.reason == Reason::kInternalError) return "an internal error";
    if (role.reason == Reason::kNoCandidate && has_candidate(trial, i))
      return "there is a candidate";
    if (stays(role)) continue;
    const bool managed =
        std::any_of(role.containers.begin(), role.containers.end(),
                    [](const ContainerDecision& container) { return container.managed; });
    if (!role.record && !managed) continue;
    if (!role.record) return "a role without a record: " + std::string(to_string(role.reason));
    if (trial.decision.observed) continue;
    if (std::string wrong = check_record(trial, role); !wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace nodefit::tests
