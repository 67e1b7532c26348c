package main

import (
	"fmt"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	resourcehelper "k8s.io/component-helpers/resource"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
)

var podRequests = table{
	name: "pod_requests",
	about: []string{
		"The resource requests of pods, in nanos: the exact quantity * 10^9.",
		"requests is PodRequests(pod, PodResourcesOptions{}) after the defaulting of the API server",
		"(SetObjectDefaults_Pod, feature gates at their defaults); raw is the same without defaulting.",
		"An item of a pod is: kind requests limits. The kinds are C for a container, I for an init container,",
		"S for a sidecar (an init container with restartPolicy Always), O for the overhead, P for spec.resources.",
	},
	columns: []string{"pod", "requests", "raw"},
	modules: []string{moduleComponentHelpers, moduleKubernetes, moduleAPIMachinery, moduleAPI},
	fill:    fillPodRequests,
}

// newPod makes a pod from its description in the first column of the table.
func newPod(description string) *v1.Pod {
	pod := &v1.Pod{}
	for i, item := range strings.Split(description, " ; ") {
		fields := strings.Split(item, " ")
		if len(fields) != 3 {
			panic(fmt.Sprintf("%q is not kind, requests and limits", item))
		}
		requests, limits := parseResources(fields[1]), parseResources(fields[2])
		container := v1.Container{
			Name:      fmt.Sprintf("c%d", i),
			Resources: v1.ResourceRequirements{Requests: requests, Limits: limits},
		}
		switch fields[0] {
		case "C":
			pod.Spec.Containers = append(pod.Spec.Containers, container)
		case "S":
			always := v1.ContainerRestartPolicyAlways
			container.RestartPolicy = &always
			fallthrough
		case "I":
			pod.Spec.InitContainers = append(pod.Spec.InitContainers, container)
		case "O":
			pod.Spec.Overhead = requests
		case "P":
			pod.Spec.Resources = &container.Resources
		default:
			panic(fmt.Sprintf("%q is of no known kind", item))
		}
	}
	return pod
}

// parseResources parses name=quantity pairs; "-" stands for none.
func parseResources(text string) v1.ResourceList {
	if text == "-" {
		return nil
	}
	list := v1.ResourceList{}
	for _, pair := range strings.Split(text, ",") {
		name, quantity, ok := strings.Cut(pair, "=")
		if !ok || atom(name) != name || atom(quantity) != quantity {
			panic(fmt.Sprintf("%q is not name=quantity", pair))
		}
		list[v1.ResourceName(name)] = resource.MustParse(quantity)
	}
	return list
}

func formatResources(list v1.ResourceList) string {
	amounts := make(map[string]string, len(list))
	for name, quantity := range list {
		amounts[string(name)] = nanos(quantity)
	}
	return formatMap(amounts)
}

func addPod(s *rowSet, description string) {
	options := resourcehelper.PodResourcesOptions{}
	raw := formatResources(resourcehelper.PodRequests(newPod(description), options))
	pod := newPod(description)
	corev1.SetObjectDefaults_Pod(pod)
	s.add(description, formatResources(resourcehelper.PodRequests(pod, options)), raw)
}

