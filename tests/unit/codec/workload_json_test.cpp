#include "codec/workload_json.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "codec/json_document.h"

namespace nodefit::tests {

namespace {

Result<Workload> read(const std::string& text) {
  JsonDocument document;
  if (Result<void> parsed = document.parse(text); !parsed.ok()) return std::move(parsed).error();
  return read_workload(document.root());
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// A Pod with one container and these other members of its spec.
std::string pod_with(const std::string& spec) {
  return R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {
      "containers": [{"name": "c", "image": "i"}])" +
         (spec.empty() ? "" : ", " + spec) + "}}";
}

std::string tf_job_with(const std::string& spec) {
  return R"({"apiVersion": "kubeflow.org/v1", "kind": "TFJob", "metadata": {"name": "j"}, "spec": {)" +
         spec + "}}";
}

// A TFJob whose Worker is this.
std::string worker(const std::string& replica_spec) {
  return tf_job_with(R"("tfReplicaSpecs": {"Worker": )" + replica_spec + "}");
}

PodTemplate pod_of(const std::string& text) { return read(text).value().roles.at(0).pod; }

}  // namespace

TEST_CASE("a Pod is read as far as a decision looks") {
  const Workload workload = read(R"({
    "apiVersion": "v1", "kind": "Pod",
    "metadata": {
      "namespace": "team", "name": "train", "labels": {"app": "tf"}, "annotations": {"note": "x"},
      "ownerReferences": [{"kind": "Other", "name": "o"},
                          {"apiVersion": "kubeflow.org/v1", "kind": "TFJob", "name": "job", "controller": true}]},
    "spec": {
      "initContainers": [{"name": "fetch", "image": "busybox", "restartPolicy": "Always"}],
      "containers": [{
        "name": "tensorflow", "image": "tensorflow/tensorflow:2.15.0", "imagePullPolicy": "Never",
        "env": [{"name": "A", "value": "1"}, {"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
                {"value": "nameless"}],
        "envFrom": [{"configMapRef": {"name": "c"}}],
        "resources": {"requests": {"cpu": "500m"}, "limits": {"nvidia.com/gpu": 1}, "claims": [{"name": "gpu"}]}}],
      "nodeName": "n1", "runtimeClassName": "nvidia", "nodeSelector": {"zone": "a"},
      "affinity": {
        "nodeAffinity": {
          "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
            {"matchExpressions": [{"key": "gpu", "operator": "In", "values": ["a100", "h100"]}],
             "matchFields": [{"key": "metadata.name", "operator": "NotIn", "values": ["n2"]}]},
            {}]}},
        "podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [{"topologyKey": "zone"}]}},
      "tolerations": [{"key": "gpu", "operator": "Equal", "value": "yes", "effect": "NoExecute",
                       "tolerationSeconds": 60}, {"operator": "Exists"}],
      "imagePullSecrets": [{"name": "s"}, {}],
      "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "c"}}],
      "topologySpreadConstraints": [{"topologyKey": "topology.kubernetes.io/zone",
                                     "whenUnsatisfiable": "DoNotSchedule"}],
      "resourceClaims": [{"name": "gpu"}],
      "resources": {"limits": {"cpu": "4"}}, "overhead": {"memory": "10Mi"}}})")
                                .value();
  CHECK(workload.kind == Workload::Kind::kPod);
  CHECK(workload.name_space == "team");
  CHECK(workload.name == "train");
  CHECK(workload.labels == Labels{{"app", "tf"}});
  CHECK(workload.annotations == Labels{{"note", "x"}});
  CHECK(workload.controller.value().api_version == "kubeflow.org/v1");
  CHECK(workload.controller->kind == "TFJob");
  CHECK(workload.controller->name == "job");
  REQUIRE(workload.roles.size() == 1);
  CHECK(workload.roles[0].kind == RoleKind::kPod);
  CHECK(workload.roles[0].key.empty());
  CHECK(workload.roles[0].replicas == 1);

  const PodTemplate& pod = workload.roles[0].pod;
  CHECK(pod.labels == workload.labels);
  CHECK(pod.annotations == workload.annotations);
  REQUIRE(pod.init_containers.size() == 1);
  CHECK(pod.init_containers[0].name == "fetch");
  CHECK(pod.init_containers[0].restartable);
  REQUIRE(pod.containers.size() == 1);
  const Container& container = pod.containers[0];
  CHECK(container.image == "tensorflow/tensorflow:2.15.0");
  CHECK(container.image_pull_policy == "Never");
  CHECK(container.env == std::vector<std::string>{"A", "B"});
  CHECK(container.has_env_from);
  CHECK(container.has_resource_claims);
  CHECK_FALSE(container.restartable);
  CHECK(*container.resources.requests.find("cpu") == Quantity::parse("0.5").value());
  CHECK(*container.resources.limits.find("nvidia.com/gpu") == Quantity::from_integer(1));

