#include "manifest/pod_templates.h"

#include <catch2/catch.hpp>
#include <string>

#include "codec/json_document.h"
#include "codec/workload_json.h"

namespace nodefit::tests {

namespace {

// `APIVERSION KIND NAMESPACE/NAME POINTER (NOTE)` for each object, and below it its units,
// `  object|template POINTER [ROLE]: JSON`.
std::string show(const std::string& json) {
  const Result<std::vector<ManifestObject>> objects = find_objects(json);
  if (!objects.ok()) return objects.error().message();
  std::string shown;
  for (const ManifestObject& object : *objects) {
    shown += object.api_version + " " + object.kind + " " + object.name_space + "/" + object.name;
    if (!object.pointer.empty()) shown += " at " + object.pointer;
    if (!object.note.empty()) shown += " (" + object.note + ")";
    shown += "\n";
    for (const PodTemplateUnit& unit : object.units) {
      shown += unit.shape == PodTemplateUnit::Shape::kObject ? "  object " : "  template ";
      shown += unit.pointer + (unit.role.empty() ? "" : " " + unit.role) + "\n";
    }
  }
  return shown;
}

std::string object(const std::string& api_version, const std::string& kind,
                   const std::string& spec) {
  return R"({"apiVersion":")" + api_version + R"(","kind":")" + kind +
         R"(","metadata":{"name":"x","namespace":"team"},"spec":)" + spec + "}";
}

constexpr const char* kTemplate = R"({"template":{"spec":{"containers":[]}}})";
constexpr const char* kAtPods = " (the webhook decides when its pods are created)\n";

}  // namespace

TEST_CASE("each kind has its pod templates where its API has them") {
  const std::string roles =
      R"({"template":{}},"Worker":{"replicas":2,"template":{"spec":{}}},"b/c":{"template":{}},"d":{}})";
  const std::string at_pods = kAtPods;
  const std::string at_nodes =
      " (each of its pods is bound to a node, whose image the webhook gives it; the template "
      "stays)\n";
  struct Case {
    const char* name;
    std::string json;
    std::string want;
  };
  const Case cases[] = {
      {"a Pod is decided itself", object("v1", "Pod", "{}"), "v1 Pod team/x\n  object \n"},
      {"so is a TFJob", object("kubeflow.org/v1", "TFJob", "{}"),
       "kubeflow.org/v1 TFJob team/x\n  object \n"},
      {"but none of an older version", object("kubeflow.org/v1beta1", "TFJob", "{}"),
       "kubeflow.org/v1beta1 TFJob team/x (nodefit decides on TFJobs of kubeflow.org/v1, not of "
       "kubeflow.org/v1beta1)\n"},
      {"or of another project", object("training.kubedl.io/v1alpha1", "TFJob", kTemplate),
       "training.kubedl.io/v1alpha1 TFJob team/x\n"},
      {"a Deployment", object("apps/v1", "Deployment", kTemplate),
       "apps/v1 Deployment team/x" + at_pods + "  template /spec/template\n"},
      {"a Deployment of old", object("extensions/v1beta1", "Deployment", kTemplate),
       "extensions/v1beta1 Deployment team/x" + at_pods + "  template /spec/template\n"},
      {"a StatefulSet", object("apps/v1", "StatefulSet", kTemplate),
       "apps/v1 StatefulSet team/x" + at_pods + "  template /spec/template\n"},
      {"a DaemonSet", object("apps/v1", "DaemonSet", kTemplate),
       "apps/v1 DaemonSet team/x" + at_nodes},
      {"a ReplicaSet", object("apps/v1", "ReplicaSet", kTemplate),
       "apps/v1 ReplicaSet team/x" + at_pods + "  template /spec/template\n"},
      {"a ReplicationController", object("v1", "ReplicationController", kTemplate),
       "v1 ReplicationController team/x" + at_pods + "  template /spec/template\n"},
      {"a Job", object("batch/v1", "Job", kTemplate),
       "batch/v1 Job team/x" + at_pods + "  template /spec/template\n"},
      {"a Job of another project", object("batch.volcano.sh/v1alpha1", "Job", kTemplate),
       "batch.volcano.sh/v1alpha1 Job team/x\n"},
      {"a CronJob",
       object("batch/v1", "CronJob", std::string(R"({"jobTemplate":{"spec":)") + kTemplate + "}}"),
       "batch/v1 CronJob team/x" + at_pods + "  template /spec/jobTemplate/spec/template\n"},
      {"a Notebook", object("kubeflow.org/v1", "Notebook", kTemplate),
       "kubeflow.org/v1 Notebook team/x" + at_pods + "  template /spec/template\n"},
      {"a PyTorchJob has one for each role",
       object("kubeflow.org/v1", "PyTorchJob",
              R"({"pytorchReplicaSpecs":{"Master":)" + roles + "}"),
       "kubeflow.org/v1 PyTorchJob team/x" + at_pods +
           "  template /spec/pytorchReplicaSpecs/Master/template Master\n"
           "  template /spec/pytorchReplicaSpecs/Worker/template Worker\n"
           "  template /spec/pytorchReplicaSpecs/b~1c/template b/c\n"},
      {"so has an MPIJob",
       object("kubeflow.org/v2beta1", "MPIJob",
              R"({"mpiReplicaSpecs":{"Launcher":{"template":{}}}})"),
       "kubeflow.org/v2beta1 MPIJob team/x" + at_pods +
           "  template /spec/mpiReplicaSpecs/Launcher/template Launcher\n"},
      {"one without template", object("kubeflow.org/v1", "Notebook", R"({"foo":"bar"})"),
       "kubeflow.org/v1 Notebook team/x (it has no pod template at /spec/template)\n"},
      {"one whose template isn't any", object("apps/v1", "Deployment", R"({"template":[]})"),
       "apps/v1 Deployment team/x (it has no pod template at /spec/template)\n"},
      {"an object without pods", object("v1", "Service", "{}"), "v1 Service team/x\n"},
      {"a generated name", R"({"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"x-"}})",
       "v1 Pod /x-\n  object \n"},
      {"a List has its items",
       R"({"apiVersion":"v1","kind":"List","items":[)" + object("v1", "Service", "{}") + "," +
           object("batch/v1", "Job", kTemplate) +
           R"(,{"kind":"List","items":[{"apiVersion":"v1","kind":"Pod"}]}]})",
       "v1 Service team/x at /items/0\nbatch/v1 Job team/x at /items/1" + at_pods +
           "  template /items/1/spec/template\n"
           "v1 Pod / at /items/2/items/0\n  object /items/2/items/0\n"},
      {"whose items are objects of a kind", R"({"kind":"List","items":[{"kind":"Pod"},{"a":1}]})",
       R"(/items/1: expected an object with apiVersion and kind, found "{\"a\":1}")"},
      {"a kind that ends with List isn't always one", R"({"apiVersion":"x/v1","kind":"AllowList"})",
       "x/v1 AllowList /\n"},
      {"a review has its object, in the request's namespace",
       R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{)"
       R"("namespace":"other","object":)" +
           object("v1", "Pod", "{}") + "}}",
       "v1 Pod other/x at /request/object\n  object /request/object\n"},
      {"a review of a deletion has none",
       R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"object":null}})",
       ""},
      {"what isn't an object", "[1]",
       R"(expected an object with apiVersion and kind, found "[1]")"},
      {"what has no kind", R"({"a":1})",
       R"(expected an object with apiVersion and kind, found "{\"a\":1}")"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(show(c.json) == c.want);
  }
}

