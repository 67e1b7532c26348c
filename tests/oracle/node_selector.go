package main

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/component-helpers/scheduling/corev1/nodeaffinity"
)

var nodeSelectors = table{
	name: "node_selector",
	about: []string{
		"Node selectors against the labels and the name of a node.",
		"A selector is valid if nodeaffinity.NewNodeSelector gives no error for it; it matches if",
		"NewLazyErrorNodeSelector's Match does, which an invalid term does not keep it from.",
		"A requirement is key|operator|values..., with a @ in front of those in matchFields.",
	},
	columns: []string{"selector", "labels", "node name", "valid|invalid", "match|nomatch"},
	modules: []string{moduleComponentHelpers, moduleAPIMachinery, moduleAPI},
	fill:    fillNodeSelectors,
}

// A requirement is one element of a term's matchExpressions or matchFields.
type requirement struct {
	corev1.NodeSelectorRequirement
	isField bool
}

// A nodeTerm is one term of a node selector.
type nodeTerm []requirement

// expression returns an element of matchExpressions.
func expression(key, operator string, values ...string) requirement {
	return requirement{NodeSelectorRequirement: corev1.NodeSelectorRequirement{
		Key: key, Operator: corev1.NodeSelectorOperator(operator), Values: values,
	}}
}

// field returns an element of matchFields.
func field(key, operator string, values ...string) requirement {
	r := expression(key, operator, values...)
	r.isField = true
	return r
}

func (r requirement) String() string {
	text := formatTuple(append([]string{r.Key, string(r.Operator)}, r.Values...)...)
	return choose(r.isField, "@", "") + text
}

func (t nodeTerm) String() string {
	if len(t) == 0 {
		return "-"
	}
	return formatAll(t, " && ", requirement.String)
}

func addNodeSelector(s *rowSet, terms []nodeTerm, labels map[string]string, nodeName string) {
	var selector corev1.NodeSelector
	for _, requirements := range terms {
		var term corev1.NodeSelectorTerm
		for _, r := range requirements {
			if r.isField {
				term.MatchFields = append(term.MatchFields, r.NodeSelectorRequirement)
			} else {
				term.MatchExpressions = append(term.MatchExpressions, r.NodeSelectorRequirement)
			}
		}
		selector.NodeSelectorTerms = append(selector.NodeSelectorTerms, term)
	}
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: nodeName, Labels: labels}}

	_, err := nodeaffinity.NewNodeSelector(&selector)
	// The error of Match repeats the one of NewNodeSelector, unless it matches.
	match, _ := nodeaffinity.NewLazyErrorNodeSelector(&selector).Match(node)
	s.add(formatAll(terms, " || ", nodeTerm.String), formatMap(labels), nodeName,
		choose(err == nil, "valid", "invalid"), choose(match, "match", "nomatch"))
}

var nodeOperators = []string{"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"}

var unknownOperators = []string{"", "Equals", "=", "in", "IN", "notin", "exists", "!", "Gte", ">", "In "}

// oddNumbers holds numbers and near-numbers for Gt and Lt.
var oddNumbers = []string{
	"5", "4", "6", "0", "-0", "+5", "-5", "--5", "+-5", "007", "05", "1_000", "5_0", "0x5", "0x10", "0b11", "0o7", "1e3", "5.0", "5.", ".5", "5,0", " 5", "5 ", "5\n", "", "+", "-", "a", "5a", "٥", "５",
	"9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "99999999999999999999999999", "0000000000000000000000000000005", "000000000000000000000000000000000000000000000000000000000000005", "0000000000000000000000000000000000000000000000000000000000000005", "inf", "NaN",
}

