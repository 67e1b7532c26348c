#include "codec/workload_json.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "codec/json_reader.h"
#include "codec/pod_json.h"

namespace nodefit {

namespace {

constexpr std::int64_t kReplicasMax = std::numeric_limits<std::int32_t>::max();

void read_metadata(const JsonReader& metadata, Workload& workload) {
  workload.name_space = metadata.text("namespace");
  workload.name = metadata.text("name");
  workload.labels = metadata.labels("labels");
  workload.annotations = metadata.labels("annotations");
  metadata.each_object("ownerReferences", [&](const JsonReader& owner) {
    if (!owner.flag("controller")) return;
    workload.controller =
        ControllerReference{owner.text("apiVersion"), owner.text("kind"), owner.text("name")};
  });
}

std::int64_t read_replicas(const JsonReader& replica_spec) {
  const std::int64_t replicas = replica_spec.integer("replicas").value_or(1);
  if (replicas < 0 || replicas > kReplicasMax) {
    replica_spec.report(invalid_argument("replicas " + std::to_string(replicas) +
                                         ": expected 0 to " + std::to_string(kReplicasMax)));
  }
  return replicas;
}

void read_role(std::string_view key, const JsonReader& replica_spec, Workload& workload) {
  const std::optional<RoleKind> kind = parse_role_kind(key);
  if (!kind || *kind == RoleKind::kPod) {
    return replica_spec.report(invalid_argument(
        "unknown replica type: expected Chief, Master, Worker, PS or Evaluator, in any case"));
  }
  const auto same = std::find_if(workload.roles.begin(), workload.roles.end(),
                                 [&](const Role& role) { return role.kind == *kind; });
  if (same != workload.roles.end()) {
    return replica_spec.report(
        invalid_argument("the same replica type as " + nodefit::quoted(same->key)));
  }
  Role role;
  role.kind = *kind;
  role.key = key;
  if (!replica_spec.is_null() && replica_spec.require_object()) {
    role.replicas = read_replicas(replica_spec);
    if (const std::optional<JsonReader> pod = replica_spec.object("template"))
      role.pod = read_pod_template(*pod);
  }
  workload.roles.push_back(std::move(role));
}

void read_tf_job_spec(const JsonReader& spec, Workload& workload) {
  if (const std::optional<JsonReader> policy = spec.object("runPolicy")) {
    workload.suspended = policy->flag("suspend");
    workload.managed_by = policy->text("managedBy");
  }
  spec.each_entry("tfReplicaSpecs", [&](std::string_view key, const JsonReader& replica_spec) {
    read_role(key, replica_spec, workload);
  });
}

}  // namespace

std::optional<Workload::Kind> workload_kind(const JsonValue& object) {
  const std::string_view api_version = text_member(object, "apiVersion");
  const std::string_view kind = text_member(object, "kind");
  if (api_version == "v1" && kind == "Pod") return Workload::Kind::kPod;
  if (api_version == "kubeflow.org/v1" && kind == "TFJob") return Workload::Kind::kTfJob;
  return std::nullopt;
}

Result<Workload> read_workload(const JsonValue& object) {
  const std::optional<Workload::Kind> kind = workload_kind(object);
  if (!kind) {
    return invalid_argument("apiVersion " + quoted(text_member(object, "apiVersion")) + ", kind " +
                            quoted(text_member(object, "kind")) +
                            ": expected a Pod of v1 or a TFJob of kubeflow.org/v1");
  }
  JsonProblem problem;
  const JsonReader json(object, problem);
  Workload workload;
  workload.kind = *kind;
  if (const std::optional<JsonReader> metadata = json.object("metadata"))
    read_metadata(*metadata, workload);
  if (*kind == Workload::Kind::kPod) {
    workload.roles.emplace_back().pod = read_pod_template(json);
  } else if (const std::optional<JsonReader> spec = json.object("spec")) {
    read_tf_job_spec(*spec, workload);
  }
  if (problem.found()) return problem.take();
  return workload;
}

}  // namespace nodefit
