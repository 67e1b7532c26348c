#include "nodefit/decision.h"

#include <algorithm>
#include <array>

#include "environment.h"
#include "fit.h"
#include "image_choice.h"
#include "outcome.h"
#include "placing.h"
#include "record.h"

namespace nodefit {

namespace {

// The API documentation advises at most 120 characters a warning.
constexpr std::size_t kWarningSizeMax = 120;
constexpr std::array<std::string_view, 3> kSystemNamespaces = {"kube-system", "kube-public",
                                                               "kube-node-lease"};

bool is_disabled(const Labels& labels) {
  return labels.find(kInjectLabel) == std::optional<std::string_view>("disabled");
}

bool is_owned_by_others(const Workload& workload) {
  return workload.annotations.find("kubernetes.io/config.mirror") ||
         workload.labels.find("kueue.x-k8s.io/prebuilt-workload-name") ||
         workload.labels.find("kueue.x-k8s.io/multikueue-origin") ||
         workload.managed_by == "kueue.x-k8s.io/multikueue";
}

// A label on one template opts the whole job out: one job never mixes builds.
bool is_opted_out(const Workload& workload) {
  return is_disabled(workload.labels) || is_disabled(workload.namespace_labels) ||
         std::any_of(workload.roles.begin(), workload.roles.end(),
                     [](const Role& role) { return is_disabled(role.pod.labels); });
}

// Step 1, as far as no policy is needed.
std::optional<Reason> leave_alone(const Workload& workload, const DecideOptions& options) {
  if (is_opted_out(workload) ||
      workload.annotations.find(kProfileAnnotation) == std::optional<std::string_view>("none")) {
    return Reason::kOptedOut;
  }
  const auto is_here = [&](std::string_view name) { return workload.name_space == name; };
  const std::vector<std::string>& own = options.own_namespaces;
  if (std::any_of(kSystemNamespaces.begin(), kSystemNamespaces.end(), is_here) ||
      std::any_of(own.begin(), own.end(), is_here) || is_owned_by_others(workload)) {
    return Reason::kNotManaged;
  }
  return std::nullopt;
}

bool is_deferred(const Workload& workload) {
  return workload.kind == Workload::Kind::kTfJob &&
         (workload.suspended || workload.labels.find("kueue.x-k8s.io/queue-name") ||
          std::any_of(workload.roles.begin(), workload.roles.end(),
                      [](const Role& role) { return !role.pod.runtime_class_name.empty(); }));
}

bool is_of_undecided_owner(const Workload& workload) {
  return is_pod_of_job(workload) && !workload.annotations.find(kDecisionAnnotation);
}

Placement placement_of(const Workload& workload, const Policy& policy) {
  const std::optional<std::string_view> label = workload.namespace_labels.find(kPlacementLabel);
  const std::optional<Placement> chosen = label ? parse_placement(*label) : std::nullopt;
  // The pods of a deferred job are decided one by one, and still never mix builds.
  const bool alone = workload.kind == Workload::Kind::kPod && !is_pod_of_job(workload);
  return chosen.value_or(alone ? policy.pods() : policy.jobs());
}

// All roles of one workload, from step 3 on.
class Decider {
 public:
  Decider(const Workload& workload, const Plan& plan, const DecideOptions& options,
          Explanation* explanation)
      : context_{workload, plan, options, placement_of(workload, plan.policy()),
                 explanation != nullptr},
        explanation_(explanation) {
    states_.reserve(workload.roles.size());
    for (const Role& role : workload.roles) states_.emplace_back(workload, role, plan.policy());
    ask_gpus();
  }

  Decision run();

 private:
  void ask_gpus();
  void count_as_submitted();
  bool is_observed() const;
  RoleDecision outcome(std::size_t role) const;
  Reason overall_reason() const;
  void add_warnings(Decision& decision) const;
  std::string role_prefix(std::size_t role) const;

