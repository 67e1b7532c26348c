#include "properties/judgement.h"

#include <algorithm>
#include <string_view>

#include "properties/scheduler.h"

namespace nodefit::tests {

namespace {

bool is(const Labels& labels, std::string_view key, std::string_view value) {
  return labels.find(key) == std::optional<std::string_view>(value);
}

bool is_positive(const ResourceList& list, const std::string& name) {
  const Quantity* const quantity = list.find(name);
  return quantity != nullptr && quantity->is_positive();
}

bool requests_any(const Container& container, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return is_positive(container.resources.requests, name) ||
           is_positive(container.resources.limits, name);
  });
}

std::vector<Container> all_containers(const PodTemplate& pod) {
  std::vector<Container> all = pod.init_containers;
  all.insert(all.end(), pod.containers.begin(), pod.containers.end());
  return all;
}

bool any_container(const PodTemplate& pod, bool (*condition)(const Container&)) {
  const std::vector<Container> all = all_containers(pod);
  return std::any_of(all.begin(), all.end(), condition);
}

bool has_mark_of_doubt(const PodTemplate& pod) {
  if (pod.has_resource_claims || !pod.runtime_class_name.empty()) return true;
  if (pod.annotations.find("gpu-memory") || pod.annotations.find("gpu-fraction")) return true;
  return any_container(pod, [](const Container& container) {
    const bool sets =
        std::count(container.env.begin(), container.env.end(), "NVIDIA_VISIBLE_DEVICES") > 0;
    return sets || container.has_resource_claims || requests_any(container, {"nvidia.com/pgpu"});
  });
}

bool has_managed_gpu_word(const PolicySpec& policy, const PodTemplate& pod) {
  const std::vector<Container> all = all_containers(pod);
  return std::any_of(all.begin(), all.end(), [&](const Container& container) {
    return family_of(policy, container.image) && has_gpu_word(container.image);
  });
}

bool manages_any(const PolicySpec& policy, const PodTemplate& pod) {
  const std::vector<Container> all = all_containers(pod);
  return std::any_of(all.begin(), all.end(), [&](const Container& container) {
    return family_of(policy, container.image).has_value();
  });
}

std::int64_t count_gpus(const PodTemplate& pod) {
  std::int64_t count = 0;
  for (const Container& container : pod.containers) {
    for (const char* name :
         {"nvidia.com/gpu", "nvidia.com/gpu.shared", "amd.com/gpu", "nvidia.com/mig-1g.5gb"}) {
      const Quantity* quantity = container.resources.requests.find(name);
      if (quantity == nullptr) quantity = container.resources.limits.find(name);
      if (quantity != nullptr) count += quantity->divide(Quantity::from_integer(1));
    }
  }
  return count;
}

}  // namespace

bool asks_for_gpu(const Container& container) {
  return requests_any(container, {"nvidia.com/gpu", "nvidia.com/gpu.shared", "amd.com/gpu",
                                  "nvidia.com/mig-1g.5gb"});
}

bool asks_for_gpu_of(const PodTemplate& pod, const std::string& vendor) {
  const Amounts requests = requests_of(pod);
  return std::any_of(requests.begin(), requests.end(), [&](const auto& request) {
    return request.first.starts_with(vendor) && request.second > 0;
  });
}

Gpu gpu_answer(const PolicySpec& policy, const Workload& workload, std::size_t role) {
  const PodTemplate& pod = workload.roles[role].pod;
  const bool asks = any_container(pod, asks_for_gpu);
  if (has_mark_of_doubt(pod)) return asks ? Gpu::kDisputed : Gpu::kUnclear;
  if (asks) return Gpu::kYes;
  if (!has_managed_gpu_word(policy, pod)) return Gpu::kNo;
  if (is_job_pod(workload)) return Gpu::kDisputed;
  if (workload.kind == Workload::Kind::kPod) return Gpu::kUnclear;
  const bool others =
      std::any_of(workload.roles.begin(), workload.roles.end(),
                  [](const Role& other) { return any_container(other.pod, asks_for_gpu); });
  return others ? Gpu::kNo : Gpu::kUnclear;
}

bool admits(const ProfileSpec& profile, Gpu answer) {
  if (profile.gpu == "any" || answer == Gpu::kDisputed) return true;
  return answer == (profile.gpu == "required" ? Gpu::kYes : Gpu::kNo);
}