// oddKeys holds label keys, most of them invalid.
var oddKeys = []string{
	"", "a", "A", "0", "a.b", "a_b", "a-b", "kubernetes.io/hostname", "node-role.kubernetes.io/control-plane", "a.b/C_d.E-f", "a/b", "a/0", "0/a", "0.0/a",
	"-a", "a-", "_a", "a_", ".a", "a.", "a..b", "a b", " a", "a ", "a\n", "\na", "a\x00", "é", "a:b", "a,b", "a=b", "a|b", "a&b", "a%b", "!a", "@a", "*", "$a", "a+b",
	"/", "/a", "a/", "a/b/c", "a//b", "//", "A/b", "a.B/c", "a_b/c", "-a/b", "a-/b", ".a/b", "a./b", "a..b/c", "a.-b/c", "a b/c", "é/a", "a/é", "a/-b", "a/b-", "a/ b",
	strings.Repeat("k", 63), strings.Repeat("k", 64), "a/" + strings.Repeat("k", 63), "a/" + strings.Repeat("k", 64),
	strings.Repeat("a", 63) + ".x/k", strings.Repeat("a", 64) + ".x/k", strings.Repeat("a", 253) + "/k", strings.Repeat("a", 254) + "/k", strings.Repeat("a.", 126) + "b/k", strings.Repeat("a.", 126) + "bc/k",
}

// oddValues holds label values, most of them invalid.
var oddValues = []string{
	"", "a", "A", "0", "a.b", "a_b", "a-b", "a--b", "a..b", "1.2.3-x_y", strings.Repeat("v", 63), strings.Repeat("v", 64),
	"-", "-a", "a-", "_", "_a", "a_", ".", ".a", "a.", "a b", " ", " a", "a ", "a\n", "\n", "\t", "a\x00b", "é", "\xff", "a/b", "a:b", "a,b", "a=b", "a|b", "a&b", "a%b", "a+b", "true", "null", "@a", "🐳",
}

func fillNodeSelectors(s *rowSet) {
	type labels = map[string]string
	one := func(requirements ...requirement) []nodeTerm { return []nodeTerm{requirements} }

	// No terms, empty terms, and empty terms beside others.
	match, other := expression("a", "In", "1"), expression("a", "In", "2")
	invalid := expression("a", "Gt", "x")
	for _, set := range []labels{{"a": "1"}, {"a": "2"}, nil} {
		for _, terms := range [][]nodeTerm{
			nil, {{}}, {{}, {}}, {{}, {match}}, {{match}, {}}, {{}, {other}}, {{other}, {}, {match}}, {{match}, {other}}, {{other}, {match}}, {{other}, {other}},
			{{match, other}}, {{match, match}}, {{match}, {invalid}}, {{invalid}, {match}}, {{invalid}}, {{invalid}, {}}, {{invalid, match}}, {{match, invalid}}, {{invalid}, {invalid}}, {{invalid}, {other}}, {{match, invalid}, {match}}, {{match}, {match, invalid}},
		} {
			addNodeSelector(s, terms, set, "n1")
		}
	}

	// Every operator with every number of values.
	for _, operator := range append(nodeOperators, unknownOperators...) {
		for _, values := range [][]string{nil, {""}, {"a"}, {"b"}, {"a", "b"}, {"b", "a"}, {"a", "a"}, {"5"}, {"4", "6"}, {"a", ""}} {
			for _, set := range []labels{nil, {"k": ""}, {"k": "a"}, {"k": "5"}, {"K": "a"}} {
				if strings.ContainsAny(operator, "=!> ") && len(set) > 0 && set["k"] != "a" {
					continue // one of them is as unknown as the others
				}
				addNodeSelector(s, one(expression("k", operator, values...)), set, "n1")
			}
		}
	}

	// Numbers, in the requirement and on the node.
	for _, number := range oddNumbers {
		for _, operator := range []string{"Gt", "Lt"} {
			addNodeSelector(s, one(expression("k", operator, number)), labels{"k": "5"}, "n1")
			addNodeSelector(s, one(expression("k", operator, "5")), labels{"k": number}, "n1")
			addNodeSelector(s, one(expression("k", operator, number)), labels{"k": number}, "n1")
		}
		addNodeSelector(s, one(expression("k", "Gt", "0")), labels{"k": number}, "n1")
		addNodeSelector(s, one(expression("k", "Gt", number)), nil, "n1")
		addNodeSelector(s, one(expression("k", "In", number)), labels{"k": number}, "n1")
	}

	// Keys and values.
	for _, key := range oddKeys {
		addNodeSelector(s, one(expression(key, "Exists")), labels{key: "a"}, "n1")
		addNodeSelector(s, one(expression(key, "NotIn", "b")), labels{"x": "a"}, "n1")
	}
	for _, value := range oddValues {
		addNodeSelector(s, one(expression("k", "In", value)), labels{"k": value}, "n1")
		addNodeSelector(s, one(expression("k", "NotIn", value)), labels{"k": "a"}, "n1")
		addNodeSelector(s, one(expression("k", "In", "a", value)), labels{"k": "a"}, "n1")
		addNodeSelector(s, one(expression("k", "Exists")), labels{"k": value}, "n1")
		addNodeSelector(s, one(expression("k", "Exists", value)), labels{"k": "a"}, "n1")
	}

	// Fields.
	for _, name := range []string{"n1", "n2", ""} {
		for _, values := range [][]string{nil, {""}, {"n1"}, {"n1", "n2"}, {"n1", "n1"}, {"N1"}, {"not a label value!"}} {
			for _, operator := range append(nodeOperators, "", "Equals", "in") {
				addNodeSelector(s, one(field("metadata.name", operator, values...)), labels{"a": "1"}, name)
			}
		}
		for _, key := range []string{"metadata.namespace", "metadata.labels", "spec.unschedulable", "Metadata.Name", "name", "a", "", "a/b/c", "-"} {
			for _, value := range []string{"n1", "", "1"} {
				addNodeSelector(s, one(field(key, "In", value)), labels{"a": "1"}, name)
				addNodeSelector(s, one(field(key, "NotIn", value)), labels{"a": "1"}, name)
			}
		}
		isN1, isN2, notN1 := field("metadata.name", "In", "n1"), field("metadata.name", "In", "n2"), field("metadata.name", "NotIn", "n1")
		for _, terms := range [][]nodeTerm{
			{{isN1, match}}, {{match, isN1}}, {{isN1, other}}, {{isN2, match}}, {{isN1, isN2}}, {{isN1}, {isN2}}, {{isN1, notN1}}, {{isN2}, {match}}, {{other}, {isN1}}, {{}, {isN1}},
			{{isN1, invalid}}, {{isN1}, {invalid}}, {{invalid}, {isN1}}, {{field("metadata.name", "Exists")}, {isN1}}, {{field("metadata.name", "Exists"), match}}, {{match}, {field("metadata.name", "In")}}, {{notN1, field("metadata.name", "NotIn", "n2")}},
		} {
			addNodeSelector(s, terms, labels{"a": "1"}, name)
		}
	}

	keys := []string{"a", "b", "c", "x.y/z"}
	values := []string{"1", "2", "3", "10", "x", ""}
	s.addRandom(500, func() {
		terms := make([]nodeTerm, s.between(1, 3))
		for i := range terms {
			for range s.between(pick(s, []int{0, 1, 1, 1}), 3) {
				terms[i] = append(terms[i], randomRequirement(s, keys, values))
			}
		}
		addNodeSelector(s, terms, randomLabels(s, keys, values), pick(s, []string{"n1", "n1", "n2", "n3", ""}))
	})
}