  CHECK(pod.node_name == "n1");
  CHECK(pod.runtime_class_name == "nvidia");
  CHECK(pod.node_selector == Labels{{"zone", "a"}});
  CHECK(pod.required_node_affinity.value() ==
        std::vector<NodeSelectorTermSpec>{
            {{}, {{"gpu", "In", {"a100", "h100"}}}, {{"metadata.name", "NotIn", {"n2"}}}}, {}});
  CHECK(pod.has_required_pod_affinity);
  CHECK(pod.tolerations == std::vector<Toleration>{{"gpu", "Equal", "yes", "NoExecute", 60},
                                                   {"", "Exists", "", "", {}}});
  CHECK(pod.image_pull_secrets == std::vector<std::string>{"s"});
  CHECK(pod.has_claim_volumes);
  CHECK(pod.has_zone_spread);
  CHECK(pod.has_resource_claims);
  CHECK(*pod.pod_level_resources.value().limits.find("cpu") == Quantity::from_integer(4));
  CHECK(*pod.overhead.find("memory") == Quantity::parse("10Mi").value());
}

TEST_CASE("what is absent, null or empty in a Pod is all the same") {
  for (
      const std::string spec :
      {R"({"containers": [{"name": "c", "image": "i"}]})",
       R"({"containers": [{"name": "c", "image": "i", "env": null, "envFrom": null, "resources": null,
               "imagePullPolicy": null, "restartPolicy": null}],
               "initContainers": null, "affinity": null, "nodeSelector": null, "tolerations": null, "volumes": null,
               "topologySpreadConstraints": null, "resourceClaims": null, "nodeName": null, "overhead": null,
               "imagePullSecrets": null, "resources": null, "runtimeClassName": null})",
       R"({"containers": [{"name": "c", "image": "i", "env": [], "envFrom": [],
               "resources": {"requests": null, "limits": {}, "claims": []}}],
               "initContainers": [], "affinity": {"nodeAffinity":
                   {"requiredDuringSchedulingIgnoredDuringExecution": null}, "podAffinity":
                   {"requiredDuringSchedulingIgnoredDuringExecution": []}},
               "nodeSelector": {}, "tolerations": [], "volumes": [], "imagePullSecrets": []})"}) {
    const PodTemplate pod =
        pod_of(R"({"apiVersion": "v1", "kind": "Pod", "metadata": null, "spec": )" + spec + "}");
    CHECK(pod.init_containers.empty());
    REQUIRE(pod.containers.size() == 1);
    CHECK(pod.containers[0].env.empty());
    CHECK_FALSE(pod.containers[0].has_env_from);
    CHECK(pod.containers[0].resources == ResourceRequirements());
    CHECK_FALSE(pod.pod_level_resources);
    CHECK_FALSE(pod.required_node_affinity);
    CHECK_FALSE(pod.has_required_pod_affinity);
    CHECK(pod.node_selector.empty());
    CHECK(pod.tolerations.empty());
    CHECK_FALSE(pod.has_claim_volumes);
    CHECK_FALSE(pod.has_zone_spread);
  }
  CHECK(pod_of(R"({"apiVersion": "v1", "kind": "Pod"})").containers.empty());
}

TEST_CASE("fields whose meaning isn't on the surface") {
  const auto spread = [](const std::string& constraint) {
    return pod_of(pod_with(R"("topologySpreadConstraints": [)" + constraint + "]")).has_zone_spread;
  };
  CHECK(spread(R"({"topologyKey": "topology.kubernetes.io/zone"})"));
  CHECK_FALSE(spread(
      R"({"topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": "ScheduleAnyway"})"));
  CHECK_FALSE(
      spread(R"({"topologyKey": "kubernetes.io/hostname", "whenUnsatisfiable": "DoNotSchedule"})"));

  const auto claims = [](const std::string& volume) {
    return pod_of(pod_with(R"("volumes": [{"emptyDir": {}}, )" + volume + "]")).has_claim_volumes;
  };
  CHECK(claims(R"({"ephemeral": {"volumeClaimTemplate": {}}})"));
  CHECK_FALSE(claims(R"({"persistentVolumeClaim": null, "hostPath": {"path": "/"}})"));

  const auto affinity = [](const std::string& required) {
    return pod_of(
               pod_with(
                   R"("affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": )" +
                   required + "}}"))
        .required_node_affinity;
  };
  CHECK(affinity("{}").value().empty());
  CHECK(affinity(R"({"nodeSelectorTerms": null})").value().empty());

  CHECK(pod_of(pod_with(R"("nodeSelector": {"gpu": null})")).node_selector == Labels{{"gpu", ""}});
  CHECK_FALSE(read(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"ownerReferences": [
                      {"kind": "TFJob", "controller": false}, {"kind": "TFJob", "controller": null}]}})")
                  .value()
                  .controller);
}

