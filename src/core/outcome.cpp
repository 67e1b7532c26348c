#include "outcome.h"

#include <algorithm>

#include "environment.h"

namespace nodefit {

namespace {

constexpr std::string_view kVisibleDevices = "NVIDIA_VISIBLE_DEVICES";

ContainerDecision unchanged(const SubmittedImage& image) {
  const Container& container = *image.container;
  return {image.init,
          image.index,
          container.name,
          image.family.has_value(),
          container.image,
          container.image,
          {},
          missing_gpu_limits(container)};
}

// Whether a container with a CUDA image must not see the node's GPUs: it asks for none. Where the
// question has no clear answer, hiding them could take away what the container gets by other means.
bool hides_gpus(const RoleState& role, const SubmittedImage& image, const ImageChoice& choice) {
  return choice.from->cuda && role.gpu != GpuAnswer::kUnclear && !requests_gpu(*image.container);
}

Env wanted_env(const FitContext& context, const RoleState& role, std::size_t i,
               const Profile* profile, const Fit* fit) {
  const SubmittedImage& image = role.images[i];
  const Env& family = context.plan.policy().families()[*image.family].env;
  if (profile == nullptr || fit->images[i].from == nullptr) return family;
  Env wanted = merged_env(family, profile->env);
  if (hides_gpus(role, image, fit->images[i])) wanted.emplace_back(kVisibleDevices, "void");
  return wanted;
}

// Variables that an earlier decision added and recorded, and that are still there: deciding again
// leaves the record as it is.
Env recorded_env(const RoleState& role, const Container& container) {
  Env env;
  const std::optional<RecordedDecision>& before = role.role->pod.recorded;
  if (!before) return env;
  for (const RecordedDecision::Container& recorded : before->containers) {
    if (recorded.name != container.name || recorded.to != container.image) continue;
    std::copy_if(recorded.env.begin(), recorded.env.end(), std::back_inserter(env),
                 [&](const auto& variable) {
                   return std::find(container.env.begin(), container.env.end(), variable.first) !=
                          container.env.end();
                 });
  }
  return env;
}

RecordedDecision make_record(const FitContext& context, const RoleState& role, Reason reason,
                             const std::vector<ContainerDecision>& containers) {
  RecordedDecision record;
  record.reason = reason;
  record.policy_hash = context.plan.policy().hash();
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const ContainerDecision& container = containers[i];
    if (!container.managed) continue;
    RecordedDecision::Container& recorded = record.containers.emplace_back();
    recorded.name = container.name;
    recorded.from = container.from;
    recorded.to = container.to;
    recorded.env = recorded_env(role, *role.images[i].container);
    for (const EnvAddition& addition : container.env) {
      if (!addition.from_annotation) recorded.env.emplace_back(addition.name, addition.value);
    }
  }
  return record;
}

// Whether a candidate carries a taint of this key and effect that the pod doesn't tolerate yet: one
// that the profile may tolerate, or the node would be no candidate.
bool seen_on_candidate(const FitContext& context, const RoleState& role, std::size_t profile,
                       const Fit& fit, const Taint& taint) {
  const auto carries = [&](const std::vector<Taint>& taints) {
    return std::any_of(taints.begin(), taints.end(), [&](const Taint& other) {
      return other.key == taint.key && other.effect == taint.effect &&
             !tolerates(role.constraints.pod().tolerations, other);
    });
  };
  const Profile& added = context.plan.policy().profiles()[profile];
  if (!fit.brought.empty() && carries(added.provisionable->taints)) return true;
  bool seen = false;
  each_candidate(context.plan, role.constraints, profile, false,
                 [&](NodeSlot, const NodeView& node) {
                   seen = carries(node.taints());
                   return !seen;
                 });
  return seen;
}

// Adds a toleration for each (key, effect) on the candidates that the profile allows and the pod
// doesn't tolerate yet.
void add_tolerations(const FitContext& context, const RoleState& role, std::size_t profile,
                     const Fit& fit, std::vector<Toleration>& additions) {
  const Profile& added = context.plan.policy().profiles()[profile];
  const auto consider = [&](const Taint& taint) {
    if (!filters(taint) || !role.constraints.may_tolerate_somewhere(taint.key, added)) return;
    const Toleration toleration{taint.key, "Exists", "", taint.effect, {}};
    // All of the key and effect, whatever their value: then no node need be looked at.
    const auto covers = [&](const Toleration& other) {
      return other.op == "Exists" && tolerates(other, taint);
    };
    const std::vector<Toleration>& users = role.constraints.pod().tolerations;
    if (std::any_of(users.begin(), users.end(), covers) ||
        std::any_of(additions.begin(), additions.end(), covers))
      return;
    if (seen_on_candidate(context, role, profile, fit, taint)) additions.push_back(toleration);
  };
  for (const auto& [key_and_effect, count] : context.plan.nodes(profile).taints) {
    consider({key_and_effect.first, "", key_and_effect.second});
  }
  if (fit.brought.empty()) return;
  for (const Taint& taint : added.provisionable->taints) consider(taint);
}

void add_pull_secrets(const Profile& profile, const PodTemplate& pod,
                      std::vector<std::string>& additions) {
  for (const std::string& secret : profile.image_pull_secrets) {
    const auto has = [&](const std::vector<std::string>& list) {
      return std::find(list.begin(), list.end(), secret) != list.end();
    };
    if (!has(pod.image_pull_secrets) && !has(additions)) additions.push_back(secret);
  }
}

// --- follow ---

constexpr std::int32_t kTopWeight = 64;
constexpr std::int32_t kWeightMax = 100;       // core/v1 PreferredSchedulingTerm
constexpr std::size_t kRankedProfilesMax = 7;  // 64, 32, 16, 8, 4, 2, 1

// Weights so that a node of all lesser profiles together never beats one of a better profile, by
// any one of its terms.
std::vector<std::int32_t> weights(const std::vector<std::size_t>& terms_per_profile) {
  std::vector<std::int32_t> weights(terms_per_profile.size(), 1);
  for (std::size_t ranked = std::min(weights.size(), kRankedProfilesMax); ranked > 0; --ranked) {
    std::int64_t lesser = 0;
    for (std::size_t i = ranked; i-- > 0;) {
      weights[i] = static_cast<std::int32_t>(std::min<std::int64_t>(lesser + 1, kWeightMax + 1));
      lesser += static_cast<std::int64_t>(terms_per_profile[i]) * weights[i];
    }
    if (weights[0] > kWeightMax) continue;  // the last of them has weight 1 already
    const std::int32_t factor = std::max(kTopWeight / weights[0], 1);
    for (std::size_t i = 0; i < ranked; ++i) weights[i] *= factor;
    break;
  }
  return weights;
}

void prefer_profiles(const FitContext& context,
                     const std::vector<std::pair<std::size_t, Fit>>& fits,
                     std::vector<PreferredTerm>& preferred) {
  std::vector<std::vector<NodeSelectorTermSpec>> terms;
  std::vector<std::size_t> counts;
  for (const auto& [profile, fit] : fits) {
    terms.push_back(terms_without_labels(context.plan.policy().profiles()[profile]));
    counts.push_back(terms.back().size());
  }
  const std::vector<std::int32_t> weight = weights(counts);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (NodeSelectorTermSpec& term : terms[i]) preferred.push_back({weight[i], std::move(term)});
  }
}

