#include "codec/json_patch.h"

#include <simdjson.h>

#include <optional>
#include <utility>

#include "codec/decision_json.h"
#include "codec/json_writer.h"
#include "codec/patch_check.h"
#include "codec/patch_text.h"
#include "codec/patch_tree.h"
#include "codec/selector_json.h"
#include "codec/workload_json.h"

namespace nodefit {

namespace {

constexpr std::string_view kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

Error fault(std::string message) { return {ErrorCode::kInternal, std::move(message)}; }

// A pod template in the document, and its place in the tree of changes.
struct Target {
  std::string role;  // the replica's key; empty for a Pod
  std::optional<JsonValue> pod;
  PatchTree* tree;
};

std::optional<JsonValue> find(const JsonValue& value, std::string_view key) {
  JsonValue member;
  if (value.at_key(key).get(member) != simdjson::SUCCESS || member.is_null()) return std::nullopt;
  return member;
}

std::vector<Target> find_targets(Workload::Kind kind, const JsonValue& document, PatchTree& tree) {
  if (kind == Workload::Kind::kPod) return {{"", document, &tree}};
  std::vector<Target> targets;
  simdjson::dom::object replicas;
  if (document.at_key("spec").at_key("tfReplicaSpecs").get(replicas) != simdjson::SUCCESS)
    return targets;
  PatchTree& places = tree.member("spec").member("tfReplicaSpecs");
  for (const simdjson::dom::key_value_pair& replica : replicas) {
    targets.push_back({std::string(replica.key), find(replica.value, "template"),
                       &places.member(replica.key).member("template")});
  }
  return targets;
}

// The elements of spec.KEY.
std::vector<JsonValue> find_containers(const JsonValue& pod, std::string_view key) {
  std::vector<JsonValue> containers;
  simdjson::dom::array array;
  if (pod.at_key("spec").at_key(key).get(array) != simdjson::SUCCESS) return containers;
  for (const JsonValue& container : array) containers.push_back(container);
  return containers;
}

std::string env_entry(const EnvAddition& env) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("name").text(env.name);
  if (env.from_annotation) {
    const std::string path =
        "metadata.annotations['" + std::string(kEnvAnnotationPrefix) + env.name + "']";
    json.key("valueFrom").begin_object().key("fieldRef").begin_object();
    json.key("fieldPath").text(path).end_object().end_object();
  } else {
    json.key("value").text(env.value);
  }
  json.end_object();
  return text;
}

std::string toleration_entry(const Toleration& toleration) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  if (!toleration.key.empty()) json.key("key").text(toleration.key);
  if (!toleration.op.empty()) json.key("operator").text(toleration.op);
  if (!toleration.value.empty()) json.key("value").text(toleration.value);
  if (!toleration.effect.empty()) json.key("effect").text(toleration.effect);
  if (toleration.toleration_seconds)
    json.key("tolerationSeconds").integer(*toleration.toleration_seconds);
  json.end_object();
  return text;
}

std::string requirement_entry(const RequirementSpec& requirement) {
  std::string text;
  JsonWriter json(text);
  write_requirement(json, requirement);
  return text;
}

std::string term_entry(const NodeSelectorTermSpec& term) {
  std::string text;
  JsonWriter json(text);
  write_selector_term(json, term);
  return text;
}

std::string preferred_entry(const PreferredTerm& preferred) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("weight").integer(preferred.weight);
  json.key("preference").raw(term_entry(preferred.preference)).end_object();
  return text;
}

std::string name_entry(std::string_view name) {
  std::string text;
  JsonWriter(text).begin_object().key("name").text(name).end_object();
  return text;
}

Result<void> add_container(const ContainerDecision& decision,
                           const std::vector<JsonValue>& containers, PatchTree& list) {
  const auto says = [&](std::string_view key, std::string_view text) {
    std::string_view found;
    const bool there = containers[decision.index].at_key(key).get(found) == simdjson::SUCCESS;
    return there ? found == text : text.empty();
  };
  if (decision.index >= containers.size() || !says("name", decision.name) ||
      !says("image", decision.from)) {
    return fault("container " + nodefit::quoted(decision.name) + " isn't as the decision has it");
  }
  PatchTree& place = list.element(decision.index);
  if (decision.to != decision.from) place.member("image").replace(json_string(decision.to));
  for (const EnvAddition& env : decision.env) place.member("env").append(env_entry(env));
  for (const std::string& resource : decision.gpu_limits) {
    JsonValue request;
    if (containers[decision.index]
            .at_key("resources")
            .at_key("requests")
            .at_key(resource)
            .get(request) != simdjson::SUCCESS) {
      return fault("container " + nodefit::quoted(decision.name) + " doesn't request " +
                   nodefit::quoted(resource));
    }
    std::string limit = request.is_null() ? R"("0")" : std::string(simdjson::minify(request));
    place.member("resources").member("limits").member(resource).set(std::move(limit));
  }
  return {};
}

Result<void> add_containers(const RoleDecision& role, const JsonValue& pod, PatchTree& spec) {
  const std::vector<JsonValue> init_containers = find_containers(pod, "initContainers");
  const std::vector<JsonValue> containers = find_containers(pod, "containers");
  for (const ContainerDecision& decision : role.containers) {
    PatchTree& list = spec.member(decision.init ? "initContainers" : "containers");
    Result<void> added =
        add_container(decision, decision.init ? init_containers : containers, list);
    if (!added.ok()) return added;
  }
  return {};
}

