#include "codec/pod_json.h"

#include <algorithm>
#include <utility>

#include "codec/decision_json.h"
#include "codec/selector_json.h"
#include "nodefit/decision.h"

namespace nodefit {

namespace {

constexpr std::string_view kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view kZoneLabel = "topology.kubernetes.io/zone";

// What a decision compares with every container is bounded, and so is what it compares with every
// node: a hostile Pod of 3 MiB, the most that an API server takes, must not keep a request thread
// busy for seconds. Real Pods have under 20 containers and under 100 constraints.
constexpr std::size_t kContainersMax = 500;
constexpr std::size_t kConstraintsMax = 2000;

bool has_objects(const JsonReader& parent, std::string_view key) {
  bool any = false;
  parent.each_object(key, [&](const JsonReader&) { any = true; });
  return any;
}

ResourceRequirements read_requirements(const JsonReader& resources) {
  return {resources.resources("requests"), resources.resources("limits")};
}

std::vector<std::string> read_names(const JsonReader& parent, std::string_view key) {
  std::vector<std::string> names;
  parent.each_object(key, [&](const JsonReader& item) {
    std::string name = item.text("name");
    if (!name.empty()) names.push_back(std::move(name));
  });
  return names;
}

Container read_container(const JsonReader& json) {
  Container container;
  container.name = json.text("name");
  container.image = json.text("image");
  container.image_pull_policy = json.text("imagePullPolicy");
  container.env = read_names(json, "env");
  container.has_env_from = has_objects(json, "envFrom");
  container.restartable = json.text("restartPolicy") == "Always";
  if (const std::optional<JsonReader> resources = json.object("resources")) {
    container.resources = read_requirements(*resources);
    container.has_resource_claims = has_objects(*resources, "claims");
  }
  return container;
}

std::vector<Container> read_containers(const JsonReader& spec, std::string_view key) {
  std::vector<Container> containers;
  spec.each_object(key,
                   [&](const JsonReader& json) { containers.push_back(read_container(json)); });
  return containers;
}

void check_containers(const JsonReader& spec, const PodTemplate& pod) {
  std::vector<std::string_view> names;
  names.reserve(pod.init_containers.size() + pod.containers.size());
  for (const Container& container : pod.init_containers) names.push_back(container.name);
  for (const Container& container : pod.containers) names.push_back(container.name);
  if (names.size() > kContainersMax) {
    return spec.report(too_large(std::to_string(names.size()) + " containers: expected at most " +
                                 std::to_string(kContainersMax)));
  }
  std::sort(names.begin(), names.end());
  const auto doubled = std::adjacent_find(names.begin(), names.end());
  if (doubled != names.end()) {
    spec.report(invalid_argument("two containers are named " + quoted(*doubled) +
                                 ": expected distinct names"));
  }
}

std::size_t count_parts(const std::vector<RequirementSpec>& requirements) {
  std::size_t count = requirements.size();
  for (const RequirementSpec& requirement : requirements) count += requirement.values.size();
  return count;
}

void check_constraints(const JsonReader& spec, const PodTemplate& pod) {
  std::size_t count = pod.node_selector.entries().size() + pod.tolerations.size();
  if (pod.required_node_affinity) {
    count += pod.required_node_affinity->size();
    for (const NodeSelectorTermSpec& term : *pod.required_node_affinity) {
      count += count_parts(term.match_expressions) + count_parts(term.match_fields);
    }
  }
  if (count > kConstraintsMax) {
    spec.report(too_large("nodeSelector, node affinity and tolerations of " +
                          std::to_string(count) + " parts: expected at most " +
                          std::to_string(kConstraintsMax)));
  }
}

void read_affinity(const JsonReader& affinity, PodTemplate& pod) {
  if (const std::optional<JsonReader> node_affinity = affinity.object("nodeAffinity")) {
    if (const std::optional<JsonReader> required = node_affinity->object(kRequired)) {
      pod.required_node_affinity.emplace();
      required->each_object("nodeSelectorTerms", [&](const JsonReader& term) {
        pod.required_node_affinity->push_back(read_selector_term(term));
      });
    }
  }
  if (const std::optional<JsonReader> pod_affinity = affinity.object("podAffinity")) {
    pod.has_required_pod_affinity = has_objects(*pod_affinity, kRequired);
  }
}

std::vector<Toleration> read_tolerations(const JsonReader& spec) {
  std::vector<Toleration> tolerations;
  spec.each_object("tolerations", [&](const JsonReader& json) {
    tolerations.push_back({json.text("key"), json.text("operator"), json.text("value"),
                           json.text("effect"), json.integer("tolerationSeconds")});
  });
  return tolerations;
}

bool has_claim_volumes(const JsonReader& spec) {
  bool found = false;
  spec.each_object("volumes", [&](const JsonReader& volume) {
    found = found || volume.has("persistentVolumeClaim") || volume.has("ephemeral");
  });
  return found;
}

bool has_zone_spread(const JsonReader& spec) {
  bool found = false;
  spec.each_object("topologySpreadConstraints", [&](const JsonReader& constraint) {
    const std::string action = constraint.text("whenUnsatisfiable");
    const bool blocks = action.empty() || action == "DoNotSchedule";
    found = found || (blocks && constraint.text("topologyKey") == kZoneLabel);
  });
  return found;
}

void read_spec(const JsonReader& spec, PodTemplate& pod) {
  pod.init_containers = read_containers(spec, "initContainers");
  pod.containers = read_containers(spec, "containers");
  check_containers(spec, pod);
  if (const std::optional<JsonReader> resources = spec.object("resources")) {
    pod.pod_level_resources = read_requirements(*resources);
  }
  pod.overhead = spec.resources("overhead");
  pod.has_resource_claims = has_objects(spec, "resourceClaims");

  pod.node_name = spec.text("nodeName");
  pod.runtime_class_name = spec.text("runtimeClassName");
  pod.node_selector = spec.labels("nodeSelector");
  if (const std::optional<JsonReader> affinity = spec.object("affinity"))
    read_affinity(*affinity, pod);
  pod.tolerations = read_tolerations(spec);
  check_constraints(spec, pod);
  pod.image_pull_secrets = read_names(spec, "imagePullSecrets");
  pod.has_claim_volumes = has_claim_volumes(spec);
  pod.has_zone_spread = has_zone_spread(spec);
}

void read_metadata(const JsonReader& metadata, PodTemplate& pod) {
  pod.labels = metadata.labels("labels");
  pod.annotations = metadata.labels("annotations");
  const std::optional<std::string_view> decision = pod.annotations.find(kDecisionAnnotation);
  if (!decision) return;
  Result<RecordedDecision> recorded = read_recorded_decision(*decision);
  if (recorded.ok()) pod.recorded = *std::move(recorded);
}

}  // namespace

PodTemplate read_pod_template(const JsonReader& pod) {
  PodTemplate result;
  if (const std::optional<JsonReader> metadata = pod.object("metadata"))
    read_metadata(*metadata, result);
  if (const std::optional<JsonReader> spec = pod.object("spec")) read_spec(*spec, result);
  return result;
}

}  // namespace nodefit
