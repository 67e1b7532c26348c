#include <algorithm>

#include "codec/decision_json.h"
#include "properties/judgement.h"
#include "properties/roll_pod.h"
#include "properties/world.h"

namespace nodefit::tests {

namespace {

using Entries = std::vector<Labels::Entry>;

// The label and annotation names by which nodefit, Kueue and others say whose an object is.
void roll_marks(Dice& dice, const PolicySpec& policy, Entries& labels, Entries& annotations) {
  labels.emplace_back("app", "mnist");
  if (dice.percent(2)) labels.emplace_back(kInjectLabel, dice.percent(70) ? "disabled" : "enabled");
  if (dice.percent(1)) labels.emplace_back("kueue.x-k8s.io/prebuilt-workload-name", "w");
  if (dice.percent(1)) labels.emplace_back("kueue.x-k8s.io/multikueue-origin", "hub");
  if (dice.percent(4)) labels.emplace_back("kueue.x-k8s.io/queue-name", "q");
  if (dice.percent(1)) labels.emplace_back(kPlacedLabel, "p0");
  if (dice.percent(20)) annotations.emplace_back("note", "keep me");
  if (dice.percent(1)) annotations.emplace_back("kubernetes.io/config.mirror", "x");
  if (dice.percent(1)) annotations.emplace_back("gpu-memory", "2048");
  if (dice.percent(1)) annotations.emplace_back("gpu-fraction", "0.5");
  if (dice.percent(5)) {
    annotations.emplace_back(kProfileAnnotation, dice.percent(20) ? "none"
                                                 : dice.percent(15)
                                                     ? "no-such-profile"
                                                     : dice.of(policy.profiles).name);
  }
}

// An annotation that someone copied or made up.
RecordedDecision roll_forgery(Dice& dice, const PodTemplate& pod, const PolicySpec& policy) {
  const ProfileSpec& profile = dice.of(policy.profiles);
  const bool plausible = dice.percent(50);  // the images are what the profile would give
  RecordedDecision forged;
  forged.reason = dice.percent(80)   ? Reason::kDecided
                  : dice.percent(50) ? Reason::kDeferredToPods
                                     : Reason::kOptedOut;
  forged.profile = dice.percent(80) ? profile.name : "gone";
  forged.policy_hash = "0123456789abcdef";
  for (const Container& container : pod.containers) {
    RecordedDecision::Container c{container.name, container.image, container.image, {}};
    if (plausible) {
      if (!family_of(policy, container.image)) continue;
      if (is_replaceable(policy, container)) {
        c.to = replacement(policy, profile, container.image).value_or(c.from);
      }
      forged.containers.push_back(std::move(c));
      continue;
    }
    if (dice.percent(40)) c.to = "evil.example.com/miner:2.15.0";
    if (dice.percent(20)) c.from = "tensorflow/tensorflow:2.17.0";
    if (dice.percent(20)) c.env.emplace_back("TF_CPP_MIN_LOG_LEVEL", "1");
    forged.containers.push_back(std::move(c));
  }
  if (dice.percent(50)) forged.node_selector = Labels{{"tier", "gold"}};
  if (dice.percent(30)) forged.terms = {{{}, {{"cores", "Exists", {}}}, {}}};
  return forged;
}

void add_forgery(Dice& dice, const PolicySpec& policy, PodTemplate& pod) {
  pod.recorded = roll_forgery(dice, pod, policy);
  Entries annotations = pod.annotations.entries();
  annotations.emplace_back(kDecisionAnnotation, write_recorded_decision(*pod.recorded));
  pod.annotations = Labels(std::move(annotations));
}

Labels roll_namespace_labels(Dice& dice) {
  Entries labels;
  if (dice.percent(30)) labels.emplace_back("team", "vision");
  if (dice.percent(1)) labels.emplace_back(kInjectLabel, "disabled");
  if (dice.percent(3)) labels.emplace_back(kModeLabel, dice.percent(60) ? "observe" : "enforce");
  if (dice.percent(1)) labels.emplace_back(kModeLabel, "Obsrve");
  if (dice.percent(5)) labels.emplace_back(kPlacementLabel, dice.percent(60) ? "follow" : "pin");
  return Labels(std::move(labels));
}

void roll_pod_workload(Dice& dice, const PolicySpec& policy, Workload& workload) {
  Role role;
  role.pod = roll_pod(dice, roll_taste(dice, policy));
  Entries labels;
  Entries annotations;
  roll_marks(dice, policy, labels, annotations);
  switch (dice.weighted({85, 8, 3, 4})) {
    case 0:
      break;
    case 1:
      workload.controller = ControllerReference{"apps/v1", "ReplicaSet", "mnist"};
      break;
    case 2:
      workload.controller = ControllerReference{"apps/v1", "DaemonSet", "mnist"};
      role.pod.required_node_affinity = {{{}, {}, {{"metadata.name", "In", {"node-1"}}}}};
      break;
    default:
      workload.controller = ControllerReference{"kubeflow.org/v1", "TFJob", "mnist"};
      labels.emplace_back("training.kubeflow.org/replica-type", dice.percent(50) ? "worker" : "ps");
      break;
  }
  role.pod.labels = Labels(std::move(labels));
  role.pod.annotations = Labels(std::move(annotations));
  if (dice.percent(4)) add_forgery(dice, policy, role.pod);
  workload.labels = role.pod.labels;
  workload.annotations = role.pod.annotations;
  workload.roles.push_back(std::move(role));
}

std::string roll_key(Dice& dice, RoleKind kind) {
  std::string key(to_string(kind));
  if (dice.percent(20))
    std::transform(key.begin(), key.end(), key.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
  return key;
}

Role roll_role(Dice& dice, const PolicySpec& policy, RoleKind kind, PodTaste taste) {
  if (kind == RoleKind::kPs && dice.percent(80)) taste.gpu = false;
  if (kind == RoleKind::kEvaluator && dice.percent(40)) taste.gpu = false;
  if (dice.percent(6)) taste.image = roll_taste(dice, policy).image;
  Role role;
  role.kind = kind;
  role.key = roll_key(dice, kind);
  role.replicas = kind == RoleKind::kWorker ? dice.between(0, 5)
                                            : static_cast<std::int64_t>(dice.weighted({1, 12, 4}));
  role.pod = roll_pod(dice, taste);
  if (dice.percent(30)) role.pod.labels = Labels{{"role", role.key}};
  if (dice.percent(15)) role.pod.annotations = Labels{{"sidecar.istio.io/inject", "false"}};
  if (dice.percent(2)) role.pod.labels = Labels{{std::string(kInjectLabel), "disabled"}};
  if (dice.percent(2))
    role.pod.annotations = Labels{{std::string(kProfileAnnotation), dice.of(policy.profiles).name}};
  if (dice.percent(2)) add_forgery(dice, policy, role.pod);
  return role;
}

void roll_job(Dice& dice, const PolicySpec& policy, Workload& workload) {
  workload.kind = Workload::Kind::kTfJob;
  Entries labels;
  Entries annotations;
  roll_marks(dice, policy, labels, annotations);
  workload.labels = Labels(std::move(labels));
  workload.annotations = Labels(std::move(annotations));
  workload.suspended = dice.percent(3);
  if (dice.percent(3)) {
    workload.managed_by =
        dice.percent(50) ? "kueue.x-k8s.io/multikueue" : "kubeflow.org/training-operator";
  }
  std::vector<RoleKind> kinds = {RoleKind::kWorker, RoleKind::kPs, RoleKind::kChief,
                                 RoleKind::kEvaluator, RoleKind::kMaster};
  const PodTaste taste = roll_taste(dice, policy);
  const std::size_t count = 1 + dice.weighted({25, 35, 25, 15});
  while (workload.roles.size() < count) {
    const std::size_t at = dice.percent(60) ? 0 : dice.below(kinds.size());
    workload.roles.push_back(roll_role(dice, policy, kinds[at], taste));
    kinds.erase(kinds.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace

Workload roll_workload(Dice& dice, const PolicySpec& policy) {
  Workload workload;
  workload.name = "mnist";
  workload.name_space = dice.of<std::string>({"default", "team-a"});
  if (dice.percent(1)) workload.name_space = dice.percent(50) ? "kube-system" : "nodefit-system";
  workload.namespace_labels = roll_namespace_labels(dice);
  if (dice.percent(55)) {
    roll_pod_workload(dice, policy, workload);
  } else {
    roll_job(dice, policy, workload);
  }
  return workload;
}

}  // namespace nodefit::tests
