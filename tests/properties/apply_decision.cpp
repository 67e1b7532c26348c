#include "properties/apply_decision.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <utility>

#include "codec/decision_json.h"

namespace nodefit::tests {

namespace {

void require(bool condition, const std::string& sentence) {
  if (!condition) throw std::logic_error(sentence);
}

// Adds an entry that mustn't be there.
void add_label(Labels& labels, const std::string& key, const std::string& value,
               const char* where) {
  require(!labels.find(key).has_value(), std::string(where) + " holds " + key + " already");
  std::vector<Labels::Entry> entries = labels.entries();
  entries.emplace_back(key, value);
  labels = Labels(std::move(entries));
}

// nodefit's own entry, which replaces an older one.
void set_label(Labels& labels, const std::string& key, const std::string& value) {
  std::vector<Labels::Entry> entries = labels.entries();
  entries.emplace_back(key, value);
  labels = Labels(std::move(entries));
}

void apply_container(const ContainerDecision& decision, PodTemplate& pod) {
  std::vector<Container>& list = decision.init ? pod.init_containers : pod.containers;
  require(decision.index < list.size(), "a decision about a container that isn't there");
  Container& container = list[decision.index];
  require(container.name == decision.name,
          "a decision about another container than " + container.name);
  require(container.image == decision.from, "`from` is another image than " + container.image);
  container.image = decision.to;
  for (const EnvAddition& addition : decision.env) {
    const bool is_new = std::count(container.env.begin(), container.env.end(), addition.name) == 0;
    require(is_new, container.name + " sets " + addition.name + " already");
    container.env.push_back(addition.name);
  }
  for (const std::string& name : decision.gpu_limits) {
    const Quantity* const request = container.resources.requests.find(name);
    require(request != nullptr, container.name + " gets a limit without a request for " + name);
    require(container.resources.limits.find(name) == nullptr,
            container.name + " has a limit for " + name);
    container.resources.limits[name] = *request;
  }
}

void apply_affinity(const AffinityAddition& addition, PodTemplate& pod) {
  if (addition.empty()) return;
  if (!pod.required_node_affinity) pod.required_node_affinity.emplace();
  std::vector<NodeSelectorTermSpec>& terms = *pod.required_node_affinity;
  for (const AffinityAddition::ToTerm& to : addition.to_terms) {
    require(to.term < terms.size(), "an addition to an affinity term that isn't there");
    NodeSelectorTermSpec& term = terms[to.term];
    term.match_expressions.insert(term.match_expressions.end(), to.match_expressions.begin(),
                                  to.match_expressions.end());
    term.match_fields.insert(term.match_fields.end(), to.match_fields.begin(),
                             to.match_fields.end());
  }
  for (const NodeSelectorTermSpec& term : addition.new_terms) {
    require(term.match_labels.empty(), "matchLabels in a pod's affinity");
    terms.push_back(term);
  }
}

void apply_role(const RoleDecision& decision, PodTemplate& pod) {
  for (const ContainerDecision& container : decision.containers) apply_container(container, pod);
  for (const auto& [key, value] : decision.node_selector)
    add_label(pod.node_selector, key, value, "nodeSelector");
  apply_affinity(decision.required_affinity, pod);
  pod.tolerations.insert(pod.tolerations.end(), decision.tolerations.begin(),
                         decision.tolerations.end());
  for (const std::string& secret : decision.image_pull_secrets) {
    const auto& secrets = pod.image_pull_secrets;
    require(std::find(secrets.begin(), secrets.end(), secret) == secrets.end(),
            "the pull secret is there: " + secret);
    pod.image_pull_secrets.push_back(secret);
  }
  if (!decision.placed.empty()) set_label(pod.labels, std::string(kPlacedLabel), decision.placed);
  for (const auto& [key, value] : decision.annotations) set_label(pod.annotations, key, value);
  if (!decision.record) return;
  pod.recorded = decision.record;
  set_label(pod.annotations, std::string(kDecisionAnnotation),
            write_recorded_decision(*decision.record));
}

void strip_record(PodTemplate& pod) {
  std::vector<Labels::Entry> entries = pod.annotations.entries();
  std::erase_if(entries,
                [](const Labels::Entry& entry) { return entry.first == kDecisionAnnotation; });
  pod.annotations = Labels(std::move(entries));
  pod.recorded.reset();
}

void follow_pod(Workload& workload) {
  if (workload.kind != Workload::Kind::kPod) return;
  workload.labels = workload.roles[0].pod.labels;
  workload.annotations = workload.roles[0].pod.annotations;
}

// What the API server fills in at a pod's creation.
void complete(Container& container) {
  for (const auto& [name, quantity] : container.resources.limits) {
    if (container.resources.requests.find(name) == nullptr)
      container.resources.requests[name] = quantity;
  }
  if (!container.image_pull_policy.empty()) return;
  const bool latest =
      container.image.ends_with(":latest") || container.image.rfind(':') == std::string::npos;
  container.image_pull_policy = latest ? "Always" : "IfNotPresent";
}

}  // namespace

Workload apply_even_if_observed(const Workload& workload, const Decision& decision) {
  Workload result = workload;
  if (decision.roles.empty()) return result;
  require(decision.roles.size() == workload.roles.size(), "as many role decisions as roles");
  for (std::size_t i = 0; i < decision.roles.size(); ++i)
    apply_role(decision.roles[i], result.roles[i].pod);
  follow_pod(result);
  return result;
}

Workload apply(const Workload& workload, const Decision& decision) {
  return decision.observed ? workload : apply_even_if_observed(workload, decision);
}

Workload strip_records(Workload workload) {
  for (Role& role : workload.roles) strip_record(role.pod);
  follow_pod(workload);
  return workload;
}

Workload derive_pod(const Workload& job, std::size_t index) {
  Workload pod;
  pod.kind = Workload::Kind::kPod;
  pod.name_space = job.name_space;
  pod.namespace_labels = job.namespace_labels;
  pod.controller = ControllerReference{"kubeflow.org/v1", "TFJob", job.name};
  Role role;
  role.pod = job.roles[index].pod;
  std::string type(to_string(job.roles[index].kind));
  std::transform(type.begin(), type.end(), type.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  pod.name = job.name + "-" + type + "-0";
  set_label(role.pod.labels, "training.kubeflow.org/operator-name", "tfjob-controller");
  set_label(role.pod.labels, "training.kubeflow.org/job-name", job.name);
  set_label(role.pod.labels, "training.kubeflow.org/replica-type", type);
  set_label(role.pod.labels, "training.kubeflow.org/replica-index", "0");
  for (Container& container : role.pod.init_containers) complete(container);
  for (Container& container : role.pod.containers) {
    complete(container);
    if (container.name == "tensorflow" && job.roles.size() > 1)
      container.env.emplace_back("TF_CONFIG");
  }
  role.pod.tolerations.push_back({"node.kubernetes.io/not-ready", "Exists", "", "NoExecute", 300});
  role.pod.tolerations.push_back(
      {"node.kubernetes.io/unreachable", "Exists", "", "NoExecute", 300});
  pod.roles.push_back(std::move(role));
  follow_pod(pod);
  return pod;
}

}  // namespace nodefit::tests