TEST_CASE("a decision in the annotation is read where it can be") {
  const auto with_annotation = [](const std::string& text) {
    return pod_of(
               R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"annotations": {"nodefit.dev/decision": )" +
               text + "}}}")
        .recorded;
  };
  CHECK(with_annotation(R"("{\"reason\":\"Decided\",\"profile\":\"a100\"}")").value().profile ==
        "a100");
  CHECK_FALSE(with_annotation(R"("{}")"));
  CHECK_FALSE(with_annotation(R"("")"));
  CHECK_FALSE(with_annotation("null"));
}

TEST_CASE("a TFJob is read with its roles in the order of the document") {
  const Workload workload = read(R"({
    "apiVersion": "kubeflow.org/v1", "kind": "TFJob",
    "metadata": {"name": "job", "namespace": "team", "labels": {"a": "b"}, "annotations": {"c": "d"}},
    "spec": {
      "runPolicy": {"suspend": true, "managedBy": "kueue.x-k8s.io/multikueue"},
      "tfReplicaSpecs": {
        "worker": {"replicas": 3, "template": {
          "metadata": {"labels": {"role": "w"}, "annotations": {"nodefit.dev/decision": "{\"reason\":\"Decided\"}"}},
          "spec": {"containers": [{"name": "tensorflow", "image": "tensorflow/tensorflow:2.15.0-gpu"}]}}},
        "PS": {"template": {"spec": {"containers": [{"name": "tensorflow", "image": "x"}]}}},
        "CHIEF": {"replicas": 0},
        "Evaluator": {"replicas": 2.0, "template": null},
        "Master": null}}})")
                                .value();
  CHECK(workload.kind == Workload::Kind::kTfJob);
  CHECK(workload.name == "job");
  CHECK(workload.name_space == "team");
  CHECK(workload.labels == Labels{{"a", "b"}});
  CHECK(workload.annotations == Labels{{"c", "d"}});
  CHECK(workload.suspended);
  CHECK(workload.managed_by == "kueue.x-k8s.io/multikueue");
  REQUIRE(workload.roles.size() == 5);
  const auto is = [&](std::size_t i, RoleKind kind, const std::string& key, std::int64_t replicas) {
    const Role& role = workload.roles[i];
    return role.kind == kind && role.key == key && role.replicas == replicas;
  };
  CHECK(is(0, RoleKind::kWorker, "worker", 3));
  CHECK(is(1, RoleKind::kPs, "PS", 1));
  CHECK(is(2, RoleKind::kChief, "CHIEF", 0));
  CHECK(is(3, RoleKind::kEvaluator, "Evaluator", 2));
  CHECK(is(4, RoleKind::kMaster, "Master", 1));
  CHECK(workload.roles[0].pod.labels == Labels{{"role", "w"}});
  CHECK(workload.roles[0].pod.recorded.has_value());
  CHECK(workload.roles[0].pod.containers.at(0).image == "tensorflow/tensorflow:2.15.0-gpu");
  CHECK(workload.roles[1].pod.labels.empty());
  CHECK(workload.roles[3].pod.containers.empty());
  CHECK(workload.roles[4].pod.containers.empty());
}

TEST_CASE("a TFJob without replicas has no roles") {
  for (const std::string spec : {"", R"("tfReplicaSpecs": null)", R"("tfReplicaSpecs": {})",
                                 R"("foo": "bar", "runPolicy": null)"}) {
    CHECK(read(tf_job_with(spec)).value().roles.empty());
  }
  CHECK(read(R"({"apiVersion": "kubeflow.org/v1", "kind": "TFJob", "spec": null})")
            .value()
            .roles.empty());
}

TEST_CASE("what no decision reads may be anything") {
  CHECK(
      read(
          pod_with(
              R"("hostNetwork": "maybe", "schedulerName": 5, "restartPolicy": [], "securityContext": 1,
                         "hostAliases": {"a": 1, "a": 2}, "ephemeralContainers": "none")"))
          .ok());
  CHECK(
      read(
          worker(
              R"({"restartPolicy": 5, "template": {"metadata": {"name": 5}, "spec": {"containers": [
                          {"name": "c", "image": "i", "command": "ls", "ports": 80, "volumeMounts": "/data",
                           "env": [{"name": "A", "value": 1}], "livenessProbe": []}]}}})"))
          .ok());
}

