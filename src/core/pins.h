// Pins: how a pod is kept on the nodes of its profile, and how recorded pins are recognized.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nodefit/decision.h"
#include "nodefit/policy.h"
#include "nodefit/workload.h"

namespace nodefit {

struct Pins {
  // What has to be added to the pod.
  std::vector<std::pair<std::string, std::string>> node_selector;
  AffinityAddition required_affinity;
  // What then holds, for the record.
  Labels all_node_selector;
  std::vector<NodeSelectorTermSpec> all_terms;
};

// The profile's selector as pins of this pod. The matchLabels of a profile with one term go into
// nodeSelector, where autoscalers and people look first; all else into required node affinity,
// several terms as a cross product with the user's. nullopt: that would make more than 64 terms.
std::optional<Pins> make_pins(const Profile& profile, const PodTemplate& pod);

// Whether the pod holds the pins of the record, or of the profile as it is now.
bool holds_pins(const PodTemplate& pod, const RecordedDecision& record);
bool holds_pins(const PodTemplate& pod, const Profile& profile);

// Whether the record's pins are those of the profile as it is now.
bool records_pins_of(const RecordedDecision& record, const Profile& profile);

// The preference of one profile's nodes for `follow`: its terms with matchLabels as expressions.
std::vector<NodeSelectorTermSpec> terms_without_labels(const Profile& profile);

}  // namespace nodefit
