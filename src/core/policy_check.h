// The steps of Policy::make, each checking one part of a policy and adding what is wrong to a list.
//
// What a step returns is whole only where it added no error; where it did, no Policy is made, and
// it serves the checks of other parts as far as it goes.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nodefit/policy.h"
#include "policy_problems.h"

namespace nodefit {

// Normalized repositories with the family's index, sorted.
using RepositoryIndex = std::vector<std::pair<std::string, std::size_t>>;

std::optional<std::size_t> find_repository(const RepositoryIndex& index,
                                           std::string_view repository);

// What profiles are checked against.
struct CheckedFamilies {
  std::vector<Family> families;
  RepositoryIndex repositories;
  bool sound = false;  // no family has an error
};

CheckedFamilies check_families(const std::vector<FamilySpec>& specs, ProblemList& problems);

std::vector<std::string> check_multi_arch(const std::vector<std::string>& multi_arch,
                                          const CheckedFamilies& families, ProblemList& problems);

// Both are parts of families as of profiles; `path` is that of the mapping or list itself.
Env check_env(const std::string& path, const Env& env, ProblemList& problems);
std::vector<std::string> check_platforms(const std::string& path,
                                         const std::vector<std::string>& platforms,
                                         ProblemList& problems);

// `path` is that of the selector or the term itself.
NodeSelector check_node_terms(const std::string& path,
                              const std::vector<NodeSelectorTermSpec>& terms,
                              ProblemList& problems);
LabelSelector check_label_selector(const std::string& path, const LabelSelectorSpec& spec,
                                   ProblemList& problems);
// Labels as an object carries them: valid keys and values.
void check_labels(const std::string& path, const Labels& labels, ProblemList& problems);

std::vector<ProfileImage> check_images(const std::string& path,
                                       const std::vector<ProfileImageSpec>& specs,
                                       const CheckedFamilies& families, ProblemList& problems);

std::optional<Provisionable> check_provisionable(const std::string& path,
                                                 const ProvisionableSpec& spec,
                                                 const NodeSelector& nodes, ProblemList& problems);

std::vector<Profile> check_profiles(const std::vector<ProfileSpec>& specs,
                                    const CheckedFamilies& families, ProblemList& problems);

// For a policy without errors: what is valid but unlikely to be meant.
void add_warnings(const std::vector<Family>& families, const std::vector<Profile>& profiles,
                  ProblemList& problems);

// Whether `earlier` takes every workload and node that `later` could take, so that later gets no
// turn of its own (but where a workload names it, or another image keeps a pod off some of
// earlier's nodes). Where it can't tell, the answer is no.
bool covers(const Profile& earlier, const Profile& later);

}  // namespace nodefit
