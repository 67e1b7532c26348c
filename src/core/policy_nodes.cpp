#include <algorithm>
#include <array>

#include "nodefit/validation.h"
#include "policy_check.h"

namespace nodefit {

namespace {

// What an operator may be in one kind of list.
using Operators = std::span<const std::string_view>;

constexpr std::array<std::string_view, 6> kNodeOperators = {"In",           "NotIn", "Exists",
                                                            "DoesNotExist", "Gt",    "Lt"};
constexpr Operators kLabelOperators = Operators(kNodeOperators).first(4);
constexpr Operators kFieldOperators = Operators(kNodeOperators).first(2);

bool check_operator(const std::string& path, const std::string& op, Operators operators,
                    ProblemList& problems) {
  if (std::find(operators.begin(), operators.end(), op) != operators.end()) return true;
  problems.error(at_key(path, "operator"), expected_one_of(operators, op));
  return false;
}

bool check_expression(const std::string& path, const RequirementSpec& spec, Operators operators,
                      ProblemList& problems) {
  const bool key = problems.expect(at_key(path, "key"), validate_qualified_name(spec.key));
  const bool op = check_operator(path, spec.op, operators, problems);
  if (!key || !op) return false;
  if (const Result<LabelRequirement> made = LabelRequirement::make(spec); !made.ok()) {
    problems.error(at_key(path, "values"), made.error().message());
    return false;
  }
  return true;
}

// As the API server checks a pod's matchFields, which pins become.
void check_field(const std::string& path, const RequirementSpec& spec, ProblemList& problems) {
  if (spec.key != "metadata.name") {
    problems.error(at_key(path, "key"),
                   "expected metadata.name, the only field that Kubernetes "
                   "matches nodes by, found " +
                       quoted(spec.key));
  }
  if (!check_operator(path, spec.op, kFieldOperators, problems)) return;
  const std::string values = at_key(path, "values");
  if (spec.values.size() != 1) {
    problems.error(values, "expected one node name, found " + std::to_string(spec.values.size()));
    return;
  }
  problems.expect(at_index(values, 0), validate_dns_subdomain(spec.values.front()));
}

void check_term(const std::string& path, const NodeSelectorTermSpec& term, ProblemList& problems) {
  if (term.match_labels.empty() && term.match_expressions.empty() && term.match_fields.empty()) {
    problems.error(path,
                   "an empty term matches no node: expected matchLabels, matchExpressions "
                   "or matchFields");
  }
  check_labels(at_key(path, "matchLabels"), term.match_labels, problems);
  for (std::size_t i = 0; i < term.match_expressions.size(); ++i) {
    check_expression(at_index(at_key(path, "matchExpressions"), i), term.match_expressions[i],
                     kNodeOperators, problems);
  }
  for (std::size_t i = 0; i < term.match_fields.size(); ++i) {
    check_field(at_index(at_key(path, "matchFields"), i), term.match_fields[i], problems);
  }
}

}  // namespace

void check_labels(const std::string& path, const Labels& labels, ProblemList& problems) {
  for (const auto& [key, value] : labels.entries()) {
    const std::string at = at_key(path, key);
    problems.expect(at, validate_qualified_name(key));
    problems.expect(at, validate_label_value(value));
  }
}

NodeSelector check_node_terms(const std::string& path,
                              const std::vector<NodeSelectorTermSpec>& terms,
                              ProblemList& problems) {
  if (terms.empty()) problems.error(path, "expected at least one node selector term, found none");
  if (check_count(path, terms.size(), kTermsMax, problems)) {
    for (std::size_t i = 0; i < terms.size(); ++i)
      check_term(at_index(path, i), terms[i], problems);
  }
  return NodeSelector::make_lenient(terms);
}

LabelSelector check_label_selector(const std::string& path, const LabelSelectorSpec& spec,
                                   ProblemList& problems) {
  check_labels(at_key(path, "matchLabels"), spec.match_labels, problems);
  for (std::size_t i = 0; i < spec.match_expressions.size(); ++i) {
    check_expression(at_index(at_key(path, "matchExpressions"), i), spec.match_expressions[i],
                     kLabelOperators, problems);
  }
  Result<LabelSelector> made = LabelSelector::make(spec);
  return made.ok() ? *std::move(made) : LabelSelector::make({}).value();
}

}  // namespace nodefit
