// From the bytes of a review to the bytes of its answer, full decision included. Target: under 20
// us (tests/bench/limits.txt has the limits).

#include <benchmark/benchmark.h>

#include <string>

#include "server/admission.h"
#include "support/reviews.h"

namespace nodefit {

namespace {

// What the API server makes of a Pod: defaults filled in, and managed fields, which take the most.
std::string big_pod() {
  std::string managed;
  for (int i = 0; i < 60; ++i) {
    if (i > 0) managed += ',';
    managed += R"("f:field)" + std::to_string(i) + R"(":{".":{},"f:name":{},"f:value":{}})";
  }
  std::string env;
  for (int i = 0; i < 20; ++i) {
    if (i > 0) env += ',';
    env += R"({"name":"VARIABLE_)" + std::to_string(i) + R"(","value":"some value"})";
  }
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"train-7d4b9c6f5-",)"
         R"("creationTimestamp":null,"labels":{"app":"train","pod-template-hash":"7d4b9c6f5"},)"
         R"("annotations":{"prometheus.io/scrape":"true"},"managedFields":[{"manager":"kubectl",)"
         R"("operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{)" +
         managed +
         R"(}}]},"spec":{"volumes":[{"name":"token","projected":{"sources":[],"defaultMode":420}}],)"
         R"("containers":[{"name":"tensorflow","image":"tensorflow/tensorflow:2.15.0",)"
         R"("command":["python","train.py"],"env":[)" +
         env +
         R"(],"resources":{"limits":{"cpu":"4","memory":"8Gi"},"requests":{"cpu":"4",)"
         R"("memory":"8Gi"}},"volumeMounts":[{"name":"token","readOnly":true,"mountPath":"/run"}],)"
         R"("terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File",)"
         R"("imagePullPolicy":"IfNotPresent"},{"name":"sidecar","image":"envoyproxy/envoy:v1.28",)"
         R"("resources":{}}],"restartPolicy":"Always","terminationGracePeriodSeconds":30,)"
         R"("dnsPolicy":"ClusterFirst","serviceAccountName":"default","securityContext":{},)"
         R"("schedulerName":"default-scheduler","tolerations":[{"key":)"
         R"("node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute",)"
         R"("tolerationSeconds":300}],"priority":0,"enableServiceLinks":true},"status":{}})";
}

void answer_reviews(benchmark::State& state, const std::string& body) {
  const auto plan = tests::small_plan();
  const DecideOptions options;
  const NamespaceLookup lookup = [](std::string_view) {
    return Labels{{"kubernetes.io/metadata.name", "team-a"}};
  };
  JsonDocument document;
  if (!admit(body, document, plan.get(), options, lookup).record.patched) {
    return state.SkipWithError("expected a patch");
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(admit(body, document, plan.get(), options, lookup));
  }
  state.counters["bytes"] = static_cast<double>(body.size());
}

// Padded as the rest of a review is: with user info.
std::string padded(std::string body, std::size_t size) {
  const std::string_view at = R"("username":"someone")";
  const std::size_t room = size > body.size() ? size - body.size() : 0;
  return body.insert(body.find(at), R"("uid":")" + std::string(room, 'u') + "\",");
}

void answer_small(benchmark::State& state) {
  answer_reviews(state, padded(tests::review_of(tests::tensorflow_pod()), 1'024));
}

void answer_big(benchmark::State& state) {
  answer_reviews(state, padded(tests::review_of(big_pod()), std::size_t{6} * 1'024));
}

BENCHMARK(answer_small)->Name("answer_review/1_kb");
BENCHMARK(answer_big)->Name("answer_review/6_kb");

}  // namespace

}  // namespace nodefit
