// What a policy means for a workload, worked out slowly from the design and the policy as written.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nodefit/policy.h"
#include "nodefit/workload.h"
#include "properties/world.h"

namespace nodefit::tests {

// --- Images
// -------------------------------------------------------------------------------------------------------

using MajorMinor = std::pair<int, int>;

// The TensorFlow version with which the image's tag begins.
std::optional<MajorMinor> major_minor(const std::string& image);
bool is_latest(const std::string& image);
bool has_digest(const std::string& image);
bool has_gpu_word(const std::string& image);

// The family that manages the image, as an index into policy.families.
std::optional<std::size_t> family_of(const PolicySpec& policy, const std::string& image);
// Whether a managed image can be replaced at all.
bool is_replaceable(const PolicySpec& policy, const Container& container);
// The image that the profile has in place of this managed and replaceable one; nullopt: none.
std::optional<std::string> replacement(const PolicySpec& policy, const ProfileSpec& profile,
                                       const std::string& image);

// --- GPUs
// ---------------------------------------------------------------------------------------------------------

enum class Gpu { kYes, kNo, kUnclear, kDisputed };  // disputed: the design leaves it open

bool asks_for_gpu(const Container& container);
// Whether any container asks for a GPU whose name begins so.
bool asks_for_gpu_of(const PodTemplate& pod, const std::string& vendor);
Gpu gpu_answer(const PolicySpec& policy, const Workload& workload, std::size_t role);
bool admits(const ProfileSpec& profile, Gpu answer);

// --- Who is left alone, and how
// ------------------------------------------------------------------------------------

// The user, the namespace or the object's kind says: not nodefit's.
bool is_left_alone(const PolicySpec& policy, const Workload& workload);
bool is_job_pod(const Workload& workload);
// A TFJob whose pods are decided instead of itself.
bool is_deferred(const Workload& workload);
// Whether nothing is to be changed whatever is decided; nullopt where it depends on the profile.
std::optional<bool> is_observed(const PolicySpec& policy, const Workload& workload);
Placement placement_of(const PolicySpec& policy, const Workload& workload);

// What `when` and `for` say, as far as the design leaves no doubt.
bool is_for(const ProfileSpec& profile, const Workload& workload, std::size_t role);
bool may_apply(const ProfileSpec& profile, const Workload& workload, std::size_t role);

// Nodes that an autoscaler would bring for the profile.
std::vector<NodeSpec> provisioned_nodes(const ProfileSpec& profile);
// The live ones and those of `profile`.
std::vector<NodeSpec> all_nodes(const World& world, const ProfileSpec& profile);

}  // namespace nodefit::tests
