#include "placing.h"

#include <algorithm>
#include <numeric>

namespace nodefit {

namespace {

// Of the profiles that don't fit a role.
struct Refusals {
  Reason reason = Reason::kNoProfileFits;  // the first by precedence
  bool candidates = false;                 // some node of some profile takes the role
};

// A main container whose image nodefit decides on.
bool is_main(const SubmittedImage& image) { return image.family && !image.init; }

class Placing {
 public:
  Placing(const FitContext& context, const std::vector<RoleState>& states, Explanation* explanation)
      : context_(context), states_(states), explanation_(explanation), placed_(states.size()) {}

  std::vector<PlacedRole> run() {
    Room room;
    for (const std::size_t role : placing_order()) place(role, room);
    unmix_latest();
    keep_others_schedulable();
    return std::move(placed_);
  }

 private:
  std::vector<std::size_t> placing_order() const;
  void place(std::size_t role, Room& room);
  std::optional<std::size_t> placed_before(const RoleState& state) const;
  void try_profiles(std::size_t role, Pass pass, const Room& room, Refusals& refusals);
  void try_profile(std::size_t role, std::size_t profile, Pass pass, const Room& room,
                   Refusals& refusals);
  bool follows(std::size_t role) const;
  void explain(std::size_t role, std::size_t profile, const Fit& fit);
  Reason overall_refusal(const RoleState& state, const Refusals& refusals) const;
  void unmix_latest();
  void keep_others_schedulable();
  void unplace(std::size_t role, Reason reason);

