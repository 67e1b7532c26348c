#include <algorithm>
#include <array>

#include "nodefit/validation.h"
#include "policy_check.h"

namespace nodefit {

namespace {

constexpr std::array<std::string_view, 3> kEffects = {"NoSchedule", "NoExecute",
                                                      "PreferNoSchedule"};

void check_taints(const std::string& path, const std::vector<Taint>& taints,
                  ProblemList& problems) {
  if (!check_count(path, taints.size(), kEntriesMax, problems)) return;
  for (std::size_t i = 0; i < taints.size(); ++i) {
    const Taint& taint = taints[i];
    const std::string at = at_index(path, i);
    problems.expect(at_key(at, "key"), validate_qualified_name(taint.key));
    problems.expect(at_key(at, "value"), validate_label_value(taint.value));
    if (std::find(kEffects.begin(), kEffects.end(), taint.effect) == kEffects.end()) {
      problems.error(at_key(at, "effect"), expected_one_of(kEffects, taint.effect));
    }
    const auto end = taints.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(taints.begin(), end, [&](const Taint& other) {
          return other.key == taint.key && other.effect == taint.effect;
        })) {
      problems.error(at, "a taint with key " + quoted(taint.key) + " and effect " +
                             quoted(taint.effect) + " is listed twice");
    }
  }
}

void check_allocatable(const std::string& path, const ResourceList& allocatable,
                       ProblemList& problems) {
  if (allocatable.empty()) {
    problems.error(path,
                   "expected what such a node offers, cpu and memory at least, found "
                   "nothing");
  }
  for (const auto& [name, quantity] : allocatable) {
    const std::string at = at_key(path, name);
    problems.expect(at, validate_qualified_name(name));
    if (quantity < Quantity()) {
      problems.error(at, "expected 0 or more, found " + quantity.to_string());
    }
    const bool extended = name.find('/') != std::string::npos;
    if (extended && quantity.nanos() % Quantity::from_integer(1).nanos() != 0) {
      problems.error(at,
                     "expected a whole number, as of every device, found " + quantity.to_string());
    }
  }
}

// What a node with these labels lacks for the first term.
std::string describe_mismatch(const NodeSelectorTerm& term, const Labels& labels) {
  for (const auto& [key, value] : term.match_labels().entries()) {
    if (labels.find(key) != std::optional<std::string_view>(value))
      return key + ": " + quoted(value);
  }
  for (const LabelRequirement& requirement : term.match_expressions()) {
    if (!requirement.matches(labels)) {
      std::string text = requirement.key() + " " + std::string(to_string(requirement.op()));
      if (!requirement.values().empty()) text += " " + quoted(requirement.values().front());
      return requirement.values().size() > 1 ? text + " or others" : text;
    }
  }
  return "a certain node name";
}

bool is_matched(const NodeSelector& nodes, const Labels& labels) {
  return std::any_of(nodes.terms().begin(), nodes.terms().end(), [&](const NodeSelectorTerm& term) {
    // A node that doesn't exist yet has no name that a policy could know.
    const bool named = std::any_of(
        term.match_fields().begin(), term.match_fields().end(),
        [](const FieldRequirement& field) { return field.op() == SelectorOperator::kIn; });
    return !named && term.matches(labels, "");
  });
}

}  // namespace

std::optional<Provisionable> check_provisionable(const std::string& path,
                                                 const ProvisionableSpec& spec,
                                                 const NodeSelector& nodes, ProblemList& problems) {
  const std::size_t errors_before = problems.error_count();
  const std::string labels = at_key(path, "labels");
  check_labels(labels, spec.labels, problems);
  check_taints(at_key(path, "taints"), spec.taints, problems);
  check_allocatable(at_key(path, "allocatable"), spec.allocatable, problems);
  if (spec.max_nodes < 1) {
    problems.error(at_key(path, "maxNodes"), expected_at_least(1, spec.max_nodes));
  }
  if (problems.error_count() == errors_before && !nodes.terms().empty() &&
      !is_matched(nodes, spec.labels)) {
    problems.error(labels,
                   "expected labels that the profile's own nodes selector matches; it "
                   "asks for " +
                       describe_mismatch(nodes.terms().front(), spec.labels));
  }
  ResourceList allocatable = spec.allocatable;
  allocatable.round_up_to_milli();
  return Provisionable{spec.labels, spec.taints, std::move(allocatable), spec.max_nodes,
                       spec.prefer};
}

}  // namespace nodefit
