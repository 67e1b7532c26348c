// What must stay as it was submitted.

#include <algorithm>
#include <cstddef>

#include "properties/property.h"

namespace nodefit::tests {

namespace {

template <class Item>
bool begins_with(const std::vector<Item>& list, const std::vector<Item>& beginning) {
  return list.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), list.begin());
}

bool is_own(const std::string& key) { return key.starts_with("nodefit.dev/"); }

// Whether all that the user wrote into `before` is in `after`, and nothing else came but nodefit's
// own keys.
bool keeps_labels(const Labels& before, const Labels& after, bool may_grow) {
  for (const auto& [key, value] : before.entries()) {
    if (!is_own(key) && after.find(key) != std::optional<std::string_view>(value)) return false;
  }
  return std::all_of(
      after.entries().begin(), after.entries().end(), [&](const Labels::Entry& entry) {
        return may_grow || is_own(entry.first) || before.find(entry.first).has_value();
      });
}

bool keeps_resources(const ResourceList& before, const ResourceList& after) {
  return std::all_of(before.begin(), before.end(), [&](const ResourceList::Entry& entry) {
    const Quantity* const kept = after.find(entry.first);
    return kept != nullptr && kept->to_string() == entry.second.to_string();
  });
}

std::string check_container(const Container& before, const Container& after) {
  if (before.name != after.name) return "the name of " + before.name;
  if (!begins_with(after.env, before.env)) return "env of " + before.name;
  if (before.resources.requests != after.resources.requests)
    return "the requests of " + before.name;
  if (!keeps_resources(before.resources.limits, after.resources.limits))
    return "the limits of " + before.name;
  if (before.image_pull_policy != after.image_pull_policy)
    return "the pull policy of " + before.name;
  if (before.image == after.image) return "";
  if (has_digest(before.image)) return "the digest of " + before.name;
  if (before.image_pull_policy == "Never")
    return "the image of " + before.name + ", which is never pulled";
  return "";
}

std::string check_containers(const std::vector<Container>& before,
                             const std::vector<Container>& after) {
  if (before.size() != after.size()) return "the number of containers";
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::string wrong = check_container(before[i], after[i]); !wrong.empty()) return wrong;
  }
  return "";
}

bool keeps_affinity(const PodTemplate& before, const PodTemplate& after) {
  if (!before.required_node_affinity) return true;
  const auto& terms = *before.required_node_affinity;
  if (!after.required_node_affinity || after.required_node_affinity->size() < terms.size())
    return false;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const NodeSelectorTermSpec& kept = (*after.required_node_affinity)[i];
    if (!begins_with(kept.match_expressions, terms[i].match_expressions)) return false;
    if (!begins_with(kept.match_fields, terms[i].match_fields)) return false;
    const bool was_empty = terms[i].match_expressions.empty() && terms[i].match_fields.empty();
    if (was_empty && (!kept.match_expressions.empty() || !kept.match_fields.empty())) return false;
  }
  return true;
}

std::string check_pod(const PodTemplate& before, const PodTemplate& after) {
  if (!keeps_labels(before.labels, after.labels, false)) return "labels";
  if (!keeps_labels(before.annotations, after.annotations, false)) return "annotations";
  if (!keeps_labels(before.node_selector, after.node_selector, true)) return "nodeSelector";
  if (!keeps_affinity(before, after)) return "affinity";
  if (!begins_with(after.tolerations, before.tolerations)) return "tolerations";
  if (!begins_with(after.image_pull_secrets, before.image_pull_secrets)) return "imagePullSecrets";
  if (before.node_name != after.node_name || before.overhead != after.overhead)
    return "nodeName or overhead";
  if (std::string wrong = check_containers(before.init_containers, after.init_containers);
      !wrong.empty())
    return wrong;
  return check_containers(before.containers, after.containers);
}

// Whether the role's containers have what `profile` has for them, or, without one, what they had.
std::string check_images(const PolicySpec& policy, const ProfileSpec* profile,
                         const RoleDecision& decision, const PodTemplate& pod) {
  for (const ContainerDecision& c : decision.containers) {
    const Container& container = c.init ? pod.init_containers[c.index] : pod.containers[c.index];
    if (c.managed != family_of(policy, container.image).has_value())
      return c.name + ": whether it is managed";
    std::optional<std::string> wanted;
    if (profile != nullptr && is_replaceable(policy, container)) {
      wanted = replacement(policy, *profile, container.image);
    }
    if (profile != nullptr && c.managed && !c.init && !wanted)
      return c.name + " can have no image of " + profile->name;
    if (c.to != wanted.value_or(c.from))
      return c.name + " gets " + c.to + " instead of " + wanted.value_or(c.from);
  }
  return "";
}

}  // namespace

std::string check_user_values(const Trial& trial) {
  const Workload& before = trial.submitted();
  const Workload& after = trial.would_be;
  if (!keeps_labels(before.labels, after.labels, false)) return "changes labels";
  if (!keeps_labels(before.annotations, after.annotations, false)) return "changes annotations";
  for (std::size_t i = 0; i < before.roles.size(); ++i) {
    const std::string wrong = check_pod(before.roles[i].pod, after.roles[i].pod);
    if (!wrong.empty()) return std::string(to_string(before.roles[i].kind)) + ": changes " + wrong;
  }
  return "";
}

std::string check_major_minor(const Trial& trial) {
  const PolicySpec& policy = trial.world->policy;
  for (const RoleDecision& role : trial.decision.roles) {
    for (const ContainerDecision& c : role.containers) {
      if (c.from == c.to) continue;
      const std::optional<std::size_t> family = family_of(policy, c.from);
      if (!family) return "replaces a foreign image: " + c.from + " by " + c.to;
      const std::string wanted =
          is_latest(c.from) ? "x:" + policy.families[*family].latest.value_or("latest") : c.from;
      if (major_minor(wanted) && major_minor(wanted) == major_minor(c.to)) continue;
      return c.name + " gets another TensorFlow: " + c.from + " -> " + c.to;
    }
  }
  return "";
}

std::string check_all_or_nothing(const Trial& trial) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const RoleDecision& decision = trial.decision.roles[i];
    if (decision.reason == Reason::kAlreadyDecided) continue;
    const PodTemplate& pod = trial.submitted().roles[i].pod;
    const std::string wrong = check_images(trial.world->policy, trial.pinned_to(i), decision, pod);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string check_left_alone(const Trial& trial) {
  if (!is_left_alone(trial.world->policy, trial.submitted())) return "";
  const std::string found = difference(trial.would_be, trial.submitted());
  if (!found.empty()) return "what isn't nodefit's is changed: " + found;
  const Reason reason = trial.decision.reason;
  if (reason == Reason::kOptedOut || reason == Reason::kNotManaged || trial.plan == nullptr)
    return "";
  // A record holds whatever the policy says by now (design, step 2): the profile may be gone.
  if (reason == Reason::kAlreadyDecided) return "";
  return "what isn't nodefit's is called " + std::string(to_string(reason));
}

std::string check_observed(const Trial& trial) {
  const std::optional<bool> observed = is_observed(trial.world->policy, trial.submitted());
  if (!observed) return "";
  const std::string would_change = difference(trial.would_be, trial.submitted());
  if (*observed && !would_change.empty() && !trial.decision.observed)
    return "observing changes " + would_change;
  if (*observed && trial.decision.reason == Reason::kDecided)
    return "an observed decision is called Decided";
  if (!*observed && trial.decision.observed) return "only observed, though the mode is enforce";
  return "";
}

}  // namespace nodefit::tests
