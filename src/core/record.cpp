#include "record.h"

#include <algorithm>

#include "candidates.h"
#include "environment.h"
#include "image_choice.h"
#include "pins.h"

namespace nodefit {

namespace {

const Container* find_container(const PodTemplate& pod, const std::string& name) {
  for (const std::vector<Container>* list : {&pod.init_containers, &pod.containers}) {
    const auto found = std::find_if(list->begin(), list->end(), [&](const Container& container) {
      return container.name == name;
    });
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

const RecordedDecision::Container* find_recorded(const RecordedDecision& record,
                                                 const std::string& name) {
  const auto found = std::find_if(
      record.containers.begin(), record.containers.end(),
      [&](const RecordedDecision::Container& container) { return container.name == name; });
  return found == record.containers.end() ? nullptr : &*found;
}

bool images_are(const PodTemplate& pod, const RecordedDecision& record,
                std::string RecordedDecision::Container::* image) {
  return std::all_of(record.containers.begin(), record.containers.end(),
                     [&](const RecordedDecision::Container& recorded) {
                       const Container* const container = find_container(pod, recorded.name);
                       return container != nullptr && container->image == recorded.*image;
                     });
}

bool knows_all_managed(const PodTemplate& pod, const RecordedDecision& record,
                       const Policy& policy) {
  const std::vector<SubmittedImage> images = read_images(pod, policy);
  return std::all_of(images.begin(), images.end(), [&](const SubmittedImage& image) {
    return !image.family || find_recorded(record, image.container->name) != nullptr;
  });
}

bool is_decided(const Role& role) {
  return role.pod.recorded && role.pod.recorded->reason == Reason::kDecided;
}

// A record without a profile keeps a job's pods from being decided one by one, and belongs to the
// decision of its job where another role got a profile. On anything else it is only what was true
// once: with other nodes or another policy the outcome may be better now.
bool is_final(const Workload& workload, const RecordedDecision& record) {
  if (record.reason == Reason::kDeferredToPods) return workload.kind == Workload::Kind::kTfJob;
  return is_pod_of_job(workload) ||
         std::any_of(workload.roles.begin(), workload.roles.end(), is_decided);
}

// A record speaks of managed images alone: nodefit never wrote another.
bool speaks_of_managed(const RecordedDecision& record, const Policy& policy) {
  return std::all_of(record.containers.begin(), record.containers.end(),
                     [&](const RecordedDecision::Container& recorded) {
                       const Result<ImageReference> from = ImageReference::parse(recorded.from);
                       return from.ok() && policy.find_family(from->repository()).has_value();
                     });
}

// Whether the pod, which holds the pins of its record, can land on nodes of the profile alone.
bool is_kept_on(const Plan& plan, std::size_t profile, const PodTemplate& pod) {
  if (const std::optional<std::string> name = fixed_node_of(pod)) {
    const std::optional<NodeSlot> slot = plan.catalogue().find(*name);
    return slot && plan.nodes(profile).slots.contains(*slot);
  }
  return records_pins_of(*pod.recorded, plan.policy().profiles()[profile]);
}

// Whether the recorded profile still gives each recorded image for what the container has now, and
// the pod is kept on its nodes. An image that someone only wrote into the annotation is never put
// into a pod, and none without the pins of the profile that gave it.
bool may_restore(const PodTemplate& pod, const Plan& plan) {
  const RecordedDecision& record = *pod.recorded;
  const Policy& policy = plan.policy();
  const std::optional<std::size_t> profile = policy.find_profile(record.profile);
  if (!profile || !is_kept_on(plan, *profile, pod)) return false;
  const std::vector<SubmittedImage> images = read_images(pod, policy);
  return std::all_of(images.begin(), images.end(), [&](const SubmittedImage& image) {
    const RecordedDecision::Container* const recorded =
        find_recorded(record, image.container->name);
    if (recorded == nullptr || recorded->to == recorded->from) return true;
    return image.family && !image.obstacle &&
           choose_image(image, policy.profiles()[*profile], policy).image == recorded->to;
  });
}

}  // namespace

RecordState check_record(const Workload& workload, const Role& role, const Plan* plan) {
  const std::optional<RecordedDecision>& record = role.pod.recorded;
  if (!record || record->containers.empty() || !is_final(workload, *record)) {
    return RecordState::kNone;
  }
  const Policy* const policy = plan == nullptr ? nullptr : &plan->policy();
  if (policy != nullptr &&
      (!knows_all_managed(role.pod, *record, *policy) || !speaks_of_managed(*record, *policy))) {
    return RecordState::kNone;
  }
  if (!holds_pins(role.pod, *record)) return RecordState::kNone;
  if (images_are(role.pod, *record, &RecordedDecision::Container::to)) return RecordState::kHolds;
  const bool reverted = images_are(role.pod, *record, &RecordedDecision::Container::from);
  return reverted && plan != nullptr && may_restore(role.pod, *plan) ? RecordState::kReverted
                                                                     : RecordState::kNone;
}

RoleDecision restore(const Role& role) {
  RoleDecision decision;
  decision.reason = Reason::kAlreadyDecided;
  const auto restore_each = [&](const std::vector<Container>& containers, bool init) {
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const Container& container = containers[i];
      ContainerDecision restored{init, i, container.name, false, container.image, container.image,
                                 {},   {}};
      restored.gpu_limits = missing_gpu_limits(container);
      if (const RecordedDecision::Container* const recorded =
              find_recorded(*role.pod.recorded, container.name)) {
        restored.managed = true;
        restored.to = recorded->to;
        restored.env = missing_env(container, recorded->env);
      }
      decision.containers.push_back(std::move(restored));
    }
  };
  restore_each(role.pod.init_containers, true);
  restore_each(role.pod.containers, false);
  return decision;
}

}  // namespace nodefit