bool some_profile_sets(const FitContext& context,
                       const std::vector<std::pair<std::size_t, Fit>>& fits,
                       const std::string& name) {
  return std::any_of(fits.begin(), fits.end(), [&](const auto& entry) {
    const Env& env = context.plan.policy().profiles()[entry.first].env;
    return std::any_of(env.begin(), env.end(),
                       [&](const auto& variable) { return variable.first == name; });
  });
}

void annotate_env(const std::vector<EnvAddition>& env,
                  std::vector<std::pair<std::string, std::string>>& annotations) {
  for (const EnvAddition& addition : env) {
    const std::string key = std::string(kEnvAnnotationPrefix) + addition.name;
    const auto same = [&](const auto& annotation) { return annotation.first == key; };
    if (addition.from_annotation && std::none_of(annotations.begin(), annotations.end(), same)) {
      annotations.emplace_back(key, addition.value);
    }
  }
}

}  // namespace

RoleDecision decided_role(const FitContext& context, const RoleState& role, std::size_t profile,
                          const Fit& fit) {
  const Profile& chosen = context.plan.policy().profiles()[profile];
  const bool fixed = role.constraints.fixed_node().has_value();
  RoleDecision decision;
  decision.reason = Reason::kDecided;
  decision.profile = profile;
  for (std::size_t i = 0; i < role.images.size(); ++i) {
    ContainerDecision container = unchanged(role.images[i]);
    if (!fit.images[i].image.empty()) container.to = fit.images[i].image;
    if (container.managed) {
      container.env =
          missing_env(*role.images[i].container, wanted_env(context, role, i, &chosen, &fit));
    }
    decision.containers.push_back(std::move(container));
  }
  add_pull_secrets(chosen, role.constraints.pod(), decision.image_pull_secrets);
  decision.record = make_record(context, role, Reason::kDecided, decision.containers);
  decision.record->profile = chosen.name;
  if (fixed) return decision;

  decision.node_selector = fit.pins.node_selector;
  decision.required_affinity = fit.pins.required_affinity;
  add_tolerations(context, role, profile, fit, decision.tolerations);
  decision.placed = chosen.name;
  decision.record->node_selector = fit.pins.all_node_selector;
  decision.record->terms = fit.pins.all_terms;
  return decision;
}