void add_placement(const RoleDecision& role, PatchTree& spec) {
  for (const auto& [key, value] : role.node_selector)
    spec.member("nodeSelector").member(key).set(json_string(value));

  PatchTree& affinity = spec.member("affinity").member("nodeAffinity");
  PatchTree& terms = affinity.member(kRequired).member("nodeSelectorTerms");
  for (const AffinityAddition::ToTerm& addition : role.required_affinity.to_terms) {
    PatchTree& term = terms.element(addition.term);
    for (const RequirementSpec& expression : addition.match_expressions) {
      term.member("matchExpressions").append(requirement_entry(expression));
    }
    for (const RequirementSpec& field : addition.match_fields) {
      term.member("matchFields").append(requirement_entry(field));
    }
  }
  for (const NodeSelectorTermSpec& term : role.required_affinity.new_terms)
    terms.append(term_entry(term));
  for (const PreferredTerm& preferred : role.preferred_affinity) {
    affinity.member(kPreferred).append(preferred_entry(preferred));
  }
  for (const Toleration& toleration : role.tolerations)
    spec.member("tolerations").append(toleration_entry(toleration));
}

std::size_t annotations_size(const JsonValue& pod) {
  std::size_t size = 0;
  simdjson::dom::object annotations;
  if (pod.at_key("metadata").at_key("annotations").get(annotations) != simdjson::SUCCESS)
    return size;
  for (const simdjson::dom::key_value_pair& annotation : annotations) {
    std::string_view value;
    if (annotation.key == kDecisionAnnotation) continue;
    if (annotation.value.get(value) == simdjson::SUCCESS) size += value.size();
    size += annotation.key.size();
  }
  return size;
}

Result<void> add_metadata(const RoleDecision& role, const Target& target,
                          std::vector<std::string>& warnings) {
  PatchTree& metadata = target.tree->member("metadata");
  if (!role.placed.empty())
    metadata.member("labels").member(kPlacedLabel).set_ours(json_string(role.placed));

  std::size_t size = annotations_size(*target.pod);
  PatchTree& annotations = metadata.member("annotations");
  for (const auto& [key, value] : role.annotations) {
    annotations.member(key).set(json_string(value));
    size += key.size() + value.size();
  }
  if (!role.annotations.empty() && size > kAnnotationsSizeMax) {
    return too_large("annotations of " + std::to_string(size) + " bytes: expected at most " +
                     std::to_string(kAnnotationsSizeMax));
  }
  if (!role.record) return {};
  const std::string record = write_recorded_decision(*role.record);
  if (size + kDecisionAnnotation.size() + record.size() <= kAnnotationsSizeMax) {
    annotations.member(kDecisionAnnotation).set_ours(json_string(record));
  } else {
    warnings.push_back("nodefit: " + (target.role.empty() ? "" : target.role + ": ") +
                       "no decision annotation: annotations would pass 256 KiB");
  }
  return {};
}

bool changes_anything(const RoleDecision& role) {
  return !role.containers.empty() || !role.node_selector.empty() ||
         !role.required_affinity.empty() || !role.preferred_affinity.empty() ||
         !role.tolerations.empty() || !role.image_pull_secrets.empty() || !role.placed.empty() ||
         !role.annotations.empty() || role.record.has_value();
}

Result<void> add_role(const RoleDecision& role, const Target& target,
                      std::vector<std::string>& warnings) {
  if (!changes_anything(role)) return {};
  if (!target.pod || !find(*target.pod, "spec"))
    return fault("a decision for a pod without a spec");
  if (Result<void> checked = check_values(role); !checked.ok()) return checked;
  PatchTree& spec = target.tree->member("spec");
  if (Result<void> added = add_containers(role, *target.pod, spec); !added.ok()) return added;
  add_placement(role, spec);
  for (const std::string& secret : role.image_pull_secrets)
    spec.member("imagePullSecrets").append(name_entry(secret));
  return add_metadata(role, target, warnings);
}

}  // namespace

Result<Patch> make_patch(const Decision& decision, const JsonValue& document) {
  Patch patch;
  if (decision.observed || decision.roles.empty()) return patch;
  const std::optional<Workload::Kind> kind = workload_kind(document);
  if (!kind) return fault("a decision for an object of another kind");
  PatchTree tree;
  const std::vector<Target> targets = find_targets(*kind, document, tree);
  if (targets.size() != decision.roles.size())
    return fault("a decision for another number of roles");
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Result<void> added = add_role(decision.roles[i], targets[i], patch.warnings);
    if (!added.ok()) {
      return std::move(added).error().with_context(targets[i].role.empty() ? "pod"
                                                                           : targets[i].role);
    }
  }
  Result<std::vector<PatchOperation>> operations = tree.operations(document);
  if (!operations.ok()) return std::move(operations).error();
  if (Result<void> checked = check_operations(*operations, document); !checked.ok()) {
    return std::move(checked).error().with_context("patch");
  }
  patch.text = to_text(*operations);
  return patch;
}

}  // namespace nodefit
