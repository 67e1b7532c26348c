package main

import (
	"slices"
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/component-helpers/scheduling/corev1"
)

var tolerations = table{
	name: "tolerations",
	about: []string{
		"Tolerations against the taints of a node.",
		"untolerated is the index of the first taint that keeps the pod off the node, according to",
		"FindMatchingUntoleratedTaint with the filter of the scheduler's TaintToleration plugin, or none.",
		"single tells whether the first toleration tolerates the first taint (ToleratesTaint), or is - if there is none.",
		"A toleration is key|operator|value|effect|seconds, a taint is key|value|effect.",
	},
	columns: []string{"tolerations", "taints", "untolerated", "single"},
	modules: []string{moduleComponentHelpers, moduleAPI},
	fill:    fillTolerations,
}

func addTolerations(s *rowSet, tolerations []v1.Toleration, taints []v1.Taint) {
	untolerated := "none"
	if taint, found := corev1.FindMatchingUntoleratedTaint(taints, tolerations, keepsPodsOff); found {
		// Equal taints are tolerated alike, so the first one is the one found.
		untolerated = strconv.Itoa(slices.Index(taints, taint))
	}
	single := "-"
	if len(tolerations) > 0 && len(taints) > 0 {
		single = strconv.FormatBool(tolerations[0].ToleratesTaint(&taints[0]))
	}
	s.add(formatAll(tolerations, " && ", formatToleration), formatAll(taints, " && ", formatTaint), untolerated, single)
}

// keepsPodsOff is what DoNotScheduleTaintsFilterFunc of
// k8s.io/kubernetes/pkg/scheduler/framework/plugins/helper returns; importing
// it would bring the whole scheduler in.
func keepsPodsOff(taint *v1.Taint) bool {
	return taint.Effect == v1.TaintEffectNoSchedule || taint.Effect == v1.TaintEffectNoExecute
}

func formatToleration(t v1.Toleration) string {
	seconds := ""
	if t.TolerationSeconds != nil {
		seconds = strconv.FormatInt(*t.TolerationSeconds, 10)
	}
	return formatTuple(t.Key, string(t.Operator), t.Value, string(t.Effect), seconds)
}

func formatTaint(t v1.Taint) string {
	return formatTuple(t.Key, t.Value, string(t.Effect))
}

func toleration(key, operator, value, effect string) v1.Toleration {
	return v1.Toleration{Key: key, Operator: v1.TolerationOperator(operator), Value: value, Effect: v1.TaintEffect(effect)}
}

func taint(key, value, effect string) v1.Taint {
	return v1.Taint{Key: key, Value: value, Effect: v1.TaintEffect(effect)}
}

func fillTolerations(s *rowSet) {
	addTolerations(s, nil, nil)

	// Every operator and effect against every effect of a taint.
	operators := []string{"", "Equal", "Exists", "equal", "exists", "In", "Gt", "Lt", "NotEqual"}
	effects := []string{"NoSchedule", "PreferNoSchedule", "NoExecute", "", "noschedule", "Unknown"}
	for _, taintEffect := range effects {
		addTolerations(s, nil, []v1.Taint{taint("k", "v", taintEffect)})
		addTolerations(s, []v1.Toleration{toleration("k", "Equal", "v", taintEffect)}, nil)
		for _, effect := range effects {
			for _, operator := range operators {
				addTolerations(s, []v1.Toleration{toleration("k", operator, "v", effect)}, []v1.Taint{taint("k", "v", taintEffect)})
			}
		}
	}

	// Every combination of keys and values.
	for _, key := range []string{"k", "", "other", "K"} {
		for _, operator := range []string{"", "Equal", "Exists", "In"} {
			for _, value := range []string{"v", "", "other", "V"} {
				for _, t := range []v1.Taint{taint("k", "v", "NoSchedule"), taint("k", "", "NoExecute"), taint("", "v", "NoSchedule"), taint("", "", "NoSchedule")} {
					addTolerations(s, []v1.Toleration{toleration(key, operator, value, "")}, []v1.Taint{t})
				}
			}
		}
	}

	// Seconds change nothing.
	for _, seconds := range []int64{0, 1, 300, -1, 9223372036854775807, -9223372036854775808} {
		for _, effect := range []string{"NoExecute", "NoSchedule", ""} {
			t := toleration("k", "Exists", "", effect)
			t.TolerationSeconds = &seconds
			addTolerations(s, []v1.Toleration{t}, []v1.Taint{taint("k", "v", "NoExecute")})
			addTolerations(s, []v1.Toleration{t}, []v1.Taint{taint("k", "v", "NoSchedule")})
		}
	}

	// Several of each.
	a, b := toleration("a", "Exists", "", ""), toleration("b", "Equal", "1", "NoSchedule")
	all := toleration("", "Exists", "", "")
	taintA, taintB := taint("a", "1", "NoSchedule"), taint("b", "1", "NoSchedule")
	prefer, execute := taint("c", "1", "PreferNoSchedule"), taint("d", "1", "NoExecute")
	for _, tolerations := range [][]v1.Toleration{nil, {a}, {b}, {a, b}, {b, a}, {all}, {a, all}, {a, a}, {toleration("d", "Exists", "", "NoExecute"), a}} {
		for _, taints := range [][]v1.Taint{
			{taintA, taintB}, {taintB, taintA}, {prefer, taintA}, {prefer, taintB, taintA}, {taintA, taintA}, {prefer}, {prefer, prefer, execute}, {execute, taintA, taintB}, {taintA, execute}, {taintB, taintB, taintB},
		} {
			addTolerations(s, tolerations, taints)
		}
	}

	// Keys and values are compared, not validated.
	for _, text := range append([]string{"node.kubernetes.io/not-ready", "a/b/c"}, oddValues...) {
		addTolerations(s, []v1.Toleration{toleration(text, "Equal", text, "")}, []v1.Taint{taint(text, text, "NoSchedule")})
		addTolerations(s, []v1.Toleration{toleration("k", "Exists", text, "")}, []v1.Taint{taint("k", "v", "NoSchedule")})
	}

	keys, values := []string{"a", "b", ""}, []string{"1", "2", ""}
	s.addRandom(500, func() {
		tolerations := make([]v1.Toleration, s.IntN(4))
		for i := range tolerations {
			tolerations[i] = toleration(pick(s, keys),
				pick(s, []string{"", "Equal", "Equal", "Exists", "Exists", "Exists", "In"}),
				pick(s, values),
				pick(s, []string{"", "", "NoSchedule", "NoExecute", "PreferNoSchedule", "Unknown"}))
			if s.oneIn(4) {
				seconds := int64(s.between(-2, 300))
				tolerations[i].TolerationSeconds = &seconds
			}
		}
		taints := make([]v1.Taint, s.between(1, 4))
		for i := range taints {
			taints[i] = taint(pick(s, keys), pick(s, values), pick(s, []string{"NoSchedule", "NoSchedule", "NoExecute", "NoExecute", "PreferNoSchedule", "", "Unknown"}))
		}
		addTolerations(s, tolerations, taints)
	})
}
