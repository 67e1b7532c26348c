#include "nodefit/selector.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

#include "ascii.h"
#include "nodefit/validation.h"

namespace nodefit {

namespace {

constexpr std::array kOperators = {SelectorOperator::kIn,     SelectorOperator::kNotIn,
                                   SelectorOperator::kExists, SelectorOperator::kDoesNotExist,
                                   SelectorOperator::kGt,     SelectorOperator::kLt};

Result<SelectorOperator> parse_operator(std::string_view text) {
  const auto* const found =
      std::find_if(kOperators.begin(), kOperators.end(),
                   [&](SelectorOperator op) { return to_string(op) == text; });
  if (found != kOperators.end()) return *found;
  return invalid_argument("unknown operator " + quoted(text) +
                          ": expected In, NotIn, Exists, DoesNotExist, Gt or Lt");
}

// A 64-bit integer as Go's strconv.ParseInt(text, 10, 64) reads it: an optional sign, digits,
// nothing else.
std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.empty() || !is_digit(text.front())) return std::nullopt;
  }
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

std::string at_index(std::string_view list, std::size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

Result<void> check_value_count(SelectorOperator op, const RequirementSpec& spec) {
  const auto wrong = [&](std::string_view expected) {
    return invalid_argument("operator " + spec.op + " on " + quoted(spec.key) + " with " +
                            std::to_string(spec.values.size()) + " values: expected " +
                            std::string(expected));
  };
  switch (op) {
    case SelectorOperator::kIn:
    case SelectorOperator::kNotIn:
      if (spec.values.empty()) return wrong("at least one");
      return {};
    case SelectorOperator::kExists:
    case SelectorOperator::kDoesNotExist:
      if (!spec.values.empty()) return wrong("none");
      return {};
    case SelectorOperator::kGt:
    case SelectorOperator::kLt:
      if (spec.values.size() != 1) return wrong("one integer");
      return {};
  }
  std::abort();
}

// Makes one `Made` of each spec; the first error gets its place in the list as context.
template <class Made, class Spec>
Result<std::vector<Made>> make_each(std::string_view list, const std::vector<Spec>& specs) {
  std::vector<Made> made;
  made.reserve(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    Result<Made> one = Made::make(specs[i]);
    if (!one.ok()) return std::move(one).error().with_context(at_index(list, i));
    made.push_back(*std::move(one));
  }
  return made;
}

// matchLabels entries are held to the same rules as In with one value.
Result<std::vector<LabelRequirement>> make_match_labels(const Labels& match_labels) {
  std::vector<LabelRequirement> made;
  made.reserve(match_labels.entries().size());
  for (const auto& [key, value] : match_labels.entries()) {
    Result<LabelRequirement> one = LabelRequirement::make({key, "In", {value}});
    if (!one.ok()) return std::move(one).error().with_context("matchLabels");
    made.push_back(*std::move(one));
  }
  return made;
}

}  // namespace

std::string_view to_string(SelectorOperator op) {
  switch (op) {
    case SelectorOperator::kIn:
      return "In";
    case SelectorOperator::kNotIn:
      return "NotIn";
    case SelectorOperator::kExists:
      return "Exists";
    case SelectorOperator::kDoesNotExist:
      return "DoesNotExist";
    case SelectorOperator::kGt:
      return "Gt";
    case SelectorOperator::kLt:
      return "Lt";
  }
  std::abort();
}

Result<LabelRequirement> LabelRequirement::make(const RequirementSpec& spec) {
  Result<SelectorOperator> op = parse_operator(spec.op);
  if (!op.ok()) return std::move(op).error();
  if (Result<void> key = validate_qualified_name(spec.key); !key.ok())
    return std::move(key).error();
  if (Result<void> count = check_value_count(*op, spec); !count.ok())
    return std::move(count).error();
  for (const std::string& value : spec.values) {
    if (Result<void> valid = validate_label_value(value); !valid.ok())
      return std::move(valid).error();
  }
  std::int64_t bound = 0;
  if (*op == SelectorOperator::kGt || *op == SelectorOperator::kLt) {
    const std::optional<std::int64_t> integer = parse_integer(spec.values.front());
    if (!integer) {
      return invalid_argument("operator " + spec.op + " on " + quoted(spec.key) + " with value " +
                              quoted(spec.values.front()) + ": expected a 64-bit decimal integer");
    }
    bound = *integer;
  }
  return LabelRequirement(spec.key, *op, spec.values, bound);
}

