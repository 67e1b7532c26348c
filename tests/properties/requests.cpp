#include <algorithm>

#include "properties/scheduler.h"

namespace nodefit::tests {

namespace {

// Rounded up, as the API server stores quantities.
std::int64_t thousandths(const Quantity& quantity) {
  constexpr Int128 kNanos = 1'000'000;
  const Int128 nanos = quantity.nanos();
  return static_cast<std::int64_t>(nanos / kNanos) + (nanos % kNanos > 0 ? 1 : 0);
}

Amounts amounts_of(const ResourceList& list) {
  Amounts amounts;
  for (const auto& [name, quantity] : list) amounts[name] = thousandths(quantity);
  return amounts;
}

// A container's own: its requests, and limits where a request is absent.
Amounts own_requests(const ResourceRequirements& resources) {
  Amounts requests = amounts_of(resources.requests);
  for (const auto& [name, amount] : amounts_of(resources.limits)) requests.emplace(name, amount);
  return requests;
}

void add(Amounts& sum, const Amounts& more) {
  for (const auto& [name, amount] : more) sum[name] += amount;
}

void raise_to(Amounts& most, const Amounts& other) {
  for (const auto& [name, amount] : other) {
    const auto [at, is_new] = most.emplace(name, amount);
    if (!is_new) at->second = std::max(at->second, amount);
  }
}

// Sidecars go on beside the containers; another init container runs beside the sidecars before it,
// and alone.
Amounts requests_of_containers(const PodTemplate& pod) {
  Amounts running;
  for (const Container& container : pod.containers) add(running, own_requests(container.resources));
  Amounts sidecars;
  Amounts starting;
  for (const Container& container : pod.init_containers) {
    const Amounts own = own_requests(container.resources);
    if (container.restartable) add(sidecars, own);
    Amounts now = sidecars;
    if (!container.restartable) add(now, own);
    raise_to(starting, now);
  }
  add(running, sidecars);
  raise_to(running, starting);
  return running;
}

// Pod-level requests count instead of the containers' sum. Where a limit stands there alone, the
// containers' sum becomes the request, and where there is none, the limit.
void apply_pod_level(const ResourceRequirements& pod_level, Amounts& requests) {
  const Amounts limits = amounts_of(pod_level.limits);
  const Amounts stated = amounts_of(pod_level.requests);
  for (const auto& [name, amount] : limits) requests.emplace(name, amount);
  for (const auto& [name, amount] : stated) requests[name] = amount;
}

}  // namespace

Amounts requests_of(const PodTemplate& pod) {
  Amounts requests = requests_of_containers(pod);
  if (pod.pod_level_resources) apply_pod_level(*pod.pod_level_resources, requests);
  add(requests, amounts_of(pod.overhead));
  requests["pods"] = 1000;
  return requests;
}

Amounts offer_of(const NodeSpec& node) {
  return amounts_of(node.allocatable ? *node.allocatable : node.capacity);
}

bool takes(const Amounts& offer, const Amounts& requests) {
  return std::all_of(requests.begin(), requests.end(), [&](const auto& request) {
    if (request.second == 0) return true;
    const auto offered = offer.find(request.first);
    if (offered == offer.end()) return request.first == "pods";
    return request.second <= offered->second;
  });
}

void take_away(Amounts& offer, const Amounts& requests, std::int64_t times) {
  for (const auto& [name, amount] : requests) {
    const auto offered = offer.find(name);
    if (offered != offer.end()) offered->second -= amount * times;
  }
}

}  // namespace nodefit::tests
