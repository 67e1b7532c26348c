// A policy: what hardware there is to tell apart, and which images belong on it.
//
// `PolicySpec` and the `*Spec` structs are what someone wrote, read into types but unchecked;
// `Policy` can only be made checked. The text form is read by src/codec/policy_text.h.
//
// Equal hashes mean equal behaviour, so what has no order in a policy has one order here: sets and
// the entries of mappings are sorted, and `versions` are in the order in which they are tried.
//
// Thread-safety: a Policy is immutable; any number of threads may read one.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodefit/image_tag.h"
#include "nodefit/image_template.h"
#include "nodefit/labels.h"
#include "nodefit/resources.h"
#include "nodefit/result.h"
#include "nodefit/selector.h"
#include "nodefit/taint.h"
#include "nodefit/workload.h"

namespace nodefit {

// Observe: say what would change, change nothing.
enum class Mode : std::uint8_t { kEnforce, kObserve };
// Selector at admission, or image at bind time.
enum class Placement : std::uint8_t { kPin, kFollow };
enum class GpuUse : std::uint8_t { kRequired, kForbidden, kAny };

std::string_view to_string(Mode mode);
std::string_view to_string(Placement placement);
std::string_view to_string(GpuUse use);
std::optional<Mode> parse_mode(std::string_view text);
std::optional<Placement> parse_placement(std::string_view text);
std::optional<GpuUse> parse_gpu_use(std::string_view text);

// Names and values of environment variables.
using Env = std::vector<std::pair<std::string, std::string>>;

// Limits, far above what fleets have, that keep the cost of checking a policy and of decisions in
// bounds.

// Each profile is a step in a decision and a bitset of nodes in a plan.
inline constexpr std::size_t kProfilesMax = 256;
// Of a profile; what a pin may put into a pod's node affinity.
inline constexpr std::size_t kTermsMax = 64;
// Of any other list or mapping that is searched.
inline constexpr std::size_t kEntriesMax = 256;

// --- As written ---

struct FamilySpec {
  std::string name;
  std::vector<std::string> repositories;
  std::optional<std::vector<std::string>> platforms;
  std::optional<std::string> latest;
  Env env;
};

// One entry of `versions`: a pattern and, in the mapping form, the version (and digest) that it
// becomes.
struct VersionRuleSpec {
  std::string pattern;
  std::optional<std::string> target;  // "2.15.0" or "2.17.0@sha256:..."
};

struct ProfileImageSpec {
  std::string family;
  std::string image;                                     // a template
  std::optional<std::vector<VersionRuleSpec>> versions;  // left out: every version exists
  bool cuda = false;
  std::optional<std::vector<std::string>> platforms;  // left out: those of the profile's nodes
};

struct WhenSpec {
  std::optional<LabelSelectorSpec> namespaces;
  std::optional<std::int64_t> gpus_min;
  std::optional<std::int64_t> gpus_max;
  std::optional<bool> shared;
};

struct ProvisionableSpec {
  Labels labels;
  std::vector<Taint> taints;
  ResourceList allocatable;
  std::int64_t max_nodes = 0;
  bool prefer = false;  // tried in the profile's own turn instead of after all live nodes
};

struct ProfileSpec {
  std::string name;
  std::vector<NodeSelectorTermSpec> nodes;
  std::optional<std::vector<std::string>> roles;  // `for`
  std::optional<std::string> gpu;
  WhenSpec when;
  std::vector<std::string> tolerate;
  std::vector<ProfileImageSpec> images;
  std::vector<std::string> image_pull_secrets;
  Env env;
  std::optional<std::int64_t> max_pending;
  std::optional<ProvisionableSpec> provisionable;
  std::optional<Mode> mode;
  bool never_follow = false;  // `follow: never`
};

struct PolicySpec {
  Mode mode = Mode::kEnforce;
  Placement pods = Placement::kPin;
  Placement jobs = Placement::kPin;
  bool ignore_volumes = false;  // `volumes: ignore`
  std::vector<FamilySpec> families;
  std::vector<std::string> multi_arch;
  std::vector<ProfileSpec> profiles;
};

// --- Checked ---

struct Family {
  std::string name;
  std::vector<std::string> repositories;  // normalized, sorted
  // "linux/amd64", of the images as submitted; without variant ("/v8"), sorted
  std::vector<std::string> platforms;
  std::optional<Version> latest;
  std::string latest_text;  // as written, "2.15.0"
  Env env;                  // sorted
};

struct VersionRule {
  VersionPattern pattern;
  std::string target;  // the version's text; empty: the submitted one
  std::string digest;  // "sha256:..."; empty: none
  std::string text;    // the pattern's one spelling: "2.15.*", "2.16.0rc1"
};

struct ProfileImage {
  std::size_t family;  // index into Policy::families()
  ImageTemplate image;
  // The first that matches counts: single versions stand before patterns, so that these are
  // exceptions from them.
  std::optional<std::vector<VersionRule>> versions;
  bool cuda;
  std::optional<std::vector<std::string>> platforms;  // as Family::platforms
};

struct When {
  std::optional<LabelSelector> namespaces;
  std::optional<std::int64_t> gpus_min;
  std::optional<std::int64_t> gpus_max;
  std::optional<bool> shared;  // whether a shared GPU (nvidia.com/gpu.shared) is requested
};

struct Provisionable {
  Labels labels;
  std::vector<Taint> taints;
  ResourceList allocatable;  // rounded as the API server stores it
  std::int64_t max_nodes;
  bool prefer;
};

struct Profile {
  std::string name;
  NodeSelector nodes;
  std::vector<NodeSelectorTermSpec> node_terms;  // the same as written, for pins
  std::uint32_t roles;                           // bit i: RoleKind i
  GpuUse gpu;
  When when;
  std::vector<std::string> tolerate;            // taint keys, sorted
  std::vector<ProfileImage> images;             // in the order of their families' names
  std::vector<std::string> image_pull_secrets;  // in the order written
  Env env;                                      // sorted
  std::optional<std::int64_t> max_pending;
  std::optional<Provisionable> provisionable;
  std::optional<Mode> mode;
  bool never_follow;

