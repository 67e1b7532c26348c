package main

import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

var labelSelectors = table{
	name: "label_selector",
	about: []string{
		"Label selectors, as metav1.LabelSelectorAsSelector reads them, against labels. An invalid selector",
		"matches nothing.",
		"A requirement is key|operator|values...; an entry of matchLabels is key|=|value; - is the nil selector.",
	},
	columns: []string{"selector", "labels", "valid|invalid", "match|nomatch"},
	modules: []string{moduleAPIMachinery},
	fill:    fillLabelSelectors,
}

func addLabelSelector(s *rowSet, selector *metav1.LabelSelector, set map[string]string) {
	parsed, err := metav1.LabelSelectorAsSelector(selector)
	match := err == nil && parsed.Matches(labels.Set(set))
	s.add(formatLabelSelector(selector), formatMap(set), choose(err == nil, "valid", "invalid"), choose(match, "match", "nomatch"))
}

func formatLabelSelector(selector *metav1.LabelSelector) string {
	if selector == nil {
		return "-"
	}
	var requirements []string
	for _, key := range slices.Sorted(maps.Keys(selector.MatchLabels)) {
		// Not a tuple: an operator "=" in matchExpressions is percent-encoded.
		requirements = append(requirements, atom(key)+"|=|"+atom(selector.MatchLabels[key]))
	}
	for _, r := range selector.MatchExpressions {
		requirements = append(requirements, formatTuple(append([]string{r.Key, string(r.Operator)}, r.Values...)...))
	}
	return formatAll(requirements, " && ", func(text string) string { return text })
}

func fillLabelSelectors(s *rowSet) {
	type set = map[string]string
	selector := func(matchLabels set, requirements ...metav1.LabelSelectorRequirement) *metav1.LabelSelector {
		return &metav1.LabelSelector{MatchLabels: matchLabels, MatchExpressions: requirements}
	}
	requirement := func(key, operator string, values ...string) metav1.LabelSelectorRequirement {
		return metav1.LabelSelectorRequirement{Key: key, Operator: metav1.LabelSelectorOperator(operator), Values: values}
	}

	in, notIn := requirement("a", "In", "1"), requirement("a", "NotIn", "1")
	exists, doesNotExist := requirement("b", "Exists"), requirement("b", "DoesNotExist")
	invalid := requirement("a", "Gt", "0")
	for _, labels := range []set{nil, {"a": "1"}, {"a": "2"}, {"a": "1", "b": "1"}, {"b": ""}, {"a": ""}, {"A": "1"}} {
		for _, selector := range []*metav1.LabelSelector{
			nil, selector(nil), selector(set{"a": "1"}), selector(set{"a": ""}), selector(set{"a": "1", "b": "1"}), selector(set{"": "1"}), selector(set{"a": "not valid"}),
			selector(nil, in), selector(nil, notIn), selector(nil, exists), selector(nil, doesNotExist), selector(nil, in, notIn), selector(nil, in, exists), selector(nil, in, in), selector(nil, exists, doesNotExist),
			selector(set{"a": "1"}, in), selector(set{"a": "1"}, notIn), selector(set{"a": "1"}, exists), selector(set{"a": "1"}, doesNotExist), selector(set{"a": "2"}, in),
			selector(nil, invalid), selector(nil, in, invalid), selector(nil, invalid, in), selector(set{"a": "1"}, invalid), selector(set{"-": "1"}, in),
		} {
			addLabelSelector(s, selector, labels)
		}
	}

	for _, operator := range append([]string{"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"}, unknownOperators...) {
		for _, values := range [][]string{nil, {""}, {"a"}, {"a", "b"}, {"5"}} {
			for _, labels := range []set{nil, {"k": "a"}, {"k": ""}} {
				addLabelSelector(s, selector(nil, requirement("k", operator, values...)), labels)
			}
		}
	}

	for _, key := range oddKeys {
		addLabelSelector(s, selector(set{key: "a"}), set{key: "a"})
		addLabelSelector(s, selector(nil, requirement(key, "Exists")), set{key: "a"})
		addLabelSelector(s, selector(nil, requirement(key, "DoesNotExist")), set{"x": "a"})
	}
	for _, value := range oddValues {
		addLabelSelector(s, selector(set{"k": value}), set{"k": value})
		addLabelSelector(s, selector(nil, requirement("k", "In", value)), set{"k": value})
		addLabelSelector(s, selector(nil, requirement("k", "NotIn", "b", value)), set{"k": "a"})
		addLabelSelector(s, selector(nil, requirement("k", "Exists", value)), set{"k": "a"})
	}

	keys := []string{"a", "b", "c", "x.y/z"}
	values := []string{"1", "2", ""}
	s.addRandom(400, func() {
		var matchLabels set
		if s.oneIn(2) {
			matchLabels = set{pick(s, keys): pick(s, values)}
		}
		var requirements []metav1.LabelSelectorRequirement
		for range s.IntN(3) {
			r := requirement(pick(s, keys), pick(s, []string{"In", "In", "NotIn", "Exists", "DoesNotExist"}))
			if r.Operator == metav1.LabelSelectorOpIn || r.Operator == metav1.LabelSelectorOpNotIn {
				for range s.between(1, 3) {
					r.Values = append(r.Values, pick(s, values))
				}
			}
			if s.oneIn(5) {
				switch s.IntN(4) {
				case 0:
					r.Key = pick(s, oddKeys)
				case 1:
					r.Operator = metav1.LabelSelectorOperator(pick(s, unknownOperators))
				case 2:
					r.Values = append(r.Values, pick(s, oddValues))
				case 3:
					r.Values = nil
				}
			}
			requirements = append(requirements, r)
		}
		addLabelSelector(s, selector(matchLabels, requirements...), randomLabels(s, keys, values))
	})
}
