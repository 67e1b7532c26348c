#include "cli/words.h"

#include <algorithm>

#include "codec/policy_text.h"

namespace nodefit::cli {

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (!joined.empty()) joined += separator;
    joined += part;
  }
  return joined;
}

std::string problem_in_words(const std::string& file, const YamlProblem& problem) {
  return PolicyTextProblem{file, problem.position, problem.path, problem.message}.to_string();
}

std::string requirement_in_words(const RequirementSpec& requirement) {
  const std::string& key = requirement.key;
  const std::string values = join(requirement.values, ", ");
  if (requirement.op == "In" && requirement.values.size() == 1) return key + "=" + values;
  if (requirement.op == "In") return key + " in (" + values + ")";
  if (requirement.op == "NotIn") return key + " not in (" + values + ")";
  if (requirement.op == "Exists") return key + " exists";
  if (requirement.op == "DoesNotExist") return "no " + key;
  if (requirement.op == "Gt") return key + " > " + values;
  if (requirement.op == "Lt") return key + " < " + values;
  return key + " " + requirement.op + " (" + values + ")";
}

std::string term_in_words(const NodeSelectorTermSpec& term) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : term.match_labels.entries()) {
    std::string part = key;
    parts.push_back(part.append("=").append(value));
  }
  for (const RequirementSpec& requirement : term.match_expressions)
    parts.push_back(requirement_in_words(requirement));
  for (const RequirementSpec& field : term.match_fields)
    parts.push_back(requirement_in_words(field));
  return parts.empty() ? "nothing" : join(parts, " and ");
}

std::string toleration_in_words(const Toleration& toleration) {
  return toleration.effect.empty() ? toleration.key : toleration.key + ":" + toleration.effect;
}

std::string pins_in_words(const RoleDecision& role) {
  NodeSelectorTermSpec all;
  for (const auto& [key, value] : role.node_selector)
    all.match_expressions.push_back({key, "In", {value}});
  std::vector<std::string> parts;
  if (!all.match_expressions.empty()) parts.push_back(term_in_words(all));
  std::vector<std::string> terms;
  const auto add = [&](std::string words) {
    if (std::find(terms.begin(), terms.end(), words) == terms.end())
      terms.push_back(std::move(words));
  };
  for (const AffinityAddition::ToTerm& to : role.required_affinity.to_terms)
    add(term_in_words({{}, to.match_expressions, to.match_fields}));
  for (const NodeSelectorTermSpec& term : role.required_affinity.new_terms)
    add(term_in_words(term));
  if (!terms.empty()) parts.push_back(join(terms, ", or "));
  return join(parts, " and ");
}

}  // namespace nodefit::cli
