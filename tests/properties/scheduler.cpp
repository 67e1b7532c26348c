#include "properties/scheduler.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

namespace nodefit::tests {

namespace {

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The rule for both names of labels and their values: at most 63 of [A-Za-z0-9._-], ends that are
// letters or digits.
bool is_label_word(std::string_view word) {
  if (word.empty() || word.size() > 63) return false;
  if (!is_letter_or_digit(word.front()) || !is_letter_or_digit(word.back())) return false;
  return std::all_of(word.begin(), word.end(), [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
  });
}

// Prefixes in these worlds are domain names or faulty for their blanks, so a look at the characters
// tells.
bool is_label_key(std::string_view key) {
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) return is_label_word(key);
  return is_label_word(key.substr(0, slash)) && is_label_word(key.substr(slash + 1));
}

bool is_label_value(std::string_view value) { return value.empty() || is_label_word(value); }

std::optional<long long> as_integer(std::string_view text) {
  const std::size_t sign = !text.empty() && (text.front() == '-' || text.front() == '+') ? 1 : 0;
  if (text.size() == sign || text.size() > 18) return std::nullopt;
  if (text.find_first_not_of("0123456789", sign) != std::string_view::npos) return std::nullopt;
  return std::stoll(std::string(text));
}

bool is_sound(const RequirementSpec& requirement) {
  if (!is_label_key(requirement.key)) return false;
  for (const std::string& value : requirement.values) {
    if (!is_label_value(value)) return false;
  }
  const std::string& op = requirement.op;
  if (op == "In" || op == "NotIn") return !requirement.values.empty();
  if (op == "Exists" || op == "DoesNotExist") return requirement.values.empty();
  if (op == "Gt" || op == "Lt") {
    return requirement.values.size() == 1 && as_integer(requirement.values[0]).has_value();
  }
  return false;
}

bool is_sound_field(const RequirementSpec& field) {
  return (field.op == "In" || field.op == "NotIn") && field.values.size() == 1;
}

bool field_matches(const RequirementSpec& field, const std::string& node_name) {
  const std::string actual = field.key == "metadata.name" ? node_name : "";
  return (actual == field.values[0]) == (field.op == "In");
}

}  // namespace

bool requirement_matches(const RequirementSpec& requirement, const Labels& labels) {
  if (!is_sound(requirement)) return false;
  const std::optional<std::string_view> value = labels.find(requirement.key);
  const std::string& op = requirement.op;
  if (op == "Exists") return value.has_value();
  if (op == "DoesNotExist") return !value.has_value();
  if (op == "Gt" || op == "Lt") {
    const std::optional<long long> bound = as_integer(requirement.values[0]);
    const std::optional<long long> found = value ? as_integer(*value) : std::nullopt;
    return found && (op == "Gt" ? *found > *bound : *found < *bound);
  }
  const bool listed =
      value && std::count(requirement.values.begin(), requirement.values.end(), *value) > 0;
  return op == "In" ? listed : !listed;
}

bool term_matches(const NodeSelectorTermSpec& term, const NodeSpec& node) {
  if (term.match_labels.empty() && term.match_expressions.empty() && term.match_fields.empty())
    return false;
  for (const auto& [key, value] : term.match_labels.entries()) {
    if (!requirement_matches({key, "In", {value}}, node.labels)) return false;
  }
  for (const RequirementSpec& requirement : term.match_expressions) {
    if (!requirement_matches(requirement, node.labels)) return false;
  }
  for (const RequirementSpec& field : term.match_fields) {
    if (!is_sound_field(field) || !field_matches(field, node.name)) return false;
  }
  return true;
}

bool any_term_matches(const std::vector<NodeSelectorTermSpec>& terms, const NodeSpec& node) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const NodeSelectorTermSpec& term) { return term_matches(term, node); });
}

bool label_selector_matches(const LabelSelectorSpec& selector, const Labels& labels) {
  for (const auto& [key, value] : selector.match_labels.entries()) {
    if (!requirement_matches({key, "In", {value}}, labels)) return false;
  }
  return std::all_of(selector.match_expressions.begin(), selector.match_expressions.end(),
                     [&](const RequirementSpec& r) { return requirement_matches(r, labels); });
}

bool is_tolerated(const Taint& taint, const std::vector<Toleration>& tolerations) {
  for (const Toleration& toleration : tolerations) {
    const bool key =
        toleration.key == taint.key || (toleration.key.empty() && toleration.op == "Exists");
    const bool equal =
        (toleration.op.empty() || toleration.op == "Equal") && toleration.value == taint.value;
    const bool effect = toleration.effect.empty() || toleration.effect == taint.effect;
    if (key && effect && (equal || toleration.op == "Exists")) return true;
  }
  return false;
}

bool keeps_pods_away(const Taint& taint) {
  return taint.effect == "NoSchedule" || taint.effect == "NoExecute";
}

std::string platform_of(const NodeSpec& node) {
  const std::string os(node.labels.find("kubernetes.io/os").value_or("linux"));
  return os + "/" + std::string(node.labels.find("kubernetes.io/arch").value_or("amd64"));
}

bool may_be_chosen(const PodTemplate& pod, const NodeSpec& node) {
  if (!pod.node_name.empty() && pod.node_name != node.name) return false;
  for (const auto& [key, value] : pod.node_selector.entries()) {
    if (node.labels.find(key) != std::optional<std::string_view>(value)) return false;
  }
  return !pod.required_node_affinity || any_term_matches(*pod.required_node_affinity, node);
}

bool lands(const PodTemplate& pod, const NodeSpec& node) {
  if (!may_be_chosen(pod, node)) return false;
  const Taint cordon{"node.kubernetes.io/unschedulable", "", "NoSchedule"};
  if (node.unschedulable && !is_tolerated(cordon, pod.tolerations)) return false;
  for (const Taint& taint : node.taints) {
    if (keeps_pods_away(taint) && !is_tolerated(taint, pod.tolerations)) return false;
  }
  return takes(offer_of(node), requests_of(pod));
}

}  // namespace nodefit::tests
