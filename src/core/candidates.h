// The nodes on which a pod can land, and how many replicas they hold.
//
// Terms as in the design: B are the nodes under the workload's own constraints; C(p) the same with
// the tolerations that profile p may add and p's selector. Free capacity, pod affinity and spread
// are the scheduler's knowledge.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "node_summary.h"
#include "nodefit/plan.h"
#include "nodefit/workload.h"

namespace nodefit {

// A node as far as a pod's constraints look at it: one of the catalogue, or one that an autoscaler
// would bring.
struct NodeView {
  std::string_view name;  // empty for the latter
  const Node* node = nullptr;
  const Provisionable* provisionable = nullptr;

  explicit NodeView(const Node& live) : name(live.name()), node(&live) {}
  explicit NodeView(const Provisionable& brought) : provisionable(&brought) {}

  std::optional<std::string_view> find(std::string_view key) const {
    return node != nullptr ? node->find(key) : provisionable->labels.find(key);
  }
  const std::vector<Taint>& taints() const {
    return node != nullptr ? node->taints() : provisionable->taints;
  }
  const ResourceList& allocatable() const {
    return node != nullptr ? node->allocatable() : provisionable->allocatable;
  }
  bool unschedulable() const { return node != nullptr && node->unschedulable(); }
  std::string platform() const;
  std::string_view zone() const {
    return node != nullptr ? node->zone() : find("topology.kubernetes.io/zone").value_or("");
  }
};

// The name of the one node on which the pod can land (nodeName, or required node affinity whose
// terms all name it), as for the pods of a DaemonSet.
std::optional<std::string> fixed_node_of(const PodTemplate& pod);

// A pod's own constraints, worked out once for a decision.
class PodConstraints {
 public:
  explicit PodConstraints(const PodTemplate& pod);

  // The effective request of every resource, and one of `pods`.
  const ResourceList& requests() const { return requests_; }

  // For may_take(), with the tolerations that `profile` may add (nullptr: none).
  NodeSummary summary(const Profile* profile) const;

  // Whether the pod may land on the node with the tolerations that `profile` may add (nullptr:
  // none), room aside.
  bool admits(const NodeView& node, const Profile* profile) const;

  // Whether one such pod fits into `room`.
  bool fits(const ResourceList& room) const;

  // How many such pods fit into `room`, a node's allocatable or what is left of it.
  std::int64_t slots(const ResourceList& room) const;

  // fixed_node_of() this pod.
  const std::optional<std::string>& fixed_node() const { return fixed_node_; }

  // Whether the profile may add a toleration for the taint: its key is allowed, and where it is a
  // resource's name, the pod requests that resource (or, for a GPU, one of the same vendor).
  bool may_tolerate(const Taint& taint, const NodeView& node, const Profile& profile) const;

  // Whether may_tolerate() can hold on any node at all: what is known without looking at one.
  bool may_tolerate_somewhere(const std::string& key, const Profile& profile) const;

  // Whether the user chose this architecture ("arm64") by nodeSelector or required node affinity.
  bool chose_architecture(std::string_view architecture) const;

  const PodTemplate& pod() const { return *pod_; }

 private:
  bool selects(const NodeView& node) const;
  bool requests_resource(const std::string& key) const;
  bool tolerates_all(const NodeView& node, const Profile* profile) const;

  const PodTemplate* pod_;
  std::optional<NodeSelector> affinity_;
  std::optional<std::string> fixed_node_;
  ResourceList requests_;
  NodeSummary summary_;  // without a profile
};

// What is left of nodes from which replicas of earlier roles have taken their share. Nodes that
// nothing was taken from aren't held.
class Room {
 public:
  const ResourceList& of(const Plan& plan, NodeSlot slot) const;
  void take(const Plan& plan, NodeSlot slot, const ResourceList& requests, std::int64_t replicas);

  // The nodes that a provisionable profile has brought so far, at most its max_nodes; index below
  // `brought`.
  std::vector<ResourceList>& brought(std::size_t profile) { return brought_[profile]; }
  const std::vector<ResourceList>& brought(std::size_t profile) const;

 private:
  std::map<NodeSlot, ResourceList> left_;
  std::map<std::size_t, std::vector<ResourceList>> brought_;
};

// Calls visit(slot, node) for every node that the pod may land on with `profile`'s selector and
// tolerations (nullptr: as submitted), room aside, until it returns false. In no particular order
// unless `by_name`.
template <class Visit>
void each_candidate(const Plan& plan, const PodConstraints& pod, std::optional<std::size_t> profile,
                    bool by_name, Visit visit);

// Whether B or some C(p) has a node.
bool has_candidate(const Plan& plan, const PodConstraints& pod);

}  // namespace nodefit

#include "candidates-inl.h"
