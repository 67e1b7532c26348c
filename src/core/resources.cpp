#include "nodefit/resources.h"

#include <algorithm>

namespace nodefit {

namespace {

constexpr std::string_view kHugePagesPrefix = "hugepages-";

// resource.IsSupportedPodLevelResource
bool may_be_pod_level(std::string_view name) {
  return name == "cpu" || name == "memory" || name.starts_with(kHugePagesPrefix);
}

bool name_less(const ResourceList::Entry& entry, std::string_view name) {
  return entry.first < name;
}

void add(ResourceList& sum, const ResourceList& list) {
  for (const auto& [name, quantity] : list) sum[name] += quantity;
}

void raise_to(ResourceList& most, const ResourceList& list) {
  for (const auto& [name, quantity] : list) {
    const Quantity* const current = most.find(name);
    if (current == nullptr || *current < quantity) most[name] = quantity;
  }
}

// What all containers take at their peak: either everything that runs side by side at the end, or
// one init container beside the sidecars started before it.
ResourceList aggregate(const PodResources& pod, ResourceList ResourceRequirements::* list) {
  ResourceList running;
  for (const ResourceRequirements& container : pod.containers) add(running, container.*list);

  ResourceList sidecars;
  ResourceList starting_peak;
  for (const InitContainerResources& container : pod.init_containers) {
    const ResourceList& own = container.resources.*list;
    if (container.restartable) {
      add(running, own);
      add(sidecars, own);
      raise_to(starting_peak, sidecars);
    } else {
      ResourceList starting = own;
      add(starting, sidecars);
      raise_to(starting_peak, starting);
    }
  }
  raise_to(running, starting_peak);
  return running;
}

void request_up_to_limits(ResourceRequirements& resources) {
  for (const auto& [name, limit] : resources.limits) {
    if (resources.requests.find(name) == nullptr) resources.requests[name] = limit;
  }
}

void round_up_to_milli(ResourceRequirements& resources) {
  resources.requests.round_up_to_milli();
  resources.limits.round_up_to_milli();
}

// defaultHugePagePodLimits and defaultPodRequests
void set_pod_level_defaults(PodResources& pod) {
  ResourceRequirements& level = *pod.pod_level;
  if (level.requests.empty() && level.limits.empty()) return;
  for (const auto& [name, limit] : aggregate(pod, &ResourceRequirements::limits)) {
    const bool given = level.requests.find(name) != nullptr || level.limits.find(name) != nullptr;
    if (name.starts_with(kHugePagesPrefix) && !given) level.limits[name] = limit;
  }
  if (level.limits.empty()) return;
  for (const auto& [name, request] : aggregate(pod, &ResourceRequirements::requests)) {
    const bool overcommittable = name == "cpu" || name == "memory";
    if (overcommittable && level.requests.find(name) == nullptr) level.requests[name] = request;
  }
  for (const auto& [name, limit] : level.limits) {
    if (may_be_pod_level(name) && level.requests.find(name) == nullptr)
      level.requests[name] = limit;
  }
}

}  // namespace

const Quantity* ResourceList::find(std::string_view name) const {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name, name_less);
  return at != entries_.end() && at->first == name ? &at->second : nullptr;
}

Quantity& ResourceList::operator[](std::string_view name) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name, name_less);
  if (at != entries_.end() && at->first == name) return at->second;
  return entries_.emplace(at, std::string(name), Quantity())->second;
}

void ResourceList::subtract(const ResourceList& taken, std::int64_t times) {
  for (auto& [name, quantity] : entries_) {
    if (const Quantity* const part = taken.find(name)) quantity.subtract(*part, times);
  }
}

void ResourceList::round_up_to_milli() {
  for (auto& [name, quantity] : entries_) quantity = quantity.rounded_up_to_milli();
}

void set_defaults(PodResources& pod) {
  for (ResourceRequirements& container : pod.containers) request_up_to_limits(container);
  for (InitContainerResources& container : pod.init_containers)
    request_up_to_limits(container.resources);
  if (pod.pod_level) set_pod_level_defaults(pod);

  for (ResourceRequirements& container : pod.containers) round_up_to_milli(container);
  for (InitContainerResources& container : pod.init_containers)
    round_up_to_milli(container.resources);
  if (pod.pod_level) round_up_to_milli(*pod.pod_level);
  pod.overhead.round_up_to_milli();
}

ResourceList pod_requests(const PodResources& pod) {
  ResourceList requests = aggregate(pod, &ResourceRequirements::requests);
  if (pod.pod_level) {
    for (const auto& [name, quantity] : pod.pod_level->requests) {
      if (may_be_pod_level(name)) requests[name] = quantity;
    }
  }
  add(requests, pod.overhead);
  return requests;
}

}  // namespace nodefit