  const ProfileImage* find_image(std::size_t family) const;
};

// Something wrong with a policy, or worth a warning. `path` is where:
// `profiles[1].images.tensorflow.image`, or
// `profiles[1].nodes[0].matchLabels["kubernetes.io/arch"]`; the codec turns it into file, line and
// column.
struct PolicyProblem {
  std::string path;
  std::string message;

  friend bool operator==(const PolicyProblem&, const PolicyProblem&) = default;
};

class Policy {
 public:
  // All problems at once, each with what was expected and what was found. The policy is null
  // exactly when there is an error. What only follows from another error isn't told: with a family
  // in error, no profile is blamed for naming it.
  struct Outcome {
    std::shared_ptr<const Policy> policy;
    std::vector<PolicyProblem> errors;
    std::vector<PolicyProblem> warnings;
  };
  static Outcome make(const PolicySpec& spec);

  Mode mode() const { return mode_; }
  Placement pods() const { return pods_; }
  Placement jobs() const { return jobs_; }
  bool ignore_volumes() const { return ignore_volumes_; }
  const std::vector<Family>& families() const { return families_; }
  const std::vector<Profile>& profiles() const { return profiles_; }
  // Normalized and sorted.
  const std::vector<std::string>& multi_arch() const { return multi_arch_; }

  // The family of a normalized repository, as an index into families().
  std::optional<std::size_t> find_family(std::string_view repository) const;
  // The profile of this name, as an index into profiles().
  std::optional<std::size_t> find_profile(std::string_view name) const;
  // Whether images of this normalized repository run on every architecture.
  bool is_multi_arch(std::string_view repository) const;

  // Everything the policy says, defaults spelled out, in one canonical text. Equal policies have
  // equal dumps whatever their formatting.
  const std::string& dump() const { return dump_; }
  // FNV-1a, 64 bits, of dump(), as 16 hexadecimal digits.
  const std::string& hash() const { return hash_; }

 private:
  Policy() = default;

  Mode mode_ = Mode::kEnforce;
  Placement pods_ = Placement::kPin;
  Placement jobs_ = Placement::kPin;
  bool ignore_volumes_ = false;
  std::vector<Family> families_;
  std::vector<std::string> multi_arch_;
  std::vector<Profile> profiles_;
  std::vector<std::pair<std::string, std::size_t>> family_of_repository_;  // sorted
  std::string dump_;
  std::string hash_;
};

}  // namespace nodefit