// randomRequirement returns a requirement that is mostly valid.
func randomRequirement(s *rowSet, keys, values []string) requirement {
	if s.oneIn(6) {
		r := field("metadata.name", pick(s, []string{"In", "In", "NotIn"}), pick(s, []string{"n1", "n2", "n3"}))
		if s.oneIn(8) {
			r.Values = append(r.Values, "n4")
		}
		return r
	}
	r := expression(pick(s, keys), pick(s, nodeOperators))
	switch r.Operator {
	case corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn:
		for range s.between(1, 4) {
			r.Values = append(r.Values, pick(s, values))
		}
	case corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt:
		r.Values = []string{pick(s, []string{"0", "1", "2", "3", "9", "10"})}
	}
	if s.oneIn(6) {
		switch s.IntN(4) {
		case 0:
			r.Key = pick(s, oddKeys)
		case 1:
			r.Operator = corev1.NodeSelectorOperator(pick(s, unknownOperators))
		case 2:
			r.Values = append(r.Values, pick(s, oddValues))
		case 3:
			r.Values = nil
		}
	}
	return r
}

// randomLabels returns labels for some of keys.
func randomLabels(s *rowSet, keys, values []string) map[string]string {
	labels := map[string]string{}
	for _, key := range keys {
		if !s.oneIn(4) {
			labels[key] = pick(s, values)
		}
	}
	return labels
}
