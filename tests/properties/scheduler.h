// Where a pod may run, worked out slowly from Kubernetes' documentation and from nothing of the
// engine.
//
// Only the data structures are shared with it: selectors are matched, taints tolerated and requests
// counted here anew, on what the user wrote.
//
// Sources: core/v1 NodeSelectorTerm, NodeSelectorRequirement, Toleration, Taint; the scheduler's
// plugins NodeName, NodeUnschedulable, NodeAffinity, TaintToleration, NodeResourcesFit; KEP-753,
// KEP-688 and KEP-2837 for requests.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nodefit/catalogue.h"
#include "nodefit/workload.h"

namespace nodefit::tests {

// Thousandths by resource name.
using Amounts = std::map<std::string, std::int64_t>;

// --- Matching
// -----------------------------------------------------------------------------------------------------

bool requirement_matches(const RequirementSpec& requirement, const Labels& labels);
// A term with an error, or without anything, matches nothing.
bool term_matches(const NodeSelectorTermSpec& term, const NodeSpec& node);
bool any_term_matches(const std::vector<NodeSelectorTermSpec>& terms, const NodeSpec& node);
bool label_selector_matches(const LabelSelectorSpec& selector, const Labels& labels);
bool is_tolerated(const Taint& taint, const std::vector<Toleration>& tolerations);
bool keeps_pods_away(const Taint& taint);

// "linux/arm64"
std::string platform_of(const NodeSpec& node);

// --- Resources
// ----------------------------------------------------------------------------------------------------

// What the scheduler holds against a node, "pods" included; absent requests are limits.
Amounts requests_of(const PodTemplate& pod);
// What the node offers; where "pods" is absent they aren't counted.
Amounts offer_of(const NodeSpec& node);
bool takes(const Amounts& offer, const Amounts& requests);
void take_away(Amounts& offer, const Amounts& requests, std::int64_t times);

// --- Landing
// ------------------------------------------------------------------------------------------------------

// Whether nodeSelector, required node affinity and nodeName allow the node, whatever its taints and
// room.
bool may_be_chosen(const PodTemplate& pod, const NodeSpec& node);
// Whether the pod may land on the node of an empty cluster.
bool lands(const PodTemplate& pod, const NodeSpec& node);

// Pods that are alike.
struct Gang {
  const PodTemplate* pod = nullptr;
  std::int64_t replicas = 0;
};

enum class Fit { kYes, kNo, kUnknown };  // unknown: the search was given up

// Whether all pods run at once in a cluster that holds nothing else. Tries all ways, within a
// number of steps.
Fit all_fit(const std::vector<Gang>& gangs, const std::vector<NodeSpec>& nodes);

}  // namespace nodefit::tests
