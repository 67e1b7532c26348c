// Which nodes fall in which profile, and why others fall in none.
//
// Thread-safety: pure functions.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "nodefit/plan.h"

namespace nodefit::cli {

// How near a node comes to a profile: the term of which it lacks least.
struct NearMiss {
  std::size_t profile = 0;
  std::vector<RequirementSpec> lacks;  // what the node doesn't meet; matchLabels as In
};

struct NodeRow {
  const Node* node = nullptr;
  std::vector<std::size_t> profiles;  // that match it, best first
  NearMiss nearest;                   // where none does
};

// All nodes of the plan by name.
std::vector<NodeRow> view_nodes(const Plan& plan);

// The node that lacks least of what the profile asks for; of a profile without nodes. nullptr where
// there is no node at all.
struct NearestNode {
  const Node* node = nullptr;
  std::vector<RequirementSpec> lacks;
};
NearestNode nearest_node(const Plan& plan, std::size_t profile);

}  // namespace nodefit::cli
