// Node selectors and label selectors, matched as the scheduler and the API server match them.
//
// Sources: Kubernetes API `NodeSelectorTerm`, `NodeSelectorRequirement`, `LabelSelector`; reading
// and matching follow k8s.io/component-helpers/scheduling/corev1/nodeaffinity and
// k8s.io/apimachinery/pkg/labels, which the tables node_selector.tsv and label_selector.tsv in
// tests/oracle compare row by row.
//
// `*Spec` structs are what someone wrote, unchecked; the classes can only be built checked.
//
// Thread-safety: immutable once made; any number of threads may match with one.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nodefit/labels.h"
#include "nodefit/result.h"

namespace nodefit {

enum class SelectorOperator { kIn, kNotIn, kExists, kDoesNotExist, kGt, kLt };

// The API's word: "In", "NotIn", ...
std::string_view to_string(SelectorOperator op);

// `matchExpressions[i]` or `matchFields[i]` as written.
struct RequirementSpec {
  std::string key;
  std::string op;
  std::vector<std::string> values;

  friend bool operator==(const RequirementSpec&, const RequirementSpec&) = default;
};

// One condition on one label.
class LabelRequirement {
 public:
  // Errors: an operator outside the six, a key or value that no label can have, values where Exists
  // and DoesNotExist take none, none where In and NotIn take some, not exactly one 64-bit decimal
  // integer for Gt and Lt.
  static Result<LabelRequirement> make(const RequirementSpec& spec);

  // Whether a label set in which the key has this value (nullopt: no such key) meets the
  // requirement. NotIn and DoesNotExist are met by an absent key; Gt and Lt compare 64-bit integers
  // and aren't met by a value that is none.
  bool admits(std::optional<std::string_view> value) const;

  // `labels` is anything that finds a value by its key as Labels::find does.
  template <class LabelSource>
  bool matches(const LabelSource& labels) const {
    return admits(labels.find(key_));
  }

  const std::string& key() const { return key_; }
  SelectorOperator op() const { return op_; }
  const std::vector<std::string>& values() const { return values_; }

  friend bool operator==(const LabelRequirement&, const LabelRequirement&) = default;

 private:
  LabelRequirement(std::string key, SelectorOperator op, std::vector<std::string> values,
                   std::int64_t bound)
      : key_(std::move(key)), values_(std::move(values)), bound_(bound), op_(op) {}

  std::string key_;
  std::vector<std::string> values_;  // as written
  std::int64_t bound_;               // the integer of Gt and Lt, else 0
  SelectorOperator op_;
};

// One condition on a node's field. Only metadata.name exists; any other field counts as empty.
class FieldRequirement {
 public:
  // Errors: an operator other than In and NotIn, not exactly one value.
  static Result<FieldRequirement> make(const RequirementSpec& spec);

  bool matches(std::string_view node_name) const;

  const std::string& key() const { return key_; }
  SelectorOperator op() const {
    return negated_ ? SelectorOperator::kNotIn : SelectorOperator::kIn;
  }
  const std::string& value() const { return value_; }

  friend bool operator==(const FieldRequirement&, const FieldRequirement&) = default;

 private:
  FieldRequirement(std::string key, std::string value, bool negated)
      : key_(std::move(key)), value_(std::move(value)), negated_(negated) {}

  std::string key_;
  std::string value_;
  bool negated_;
};

// A node selector term as written. `match_labels` isn't in Kubernetes' own type: nodefit's policies
// have it, because pins made from it land in a pod's nodeSelector, where autoscalers and people
// look first.
struct NodeSelectorTermSpec {
  Labels match_labels;
  std::vector<RequirementSpec> match_expressions;
  std::vector<RequirementSpec> match_fields;

  friend bool operator==(const NodeSelectorTermSpec&, const NodeSelectorTermSpec&) = default;
};

// Requirements that must all be met. A term without any matches no node.
class NodeSelectorTerm {
 public:
  // Errors: those of its requirements, each with its place ("matchExpressions[1]: ..."), the first
  // one only.
  static Result<NodeSelectorTerm> make(const NodeSelectorTermSpec& spec);

  template <class LabelSource>
  bool matches(const LabelSource& node_labels, std::string_view node_name) const {
    if (empty()) return false;
    for (const auto& [key, value] : match_labels_.entries()) {
      if (node_labels.find(key) != std::optional<std::string_view>(value)) return false;
    }
    for (const LabelRequirement& requirement : match_expressions_) {
      if (!requirement.matches(node_labels)) return false;
    }
    return fields_match(node_name);
  }

  bool empty() const {
    return match_labels_.empty() && match_expressions_.empty() && match_fields_.empty();
  }

  const Labels& match_labels() const { return match_labels_; }
  const std::vector<LabelRequirement>& match_expressions() const { return match_expressions_; }
  const std::vector<FieldRequirement>& match_fields() const { return match_fields_; }

 private:
  NodeSelectorTerm() = default;

  bool fields_match(std::string_view node_name) const;

  Labels match_labels_;
  std::vector<LabelRequirement> match_expressions_;
  std::vector<FieldRequirement> match_fields_;
};

// Terms of which one must match. Without terms it matches no node.
class NodeSelector {
 public:
  // Errors: the first one of any term, with its place ("nodeSelectorTerms[0].matchFields[2]: ...").
  static Result<NodeSelector> make(const std::vector<NodeSelectorTermSpec>& terms);

  // As the scheduler reads a stored pod: a term with an error matches nothing and spoils no other.
  static NodeSelector make_lenient(const std::vector<NodeSelectorTermSpec>& terms);

  template <class LabelSource>
  bool matches(const LabelSource& node_labels, std::string_view node_name) const {
    for (const NodeSelectorTerm& term : terms_) {
      if (term.matches(node_labels, node_name)) return true;
    }
    return false;
  }

  const std::vector<NodeSelectorTerm>& terms() const { return terms_; }

 private:
  NodeSelector() = default;

  std::vector<NodeSelectorTerm> terms_;
};

// A label selector as written (`metav1.LabelSelector`).
struct LabelSelectorSpec {
  Labels match_labels;
  std::vector<RequirementSpec> match_expressions;
};

// Requirements on labels that must all be met. Without any it matches everything.
class LabelSelector {
 public:
  // Errors: those of its requirements with their place; Gt and Lt, which only node selectors know.
  static Result<LabelSelector> make(const LabelSelectorSpec& spec);

  bool matches(const Labels& labels) const;

  const std::vector<LabelRequirement>& requirements() const { return requirements_; }

 private:
  LabelSelector() = default;

  std::vector<LabelRequirement> requirements_;  // those of matchLabels first, as In with one value
};

}  // namespace nodefit
