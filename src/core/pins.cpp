#include "pins.h"

#include <algorithm>
#include <utility>

namespace nodefit {

namespace {

// 8 terms of a profile times 8 of the user's: far beyond what manifests have, and still small
// beside what a pod may weigh.
constexpr std::size_t kPinnedTermsMax = 64;

bool is_empty(const NodeSelectorTermSpec& term) {
  return term.match_expressions.empty() && term.match_fields.empty();
}

// The requirements of `wanted` that `held` lacks.
std::vector<RequirementSpec> missing(const std::vector<RequirementSpec>& wanted,
                                     const std::vector<RequirementSpec>& held) {
  std::vector<RequirementSpec> lacked;
  std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(lacked),
               [&](const RequirementSpec& requirement) {
                 return std::find(held.begin(), held.end(), requirement) == held.end();
               });
  return lacked;
}

bool holds(const NodeSelectorTermSpec& term, const NodeSelectorTermSpec& wanted) {
  return missing(wanted.match_expressions, term.match_expressions).empty() &&
         missing(wanted.match_fields, term.match_fields).empty();
}

bool holds_any(const NodeSelectorTermSpec& term, const std::vector<NodeSelectorTermSpec>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const NodeSelectorTermSpec& one) { return holds(term, one); });
}

// A profile's selector as pins: labels go into nodeSelector, terms into affinity.
struct Selector {
  Labels labels;
  std::vector<NodeSelectorTermSpec> terms;
};

Selector split_selector(const Profile& profile) {
  if (profile.node_terms.size() != 1) return {{}, terms_without_labels(profile)};
  NodeSelectorTermSpec term = profile.node_terms.front();
  Selector selector{std::exchange(term.match_labels, {}), {}};
  if (!is_empty(term)) selector.terms.push_back(std::move(term));
  return selector;
}

bool holds(const PodTemplate& pod, const Labels& node_selector,
           const std::vector<NodeSelectorTermSpec>& terms) {
  const std::vector<Labels::Entry>& labels = node_selector.entries();
  const bool selector_holds =
      std::all_of(labels.begin(), labels.end(), [&](const Labels::Entry& entry) {
        return pod.node_selector.find(entry.first) == std::optional<std::string_view>(entry.second);
      });
  if (!selector_holds || terms.empty()) return selector_holds;
  if (!pod.required_node_affinity) return false;
  return std::all_of(
      pod.required_node_affinity->begin(), pod.required_node_affinity->end(),
      [&](const NodeSelectorTermSpec& term) { return is_empty(term) || holds_any(term, terms); });
}

NodeSelectorTermSpec joined(NodeSelectorTermSpec term, const NodeSelectorTermSpec& added) {
  const std::vector<RequirementSpec> expressions =
      missing(added.match_expressions, term.match_expressions);
  const std::vector<RequirementSpec> fields = missing(added.match_fields, term.match_fields);
  term.match_expressions.insert(term.match_expressions.end(), expressions.begin(),
                                expressions.end());
  term.match_fields.insert(term.match_fields.end(), fields.begin(), fields.end());
  return term;
}

// Every term of the user's that isn't empty times every term of the profile's. A term that holds
// one already is left.
std::optional<AffinityAddition> cross(const std::vector<NodeSelectorTermSpec>& users,
                                      const std::vector<NodeSelectorTermSpec>& profiles) {
  AffinityAddition addition;
  std::size_t count = users.size();
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (is_empty(users[i]) || holds_any(users[i], profiles)) continue;
    const NodeSelectorTermSpec& first = profiles.front();
    addition.to_terms.push_back({i, missing(first.match_expressions, users[i].match_expressions),
                                 missing(first.match_fields, users[i].match_fields)});
    for (auto term = profiles.begin() + 1; term != profiles.end(); ++term) {
      if (++count > kPinnedTermsMax) return std::nullopt;
      addition.new_terms.push_back(joined(users[i], *term));
    }
  }
  return addition;
}

}  // namespace

std::vector<NodeSelectorTermSpec> terms_without_labels(const Profile& profile) {
  std::vector<NodeSelectorTermSpec> terms = profile.node_terms;
  for (NodeSelectorTermSpec& term : terms) {
    std::vector<RequirementSpec> expressions;
    for (const auto& [key, value] : term.match_labels.entries())
      expressions.push_back({key, "In", {value}});
    term.match_expressions.insert(term.match_expressions.begin(), expressions.begin(),
                                  expressions.end());
    term.match_labels = {};
  }
  return terms;
}

std::optional<Pins> make_pins(const Profile& profile, const PodTemplate& pod) {
  Pins pins;
  Selector selector = split_selector(profile);
  pins.all_node_selector = std::move(selector.labels);
  pins.all_terms = std::move(selector.terms);
  for (const Labels::Entry& entry : pins.all_node_selector.entries()) {
    if (!pod.node_selector.find(entry.first)) pins.node_selector.push_back(entry);
  }
  if (pins.all_terms.empty()) return pins;
  if (!pod.required_node_affinity) {
    pins.required_affinity.new_terms = pins.all_terms;
    return pins;
  }
  std::optional<AffinityAddition> addition = cross(*pod.required_node_affinity, pins.all_terms);
  if (!addition) return std::nullopt;
  pins.required_affinity = *std::move(addition);
  return pins;
}

bool holds_pins(const PodTemplate& pod, const RecordedDecision& record) {
  return holds(pod, record.node_selector, record.terms);
}

bool holds_pins(const PodTemplate& pod, const Profile& profile) {
  const Selector selector = split_selector(profile);
  return holds(pod, selector.labels, selector.terms);
}

bool records_pins_of(const RecordedDecision& record, const Profile& profile) {
  const Selector selector = split_selector(profile);
  return record.node_selector == selector.labels && record.terms == selector.terms;
}

}  // namespace nodefit
