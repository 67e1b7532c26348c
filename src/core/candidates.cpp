#include "candidates.h"

#include <algorithm>
#include <limits>

#include "gpu_question.h"

namespace nodefit {

namespace {

constexpr std::string_view kArchitectureLabel = "kubernetes.io/arch";
const Taint& unschedulable_taint() {
  static const Taint kTaint{std::string(kUnschedulableTaint), "", "NoSchedule"};
  return kTaint;
}

// The node that every term names by matchFields, if it is one and the same.
std::optional<std::string> find_named_node(const std::vector<NodeSelectorTermSpec>& terms) {
  std::optional<std::string> named;
  for (const NodeSelectorTermSpec& term : terms) {
    const auto names_node = [](const RequirementSpec& field) {
      return field.key == "metadata.name" && field.op == "In" && field.values.size() == 1;
    };
    const auto field = std::find_if(term.match_fields.begin(), term.match_fields.end(), names_node);
    if (field == term.match_fields.end() || (named && *named != field->values.front()))
      return std::nullopt;
    named = field->values.front();
  }
  return named;
}

ResourceList effective_requests(const PodTemplate& pod) {
  PodResources resources;
  for (const Container& container : pod.containers)
    resources.containers.push_back(container.resources);
  for (const Container& container : pod.init_containers) {
    resources.init_containers.push_back({container.resources, container.restartable});
  }
  resources.pod_level = pod.pod_level_resources;
  resources.overhead = pod.overhead;
  set_defaults(resources);
  ResourceList requests = pod_requests(resources);
  requests[kPods] = Quantity::from_integer(1);
  return requests;
}

constexpr NameBits kEveryName = ~NameBits{0};

// Whatever their operators, values and effects.
NameBits tolerated_keys(const PodTemplate& pod) {
  if (!pod.node_name.empty()) return kEveryName;  // placed already
  NameBits keys = 0;
  for (const Toleration& toleration : pod.tolerations) {
    keys |= toleration.key.empty() ? kEveryName : name_bit(toleration.key);
  }
  return keys;
}

std::string_view domain_of(std::string_view resource) {
  return resource.substr(0, resource.find('/'));
}

}  // namespace

std::string NodeView::platform() const {
  if (node != nullptr) return node->platform();
  const std::string_view os = find("kubernetes.io/os").value_or("linux");
  return std::string(os) + "/" + std::string(find(kArchitectureLabel).value_or("amd64"));
}

std::optional<std::string> fixed_node_of(const PodTemplate& pod) {
  if (!pod.node_name.empty()) return pod.node_name;
  if (!pod.required_node_affinity) return std::nullopt;
  return find_named_node(*pod.required_node_affinity);
}

PodConstraints::PodConstraints(const PodTemplate& pod)
    : pod_(&pod),
      fixed_node_(fixed_node_of(pod)),
      requests_(effective_requests(pod)),
      summary_(summarize_requests(requests_)) {
  summary_.taints = tolerated_keys(pod);
  if (pod.required_node_affinity)
    affinity_ = NodeSelector::make_lenient(*pod.required_node_affinity);
}

NodeSummary PodConstraints::summary(const Profile* profile) const {
  NodeSummary summary = summary_;
  if (profile == nullptr || fixed_node_) return summary;
  for (const std::string& key : profile->tolerate) {
    if (may_tolerate_somewhere(key, *profile)) summary.taints |= name_bit(key);
  }
  return summary;
}

bool PodConstraints::selects(const NodeView& node) const {
  for (const auto& [key, value] : pod_->node_selector.entries()) {
    if (node.find(key) != std::optional<std::string_view>(value)) return false;
  }
  if (!affinity_) return true;
  // An unnamed node would meet every field requirement; one that an autoscaler brings has a name
  // nobody knows yet.
  return affinity_->matches(node, node.name.empty() ? "(not yet there)" : node.name);
}

bool PodConstraints::requests_resource(const std::string& key) const {
  const bool gpu = is_gpu_resource(key);
  return std::any_of(requests_.begin(), requests_.end(), [&](const ResourceList::Entry& request) {
    const bool same = request.first == key || (gpu && is_gpu_resource(request.first) &&
                                               domain_of(request.first) == domain_of(key));
    return same && request.second.is_positive();
  });
}

bool PodConstraints::may_tolerate_somewhere(const std::string& key, const Profile& profile) const {
  return std::find(profile.tolerate.begin(), profile.tolerate.end(), key) !=
             profile.tolerate.end() &&
         (!is_gpu_resource(key) || requests_resource(key));
}

bool PodConstraints::may_tolerate(const Taint& taint, const NodeView& node,
                                  const Profile& profile) const {
  return may_tolerate_somewhere(taint.key, profile) &&
         (node.allocatable().find(taint.key) == nullptr || requests_resource(taint.key));
}

bool PodConstraints::tolerates_all(const NodeView& node, const Profile* profile) const {
  if (!pod_->node_name.empty())
    return true;  // placed already: the scheduler and its filters never see the pod
  if (node.unschedulable() && !tolerates(pod_->tolerations, unschedulable_taint())) return false;
  return std::all_of(node.taints().begin(), node.taints().end(), [&](const Taint& taint) {
    return !filters(taint) || tolerates(pod_->tolerations, taint) ||
           (profile != nullptr && !fixed_node_ && may_tolerate(taint, node, *profile));
  });
}

bool PodConstraints::admits(const NodeView& node, const Profile* profile) const {
  return fits(node.allocatable()) && selects(node) && tolerates_all(node, profile);
}

bool PodConstraints::fits(const ResourceList& room) const {
  // Both lists are in the order of names: one walk along both.
  auto available = room.begin();
  for (const auto& [name, request] : requests_) {
    if (!request.is_positive()) continue;
    while (available != room.end() && available->first < name) ++available;
    if (available != room.end() && available->first == name) {
      if (available->second < request) return false;
    } else if (name != kPods) {
      return false;
    }
  }
  return true;
}

std::int64_t PodConstraints::slots(const ResourceList& room) const {
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (const auto& [name, request] : requests_) {
    if (!request.is_positive()) continue;
    const Quantity* const available = room.find(name);
    if (available != nullptr) {
      fewest = std::min(fewest, available->divide(request));
    } else if (name != kPods) {
      return 0;
    }
  }
  return fewest;
}

bool PodConstraints::chose_architecture(std::string_view architecture) const {
  if (pod_->node_selector.find(kArchitectureLabel) == std::optional(architecture)) return true;
  if (!pod_->required_node_affinity) return false;
  const auto names_it = [&](const RequirementSpec& requirement) {
    return requirement.key == kArchitectureLabel && requirement.op == "In" &&
           std::find(requirement.values.begin(), requirement.values.end(), architecture) !=
               requirement.values.end();
  };
  return std::any_of(pod_->required_node_affinity->begin(), pod_->required_node_affinity->end(),
                     [&](const NodeSelectorTermSpec& term) {
                       return std::any_of(term.match_expressions.begin(),
                                          term.match_expressions.end(), names_it);
                     });
}

const ResourceList& Room::of(const Plan& plan, NodeSlot slot) const {
  const auto left = left_.find(slot);
  return left != left_.end() ? left->second : plan.catalogue().node(slot)->allocatable();
}

void Room::take(const Plan& plan, NodeSlot slot, const ResourceList& requests,
                std::int64_t replicas) {
  ResourceList& left =
      left_.try_emplace(slot, plan.catalogue().node(slot)->allocatable()).first->second;
  left.subtract(requests, replicas);
}

const std::vector<ResourceList>& Room::brought(std::size_t profile) const {
  static const std::vector<ResourceList> kNone;
  const auto found = brought_.find(profile);
  return found == brought_.end() ? kNone : found->second;
}

namespace candidates_detail {

std::optional<std::span<const NodeSlot>> shortest_list(const Plan& plan, const PodConstraints& pod,
                                                       std::size_t below) {
  std::optional<std::span<const NodeSlot>> shortest;
  for (const auto& [key, value] : pod.pod().node_selector.entries()) {
    const std::span<const NodeSlot> slots = plan.catalogue().with_label(key, value);
    if (slots.size() < below) {
      shortest = slots;
      below = slots.size();
    }
  }
  return shortest;
}

}  // namespace candidates_detail

bool has_candidate(const Plan& plan, const PodConstraints& pod) {
  const std::vector<Profile>& profiles = plan.policy().profiles();
  // One walk for all profiles, with whatever any of them may add.
  NodeSummary wanted = pod.summary(nullptr);
  for (const Profile& profile : profiles) wanted.taints |= pod.summary(&profile).taints;
  bool found = false;
  candidates_detail::each_slot(plan, pod, std::nullopt, wanted, [&](NodeSlot slot) {
    const Node* const node = plan.catalogue().node(slot);
    if (node == nullptr) return true;
    found = pod.admits(NodeView(*node), nullptr);
    for (std::size_t i = 0; i < profiles.size() && !found; ++i) {
      found = plan.nodes(i).slots.contains(slot) && pod.admits(NodeView(*node), &profiles[i]);
    }
    return !found;
  });
  return found;
}

}  // namespace nodefit
