// The engine: decide() weighs a workload against a plan.
//
// A decision is a value: what would change and why, in words that a JSON patch, a table and a log
// line can be made of.
//
// Thread-safety: pure; any number of threads may decide with one plan.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodefit/plan.h"
#include "nodefit/reason.h"
#include "nodefit/workload.h"

namespace nodefit {

// Names that nodefit reads and writes on objects.
inline constexpr std::string_view kInjectLabel = "nodefit.dev/inject";  // "disabled": leave alone
inline constexpr std::string_view kModeLabel = "nodefit.dev/mode";      // on a namespace
inline constexpr std::string_view kPlacementLabel = "nodefit.dev/placement";  // on a namespace
inline constexpr std::string_view kPlacedLabel =
    "nodefit.dev/placed";  // on a pod: PROFILE, or "follow"
inline constexpr std::string_view kProfileAnnotation =
    "nodefit.dev/profile";  // the user's wish: NAME or "none"
inline constexpr std::string_view kDecisionAnnotation = "nodefit.dev/decision";
inline constexpr std::string_view kEnvAnnotationPrefix = "nodefit.dev/env.";

struct EnvAddition {
  std::string name;
  std::string
      value;  // under `from_annotation` the value that annotation nodefit.dev/env.NAME begins with
  bool from_annotation = false;  // fieldRef metadata.annotations['nodefit.dev/env.NAME']

  friend bool operator==(const EnvAddition&, const EnvAddition&) = default;
};

struct ContainerDecision {
  bool init = false;
  std::size_t index = 0;  // in its list
  std::string name;
  bool managed = false;  // its image is of a family
  std::string from;      // the image as submitted
  std::string to;        // the image as decided; the same where it stays
  std::vector<EnvAddition> env;
  std::vector<std::string>
      gpu_limits;  // resources whose missing limit becomes what the container requests

  friend bool operator==(const ContainerDecision&, const ContainerDecision&) = default;
};

// What is added to the required node affinity. No user's requirement is changed or removed.
struct AffinityAddition {
  struct ToTerm {
    std::size_t term = 0;  // index of the user's term
    std::vector<RequirementSpec> match_expressions;
    std::vector<RequirementSpec> match_fields;

    friend bool operator==(const ToTerm&, const ToTerm&) = default;
  };
  std::vector<ToTerm> to_terms;
  std::vector<NodeSelectorTermSpec> new_terms;  // behind the user's; their match_labels are empty

  bool empty() const { return to_terms.empty() && new_terms.empty(); }
  friend bool operator==(const AffinityAddition&, const AffinityAddition&) = default;
};

struct PreferredTerm {
  std::int32_t weight = 1;          // 1 to 100
  NodeSelectorTermSpec preference;  // its match_labels are empty

  friend bool operator==(const PreferredTerm&, const PreferredTerm&) = default;
};

struct RoleDecision {
  Reason reason = Reason::kInternalError;
  std::optional<std::size_t> profile;
  std::vector<ContainerDecision>
      containers;  // init containers first, then containers, in their lists' order
  std::vector<std::pair<std::string, std::string>> node_selector;  // added entries
  AffinityAddition required_affinity;
  std::vector<PreferredTerm> preferred_affinity;
  std::vector<Toleration> tolerations;
  std::vector<std::string> image_pull_secrets;
  std::string placed;  // value of the label nodefit.dev/placed; empty: the label isn't set
  std::vector<std::pair<std::string, std::string>> annotations;  // nodefit.dev/env.NAME
  std::optional<RecordedDecision> record;  // to be written into nodefit.dev/decision
};

struct Decision {
  Reason reason = Reason::kInternalError;
  std::vector<RoleDecision>
      roles;  // one for each of the workload's, in its order; empty where nothing is changed
  std::vector<std::string> warnings;  // for the submitting user, each at most 120 characters
  bool observed = false;              // mode observe: `roles` say what would change
};

// Why a profile was or wasn't taken for a role.
struct ProfileVerdict {
  std::size_t role = 0;
  std::size_t profile = 0;
  Reason reason = Reason::kNoProfileFits;  // kDecided: taken
  std::string detail;                      // "asks for no GPU; the profile requires one"
  std::size_t nodes = 0;                   // matched by the profile's selector
  std::size_t candidates = 0;              // of them, open to this workload
  std::int64_t slots = 0;                  // replicas that fit on the candidates
};

struct Explanation {
  std::vector<ProfileVerdict>
      verdicts;  // roles in the order of placement, profiles in the policy's
  std::vector<std::size_t>
      candidates_as_submitted;  // for each role, the nodes that take it unchanged
};

// What else is known when a decision is made.
struct DecideOptions {
  std::vector<std::string> own_namespaces;  // beside kube-system, kube-public and kube-node-lease
  // Pods with label nodefit.dev/placed: PROFILE that have waited for over 60 s, by profile index;
  // missing ones count 0.
  std::vector<std::int64_t> pending;
  // Whether a policy is there. Without a plan the reason is CatalogueNotReady if so, else NoPolicy.
  bool has_policy = true;
};

// `plan` may be null while a server starts. `explanation`, where wanted, is filled by looking at
// every node; without it the walk stops at the first fit. Ends the process where memory runs out,
// as every allocation in a noexcept function.
Decision decide(const Workload& workload, const Plan* plan, const DecideOptions& options,
                Explanation* explanation = nullptr) noexcept;

}  // namespace nodefit