  FitContext context_;
  Explanation* explanation_;
  std::vector<RoleState> states_;
  std::vector<PlacedRole> placed_;  // empty while the roles are deferred
};

void Decider::ask_gpus() {
  const bool any_requests = std::any_of(states_.begin(), states_.end(), [](const RoleState& state) {
    return requests_gpu(state.role->pod);
  });
  for (RoleState& state : states_)
    state.gpu = ask_gpu(*state.role, state.has_gpu_tag, any_requests);
}

Decision Decider::run() {
  Decision decision;
  count_as_submitted();
  const bool any_managed = std::any_of(states_.begin(), states_.end(),
                                       [](const RoleState& state) { return state.managed; });
  if (!any_managed || is_of_undecided_owner(context_.workload)) {
    decision.reason = any_managed ? Reason::kOwnerUndecided : Reason::kNotManaged;
    return decision;
  }
  if (is_deferred(context_.workload)) {
    decision.reason = Reason::kDeferredToPods;
    for (const RoleState& state : states_) decision.roles.push_back(deferred_role(context_, state));
  } else {
    placed_ = place_roles(context_, states_, explanation_);
    decision.reason = overall_reason();
    for (std::size_t role = 0; role < states_.size(); ++role)
      decision.roles.push_back(outcome(role));
  }
  decision.observed = is_observed();
  if (decision.observed) decision.reason = std::min(decision.reason, Reason::kObserved);
  add_warnings(decision);
  return decision;
}

void Decider::count_as_submitted() {
  if (explanation_ == nullptr) return;
  for (const RoleState& state : states_) {
    std::size_t& count = explanation_->candidates_as_submitted.emplace_back(0);
    each_candidate(context_.plan, state.constraints, std::nullopt, false,
                   [&](NodeSlot, const NodeView&) {
                     ++count;
                     return true;
                   });
  }
}

bool Decider::is_observed() const {
  const Policy& policy = context_.plan.policy();
  const std::optional<std::string_view> label = context_.workload.namespace_labels.find(kModeLabel);
  const std::optional<Mode> of_namespace = label ? parse_mode(*label) : std::nullopt;
  if (of_namespace) return *of_namespace == Mode::kObserve;
  Mode mode = policy.mode();
  bool any = false;
  for (const PlacedRole& placed : placed_) {
    if (placed.fits.empty()) continue;
    const std::optional<Mode> of_profile = policy.profiles()[placed.fits.front().first].mode;
    // Of several roles one that only observes holds the others back: all or nothing.
    mode = any && mode == Mode::kObserve ? mode : of_profile.value_or(policy.mode());
    any = true;
  }
  return mode == Mode::kObserve;
}

RoleDecision Decider::outcome(std::size_t role) const {
  const RoleState& state = states_[role];
  const PlacedRole& placed = placed_[role];
  if (placed.fits.empty()) return undecided_role(context_, state, placed.reason);
  if (context_.placement == Placement::kFollow && !state.constraints.fixed_node()) {
    return following_role(context_, state, placed.fits);
  }
  return decided_role(context_, state, placed.fits.front().first, placed.fits.front().second);
}

Reason Decider::overall_reason() const {
  std::optional<Reason> first;
  for (std::size_t role = 0; role < states_.size(); ++role) {
    if (!states_[role].managed) continue;
    if (placed_[role].reason == Reason::kDecided) return Reason::kDecided;
    first = std::min(first.value_or(placed_[role].reason), placed_[role].reason);
  }
  return first.value_or(Reason::kNotManaged);
}

std::string Decider::role_prefix(std::size_t role) const {
  const Role& submitted = *states_[role].role;
  return submitted.key.empty() ? "nodefit: " : "nodefit: " + submitted.key + ": ";
}

void Decider::add_warnings(Decision& decision) const {
  const auto warn = [&](std::string text) {
    text.resize(std::min(text.size(), kWarningSizeMax));
    if (std::find(decision.warnings.begin(), decision.warnings.end(), text) ==
        decision.warnings.end()) {
      decision.warnings.push_back(std::move(text));
    }
  };
  for (std::size_t role = 0; role < decision.roles.size(); ++role) {
    const RoleDecision& outcome = decision.roles[role];
    if (!states_[role].managed) continue;
    std::string text =
        role_prefix(role) +
        std::string(to_string(decision.observed ? std::min(outcome.reason, Reason::kObserved)
                                                : outcome.reason));
    if (outcome.profile) {
      text += ": profile " + context_.plan.policy().profiles()[*outcome.profile].name;
    } else if (outcome.reason != Reason::kDecided) {
      text += ": " + std::string(describe(outcome.reason));
    }
    warn(std::move(text));
    for (const SubmittedImage& image : states_[role].images) {
      for (const std::string& warning : gpu_warnings(*image.container))
        warn(role_prefix(role) + warning);
    }
  }
}

// A role without managed images has no record, and none is missed; a forged one says nothing.
bool needs_record(const Role& role, const Plan* plan) {
  if (plan == nullptr) return true;
  const std::vector<SubmittedImage> images = read_images(role.pod, plan->policy());
  return std::any_of(images.begin(), images.end(),
                     [](const SubmittedImage& image) { return image.family.has_value(); });
}

// Step 2 over all roles: AlreadyDecided, with what has to be put back, or nullopt.
std::optional<Decision> recognize(const Workload& workload, const Plan* plan) {
  const auto has_record = [](const Role& role) { return role.pod.recorded.has_value(); };
  if (std::none_of(workload.roles.begin(), workload.roles.end(), has_record)) return std::nullopt;
  std::vector<RecordState> states;
  bool any_known = false;
  for (const Role& role : workload.roles) {
    const RecordState state = check_record(workload, role, plan);
    if (state == RecordState::kNone && needs_record(role, plan)) return std::nullopt;
    any_known = any_known || state != RecordState::kNone;
    states.push_back(state);
  }
  if (!any_known) return std::nullopt;
  Decision decision;
  decision.reason = Reason::kAlreadyDecided;
  const bool reverted =
      std::find(states.begin(), states.end(), RecordState::kReverted) != states.end();
  if (!reverted) return decision;
  for (std::size_t i = 0; i < states.size(); ++i) {
    RoleDecision unchanged;
    unchanged.reason = Reason::kAlreadyDecided;
    decision.roles.push_back(states[i] == RecordState::kReverted ? restore(workload.roles[i])
                                                                 : std::move(unchanged));
  }
  return decision;
}

}  // namespace

Decision decide(const Workload& workload, const Plan* plan, const DecideOptions& options,
                Explanation* explanation) noexcept {
  Decision decision;
  if (const std::optional<Reason> reason = leave_alone(workload, options)) {
    decision.reason = *reason;
    return decision;
  }
  if (std::optional<Decision> recognized = recognize(workload, plan)) return *std::move(recognized);
  if (plan == nullptr) {
    decision.reason = options.has_policy ? Reason::kCatalogueNotReady : Reason::kNoPolicy;
    return decision;
  }
  return Decider(workload, *plan, options, explanation).run();
}

}  // namespace nodefit
