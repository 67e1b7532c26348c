// The plan is what its nodes are, however they came.

#include <algorithm>

#include "properties/property.h"

namespace nodefit::tests {

namespace {

std::string compare(const Trial& trial, const std::shared_ptr<const Plan>& plan, const char* how) {
  const Decision other = decide(trial.submitted(), plan.get(), trial.options);
  const std::string wanted = show(trial.decision, trial.policy.get());
  const std::string got = show(other, trial.policy.get());
  return got == wanted ? "" : std::string(how) + " gives\n" + got + "instead of\n" + wanted;
}

}  // namespace

std::string check_order_of_nodes(const Trial& trial) {
  std::vector<NodeSpec> nodes = trial.world->nodes;
  std::reverse(nodes.begin(), nodes.end());
  if (std::string wrong =
          compare(trial, make_plan(*trial.world, trial.policy, nodes), "the reverse order");
      !wrong.empty())
    return wrong;
  std::rotate(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(nodes.size() / 3),
              nodes.end());
  return compare(trial, make_plan(*trial.world, trial.policy, nodes), "another order");
}

// First every second node is there, some of them other than they will be, and strangers that go
// away.
std::string check_grown_plan(const Trial& trial) {
  if (trial.plan == nullptr) return "";
  const std::vector<NodeSpec>& nodes = trial.world->nodes;
  const std::vector<NodeSpec>& strangers = trial.world->future_nodes;
  CatalogueBuilder builder;
  for (std::size_t i = 0; i < nodes.size(); i += 2) {
    NodeSpec early = i % 4 == 0 && i < strangers.size() ? strangers[i] : nodes[i];
    early.name = nodes[i].name;
    builder.upsert(early);
    if (i < strangers.size()) builder.upsert(strangers[i]);
  }
  std::shared_ptr<const Plan> plan = Plan::make(trial.policy, builder.snapshot());
  std::vector<NodeSlot> changed;
  const auto note = [&](std::optional<NodeSlot> slot) {
    if (slot) changed.push_back(*slot);
  };
  for (const NodeSpec& stranger : strangers) note(builder.erase(stranger.name));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    note(builder.upsert(nodes[i]));
    if (i % 3 != 2) continue;
    plan = plan->with_changes(builder.snapshot(), changed);
    changed.clear();
  }
  return compare(trial, plan->with_changes(builder.snapshot(), changed), "a plan with changes");
}

}  // namespace nodefit::tests
