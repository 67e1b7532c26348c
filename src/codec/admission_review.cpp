#include "codec/admission_review.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

#include "codec/json_reader.h"

namespace nodefit {

namespace {

constexpr std::array<std::string_view, 2> kApiVersions = {"admission.k8s.io/v1",
                                                          "admission.k8s.io/v1beta1"};

GroupVersionName read_name(const JsonReader& request, std::string_view key, std::string_view name) {
  const std::optional<JsonReader> object = request.object(key);
  if (!object) return {};
  return {object->text("group"), object->text("version"), object->text(name)};
}

std::shared_ptr<const JsonValue> find_object(const JsonValue& root, std::string_view key) {
  JsonValue value;
  const bool found =
      root.at_key("request").at_key(key).get(value) == simdjson::SUCCESS && !value.is_null();
  return found ? std::make_shared<const JsonValue>(value) : nullptr;
}

bool is_review(const JsonValue& root) {
  return text_member(root, "kind") == "AdmissionReview" &&
         std::find(kApiVersions.begin(), kApiVersions.end(), text_member(root, "apiVersion")) !=
             kApiVersions.end();
}

// Whatever else is wrong: an object that is read strictly may not get as far as its uid.
void read_address(const JsonValue& root, AdmissionReview& review) {
  JsonValue request;
  if (!is_review(root) || root.at_key("request").get(request) != simdjson::SUCCESS) return;
  const std::string_view uid = text_member(request, "uid");
  if (uid.empty() || uid.size() > AdmissionReview::kUidSizeMax) return;
  review.uid = uid;
  review.api_version = text_member(root, "apiVersion");
}

void check_address(const JsonReader& request, const AdmissionReview& review) {
  if (!review.uid.empty()) return;
  const std::size_t size = request.text("uid").size();
  if (size == 0) return request.report(invalid_argument("uid: expected one, found none"));
  request.report(too_large("uid: expected at most " + std::to_string(AdmissionReview::kUidSizeMax) +
                           " bytes, found " + std::to_string(size)));
}

void read_request(const JsonReader& request, AdmissionReview& review) {
  review.kind = read_name(request, "kind", "kind");
  review.resource = read_name(request, "resource", "resource");
  review.sub_resource = request.text("subResource");
  review.operation = request.text("operation");
  review.name = request.text("name");
  review.name_space = request.text("namespace");
  review.dry_run = request.flag("dryRun");
}

}  // namespace

AdmissionReview read_admission_review(std::string_view body, JsonDocument& document) {
  AdmissionReview review;
  if (Result<void> parsed = document.parse(body); !parsed.ok()) {
    review.error = std::move(parsed).error();
    return review;
  }
  read_address(document.root(), review);
  JsonProblem problem;
  const JsonReader root(document.root(), problem);
  if (!problem.found() && !is_review(document.root())) {
    root.report(invalid_argument(
        "apiVersion " + nodefit::quoted(text_member(document.root(), "apiVersion")) + ", kind " +
        nodefit::quoted(text_member(document.root(), "kind")) +
        ": expected an AdmissionReview of admission.k8s.io/v1 or v1beta1"));
  }
  if (const std::optional<JsonReader> request = root.object("request")) {
    check_address(*request, review);
    read_request(*request, review);
    review.object = find_object(document.root(), "object");
    review.old_object = find_object(document.root(), "oldObject");
  } else {
    root.report(invalid_argument("request: expected one, found none"));
  }
  if (problem.found()) review.error = problem.take();
  return review;
}

}  // namespace nodefit
