// What a pod asks of a node: the effective request of every resource, as the scheduler counts it.
//
// Sources: k8s.io/component-helpers/resource PodRequests (KEP-753 sidecars, KEP-688 overhead,
// KEP-2837 pod-level resources) and the Pod defaulting of k8s.io/kubernetes/pkg/apis/core/v1
// SetDefaults_Pod, both of release 1.34; tests/oracle/tables/pod_requests.tsv compares with both
// row by row.
//
// Thread-safety: values.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodefit/quantity.h"

namespace nodefit {

// Quantities by resource name ("cpu", "nvidia.com/gpu"), in the order of names. A resource with
// quantity zero is something else than an absent one: it stops a limit from becoming the request.
class ResourceList {
 public:
  using Entry = std::pair<std::string, Quantity>;

  const Quantity* find(
      std::string_view name) const;             // nullptr: absent; valid until the list changes
  Quantity& operator[](std::string_view name);  // zero is added where it was absent

  // Takes `taken` away `times` times. Resources that aren't here aren't added.
  void subtract(const ResourceList& taken, std::int64_t times);

  // As the API server stores it, be it a pod's or a node's.
  void round_up_to_milli();

  bool empty() const { return entries_.empty(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

  friend bool operator==(const ResourceList&, const ResourceList&) = default;

 private:
  std::vector<Entry> entries_;
};

struct ResourceRequirements {
  ResourceList requests;
  ResourceList limits;

  friend bool operator==(const ResourceRequirements&, const ResourceRequirements&) = default;
};

struct InitContainerResources {
  ResourceRequirements resources;
  bool restartable = false;  // restartPolicy: Always, a sidecar: it goes on beside the containers
};

// The parts of a pod's spec that say what it needs.
struct PodResources {
  std::vector<ResourceRequirements> containers;
  std::vector<InitContainerResources> init_containers;  // in the order in which they run
  std::optional<ResourceRequirements> pod_level;        // spec.resources
  ResourceList overhead;                                // spec.overhead, from the RuntimeClass
};

// Fills absent requests from limits and rounds, as the API server does for a Pod at its creation. A
// template within a job isn't defaulted there, its pods are: apply this before asking what they
// need.
void set_defaults(PodResources& pod);

// The requests that the scheduler holds against a node's allocatable.
ResourceList pod_requests(const PodResources& pod);

}  // namespace nodefit
