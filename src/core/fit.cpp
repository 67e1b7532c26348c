#include "fit.h"

#include <algorithm>
#include <limits>
#include <set>

namespace nodefit {

namespace {

constexpr std::string_view kReplicaTypeLabel = "training.kubeflow.org/replica-type";

RoleKind kind_of(const Workload& workload, const Role& role) {
  if (!is_pod_of_job(workload)) return role.kind;
  const std::optional<std::string_view> type = role.pod.labels.find(kReplicaTypeLabel);
  return type ? parse_role_kind(*type).value_or(role.kind) : role.kind;
}

bool is_built_for(const ProfileImage& image, const std::string& platform) {
  return !image.platforms || std::find(image.platforms->begin(), image.platforms->end(),
                                       platform) != image.platforms->end();
}

// One question after the other; the first with a bad answer decides.
class ProfileFit {
 public:
  ProfileFit(const FitContext& context, const RoleState& role, std::size_t profile, Pass pass,
             const Room& room)
      : context_(context),
        role_(role),
        index_(profile),
        profile_(context.plan.policy().profiles()[profile]),
        with_provisionable_(profile_.provisionable && !role.constraints.fixed_node() &&
                            (pass == Pass::kWithProvisionable || profile_.provisionable->prefer)),
        room_(room) {}

  Fit run() {
    if (asks_for_it() && choose_images()) {
      count_candidates();
      if (has_candidates() && architectures_agree() && placement_is_free() && has_room())
        refuse_while_busy();
    }
    return std::move(fit_);
  }

 private:
  template <class Detail>
  bool refuse(Reason reason, Detail detail) {
    fit_.reason = reason;
    if (context_.explain) fit_.detail = detail();
    return false;
  }

  bool asks_for_it();
  bool when_holds();
  bool choose_images();
  void count_candidates();
  void count_live_nodes(std::int64_t wanted);
  void count_brought_nodes(std::int64_t wanted);
  void add_slots(std::int64_t slots) {
    if (__builtin_add_overflow(fit_.slots, slots, &fit_.slots))
      fit_.slots = std::numeric_limits<std::int64_t>::max();
  }
  bool has_candidates();
  bool architectures_agree();
  bool all_images_run_on(const std::string& platform, std::string& offender) const;
  bool placement_is_free();
  bool covers_zones() const;
  bool has_room();
  void refuse_while_busy();

  bool is_job() const { return context_.workload.kind == Workload::Kind::kTfJob; }
  bool pins() const {
    return context_.placement == Placement::kPin && !role_.constraints.fixed_node();
  }