TEST_CASE("a workload that can't be read is answered with the place and what was expected there") {
  struct Case {
    const char* name;
    std::string text;
    std::string want;
  };
  const std::string no_replica_type =
      "unknown replica type: expected Chief, Master, Worker, PS or Evaluator, in any case";
  const Case cases[] = {
      {"no object", "[]",
       R"(apiVersion "", kind "": expected a Pod of v1 or a TFJob of kubeflow.org/v1)"},
      {"an older TFJob", R"({"apiVersion": "kubeflow.org/v1beta2", "kind": "TFJob"})",
       R"(apiVersion "kubeflow.org/v1beta2", kind "TFJob": expected a Pod of v1 or a TFJob of kubeflow.org/v1)"},
      {"a kind that is a number", R"({"apiVersion": "v1", "kind": 1})",
       R"(apiVersion "v1", kind "": expected a Pod of v1 or a TFJob of kubeflow.org/v1)"},
      {"a spec that is a string", R"({"apiVersion": "v1", "kind": "Pod", "spec": "x"})",
       R"(spec: expected an object, found "x")"},
      {"metadata that is a list", R"({"apiVersion": "v1", "kind": "Pod", "metadata": []})",
       "metadata: expected an object, found a list"},
      {"an image that is a number",
       R"({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"image": 5}]}})",
       "spec.containers[0].image: expected a string, found 5"},
      {"a container that is a string",
       R"({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": ["c"]}})",
       R"(spec.containers[0]: expected an object, found "c")"},
      {"containers as a map",
       R"({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": {"c": {}}}})",
       "spec.containers: expected a list, found an object"},
      {"two containers of one name", pod_with(R"("initContainers": [{"name": "c"}])"),
       R"(spec: two containers are named "c": expected distinct names)"},
      {"a number as a label",
       R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {"a": 1}}})",
       "metadata.labels.a: expected a string, found 1"},
      {"a flag in a nodeSelector", pod_with(R"("nodeSelector": {"nvidia.com/gpu.present": true})"),
       R"(spec.nodeSelector["nvidia.com/gpu.present"]: expected a string, found true)"},
      {"volumes that are a string", pod_with(R"("volumes": "all")"),
       R"(spec.volumes: expected a list, found "all")"},
      {"an affinity that is a list", pod_with(R"("affinity": [])"),
       "spec.affinity: expected an object, found a list"},
      {"tolerations that are an object", pod_with(R"("tolerations": {"key": "a"})"),
       "spec.tolerations: expected a list, found an object"},
      {"seconds with a fraction", pod_with(R"("tolerations": [{"tolerationSeconds": 1.5}])"),
       "spec.tolerations[0].tolerationSeconds: expected a whole number, found 1.5"},
      {"a doubled key at the top", R"({"apiVersion": "v1", "kind": "Pod", "spec": {}, "spec": {}})",
       R"(key "spec" stands twice: decoders differ in which one counts)"},
      {"a doubled key in a container",
       R"({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"image": "a", "image": "b"}]}})",
       R"(spec.containers[0]: key "image" stands twice: decoders differ in which one counts)"},
      {"a doubled annotation",
       R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"annotations": {"a": "1", "a": "2"}}})",
       R"(metadata.annotations: key "a" stands twice: decoders differ in which one counts)"},
      {"an env that is an object",
       worker(R"({"template": {"spec": {"containers": [{"name": "c", "env": {"A": "1"}}]}}})"),
       "spec.tfReplicaSpecs.Worker.template.spec.containers[0].env: expected a list, found an "
       "object"},
      {"a quantity that is none",
       worker(
           R"({"template": {"spec": {"containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": []}}}]}}})"),
       R"(spec.tfReplicaSpecs.Worker.template.spec.containers[0].resources.limits["nvidia.com/gpu"]: )"
       "expected a quantity as a string or number, found a list"},
      {"replicas as a string", worker(R"({"replicas": "2"})"),
       R"(spec.tfReplicaSpecs.Worker.replicas: expected a whole number, found "2")"},
      {"replicas with a fraction", worker(R"({"replicas": 1.5})"),
       "spec.tfReplicaSpecs.Worker.replicas: expected a whole number, found 1.5"},
      {"negative replicas", worker(R"({"replicas": -1})"),
       "spec.tfReplicaSpecs.Worker: replicas -1: expected 0 to 2147483647"},
      {"too many replicas", worker(R"({"replicas": 2147483648})"),
       "spec.tfReplicaSpecs.Worker: replicas 2147483648: expected 0 to 2147483647"},
      {"a replica that is a number", worker("5"),
       "spec.tfReplicaSpecs.Worker: expected an object, found 5"},
      {"a template that is a list", worker(R"({"template": []})"),
       "spec.tfReplicaSpecs.Worker.template: expected an object, found a list"},
      {"a replica key that isn't one", tf_job_with(R"("tfReplicaSpecs": {"Launcher": {}})"),
       "spec.tfReplicaSpecs.Launcher: " + no_replica_type},
      {"Pod as a replica key", tf_job_with(R"("tfReplicaSpecs": {"Pod": {}})"),
       "spec.tfReplicaSpecs.Pod: " + no_replica_type},
      {"the old list of replicas",
       tf_job_with(R"("tfReplicaSpecs": [{"tfReplicaType": "MASTER"}])"),
       "spec.tfReplicaSpecs: expected an object, found a list"},
      {"two keys that differ in case",
       tf_job_with(R"("tfReplicaSpecs": {"worker": {}, "Worker": {}})"),
       R"(spec.tfReplicaSpecs.Worker: the same replica type as "worker")"},
      {"suspend as a string", tf_job_with(R"("runPolicy": {"suspend": "yes"})"),
       R"(spec.runPolicy.suspend: expected true or false, found "yes")"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(read(c.text).error().message() == c.want); }
  }
}

