// What is submitted: a Pod or a TFJob, reduced to what a decision reads.
//
// These are plain values that codecs fill in. Absent lists and maps are empty here; whether a field
// was absent, null or empty matters only to the patch, which is made beside the document it changes
// (src/codec/json_patch).
//
// Sources: core/v1 Pod, kubeflow.org/v1 TFJob.
//
// Thread-safety: values.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodefit/labels.h"
#include "nodefit/reason.h"
#include "nodefit/resources.h"
#include "nodefit/selector.h"
#include "nodefit/taint.h"

namespace nodefit {

// What a policy's `for` can name. Chief to Evaluator are the replica types of a TFJob, in the order
// in which they are placed.
enum class RoleKind : std::uint8_t { kPod, kChief, kMaster, kWorker, kPs, kEvaluator };

inline constexpr std::size_t kRoleKindCount = static_cast<std::size_t>(RoleKind::kEvaluator) + 1;

// "Pod", "Chief", "Master", "Worker", "PS", "Evaluator"
std::string_view to_string(RoleKind kind);

// Reads a TFJob's replica key or the label training.kubeflow.org/replica-type, in any case
// ("worker", "PS", "Ps").
std::optional<RoleKind> parse_role_kind(std::string_view text);

struct Container {
  std::string name;
  std::string image;              // as written; empty where there is none
  std::string image_pull_policy;  // empty where there is none
  std::vector<std::string> env;   // names; of entries with any kind of value
  bool has_env_from = false;
  bool has_resource_claims = false;
  bool restartable = false;  // an init container with restartPolicy: Always, a sidecar
  ResourceRequirements resources;
};

// What nodefit wrote into the annotation nodefit.dev/decision, read back. It came from the
// submitted object: anyone can have written it, so it is checked against the object and never
// trusted.
struct RecordedDecision {
  struct Container {
    std::string name;
    std::string from;  // the image as submitted
    std::string to;    // the image as decided; the same where it stayed
    std::vector<std::pair<std::string, std::string>> env;  // added with literal values
  };

  Reason reason = Reason::kInternalError;
  std::string profile;                // empty where none was chosen
  std::string policy_hash;            // 16 hexadecimal digits
  std::vector<Container> containers;  // managed containers, init containers first
  // Pins: entries of nodeSelector, and terms (without match_labels) of which each term of the
  // required node affinity must hold one whole.
  Labels node_selector;
  std::vector<NodeSelectorTermSpec> terms;
};

// A pod, or the template of a job's replicas.
struct PodTemplate {
  Labels labels;
  Labels annotations;
  std::vector<Container> init_containers;
  std::vector<Container> containers;
  std::optional<ResourceRequirements> pod_level_resources;
  ResourceList overhead;
  bool has_resource_claims = false;

  std::string node_name;
  std::string runtime_class_name;
  Labels node_selector;
  // requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms; nullopt: no required node
  // affinity.
  std::optional<std::vector<NodeSelectorTermSpec>> required_node_affinity;
  std::vector<Toleration> tolerations;
  std::vector<std::string> image_pull_secrets;

  bool has_claim_volumes = false;  // a volume of kind persistentVolumeClaim or ephemeral
  bool has_zone_spread = false;  // a DoNotSchedule topology spread over topology.kubernetes.io/zone
  bool has_required_pod_affinity = false;  // podAffinity, required

  // The annotation nodefit.dev/decision where it could be read.
  std::optional<RecordedDecision> recorded;
};

struct Role {
  RoleKind kind = RoleKind::kPod;
  std::string key;            // the TFJob's replica key as found; empty for a Pod
  std::int64_t replicas = 1;  // absent means 1
  PodTemplate pod;
};

// The controller among a Pod's ownerReferences.
struct ControllerReference {
  std::string api_version;
  std::string kind;
  std::string name;
};

struct Workload {
  enum class Kind : std::uint8_t { kPod, kTfJob };

  Kind kind = Kind::kPod;
  std::string name_space;
  std::string name;  // empty with generateName
  // Of the submitted object itself; for a Pod the same as roles[0].pod's.
  Labels labels;
  Labels annotations;
  Labels namespace_labels;
  std::optional<ControllerReference> controller;
  // TFJob: spec.runPolicy.suspend and managedBy.
  bool suspended = false;
  std::string managed_by;
  std::vector<Role> roles;  // exactly one for a Pod; for a TFJob in the order of the document
};

// Whether it is a Pod that a TFJob controls.
bool is_pod_of_job(const Workload& workload);

}  // namespace nodefit
