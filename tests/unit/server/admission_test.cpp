#include "server/admission.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "support/base64.h"
#include "support/reviews.h"
#include "support/strict_json_patch.h"
#include "support/table.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::json;

AdmissionOutcome answer(
    const std::string& body, const Plan* plan,
    const NamespaceLookup& lookup = [](std::string_view) { return Labels(); }) {
  JsonDocument document;
  return admit(body, document, plan, DecideOptions(), lookup);
}

AdmissionOutcome answer(const std::string& body) { return answer(body, small_plan().get()); }

Json response_of(const AdmissionOutcome& outcome) {
  REQUIRE(outcome.http_status == 200);
  CHECK(outcome.content_type == "application/json");
  const Json envelope = Json::parse(outcome.body);
  CHECK(envelope["kind"] == "AdmissionReview");
  CHECK(envelope["response"]["allowed"] == true);
  CHECK(envelope["response"]["uid"] == outcome.record.uid);
  CHECK(envelope["response"].contains("patch") == outcome.record.patched);
  CHECK(envelope["response"].contains("patchType") == outcome.record.patched);
  return envelope["response"];
}

std::string patched(std::string_view object, const Json& response) {
  const Result<std::string> result =
      apply_json_patch(object, decode_base64(response["patch"].get<std::string>()).value());
  REQUIRE(result.ok());
  return *result;
}

std::string replace_once(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a Pod is decided, patched and told of") {
  for (const char* const version : {"admission.k8s.io/v1", "admission.k8s.io/v1beta1"}) {
    ReviewOptions options;
    options.api_version = version;
    options.name = "train";
    const AdmissionOutcome outcome = answer(review_of(tensorflow_pod(), options));
    CHECK(Json::parse(outcome.body)["apiVersion"] == version);
    const Json response = response_of(outcome);
    CHECK(response["auditAnnotations"] == Json{{"reason", "Decided"}, {"profile", "avx512"}});

    const Json pod = Json::parse(patched(tensorflow_pod(), response));
    CHECK(pod["spec"]["containers"][0]["image"] == "registry.example/tf:2.15.0-avx512");
    CHECK(pod["spec"]["nodeSelector"]["cpu.AVX512F"] == "true");

    const AdmissionRecord& record = outcome.record;
    CHECK(record.uid == options.uid);
    CHECK(record.operation == "CREATE");
    CHECK(record.kind == "Pod");
    CHECK(record.name_space == "team-a");
    CHECK(record.name == "train");
    CHECK(record.reason == Reason::kDecided);
    CHECK(record.profile == "avx512");
    CHECK(record.policy_hash == small_plan()->policy().hash());
    CHECK(record.patched);
    CHECK_FALSE(record.error);
  }
}

TEST_CASE("a TFJob is decided role by role") {
  const std::string job =
      R"({"apiVersion":"kubeflow.org/v1","kind":"TFJob","metadata":{"name":"j"},"spec":{)"
      R"("tfReplicaSpecs":{"Worker":{"replicas":1,"template":{"spec":{"containers":[)"
      R"({"name":"tensorflow","image":"tensorflow/tensorflow:2.15.0-gpu",)"
      R"("resources":{"limits":{"nvidia.com/gpu":1}}}]}}},"PS":{"template":{"spec":{"containers":[)"
      R"({"name":"tensorflow","image":"tensorflow/tensorflow:2.15.0"}]}}}}}})";
  ReviewOptions options;
  options.kind = "TFJob";
  const AdmissionOutcome outcome = answer(review_of(job, options));
  const Json response = response_of(outcome);
  CHECK(outcome.record.reason == Reason::kDecided);
  CHECK(outcome.record.profile == "gpu,avx512");
  const Json roles = Json::parse(patched(job, response))["spec"]["tfReplicaSpecs"];
  CHECK(roles["Worker"]["template"]["spec"]["containers"][0]["image"] ==
        "registry.example/tf:2.15.0-gpu");
  CHECK(roles["PS"]["template"]["spec"]["containers"][0]["image"] ==
        "registry.example/tf:2.15.0-avx512");
}