  const FitContext& context_;
  const RoleState& role_;
  const std::size_t index_;
  const Profile& profile_;
  const bool with_provisionable_;
  const Room& room_;
  Fit fit_;
};

bool ProfileFit::asks_for_it() {
  const std::optional<std::string_view> wish =
      context_.workload.annotations.find(kProfileAnnotation);
  if (wish && *wish != profile_.name) {
    return refuse(Reason::kNoProfileFits,
                  [&] { return "the workload asks for profile " + std::string(*wish); });
  }
  if ((profile_.roles & (1U << static_cast<unsigned>(role_.kind))) == 0) {
    return refuse(Reason::kNoProfileFits,
                  [&] { return "not for " + std::string(to_string(role_.kind)); });
  }
  if (context_.placement == Placement::kFollow && profile_.never_follow &&
      !role_.constraints.fixed_node()) {
    return refuse(Reason::kNoProfileFits, [] { return std::string("follow: never"); });
  }
  if (!accepts(profile_.gpu, role_.gpu)) {
    switch (role_.gpu) {
      case GpuAnswer::kYes:
        return refuse(Reason::kNoProfileFits,
                      [] { return std::string("requests a GPU, which the profile forbids"); });
      case GpuAnswer::kNo:
        return refuse(Reason::kNoProfileFits,
                      [] { return std::string("requests no GPU, which the profile requires"); });
      case GpuAnswer::kUnclear:
        return refuse(Reason::kGpuUnclear, [] {
          return std::string("whether it uses a GPU is unclear; takes gpu: any");
        });
    }
  }
  return when_holds();
}

bool ProfileFit::when_holds() {
  const When& when = profile_.when;
  if (when.namespaces && !when.namespaces->matches(context_.workload.namespace_labels)) {
    return refuse(Reason::kNoProfileFits,
                  [] { return std::string("the namespace's labels don't match `when`"); });
  }
  const ResourceList& requests = role_.constraints.requests();
  const std::int64_t gpus = count_gpus(requests);
  if (gpus < when.gpus_min.value_or(gpus) || gpus > when.gpus_max.value_or(gpus)) {
    return refuse(Reason::kNoProfileFits,
                  [&] { return "requests " + std::to_string(gpus) + " GPUs, outside `when`"; });
  }
  if (when.shared && *when.shared != requests_shared_gpu(requests)) {
    return refuse(Reason::kNoProfileFits, [&] {
      return std::string(*when.shared ? "requests no shared GPU" : "requests a shared GPU");
    });
  }
  return true;
}

bool ProfileFit::choose_images() {
  fit_.images.resize(role_.images.size());
  bool any_chosen = false;
  Reason left = Reason::kNoProfileFits;  // why init containers keep their images
  for (std::size_t i = 0; i < role_.images.size(); ++i) {
    const SubmittedImage& submitted = role_.images[i];
    if (!submitted.family) continue;
    // A main container with an obstacle never comes here.
    ImageChoice choice = submitted.obstacle
                             ? ImageChoice{"", *submitted.obstacle, nullptr}
                             : choose_image(submitted, profile_, context_.plan.policy());
    if (choice.reason == Reason::kDecided) {
      fit_.images[i] = std::move(choice);
      any_chosen = true;
    } else if (submitted.init) {
      left = std::min(left, choice.reason);
    } else {
      return refuse(choice.reason, [&] { return "no build of " + submitted.container->image; });
    }
  }
  if (any_chosen) return true;
  return refuse(left, [] { return std::string("no build for any of its init containers"); });
}

void ProfileFit::count_candidates() {
  const std::int64_t wanted = std::max<std::int64_t>(role_.role->replicas, 1);
  count_live_nodes(wanted);
  if (with_provisionable_) count_brought_nodes(wanted);
}

void ProfileFit::count_live_nodes(std::int64_t wanted) {
  const std::int64_t replicas = role_.role->replicas;
  each_candidate(
      context_.plan, role_.constraints, index_, is_job(), [&](NodeSlot slot, const NodeView&) {
        ++fit_.candidates;
        const std::int64_t slots = role_.constraints.slots(room_.of(context_.plan, slot));
        if (fit_.slots < replicas) {
          fit_.takes.emplace_back(slot, std::min(slots, replicas - fit_.slots));
        }
        add_slots(slots);
        return fit_.slots < wanted || context_.explain;
      });
}

void ProfileFit::count_brought_nodes(std::int64_t wanted) {
  const Provisionable& provisionable = *profile_.provisionable;
  if (!role_.constraints.admits(NodeView(provisionable), &profile_)) return;
  const std::vector<ResourceList>& brought = room_.brought(index_);
  for (std::int64_t i = 0; i < provisionable.max_nodes && fit_.slots < wanted; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const std::int64_t slots =
        role_.constraints.slots(at < brought.size() ? brought[at] : provisionable.allocatable);
    if (slots > 0) fit_.brought.emplace_back(at, std::min(slots, wanted - fit_.slots));
    ++fit_.candidates;
    add_slots(slots);
  }
}

bool ProfileFit::has_candidates() {
  if (fit_.candidates > 0) return true;
  return refuse(Reason::kNoProfileFits, [&] {
    return std::string(context_.plan.nodes(index_).count == 0
                           ? "no node matches its selector"
                           : "none of its nodes takes the workload");
  });
}

bool ProfileFit::all_images_run_on(const std::string& platform, std::string& offender) const {
  const std::string_view architecture = std::string_view(platform).substr(platform.find('/') + 1);
  for (std::size_t i = 0; i < role_.images.size(); ++i) {
    const ProfileImage* const build = fit_.images[i].from;
    const bool runs = build != nullptr
                          ? is_built_for(*build, platform)
                          : role_.constraints.chose_architecture(architecture) ||
                                runs_on(role_.images[i], platform, context_.plan.policy());
    if (!runs) {
      offender = role_.images[i].container->image;
      return false;
    }
  }
  return true;
}

bool ProfileFit::architectures_agree() {
  std::string offender;
  std::string platform;
  const auto disagrees = [&](const std::string& candidate) {
    platform = candidate;
    return !all_images_run_on(candidate, offender);
  };
  const auto mismatch = [&] {
    return refuse(Reason::kArchitectureMismatch,
                  [&] { return offender + " doesn't run on " + platform; });
  };
  if (!fit_.brought.empty() && disagrees(NodeView(*profile_.provisionable).platform()))
    return mismatch();

  // The platforms of all nodes of the profile are known; only where they differ, and one of them is
  // wrong, does it matter on which of the nodes this workload can land.
  const ProfileNodes& nodes = context_.plan.nodes(index_);
  const auto wrong = std::find_if(nodes.platforms.begin(), nodes.platforms.end(),
                                  [&](const auto& entry) { return disagrees(entry.first); });
  if (wrong == nodes.platforms.end()) return true;
  bool agrees = true;
  each_candidate(context_.plan, role_.constraints, index_, false,
                 [&](NodeSlot, const NodeView& node) {
                   agrees = !disagrees(node.platform());
                   return agrees;
                 });
  return agrees || mismatch();
}

bool ProfileFit::placement_is_free() {
  if (!pins()) return true;
  const PodTemplate& pod = role_.constraints.pod();
  if (pod.has_required_pod_affinity) {
    return refuse(Reason::kPlacementConstrained,
                  [] { return std::string("has required pod affinity"); });
  }
  const bool volumes = pod.has_claim_volumes && !context_.plan.policy().ignore_volumes();
  if ((volumes || pod.has_zone_spread) && !covers_zones()) {
    return refuse(Reason::kPlacementConstrained, [&] {
      return std::string(volumes ? "its volumes" : "its zone spread") +
             " may need a zone where the profile has no node";
    });
  }
  std::optional<Pins> pins = make_pins(profile_, pod);
  if (!pins) {
    return refuse(Reason::kPlacementConstrained,
                  [] { return std::string("its node affinity would pass 64 terms"); });
  }
  fit_.pins = *std::move(pins);
  return true;
}

// Whether C(p) has a node in every zone in which B has one.
bool ProfileFit::covers_zones() const {
  std::set<std::string_view> covered;
  const auto note = [&](NodeSlot, const NodeView& node) {
    covered.insert(node.zone());
    return true;
  };
  each_candidate(context_.plan, role_.constraints, index_, false, note);
  if (!fit_.brought.empty()) covered.insert(NodeView(*profile_.provisionable).zone());
  bool all = true;
  each_candidate(context_.plan, role_.constraints, std::nullopt, false,
                 [&](NodeSlot, const NodeView& node) {
                   all = covered.find(node.zone()) != covered.end();
                   return all;
                 });
  return all;
}

bool ProfileFit::has_room() {
  const std::int64_t wanted = std::max<std::int64_t>(role_.role->replicas, 1);
  if (fit_.slots >= wanted) return true;
  return refuse(Reason::kNotEnoughNodes, [&] {
    return "room for " + std::to_string(fit_.slots) + " of " + std::to_string(wanted) + " replicas";
  });
}

void ProfileFit::refuse_while_busy() {
  if (is_job() || !profile_.max_pending || index_ >= context_.options.pending.size()) return;
  const std::int64_t pending = context_.options.pending[index_];
  if (pending < *profile_.max_pending) return;
  refuse(Reason::kProfileBusy,
         [&] { return std::to_string(pending) + " of its pods wait for a node already"; });
}

}  // namespace

RoleState::RoleState(const Workload& workload, const Role& submitted, const Policy& policy)
    : role(&submitted),
      kind(kind_of(workload, submitted)),
      images(read_images(submitted.pod, policy)),
      constraints(submitted.pod) {
  for (const SubmittedImage& image : images) {
    if (!image.family) continue;
    managed = true;
    has_gpu_tag = has_gpu_tag || (image.tag && image.tag->gpu());
    if (image.init) continue;
    has_latest = has_latest || image.is_latest();
    if (image.obstacle) obstacle = std::min(obstacle.value_or(*image.obstacle), *image.obstacle);
  }
}

Fit fit_profile(const FitContext& context, const RoleState& role, std::size_t profile, Pass pass,
                const Room& room) {
  return ProfileFit(context, role, profile, pass, room).run();
}

void take_room(const FitContext& context, const RoleState& role, std::size_t profile,
               const Fit& fit, Room& room) {
  const ResourceList& requests = role.constraints.requests();
  for (const auto& [slot, replicas] : fit.takes) room.take(context.plan, slot, requests, replicas);
  if (fit.brought.empty()) return;
  const Provisionable& provisionable = *context.plan.policy().profiles()[profile].provisionable;
  std::vector<ResourceList>& brought = room.brought(profile);
  brought.resize(std::max(brought.size(), fit.brought.back().first + 1), provisionable.allocatable);
  for (const auto& [at, replicas] : fit.brought) brought[at].subtract(requests, replicas);
}

bool take_room_as_submitted(const FitContext& context, const RoleState& role, Room& room) {
  std::int64_t wanted = role.role->replicas;
  each_candidate(context.plan, role.constraints, std::nullopt, true,
                 [&](NodeSlot slot, const NodeView&) {
                   const std::int64_t taken =
                       std::min(wanted, role.constraints.slots(room.of(context.plan, slot)));
                   room.take(context.plan, slot, role.constraints.requests(), taken);
                   wanted -= taken;
                   return wanted > 0;
                 });
  return wanted <= 0;
}

}  // namespace nodefit
