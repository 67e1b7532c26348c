// A world: a policy, nodes and a workload, small and random, in which a decision is made.
//
// Pools of names are small on purpose, so that policies, nodes and workloads meet by chance.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nodefit/decision.h"

namespace rc {
class Random;
}

namespace nodefit::tests {

class Dice;

struct World {
  PolicySpec policy;
  std::shared_ptr<const Policy> checked;  // the same, where it was made before
  std::vector<NodeSpec> nodes;
  // Nodes that no decision knows: those of tomorrow, on which a pinned pod may land as well.
  std::vector<NodeSpec> future_nodes;
  Workload workload;
  std::vector<std::int64_t> pending;  // by profile
  bool has_policy = true;
  bool has_nodes = true;       // false: they haven't been listed yet
  std::uint64_t spelling = 0;  // how the workload is spelled as a document
};

// How often what was rolled wasn't a policy.
struct GeneratorStats {
  std::size_t repaired = 0;   // became one by leaving some profiles out
  std::size_t discarded = 0;  // didn't
};

// Always valid: rolls again until the policy is.
World roll_world(const rc::Random& random, GeneratorStats& stats);

// The parts, for roll_world.
PolicySpec roll_policy(Dice& dice);
std::vector<NodeSpec> roll_nodes(Dice& dice, std::size_t count, const std::string& prefix);
// The labels, taints and resources of one kind of hardware, as an autoscaler would bring it.
NodeSpec roll_node(Dice& dice, const std::string& name);
// One that the term probably matches, with room.
NodeSpec roll_node_of(Dice& dice, const NodeSelectorTermSpec& term, const std::string& name);
Workload roll_workload(Dice& dice, const PolicySpec& policy);

// All worlds that are one step simpler, the largest steps first. Some of their policies aren't
// valid.
std::vector<World> simpler_worlds(const World& world);

// The world as a person would write it down.
std::string show(const World& world);
std::string show(const Workload& workload);
std::string show(const Decision& decision, const Policy* policy);

// The policy, or null where it isn't valid.
std::shared_ptr<const Policy> make_policy(const World& world);
// Of nodes in this order. Null where the world has no policy or its nodes haven't been listed.
std::shared_ptr<const Plan> make_plan(const World& world,
                                      const std::shared_ptr<const Policy>& policy,
                                      const std::vector<NodeSpec>& nodes);
DecideOptions options_of(const World& world);

}  // namespace nodefit::tests
