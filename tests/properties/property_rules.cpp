// Kubernetes' rules, which this folder and the engine each read for themselves.

#include "nodefit/selector.h"
#include "properties/property.h"

namespace nodefit::tests {

namespace {

std::string check_requests(const PodTemplate& pod) {
  PodResources parts;
  for (const Container& c : pod.containers) parts.containers.push_back(c.resources);
  for (const Container& c : pod.init_containers)
    parts.init_containers.push_back({c.resources, c.restartable});
  parts.pod_level = pod.pod_level_resources;
  parts.overhead = pod.overhead;
  set_defaults(parts);
  Amounts mine = requests_of(pod);
  mine.erase("pods");
  for (const auto& [name, quantity] : pod_requests(parts)) {
    const std::int64_t amount =
        quantity.rounded_up_to_milli().divide(Quantity::parse("1m").value());
    if (mine[name] != amount)
      return "requests " + std::to_string(mine[name]) + "m or " + std::to_string(amount) + "m of " +
             name;
    mine.erase(name);
  }
  return mine.empty() ? "" : "requests " + mine.begin()->first + " or doesn't";
}

std::string check_terms(const std::vector<NodeSelectorTermSpec>& terms, const NodeSpec& node) {
  const bool theirs = NodeSelector::make_lenient(terms).matches(node.labels, node.name);
  return theirs == any_term_matches(terms, node) ? "" : node.name + " matches the terms or doesn't";
}

std::string check_taints(const PodTemplate& pod, const NodeSpec& node) {
  for (const Taint& taint : node.taints) {
    if (tolerates(pod.tolerations, taint) != is_tolerated(taint, pod.tolerations)) {
      return taint.key + " of " + node.name + " is tolerated or isn't";
    }
  }
  return "";
}

}  // namespace

std::string check_rules(const Trial& trial) {
  for (const NodeSpec& node : trial.world->nodes) {
    for (const ProfileSpec& profile : trial.world->policy.profiles) {
      if (std::string wrong = check_terms(profile.nodes, node); !wrong.empty())
        return profile.name + ": " + wrong;
    }
    for (const Role& role : trial.submitted().roles) {
      const auto terms =
          role.pod.required_node_affinity.value_or(std::vector<NodeSelectorTermSpec>());
      if (std::string wrong = check_terms(terms, node); !wrong.empty()) return wrong;
      if (std::string wrong = check_taints(role.pod, node); !wrong.empty()) return wrong;
    }
  }
  for (const Role& role : trial.submitted().roles) {
    if (std::string wrong = check_requests(role.pod); !wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace nodefit::tests