  const FitContext& context_;
  const std::vector<RoleState>& states_;
  Explanation* explanation_;
  std::vector<PlacedRole> placed_;
};

// Chief, Master, Worker, PS, Evaluator.
std::vector<std::size_t> Placing::placing_order() const {
  std::vector<std::size_t> order(states_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return states_[a].role->kind < states_[b].role->kind;
  });
  return order;
}

void Placing::place(std::size_t role, Room& room) {
  const RoleState& state = states_[role];
  PlacedRole& placed = placed_[role];
  if (!state.managed) return;
  if (state.obstacle) {
    placed.reason = *state.obstacle;
    return;
  }
  Refusals refusals;
  const std::optional<std::size_t> before = placed_before(state);
  if (before) {
    try_profile(role, *before, Pass::kWithProvisionable, room, refusals);
  }
  // Where only an init container is left to decide on, another profile has no say any more.
  const bool settled = before && std::none_of(state.images.begin(), state.images.end(), is_main);
  if (!settled && (placed.fits.empty() || context_.explain)) {
    try_profiles(role, Pass::kLive, room, refusals);
  }
  if (!settled && placed.fits.empty()) try_profiles(role, Pass::kWithProvisionable, room, refusals);
  if (placed.fits.empty()) {
    placed.reason = overall_refusal(state, refusals);
    return;
  }
  placed.reason = Reason::kDecided;
  take_room(context_, state, placed.fits.front().first, placed.fits.front().second, room);
}

// The profile that the pod's label names and whose pins it holds: decided once, its annotation lost
// (an exported pod, where the profile's images are of a managed repository). What it got then may
// open a better profile now, but deciding again must not move it.
std::optional<std::size_t> Placing::placed_before(const RoleState& state) const {
  if (context_.placement != Placement::kPin) return std::nullopt;
  const PodTemplate& pod = state.constraints.pod();
  const std::optional<std::string_view> name = pod.labels.find(kPlacedLabel);
  if (!name) return std::nullopt;
  const Policy& policy = context_.plan.policy();
  const std::optional<std::size_t> named = policy.find_profile(*name);
  return named && holds_pins(pod, policy.profiles()[*named]) ? named : std::nullopt;
}

void Placing::try_profiles(std::size_t role, Pass pass, const Room& room, Refusals& refusals) {
  const bool all = follows(role) || context_.explain;
  const std::vector<Profile>& profiles = context_.plan.policy().profiles();
  for (std::size_t profile = 0; profile < profiles.size(); ++profile) {
    if (pass == Pass::kWithProvisionable && !profiles[profile].provisionable) continue;
    try_profile(role, profile, pass, room, refusals);
    if (!placed_[role].fits.empty() && !all) return;
  }
}

bool Placing::follows(std::size_t role) const {
  return context_.placement == Placement::kFollow && !states_[role].constraints.fixed_node();
}

// Notes every fit in placed_[role], under pin only the first.
void Placing::try_profile(std::size_t role, std::size_t profile, Pass pass, const Room& room,
                          Refusals& refusals) {
  std::vector<std::pair<std::size_t, Fit>>& fits = placed_[role].fits;
  if (std::any_of(fits.begin(), fits.end(), [&](const auto& fit) { return fit.first == profile; }))
    return;
  Fit fit = fit_profile(context_, states_[role], profile, pass, room);
  explain(role, profile, fit);
  if (!fit.fits()) {
    refusals.reason = std::min(refusals.reason, fit.reason);
    refusals.candidates = refusals.candidates || fit.candidates > 0;
  } else if (follows(role) || fits.empty()) {
    fits.emplace_back(profile, std::move(fit));
  }
}

void Placing::explain(std::size_t role, std::size_t profile, const Fit& fit) {
  if (explanation_ == nullptr) return;
  std::vector<ProfileVerdict>& verdicts = explanation_->verdicts;
  const auto same = [&](const ProfileVerdict& verdict) {
    return verdict.role == role && verdict.profile == profile;
  };
  const auto found = std::find_if(verdicts.begin(), verdicts.end(), same);
  ProfileVerdict verdict{
      role,           profile,  fit.reason, fit.detail, context_.plan.nodes(profile).count,
      fit.candidates, fit.slots};
  if (fit.fits() && !placed_[role].fits.empty() && !follows(role)) {
    verdict.reason = Reason::kNoProfileFits;
    verdict.detail = profile < placed_[role].fits.front().first
                         ? "fits too, but its pins name another profile"
                         : "fits too, but an earlier profile is better";
  }
  if (found != verdicts.end()) {
    *found = std::move(verdict);
  } else {
    const auto later = std::find_if(verdicts.begin(), verdicts.end(), [&](const auto& other) {
      return other.role == role && other.profile > profile;
    });
    verdicts.insert(later, std::move(verdict));
  }
}

Reason Placing::overall_refusal(const RoleState& state, const Refusals& refusals) const {
  const bool may_lack_candidates = refusals.reason > Reason::kNoCandidate && !refusals.candidates;
  return may_lack_candidates && !has_candidate(context_.plan, state.constraints)
             ? Reason::kNoCandidate
             : refusals.reason;
}

void Placing::unplace(std::size_t role, Reason reason) {
  placed_[role].reason = reason;
  placed_[role].fits.clear();
}

// `latest` means one version in a whole job: either every such role gets it pinned or none does.
void Placing::unmix_latest() {
  bool some_left = false;
  for (std::size_t role = 0; role < states_.size(); ++role)
    some_left = some_left || (states_[role].has_latest && placed_[role].fits.empty());
  if (!some_left) return;
  for (std::size_t role = 0; role < states_.size(); ++role) {
    if (states_[role].has_latest && !placed_[role].fits.empty())
      unplace(role, Reason::kLatestMixed);
  }
}

// Pinned roles may have taken the only nodes of roles that stay as submitted. Where such a role had
// a place for all its replicas and now has none, the whole job stays as submitted.
void Placing::keep_others_schedulable() {
  const auto is_placed = [](const PlacedRole& placed) { return !placed.fits.empty(); };
  if (context_.placement != Placement::kPin ||
      std::none_of(placed_.begin(), placed_.end(), is_placed)) {
    return;
  }
  Room room;
  for (std::size_t role = 0; role < states_.size(); ++role) {
    if (placed_[role].fits.empty()) continue;
    const auto& [profile, fit] = placed_[role].fits.front();
    take_room(context_, states_[role], profile, fit, room);
  }
  for (std::size_t role = 0; role < states_.size(); ++role) {
    if (!placed_[role].fits.empty() || take_room_as_submitted(context_, states_[role], room))
      continue;
    Room empty;
    if (!take_room_as_submitted(context_, states_[role], empty)) continue;
    for (std::size_t other = 0; other < states_.size(); ++other) {
      if (!placed_[other].fits.empty()) unplace(other, Reason::kNotEnoughNodes);
    }
    return;
  }
}

}  // namespace

std::vector<PlacedRole> place_roles(const FitContext& context, const std::vector<RoleState>& states,
                                    Explanation* explanation) {
  return Placing(context, states, explanation).run();
}

}  // namespace nodefit
