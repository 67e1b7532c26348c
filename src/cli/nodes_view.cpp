#include "cli/nodes_view.h"

#include <optional>

#include "nodefit/selector.h"

namespace nodefit::cli {

namespace {

// One requirement of a term with what tests it.
struct Condition {
  RequirementSpec requirement;
  NodeSelector selector;
};

using Term = std::vector<Condition>;

Term conditions_of(const NodeSelectorTermSpec& spec) {
  Term term;
  for (const auto& [key, value] : spec.match_labels.entries()) {
    const RequirementSpec requirement{key, "In", {value}};
    term.push_back({requirement, NodeSelector::make_lenient({{{}, {requirement}, {}}})});
  }
  for (const RequirementSpec& requirement : spec.match_expressions)
    term.push_back({requirement, NodeSelector::make_lenient({{{}, {requirement}, {}}})});
  for (const RequirementSpec& field : spec.match_fields)
    term.push_back({field, NodeSelector::make_lenient({{{}, {}, {field}}})});
  return term;
}

std::vector<Term> terms_of(const Profile& profile) {
  std::vector<Term> terms;
  terms.reserve(profile.node_terms.size());
  for (const NodeSelectorTermSpec& spec : profile.node_terms) terms.push_back(conditions_of(spec));
  return terms;
}

// What the node lacks of the term that it comes nearest to.
std::vector<RequirementSpec> lacks(const Node& node, const std::vector<Term>& terms) {
  std::optional<std::vector<RequirementSpec>> fewest;
  for (const Term& term : terms) {
    std::vector<RequirementSpec> lacked;
    for (const Condition& condition : term) {
      if (!condition.selector.matches(node, node.name())) lacked.push_back(condition.requirement);
    }
    if (!fewest || lacked.size() < fewest->size()) fewest = std::move(lacked);
  }
  return fewest.value_or(std::vector<RequirementSpec>());
}

}  // namespace

std::vector<NodeRow> view_nodes(const Plan& plan) {
  const std::vector<Profile>& profiles = plan.policy().profiles();
  std::vector<std::vector<Term>> terms;
  terms.reserve(profiles.size());
  for (const Profile& profile : profiles) terms.push_back(terms_of(profile));
  std::vector<NodeRow> rows;
  for (const NodeSlot slot : plan.catalogue().by_name()) {
    NodeRow& row = rows.emplace_back();
    row.node = plan.catalogue().node(slot);
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      if (plan.nodes(i).slots.contains(slot)) row.profiles.push_back(i);
    }
    for (std::size_t i = 0; i < profiles.size() && row.profiles.empty(); ++i) {
      std::vector<RequirementSpec> lacked = lacks(*row.node, terms[i]);
      if (row.nearest.lacks.empty() || lacked.size() < row.nearest.lacks.size())
        row.nearest = {i, std::move(lacked)};
    }
  }
  return rows;
}

NearestNode nearest_node(const Plan& plan, std::size_t profile) {
  const std::vector<Term> terms = terms_of(plan.policy().profiles()[profile]);
  NearestNode nearest;
  for (const NodeSlot slot : plan.catalogue().by_name()) {
    const Node* const node = plan.catalogue().node(slot);
    std::vector<RequirementSpec> lacked = lacks(*node, terms);
    if (nearest.node == nullptr || lacked.size() < nearest.lacks.size())
      nearest = {node, std::move(lacked)};
  }
  return nearest;
}

}  // namespace nodefit::cli