func fillPodRequests(s *rowSet) {
	for _, description := range []string{
		// Containers.
		"C - -", "C cpu=1 -", "C - cpu=1", "C cpu=1 cpu=2", "C cpu=100m,memory=1Gi cpu=1,memory=2Gi", "C cpu=1 memory=1Gi", "C cpu=0 cpu=1", "C cpu=1 cpu=0", "C - cpu=0", "C cpu=0 -", "C cpu=2 cpu=1",
		"C cpu=1 - ; C cpu=2 -", "C cpu=1 - ; C memory=1Gi -", "C cpu=1 - ; C - cpu=2", "C - - ; C - -", "C - - ; C cpu=0 -", "C cpu=500m - ; C cpu=0.5 - ; C cpu=5e-1 -", "C memory=1Gi - ; C memory=1G -",
		"C nvidia.com/gpu=1 nvidia.com/gpu=1", "C - nvidia.com/gpu=1", "C nvidia.com/gpu=1 -", "C nvidia.com/gpu=0 -", "C hugepages-2Mi=4Mi hugepages-2Mi=4Mi", "C - hugepages-2Mi=4Mi", "C ephemeral-storage=1Gi -", "C - ephemeral-storage=1Gi",
		"C cpu=1,memory=1Gi,ephemeral-storage=1Gi,hugepages-2Mi=2Mi,nvidia.com/gpu=1 -", "C cpu=1m -", "C cpu=1000m -", "C cpu=0.001 -", "C memory=128974848 -", "C memory=129e6 -", "C memory=129M -", "C memory=123Mi -",
		"C pods=1 -", "C storage=1Gi -", "C example.com/foo=3 - ; C example.com/foo=4 -", "C cpu=-1 -", "C cpu=-1 - ; C cpu=3 -",
		// Amounts finer than a milli are rounded up by the defaulting.
		"C cpu=100u -", "C cpu=1n -", "C cpu=1500u -", "C - cpu=100u", "C memory=1.5 -", "C memory=0.1m -", "C cpu=1.0001 -", "C cpu=100u - ; C cpu=100u -", "I cpu=100u - ; C cpu=200u -", "C cpu=-100u -", "C memory=0.0000001Ki -", "C cpu=1 - ; O cpu=100u -", "C cpu=100u - ; C cpu=100u - ; P - cpu=1", "C cpu=100u - ; P cpu=1500u -", "C - - ; P - cpu=100u",
		// Init containers.
		"I cpu=1 - ; C cpu=2 -", "I cpu=2 - ; C cpu=1 -", "I cpu=2 - ; C memory=1Gi -", "I cpu=2 - ; I cpu=3 - ; C cpu=1 -", "I - cpu=2 ; C cpu=1 -", "I cpu=0 - ; C - -", "I - - ; C cpu=1 -", "I cpu=3 - ; C cpu=1 - ; C cpu=1 -", "I memory=2Gi - ; I cpu=2 - ; C cpu=1,memory=1Gi -", "I cpu=1 -", "I cpu=-1 - ; C - -", "I cpu=1000m - ; C cpu=1 -",
		// Sidecars.
		"S cpu=1 - ; C cpu=2 -", "S cpu=1 -", "S - cpu=1 ; C cpu=2 -", "S cpu=1 - ; S cpu=2 - ; C cpu=4 -", "S cpu=1 - ; I cpu=5 - ; C cpu=2 -", "I cpu=5 - ; S cpu=1 - ; C cpu=2 -", "S cpu=1 - ; I cpu=1 - ; S cpu=1 - ; C cpu=1 -", "S cpu=1 - ; I cpu=10 - ; S cpu=2 - ; C cpu=4 -", "I cpu=10 - ; S cpu=1 - ; I cpu=8 - ; S cpu=2 - ; I cpu=9 - ; C cpu=4 -", "S cpu=1 - ; I memory=1Gi - ; C memory=512Mi -", "S cpu=0 - ; C - -", "S cpu=3 - ; I - - ; C - -", "S cpu=1 - ; I - - ; S cpu=1 - ; C cpu=0 -", "I cpu=3 - ; S cpu=1 - ; C cpu=1 -",
		// Overhead.
		"C cpu=1 - ; O cpu=250m -", "C - - ; O cpu=250m,memory=120Mi -", "C - - ; O cpu=0 -", "C memory=1Gi - ; O cpu=1 -", "C - cpu=1 ; O cpu=1 -", "I cpu=5 - ; C cpu=1 - ; O cpu=1 -", "S cpu=1 - ; C cpu=1 - ; O cpu=1 -", "O cpu=1 - ; C cpu=1 -", "C cpu=1 - ; O - -",
		// Resources of the pod.
		"C - - ; P - -", "C cpu=1 - ; P - -", "C - - ; P cpu=2 -", "C - - ; P - cpu=2", "C - - ; P cpu=1 cpu=2", "C cpu=1 - ; P cpu=2 -", "C cpu=1 - ; P - cpu=2", "C cpu=1 - ; P cpu=2 cpu=4", "C cpu=3 - ; P cpu=2 -", "C cpu=3 - ; P - cpu=2", "C - cpu=1 ; P - cpu=2", "C - cpu=1 ; P cpu=2 -", "C cpu=0 - ; P - cpu=2", "C cpu=1 - ; P cpu=0 -", "C cpu=1 - ; P - cpu=0", "C - - ; P cpu=0 cpu=0",
		"C cpu=1 - ; P memory=1Gi -", "C cpu=1 - ; P - memory=1Gi", "C cpu=1,memory=1Gi - ; P - memory=2Gi", "C cpu=1,memory=1Gi - ; P cpu=2 memory=2Gi", "C cpu=1,memory=1Gi - ; P memory=3Gi cpu=2", "C memory=1Gi - ; P cpu=2 cpu=4,memory=4Gi", "C - memory=1Gi ; P - cpu=2", "C cpu=1 - ; C cpu=1 - ; P - cpu=4", "C cpu=1 - ; C memory=1Gi - ; P - cpu=4,memory=4Gi",
		"C cpu=1 - ; P cpu=2 - ; O cpu=1 -", "C cpu=1 - ; P - cpu=2 ; O cpu=1 -", "C - - ; P - cpu=2 ; O memory=1Mi -", "I cpu=5 - ; C cpu=1 - ; P - cpu=6", "I cpu=5 - ; C cpu=1 - ; P cpu=3 -", "S cpu=1 - ; C cpu=1 - ; P - cpu=6", "S cpu=1 - ; I cpu=4 - ; C cpu=1 - ; P - cpu=6", "I - cpu=5 ; C - cpu=1 ; P - cpu=6", "P cpu=1 -", "P - cpu=1", "P - -",
		// Resources that a pod as a whole cannot have.
		"C - - ; P nvidia.com/gpu=1 -", "C - - ; P - nvidia.com/gpu=1", "C nvidia.com/gpu=1 - ; P nvidia.com/gpu=2 -", "C nvidia.com/gpu=1 - ; P cpu=1,nvidia.com/gpu=2 -", "C nvidia.com/gpu=1 - ; P - cpu=2", "C - ephemeral-storage=1Gi ; P - cpu=2", "C ephemeral-storage=1Gi - ; P ephemeral-storage=2Gi -", "C ephemeral-storage=1Gi - ; P cpu=1,ephemeral-storage=2Gi -", "C cpu=1 - ; P - ephemeral-storage=2Gi", "C cpu=1 - ; P - nvidia.com/gpu=1", "C - cpu=1 ; P - cpu=2,nvidia.com/gpu=1", "C memory=1Gi - ; P - ephemeral-storage=2Gi,cpu=1",
		// Huge pages of the pod.
		"C hugepages-2Mi=4Mi hugepages-2Mi=4Mi ; P cpu=1 -", "C hugepages-2Mi=4Mi hugepages-2Mi=4Mi ; P - cpu=1", "C - hugepages-2Mi=4Mi ; P cpu=1 cpu=1", "C - hugepages-2Mi=4Mi ; P - -", "C hugepages-2Mi=4Mi - ; P - cpu=1", "C hugepages-2Mi=4Mi - ; P cpu=1 -", "C - - ; P - hugepages-2Mi=4Mi", "C - - ; P hugepages-2Mi=4Mi -", "C - - ; P hugepages-2Mi=4Mi hugepages-2Mi=4Mi", "C hugepages-2Mi=2Mi hugepages-2Mi=2Mi ; P - hugepages-2Mi=8Mi", "C hugepages-2Mi=2Mi hugepages-2Mi=2Mi ; P hugepages-2Mi=8Mi -", "C hugepages-2Mi=2Mi hugepages-2Mi=2Mi ; P hugepages-2Mi=8Mi hugepages-2Mi=8Mi", "C - hugepages-2Mi=2Mi ; C - hugepages-2Mi=6Mi ; P memory=1Gi -", "I - hugepages-2Mi=8Mi ; C - hugepages-2Mi=2Mi ; P memory=1Gi -", "S - hugepages-2Mi=8Mi ; C - hugepages-2Mi=2Mi ; P - memory=1Gi", "C - hugepages-2Mi=2Mi,hugepages-1Gi=1Gi ; P - hugepages-2Mi=4Mi", "C - hugepages-1Gi=1Gi ; P cpu=1 hugepages-2Mi=4Mi", "C - hugepages-2Mi=0 ; P cpu=1 -", "C hugepages-2Mi=1Mi hugepages-2Mi=2Mi ; P cpu=1 -", "C - hugepages-2Mi=2Mi ; P nvidia.com/gpu=1 -", "C - hugepages-2Mi=2Mi,cpu=1 ; P cpu=1 - ; O hugepages-2Mi=2Mi -", "C - - ; P hugepages-=1 -", "C hugepages-=1 hugepages-=2 ; P - cpu=1",
	} {
		addPod(s, description)
	}
	s.addRandom(450, func() { addPod(s, randomPod(s)) })
}