TEST_CASE("what isn't decided is allowed without a word") {
  struct Case {
    const char* name;
    ReviewOptions options;
    std::string object;
  };
  const std::string pod(tensorflow_pod());
  ReviewOptions update;
  update.operation = "UPDATE";
  ReviewOptions remove;
  remove.operation = "DELETE";
  ReviewOptions connect;
  connect.operation = "CONNECT";
  ReviewOptions none;
  none.operation = "";
  ReviewOptions binding;
  binding.sub_resource = "binding";
  const Case cases[] = {
      {"UPDATE", update, pod},
      {"DELETE", remove, "null"},
      {"DELETE with an object", remove, pod},
      {"CONNECT", connect, R"({"apiVersion":"v1","kind":"PodExecOptions"})"},
      {"no operation", none, pod},
      {"a subresource", binding, R"({"apiVersion":"v1","kind":"Binding"})"},
      {"a subresource with a Pod", binding, pod},
      {"CREATE without an object", {}, "null"},
      {"another kind", {}, R"({"apiVersion":"v1","kind":"Service","spec":[]})"},
      {"an older TFJob", {}, R"({"apiVersion":"kubeflow.org/v1beta2","kind":"TFJob"})"},
      {"an object that is none", {}, "[1]"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    const AdmissionOutcome outcome = answer(review_of(c.object, c.options));
    const Json response = response_of(outcome);
    CHECK(response.size() == 2);  // uid and allowed
    CHECK(outcome.record.reason == Reason::kNotManaged);
    CHECK_FALSE(outcome.record.error);
  }
}

TEST_CASE("what can't be read or patched is admitted as it came, with a warning") {
  const std::string pod(tensorflow_pod());
  struct Case {
    const char* name;
    std::string body;
    const char* warning;
  };
  const Case cases[] = {
      {"an image that is a number",
       review_of(replace_once(pod, "\"tensorflow/tensorflow:2.15.0\"", "5")),
       "nodefit: admitted unchanged: spec.containers[0].image: expected a string, found 5"},
      {"a doubled key", review_of(replace_once(pod, "\"spec\":", "\"spec\":{},\"spec\":")),
       "nodefit: admitted unchanged: key \"spec\" stands twice: decoders differ in which one "
       "counts"},
      {"a value where the patch adds",
       review_of(replace_once(pod, "\"resources\":", "\"env\":{},\"resources\":")),
       "nodefit: admitted unchanged: spec.containers[0].env: expected a list, found an object"},
      {"a request of the wrong form",
       replace_once(review_of(pod), "\"operation\":\"CREATE\"", "\"operation\":1"),
       "nodefit: admitted unchanged: request.operation: expected a string, found 1"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    const AdmissionOutcome outcome = answer(c.body);
    const Json response = response_of(outcome);
    CHECK(response["warnings"] == Json{c.warning});
    CHECK(outcome.record.error);
    CHECK(outcome.record.profile.empty());
    CHECK_FALSE(outcome.record.patched);
  }
}

TEST_CASE("what is no review, or has no uid, is 400") {
  for (const char* const body :
       {"", "null", "{}", "[", R"({"apiVersion":"v1","kind":"Pod"})",
        R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{}})"}) {
    INFO(body);
    const AdmissionOutcome outcome = answer(body);
    CHECK(outcome.http_status == 400);
    CHECK(outcome.content_type == "text/plain; charset=utf-8");
    REQUIRE(outcome.record.error);
    CHECK(outcome.body == outcome.record.error->message() + "\n");
  }
}

TEST_CASE("the request's namespace counts, and its labels") {
  ReviewOptions options;
  std::string asked;
  const auto lookup = [&](std::string_view name_space) {
    asked = name_space;
    return Labels{{"nodefit.dev/mode", "observe"}};
  };
  const AdmissionOutcome observed =
      answer(review_of(tensorflow_pod(), options), small_plan().get(), lookup);
  CHECK(asked == "team-a");
  CHECK(observed.record.reason == Reason::kObserved);
  CHECK_FALSE(response_of(observed).contains("patch"));

  options.name_space = "kube-system";
  CHECK(answer(review_of(tensorflow_pod(), options)).record.reason == Reason::kNotManaged);
  options.name_space = "";
  CHECK(answer(review_of(tensorflow_pod(), options)).record.name_space == "elsewhere");
}

TEST_CASE("a name that isn't there yet is told by what it is generated from") {
  const std::string pod = replace_once(std::string(tensorflow_pod()), R"("name":"train")",
                                       R"("generateName":"train-")");
  const AdmissionOutcome outcome = answer(review_of(pod));
  CHECK(outcome.record.name == "train-");
  CHECK(outcome.record.reason == Reason::kDecided);
}

TEST_CASE("without a plan the reason says what is missing") {
  const std::string body = review_of(tensorflow_pod());
  const AdmissionOutcome no_nodes = answer(body, nullptr);
  CHECK(no_nodes.record.reason == Reason::kCatalogueNotReady);
  CHECK(no_nodes.record.policy_hash.empty());
  CHECK(response_of(no_nodes)["auditAnnotations"] == Json{{"reason", "CatalogueNotReady"}});

  JsonDocument document;
  DecideOptions options;
  options.has_policy = false;
  const auto no_labels = [](std::string_view) { return Labels(); };
  CHECK(admit(body, document, nullptr, options, no_labels).record.reason == Reason::kNoPolicy);
}

TEST_CASE("an exception on the way is an answer, too") {
  const auto fails = [](std::string_view) -> Labels { throw std::runtime_error("no luck"); };
  const AdmissionOutcome outcome = answer(review_of(tensorflow_pod()), small_plan().get(), fails);
  CHECK(response_of(outcome)["warnings"] == Json{"nodefit: admitted unchanged: no luck"});
  CHECK(outcome.record.reason == Reason::kInternalError);
}

TEST_CASE("the corpus's reviews are answered") {
  const std::optional<std::string> index = find_corpus_file("INDEX.tsv");
  if (!index) return;
  const auto plan = small_plan();
  std::set<std::string> unanswered;
  std::size_t patches = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(*index).parent_path() / "reviews")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string body{std::istreambuf_iterator<char>(file), {}};
    INFO(entry.path().filename());
    const AdmissionOutcome outcome = answer(body, plan.get());
    if (outcome.http_status != 200) {
      unanswered.insert(entry.path().filename());
      continue;
    }
    const Json response = response_of(outcome);
    if (!outcome.record.patched) continue;
    ++patches;
    patched(Json::parse(body)["request"]["object"].dump(), response);
  }
  CHECK(patches > 0);
  CHECK(unanswered == std::set<std::string>{
                          "007-response-deploy01.json", "015-v1-request-eks.json",
                          "111-v1-request-null.json", "112-v1-request-absent.json",
                          "114-v1-uid-empty.json", "115-v1-response-only.json",
                          "116-wrong-kind.json", "117-empty-body.json", "118-truncated.json",
                          "122-surrogates.json", "123-invalid-utf8.json", "125-deep-nesting.json"});
}

}  // namespace nodefit::tests
