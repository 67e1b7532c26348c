#include "support/reviews.h"

#include <stdexcept>

#include "codec/json_writer.h"
#include "codec/policy_text.h"
#include "nodefit/catalogue.h"

namespace nodefit::tests {

namespace {

constexpr std::string_view kPolicy = R"(apiVersion: nodefit.dev/v1alpha1
kind: Policy
placement: {pods: pin, jobs: pin}
families:
  - name: tensorflow
    repositories: [tensorflow/tensorflow]
    latest: 2.15.0
    env: {TF_CPP_MIN_LOG_LEVEL: "1"}
profiles:
  - name: gpu
    nodes: {matchLabels: {kubernetes.io/arch: amd64, nvidia.com/gpu.present: "true"}}
    gpu: required
    tolerate: [nvidia.com/gpu]
    images: {tensorflow: "registry.example/tf:{version}-gpu{jupyter}"}
  - name: avx512
    nodes: {matchLabels: {kubernetes.io/arch: amd64, cpu.AVX512F: "true"}}
    gpu: forbidden
    images: {tensorflow: "registry.example/tf:{version}-avx512{jupyter}"}
)";

NodeSpec node(const std::string& name, const std::string& label) {
  NodeSpec spec;
  spec.name = name;
  spec.labels =
      Labels{{"kubernetes.io/arch", "amd64"}, {"kubernetes.io/os", "linux"}, {label, "true"}};
  spec.allocatable.emplace();
  const std::pair<const char*, const char*> resources[] = {
      {"cpu", "64"}, {"memory", "256Gi"}, {"pods", "110"}};
  for (const auto& [resource, quantity] : resources)
    (*spec.allocatable)[resource] = Quantity::parse(quantity).value();
  return spec;
}

}  // namespace

std::shared_ptr<const Plan> small_plan() {
  const PolicyTextOutcome outcome = read_policy(kPolicy, "policy.yaml");
  if (!outcome.policy) throw std::runtime_error(outcome.errors.at(0).to_string());
  CatalogueBuilder builder;
  NodeSpec gpu = node("gpu", "nvidia.com/gpu.present");
  gpu.taints = {{"nvidia.com/gpu", "present", "NoSchedule"}};
  (*gpu.allocatable)["nvidia.com/gpu"] = Quantity::parse("8").value();
  builder.upsert(gpu);
  builder.upsert(node("avx512", "cpu.AVX512F"));
  builder.upsert(node("plain", "plain"));
  return Plan::make(outcome.policy, builder.snapshot());
}

std::string_view tensorflow_pod() {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"train","namespace":"elsewhere",)"
         R"("labels":{"app":"train"}},"spec":{"containers":[{"name":"tensorflow",)"
         R"("image":"tensorflow/tensorflow:2.15.0","resources":{"requests":{"cpu":"2"}}}]}})";
}

std::string review_of(std::string_view object, const ReviewOptions& options) {
  const bool pod = options.kind == "Pod";
  std::string out;
  JsonWriter json(out);
  const auto kind = [&](std::string_view key, std::string_view name, std::string_view value) {
    json.key(key).begin_object().key("group").text(pod ? "" : "kubeflow.org");
    json.key("version").text("v1").key(name).text(value).end_object();
  };
  json.begin_object().key("kind").text("AdmissionReview");
  json.key("apiVersion").text(options.api_version).key("request").begin_object();
  json.key("uid").text(options.uid);
  kind("kind", "kind", options.kind);
  kind("resource", "resource", pod ? "pods" : "tfjobs");
  if (!options.sub_resource.empty()) json.key("subResource").text(options.sub_resource);
  if (!options.name.empty()) json.key("name").text(options.name);
  json.key("namespace").text(options.name_space).key("operation").text(options.operation);
  json.key("userInfo").begin_object().key("username").text("someone").end_object();
  json.key("object").raw(object).key("oldObject").raw("null");
  json.key("dryRun").boolean(false).end_object().end_object();
  return out;
}

}  // namespace nodefit::tests
