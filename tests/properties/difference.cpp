#include <concepts>
#include <string>

#include "properties/apply_decision.h"

namespace nodefit::tests {

namespace {

std::string words(const std::string& text) { return text; }
std::string words(bool value) { return value ? "true" : "false"; }
std::string words(std::int64_t number) { return std::to_string(number); }

std::string words(const RequirementSpec& r) {
  std::string out = r.key + " " + r.op;
  for (const std::string& value : r.values) out += " " + value;
  return out;
}

std::string words(const Labels& labels) {
  std::string out;
  for (const auto& [key, value] : labels.entries()) {
    out += key + "=" + (key == kDecisionAnnotation ? "..." : value) + " ";
  }
  return out;
}

std::string words(const NodeSelectorTermSpec& term) {
  std::string out = "{" + words(term.match_labels);
  for (const RequirementSpec& r : term.match_expressions) out += words(r) + "; ";
  for (const RequirementSpec& r : term.match_fields) out += "field " + words(r) + "; ";
  return out + "}";
}

std::string words(const Toleration& t) {
  const std::string seconds = t.toleration_seconds ? std::to_string(*t.toleration_seconds) : "";
  return t.key + " " + t.op + " " + t.value + " " + t.effect + " " + seconds;
}

std::string words(const ResourceList& list) {
  std::string out;
  for (const auto& [name, quantity] : list) out += name + "=" + quantity.to_string() + " ";
  return out;
}

std::string words(const ResourceRequirements& r) {
  return words(r.requests) + "| " + words(r.limits);
}
std::string words(const std::pair<std::string, std::string>& pair) {
  return pair.first + "=" + pair.second;
}
std::string words(const ControllerReference& c) {
  return c.api_version + " " + c.kind + " " + c.name;
}
std::string words(const RecordedDecision::Container& container);
std::string words(const RecordedDecision& record);

template <class Item>
std::string words(const std::vector<Item>& list) {
  std::string out = "[";
  for (const Item& item : list) out += words(item) + ", ";
  return out + "]";
}

template <class Value>
std::string words(const std::optional<Value>& value) {
  return value ? words(*value) : "none";
}

std::string words(const RecordedDecision::Container& c) {
  return c.name + ": " + c.from + " -> " + c.to + " " + words(c.env);
}

std::string words(const RecordedDecision& record) {
  return std::string(to_string(record.reason)) + " " + record.profile + " " + record.policy_hash +
         " " + words(record.containers) + words(record.node_selector) + words(record.terms);
}

// Keeps the first difference.
class Comparison {
 public:
  template <class Value>
  void compare(const std::string& name, const Value& a, const Value& b) {
    if (!found_.empty()) return;
    if constexpr (std::equality_comparable<Value>) {
      if (a == b) return;
    }
    const std::string first = words(a);
    const std::string second = words(b);
    if (first != second) found_ = name + ": " + first + " != " + second;
  }

  void compare_containers(const std::string& list, const std::vector<Container>& a,
                          const std::vector<Container>& b) {
    compare(list + ".size", static_cast<std::int64_t>(a.size()),
            static_cast<std::int64_t>(b.size()));
    for (std::size_t i = 0; i < a.size() && found_.empty(); ++i) {
      const std::string name = list + "[" + std::to_string(i) + "].";
      compare(name + "name", a[i].name, b[i].name);
      compare(name + "image", a[i].image, b[i].image);
      compare(name + "imagePullPolicy", a[i].image_pull_policy, b[i].image_pull_policy);
      compare(name + "env", a[i].env, b[i].env);
      compare(name + "envFrom", a[i].has_env_from, b[i].has_env_from);
      compare(name + "resources.claims", a[i].has_resource_claims, b[i].has_resource_claims);
      compare(name + "restartable", a[i].restartable, b[i].restartable);
      compare(name + "resources", a[i].resources, b[i].resources);
    }
  }

  void compare_pods(const std::string& name, const PodTemplate& a, const PodTemplate& b) {
    compare(name + "labels", a.labels, b.labels);
    compare(name + "annotations", a.annotations, b.annotations);
    compare_containers(name + "initContainers", a.init_containers, b.init_containers);
    compare_containers(name + "containers", a.containers, b.containers);
    compare(name + "resources", a.pod_level_resources, b.pod_level_resources);
    compare(name + "overhead", a.overhead, b.overhead);
    compare(name + "resourceClaims", a.has_resource_claims, b.has_resource_claims);
    compare(name + "nodeName", a.node_name, b.node_name);
    compare(name + "runtimeClassName", a.runtime_class_name, b.runtime_class_name);
    compare(name + "nodeSelector", a.node_selector, b.node_selector);
    compare(name + "affinity", a.required_node_affinity, b.required_node_affinity);
    compare(name + "tolerations", a.tolerations, b.tolerations);
    compare(name + "imagePullSecrets", a.image_pull_secrets, b.image_pull_secrets);
    compare(name + "claim volumes", a.has_claim_volumes, b.has_claim_volumes);
    compare(name + "zone spread", a.has_zone_spread, b.has_zone_spread);
    compare(name + "pod affinity", a.has_required_pod_affinity, b.has_required_pod_affinity);
    compare(name + "nodefit.dev/decision", a.recorded, b.recorded);
  }

  const std::string& found() const { return found_; }

 private:
  std::string found_;
};

}  // namespace

std::string difference(const Workload& a, const Workload& b) {
  Comparison comparison;
  comparison.compare("kind", a.kind == Workload::Kind::kPod, b.kind == Workload::Kind::kPod);
  comparison.compare("namespace", a.name_space, b.name_space);
  comparison.compare("name", a.name, b.name);
  comparison.compare("labels", a.labels, b.labels);
  comparison.compare("annotations", a.annotations, b.annotations);
  comparison.compare("namespace labels", a.namespace_labels, b.namespace_labels);
  comparison.compare("controller", a.controller, b.controller);
  comparison.compare("suspended", a.suspended, b.suspended);
  comparison.compare("managedBy", a.managed_by, b.managed_by);
  comparison.compare("roles.size", static_cast<std::int64_t>(a.roles.size()),
                     static_cast<std::int64_t>(b.roles.size()));
  for (std::size_t i = 0; i < a.roles.size() && comparison.found().empty(); ++i) {
    const std::string name = "roles[" + std::to_string(i) + "].";
    comparison.compare(name + "key", a.roles[i].key, b.roles[i].key);
    comparison.compare(name + "replicas", a.roles[i].replicas, b.roles[i].replicas);
    comparison.compare_pods(name, a.roles[i].pod, b.roles[i].pod);
  }
  return comparison.found();
}

}  // namespace nodefit::tests