bool is_left_alone(const PolicySpec& policy, const Workload& workload) {
  if (is(workload.labels, kInjectLabel, "disabled") ||
      is(workload.namespace_labels, kInjectLabel, "disabled"))
    return true;
  if (is(workload.annotations, kProfileAnnotation, "none")) return true;
  if (workload.name_space == "kube-system" || workload.name_space == "nodefit-system") return true;
  if (workload.annotations.find("kubernetes.io/config.mirror")) return true;
  if (workload.labels.find("kueue.x-k8s.io/prebuilt-workload-name")) return true;
  if (workload.labels.find("kueue.x-k8s.io/multikueue-origin")) return true;
  if (workload.managed_by == "kueue.x-k8s.io/multikueue") return true;
  return std::none_of(workload.roles.begin(), workload.roles.end(),
                      [&](const Role& role) { return manages_any(policy, role.pod); });
}

bool is_job_pod(const Workload& workload) {
  return workload.kind == Workload::Kind::kPod && workload.controller &&
         workload.controller->kind == "TFJob";
}

bool is_deferred(const Workload& workload) {
  if (workload.kind != Workload::Kind::kTfJob) return false;
  const bool runtime_class =
      std::any_of(workload.roles.begin(), workload.roles.end(),
                  [](const Role& role) { return !role.pod.runtime_class_name.empty(); });
  return runtime_class || workload.suspended ||
         workload.labels.find("kueue.x-k8s.io/queue-name").has_value();
}

std::optional<bool> is_observed(const PolicySpec& policy, const Workload& workload) {
  if (is(workload.namespace_labels, kModeLabel, "observe")) return true;
  if (is(workload.namespace_labels, kModeLabel, "enforce")) return false;
  if (workload.namespace_labels.find(kModeLabel)) return std::nullopt;
  for (const ProfileSpec& profile : policy.profiles) {
    if (profile.mode && *profile.mode != policy.mode) return std::nullopt;
  }
  return policy.mode == Mode::kObserve;
}

Placement placement_of(const PolicySpec& policy, const Workload& workload) {
  if (is(workload.namespace_labels, kPlacementLabel, "follow")) return Placement::kFollow;
  if (is(workload.namespace_labels, kPlacementLabel, "pin")) return Placement::kPin;
  return workload.kind == Workload::Kind::kPod && !is_job_pod(workload) ? policy.pods : policy.jobs;
}

bool is_for(const ProfileSpec& profile, const Workload& workload, std::size_t role) {
  if (!profile.roles) return true;
  std::string word(to_string(workload.roles[role].kind));
  if (is_job_pod(workload)) {
    const std::string type(workload.labels.find("training.kubeflow.org/replica-type").value_or(""));
    if (const std::optional<RoleKind> kind = parse_role_kind(type)) word = to_string(*kind);
  }
  return std::count(profile.roles->begin(), profile.roles->end(), word) > 0;
}

bool may_apply(const ProfileSpec& profile, const Workload& workload, std::size_t role) {
  const PodTemplate& pod = workload.roles[role].pod;
  const WhenSpec& when = profile.when;
  if (when.namespaces && !label_selector_matches(*when.namespaces, workload.namespace_labels))
    return false;
  if (std::any_of(pod.init_containers.begin(), pod.init_containers.end(), asks_for_gpu))
    return true;
  const bool shared =
      std::any_of(pod.containers.begin(), pod.containers.end(), [](const Container& container) {
        return requests_any(container, {"nvidia.com/gpu.shared"});
      });
  if (when.shared && *when.shared != shared) return false;
  const std::int64_t gpus = count_gpus(pod);
  return gpus >= when.gpus_min.value_or(gpus) && gpus <= when.gpus_max.value_or(gpus);
}

std::vector<NodeSpec> provisioned_nodes(const ProfileSpec& profile) {
  std::vector<NodeSpec> nodes;
  if (!profile.provisionable) return nodes;
  for (std::int64_t i = 0; i < profile.provisionable->max_nodes; ++i) {
    NodeSpec node;
    node.name = "provisioned-" + profile.name + "-" + std::to_string(i);
    node.labels = profile.provisionable->labels;
    node.taints = profile.provisionable->taints;
    node.allocatable = profile.provisionable->allocatable;
    nodes.push_back(std::move(node));
  }
  return nodes;
}

std::vector<NodeSpec> all_nodes(const World& world, const ProfileSpec& profile) {
  std::vector<NodeSpec> nodes = world.nodes;
  const std::vector<NodeSpec> more = provisioned_nodes(profile);
  nodes.insert(nodes.end(), more.begin(), more.end());
  return nodes;
}

}  // namespace nodefit::tests