bool LabelRequirement::admits(std::optional<std::string_view> value) const {
  const auto listed = [&] {
    return std::find(values_.begin(), values_.end(), *value) != values_.end();
  };
  switch (op_) {
    case SelectorOperator::kIn:
      return value && listed();
    case SelectorOperator::kNotIn:
      return !value || !listed();
    case SelectorOperator::kExists:
      return value.has_value();
    case SelectorOperator::kDoesNotExist:
      return !value;
    case SelectorOperator::kGt:
    case SelectorOperator::kLt: {
      if (!value) return false;
      const std::optional<std::int64_t> integer = parse_integer(*value);
      return integer && (op_ == SelectorOperator::kGt ? *integer > bound_ : *integer < bound_);
    }
  }
  std::abort();
}

Result<FieldRequirement> FieldRequirement::make(const RequirementSpec& spec) {
  if (spec.op != "In" && spec.op != "NotIn") {
    return invalid_argument("operator " + quoted(spec.op) + " on field " + quoted(spec.key) +
                            ": expected In or NotIn, fields know no other");
  }
  if (spec.values.size() != 1) {
    return invalid_argument("operator " + spec.op + " on field " + quoted(spec.key) + " with " +
                            std::to_string(spec.values.size()) + " values: expected one");
  }
  return FieldRequirement(spec.key, spec.values.front(), spec.op == "NotIn");
}

bool FieldRequirement::matches(std::string_view node_name) const {
  const std::string_view field = key_ == "metadata.name" ? node_name : std::string_view();
  return (field == value_) != negated_;
}

Result<NodeSelectorTerm> NodeSelectorTerm::make(const NodeSelectorTermSpec& spec) {
  if (Result<std::vector<LabelRequirement>> labels = make_match_labels(spec.match_labels);
      !labels.ok()) {
    return std::move(labels).error();
  }
  Result<std::vector<LabelRequirement>> expressions =
      make_each<LabelRequirement>("matchExpressions", spec.match_expressions);
  if (!expressions.ok()) return std::move(expressions).error();
  Result<std::vector<FieldRequirement>> fields =
      make_each<FieldRequirement>("matchFields", spec.match_fields);
  if (!fields.ok()) return std::move(fields).error();

  NodeSelectorTerm term;
  term.match_labels_ = spec.match_labels;
  term.match_expressions_ = *std::move(expressions);
  term.match_fields_ = *std::move(fields);
  return term;
}

bool NodeSelectorTerm::fields_match(std::string_view node_name) const {
  if (node_name.empty())
    return true;  // nodeaffinity.go: a node without fields meets every field requirement
  return std::all_of(
      match_fields_.begin(), match_fields_.end(),
      [&](const FieldRequirement& requirement) { return requirement.matches(node_name); });
}

Result<NodeSelector> NodeSelector::make(const std::vector<NodeSelectorTermSpec>& terms) {
  Result<std::vector<NodeSelectorTerm>> made =
      make_each<NodeSelectorTerm>("nodeSelectorTerms", terms);
  if (!made.ok()) return std::move(made).error();
  NodeSelector selector;
  selector.terms_ = *std::move(made);
  return selector;
}

NodeSelector NodeSelector::make_lenient(const std::vector<NodeSelectorTermSpec>& terms) {
  NodeSelector selector;
  for (const NodeSelectorTermSpec& spec : terms) {
    Result<NodeSelectorTerm> term = NodeSelectorTerm::make(spec);
    if (term.ok()) selector.terms_.push_back(*std::move(term));
  }
  return selector;
}

Result<LabelSelector> LabelSelector::make(const LabelSelectorSpec& spec) {
  Result<std::vector<LabelRequirement>> labels = make_match_labels(spec.match_labels);
  if (!labels.ok()) return std::move(labels).error();
  Result<std::vector<LabelRequirement>> expressions =
      make_each<LabelRequirement>("matchExpressions", spec.match_expressions);
  if (!expressions.ok()) return std::move(expressions).error();
  for (std::size_t i = 0; i < expressions->size(); ++i) {
    const SelectorOperator op = (*expressions)[i].op();
    if (op == SelectorOperator::kGt || op == SelectorOperator::kLt) {
      return invalid_argument(
          at_index("matchExpressions", i) + ": operator " + std::string(to_string(op)) +
          ": expected In, NotIn, Exists or DoesNotExist, label selectors know no other");
    }
  }
  LabelSelector selector;
  selector.requirements_ = *std::move(labels);
  selector.requirements_.insert(selector.requirements_.end(), expressions->begin(),
                                expressions->end());
  return selector;
}

bool LabelSelector::matches(const Labels& labels) const {
  return std::all_of(
      requirements_.begin(), requirements_.end(),
      [&](const LabelRequirement& requirement) { return requirement.matches(labels); });
}

}  // namespace nodefit