TEST_CASE("a template makes a Pod that the codec reads, and its patch finds back") {
  const std::string json = object(
      "batch/v1", "Job",
      R"({"template":{"metadata":{"name":"n","labels":{"a":"b"},"namespace":"m"},)"
      R"("spec":{"containers":[{"name":"c","image":"i","resources":{"limits":{"cpu":1e0}}}]}}})");
  const Result<std::vector<ManifestObject>> objects = find_objects(json);
  REQUIRE(objects.ok());
  const PodTemplateUnit& unit = objects->at(0).units.at(0);
  const std::string pod = unit_object(unit);
  CHECK(pod ==
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"a":"b"}},"spec":{"containers":)"
        R"([{"name":"c","image":"i","resources":{"limits":{"cpu":1e0}}}]}})");
  JsonDocument document;
  REQUIRE(document.parse(pod).ok());
  const Result<Workload> workload = read_workload(document.root());
  REQUIRE(workload.ok());
  CHECK(workload->roles.at(0).pod.containers.at(0).image == "i");

  const Result<std::string> patch = patch_of_document(
      unit, R"([{"op":"replace","path":"/spec/containers/0/image","value":"j"}])");
  REQUIRE(patch.ok());
  CHECK(*patch ==
        R"([{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"j"}])");
  CHECK(patch_of_document(unit, "")->empty());
  CHECK_FALSE(patch_of_document(unit, "{").ok());
}

TEST_CASE("a template without metadata makes a Pod without, so that a patch adds it whole") {
  const std::string template_json = R"({"spec":{},"metadata":null,"other":1})";
  CHECK(unit_object({PodTemplateUnit::Shape::kTemplate, "", "", template_json}) ==
        R"({"apiVersion":"v1","kind":"Pod","spec":{},"metadata":null})");
}

TEST_CASE("patches are joined") {
  CHECK(join_patches({}).empty());
  CHECK(join_patches({"", ""}).empty());
  CHECK(join_patches({"", "[1]", "", "[2,3]"}) == "[1,2,3]");
}

}  // namespace nodefit::tests