RoleDecision following_role(const FitContext& context, const RoleState& role,
                            const std::vector<std::pair<std::size_t, Fit>>& fits) {
  RoleDecision decision = undecided_role(context, role, Reason::kDecided);
  for (ContainerDecision& container : decision.containers) {
    for (EnvAddition& addition : container.env) {
      addition.from_annotation = some_profile_sets(context, fits, addition.name);
    }
    annotate_env(container.env, decision.annotations);
  }
  prefer_profiles(context, fits, decision.preferred_affinity);
  for (const auto& [profile, fit] : fits) {
    add_tolerations(context, role, profile, fit, decision.tolerations);
    add_pull_secrets(context.plan.policy().profiles()[profile], role.constraints.pod(),
                     decision.image_pull_secrets);
  }
  decision.placed = "follow";
  decision.record = make_record(context, role, Reason::kDecided, decision.containers);
  return decision;
}

RoleDecision undecided_role(const FitContext& context, const RoleState& role, Reason reason) {
  RoleDecision decision;
  decision.reason = reason;
  if (!role.managed) return decision;
  for (std::size_t i = 0; i < role.images.size(); ++i) {
    ContainerDecision container = unchanged(role.images[i]);
    if (container.managed) {
      container.env =
          missing_env(*role.images[i].container, wanted_env(context, role, i, nullptr, nullptr));
    }
    decision.containers.push_back(std::move(container));
  }
  decision.record = make_record(context, role, reason, decision.containers);
  return decision;
}

RoleDecision deferred_role(const FitContext& context, const RoleState& role) {
  RoleDecision decision;
  decision.reason = Reason::kDeferredToPods;
  if (!role.managed) return decision;
  for (const SubmittedImage& image : role.images) decision.containers.push_back(unchanged(image));
  decision.record = make_record(context, role, Reason::kDeferredToPods, decision.containers);
  return decision;
}

}  // namespace nodefit
