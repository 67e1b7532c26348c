#include "properties/world.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "properties/dice.h"

namespace nodefit::tests {

namespace {

constexpr std::string_view kProfiles = "profiles[";

// The profile that a problem is about.
std::optional<std::size_t> profile_of(const PolicyProblem& problem) {
  if (!problem.path.starts_with(kProfiles)) return std::nullopt;
  std::size_t index = 0;
  const char* const begin = problem.path.data() + kProfiles.size();
  const auto [end, error] =
      std::from_chars(begin, problem.path.data() + problem.path.size(), index);
  return error == std::errc() ? std::optional(index) : std::nullopt;
}

// Takes profiles out that have an error until there is a policy. Null where there is none.
std::shared_ptr<const Policy> repair(PolicySpec& spec, GeneratorStats& stats) {
  bool repaired = false;
  while (!spec.profiles.empty()) {
    const Policy::Outcome outcome = Policy::make(spec);
    if (outcome.policy) {
      if (repaired) ++stats.repaired;
      return outcome.policy;
    }
    const std::optional<std::size_t> bad = profile_of(outcome.errors.back());
    if (!bad) break;
    spec.profiles.erase(spec.profiles.begin() + static_cast<std::ptrdiff_t>(*bad));
    repaired = true;
  }
  ++stats.discarded;
  return nullptr;
}

}  // namespace

World roll_world(const rc::Random& random, GeneratorStats& stats) {
  Dice dice(random);
  World world;
  do {
    world.policy = roll_policy(dice);
    world.checked = repair(world.policy, stats);
  } while (!world.checked);
  const std::size_t count = dice.percent(4) ? 0 : 1 + dice.below(12);
  world.nodes = roll_nodes(dice, count, "node-");
  for (NodeSpec& node : world.nodes) {
    if (dice.percent(25))
      node = roll_node_of(dice, dice.of(dice.of(world.policy.profiles).nodes), node.name);
  }
  world.future_nodes = roll_nodes(dice, 6, "future-");
  world.workload = roll_workload(dice, world.policy);
  for (std::size_t i = 0; i < world.policy.profiles.size(); ++i) {
    world.pending.push_back(dice.percent(70) ? 0 : dice.between(1, 4));
  }
  world.spelling = dice.below(1'000'000);
  if (dice.percent(2)) {
    world.has_nodes = false;
    world.has_policy = dice.percent(50);
  }
  return world;
}

std::shared_ptr<const Policy> make_policy(const World& world) {
  return world.checked ? world.checked : Policy::make(world.policy).policy;
}

std::shared_ptr<const Plan> make_plan(const World& world,
                                      const std::shared_ptr<const Policy>& policy,
                                      const std::vector<NodeSpec>& nodes) {
  if (!world.has_policy || !world.has_nodes) return nullptr;
  CatalogueBuilder builder;
  for (const NodeSpec& node : nodes) builder.upsert(node);
  return Plan::make(policy, builder.snapshot());
}

DecideOptions options_of(const World& world) {
  DecideOptions options;
  options.own_namespaces = {"nodefit-system"};
  options.pending = world.pending;
  options.has_policy = world.has_policy;
  return options;
}

}  // namespace nodefit::tests