TEST_CASE("hostile workloads are refused before they cost anything") {
  struct Case {
    const char* name;
    std::string text;
    std::string want;
  };
  std::string containers;
  for (int i = 0; i < 500; ++i) containers += R"({"name": "c)" + std::to_string(i) + R"("}, )";
  const std::string unique_labels = [] {
    std::string labels;
    for (int i = 0; i < 2001; ++i)
      labels += (i == 0 ? "\"l" : ", \"l") + std::to_string(i) + R"(": "")";
    return labels;
  }();
  const Case cases[] = {
      {"501 containers",
       R"({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [)" + containers + "{}]}}",
       "spec: 501 containers: expected at most 500"},
      {"2,001 tolerations", pod_with(R"("tolerations": [{})" + repeated(", {}", 2000) + "]"),
       "spec: nodeSelector, node affinity and tolerations of 2001 parts: expected at most 2000"},
      {"2,001 labels to select by", pod_with(R"("nodeSelector": {)" + unique_labels + "}"),
       "spec: nodeSelector, node affinity and tolerations of 2001 parts: expected at most 2000"},
      {"2,001 values to match",
       pod_with(
           R"("affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms":
                   [{"matchExpressions": [{"key": "a", "operator": "In", "values": ["")" +
           repeated(R"(, "")", 1998) + "]}]}]}}}"),
       "spec: nodeSelector, node affinity and tolerations of 2001 parts: expected at most 2000"},
      {"a million empty variables",
       worker(R"({"template": {"spec": {"containers": [{"name": "c", "env": [{})" +
              repeated(",{}", 1'000'000) + "]}]}}}"),
       "more than 50000 list elements and map entries"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      REQUIRE(read(c.text).error().message() == c.want);
      REQUIRE(read(c.text).error().code() == ErrorCode::kTooLarge);
    }
  }
  const std::string image(10'000'000, 'a');
  REQUIRE(
      pod_of(
          R"({"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "c", "image": ")" +
          image + R"("}]}})")
          .containers[0]
          .image == image);
}

TEST_CASE("kinds are told apart by apiVersion and kind together") {
  const auto kind_of = [](const std::string& text) {
    JsonDocument document;
    return document.parse(text).ok() ? workload_kind(document.root()) : std::nullopt;
  };
  CHECK(kind_of(R"({"apiVersion": "v1", "kind": "Pod"})") == Workload::Kind::kPod);
  CHECK(kind_of(R"({"kind": "TFJob", "apiVersion": "kubeflow.org/v1"})") == Workload::Kind::kTfJob);
  CHECK_FALSE(kind_of(R"({"apiVersion": "training.kubedl.io/v1alpha1", "kind": "TFJob"})"));
  CHECK_FALSE(kind_of(R"({"apiVersion": "v1", "kind": "TFJob"})"));
  CHECK_FALSE(kind_of(R"({"apiVersion": "v1", "kind": "pod"})"));
  CHECK_FALSE(kind_of(R"({"kind": "Pod"})"));
  CHECK_FALSE(kind_of("null"));
}

}  // namespace nodefit::tests
