// Policies for tests that are about nodes.

#pragma once

#include <memory>
#include <vector>

#include "nodefit/policy.h"

namespace nodefit::tests {

// A policy with a profile for each of these selectors, which are lists of terms, and nothing else
// of interest.
PolicySpec policy_spec_with(const std::vector<std::vector<NodeSelectorTermSpec>>& selectors);

// Throws std::runtime_error where there is no such policy.
std::shared_ptr<const Policy> checked(const PolicySpec& spec);

// Both in one.
std::shared_ptr<const Policy> policy_with(
    const std::vector<std::vector<NodeSelectorTermSpec>>& selectors);

}  // namespace nodefit::tests