// randomPod returns the description of a pod.
func randomPod(s *rowSet) string {
	items := []string{}
	for range s.between(1, 3) {
		items = append(items, "C "+randomResources(s)+" "+randomResources(s))
	}
	for range s.IntN(4) {
		at := s.IntN(len(items) + 1)
		items = slices.Insert(items, at, pick(s, []string{"I ", "I ", "S "})+randomResources(s)+" "+randomResources(s))
	}
	if s.oneIn(2) {
		items = append(items, "P "+randomResources(s)+" "+randomResources(s))
	}
	if s.oneIn(3) {
		items = append(items, "O "+randomResources(s)+" -")
	}
	return strings.Join(items, " ; ")
}

// randomResources returns the description of a list of resources.
func randomResources(s *rowSet) string {
	var pairs []string
	for _, r := range []struct {
		name    string
		amounts []string
	}{
		{"cpu", []string{"0", "1", "2", "100m", "250m", "1500m", "0.5", "1e0", "1500u", "3"}},
		{"memory", []string{"0", "128Mi", "1Gi", "1536Mi", "1G", "1000000", "1e9", "64Mi", "0.5Gi"}},
		{"ephemeral-storage", []string{"0", "1Gi", "10Gi", "500M"}},
		{"hugepages-2Mi", []string{"0", "2Mi", "4Mi", "8Mi", "64Mi"}},
		{"nvidia.com/gpu", []string{"0", "1", "2", "8"}},
	} {
		if s.oneIn(choose(r.name == "cpu" || r.name == "memory", 2, 5)) {
			pairs = append(pairs, r.name+"="+pick(s, r.amounts))
		}
	}
	if len(pairs) == 0 {
		return "-"
	}
	return strings.Join(pairs, ",")
}
