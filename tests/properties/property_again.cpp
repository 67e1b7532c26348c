// Deciding on what was decided already: the same object again, a job's pods.

#include <algorithm>

#include "properties/property.h"

namespace nodefit::tests {

namespace {

bool is_visible_difference(const Workload& a, const Workload& b, std::string& found) {
  found = difference(strip_records(a), strip_records(b));
  return !found.empty();
}

std::string in_words(const Trial& trial, const std::string& what, const Workload& again,
                     const Decision& decision) {
  return what + "\nsubmitted the second time: " + show(again) + show(decision, trial.policy.get());
}

// A pod of a job that nodefit has seen: its role carries a record, unless the marker defers the
// choice to it.
bool is_settled(const Role& role) {
  return role.pod.recorded && role.pod.recorded->reason != Reason::kDeferredToPods;
}

// Its containers as they were submitted, beside the pins, labels and annotations that stay in a
// merge patch.
void revert_containers(const PodTemplate& submitted, bool images_only, PodTemplate& pod) {
  if (!images_only) {
    pod.init_containers = submitted.init_containers;
    pod.containers = submitted.containers;
    return;
  }
  for (std::size_t i = 0; i < pod.init_containers.size(); ++i) {
    pod.init_containers[i].image = submitted.init_containers[i].image;
  }
  for (std::size_t i = 0; i < pod.containers.size(); ++i)
    pod.containers[i].image = submitted.containers[i].image;
}

// The API server sets an absent pull policy by the image that it sees, and nobody can tell
// afterwards.
void keep_pull_policies(const PodTemplate& from, PodTemplate& pod) {
  for (std::size_t i = 0; i < pod.init_containers.size(); ++i) {
    pod.init_containers[i].image_pull_policy = from.init_containers[i].image_pull_policy;
  }
  for (std::size_t i = 0; i < pod.containers.size(); ++i) {
    pod.containers[i].image_pull_policy = from.containers[i].image_pull_policy;
  }
}

std::string check_put_back(const Trial& trial, std::size_t role, bool images_only) {
  Workload reverted = trial.patched;
  revert_containers(trial.submitted().roles[role].pod, images_only, reverted.roles[role].pod);
  Workload pod = derive_pod(reverted, role);
  const Workload wanted = derive_pod(trial.patched, role);
  keep_pull_policies(wanted.roles[0].pod, pod.roles[0].pod);
  const Decision decision = trial.decide_again(pod);
  const Workload after = apply(pod, decision);
  const std::vector<Container>& got = after.roles[0].pod.containers;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::string& image = wanted.roles[0].pod.containers[i].image;
    if (got[i].image == image) continue;
    return in_words(trial, "put back " + got[i].image + " instead of " + image, pod, decision);
  }
  if (!images_only) return "";
  std::string found;
  if (!is_visible_difference(after, wanted, found)) return "";
  return in_words(trial, "the pod with its images reverted isn't put back: " + found, pod,
                  decision);
}

}  // namespace

bool has_managed_image(const PolicySpec& policy, const PodTemplate& pod) {
  const auto is_managed = [&](const Container& container) {
    return family_of(policy, container.image).has_value();
  };
  return std::any_of(pod.init_containers.begin(), pod.init_containers.end(), is_managed) ||
         std::any_of(pod.containers.begin(), pod.containers.end(), is_managed);
}

bool is_pinned(const Trial& trial, std::size_t role) {
  return !trial.decision.roles.empty() && trial.decision.roles[role].reason == Reason::kDecided &&
         trial.decision.roles[role].placed != "follow";
}

// A policy may build one family's image from another's repository: deciding again goes one further.
bool is_chained(const Trial& trial, std::size_t role) {
  const PodTemplate& before = trial.submitted().roles[role].pod;
  const PodTemplate& after = trial.patched.roles[role].pod;
  const auto changes_family = [&](const std::vector<Container>& from,
                                  const std::vector<Container>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto family = family_of(trial.world->policy, to[i].image);
      if (family && family != family_of(trial.world->policy, from[i].image)) return true;
    }
    return false;
  };
  return changes_family(before.init_containers, after.init_containers) ||
         changes_family(before.containers, after.containers);
}

std::string check_deciding_twice(const Trial& trial) {
  const Decision again = trial.decide_again(trial.patched);
  const std::string found = difference(apply(trial.patched, again), trial.patched);
  if (!found.empty())
    return in_words(trial, "the second decision changes " + found, trial.patched, again);
  for (std::size_t i = 0; i < again.roles.size() && !trial.decision.observed; ++i) {
    if (trial.decision.roles.empty() || trial.decision.roles[i].reason != Reason::kDecided)
      continue;
    if (again.roles[i].reason == Reason::kAlreadyDecided) continue;
    return in_words(trial, "a decided role isn't recognized", trial.patched, again);
  }
  return "";
}

// Pinned roles must stay as they are, also where their images are managed still. Others are decided
// anew by design: what they got may open a profile for them now, or one more to prefer. What holds
// of every decision must hold of this one too.
std::string check_deciding_without_record(const Trial& trial) {
  if (difference(strip_records(trial.submitted()), trial.submitted()) != "")
    return "";  // what it says was believed
  const Workload stripped = strip_records(trial.patched);
  const Decision again = trial.decide_again(stripped);
  Workload after = apply(stripped, again);
  for (std::size_t i = 0; i < after.roles.size(); ++i) {
    if (is_pinned(trial, i) && !is_chained(trial, i)) continue;
    if (has_managed_image(trial.world->policy, stripped.roles[i].pod))
      after.roles[i].pod = stripped.roles[i].pod;
  }
  after.labels = stripped.labels;
  after.annotations = stripped.annotations;
  if (const std::string found = difference(strip_records(after), stripped); !found.empty()) {
    return in_words(trial, "without the annotation the second decision changes " + found, stripped,
                    again);
  }
  World world = *trial.world;
  world.workload = stripped;
  const Trial second = make_trial(trial, world);
  for (const Check check :
       {check_agreement, check_never_unschedulable, check_user_values, check_major_minor}) {
    const std::string wrong = check(second);
    if (!wrong.empty()) return in_words(trial, "without the annotation: " + wrong, stripped, again);
  }
  return "";
}

std::string check_pods_of_job(const Trial& trial) {
  if (trial.submitted().kind != Workload::Kind::kTfJob) return "";
  for (std::size_t i = 0; i < trial.patched.roles.size(); ++i) {
    const Role& role = trial.patched.roles[i];
    if (trial.submitted().roles[i].pod.recorded) continue;  // someone else's word
    if (role.pod.recorded && role.pod.recorded->reason == Reason::kDeferredToPods) continue;
    const Workload pod = derive_pod(trial.patched, i);
    const Decision decision = trial.decide_again(pod);
    const std::string found = difference(apply(pod, decision), pod);
    if (!found.empty())
      return in_words(trial, "a pod of the job is changed: " + found, pod, decision);
    const bool recognized =
        decision.reason == Reason::kAlreadyDecided || decision.reason == Reason::kOptedOut;
    if (!is_settled(role) || recognized) continue;
    return in_words(trial, "a pod of a decided role isn't recognized", pod, decision);
  }
  return "";
}

std::string check_reverted_pods_of_job(const Trial& trial) {
  if (trial.submitted().kind != Workload::Kind::kTfJob || trial.decision.observed) return "";
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    if (trial.decision.roles[i].reason != Reason::kDecided) continue;
    for (const bool images_only : {true, false}) {
      if (std::string wrong = check_put_back(trial, i, images_only); !wrong.empty()) return wrong;
    }
  }
  return "";
}

}  // namespace nodefit::tests
