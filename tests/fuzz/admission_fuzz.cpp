// Any bytes as a review, as the request in one and as the object of one: no crash; 400 exactly
// where there is nobody to answer; an answer is JSON that allows, with the uid that came; a patch
// decodes and applies strictly, and deciding on what comes out changes nothing more.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "server/admission.h"
#include "support/base64.h"
#include "support/reviews.h"
#include "support/strict_json_patch.h"

namespace {

using Json = nlohmann::json;

void require(bool holds) {
  if (!holds) std::abort();
}

nodefit::AdmissionOutcome admit(const std::string& body) {
  static const auto kPlan = nodefit::tests::small_plan();
  static nodefit::JsonDocument document;
  const auto no_labels = [](std::string_view /*name_space*/) { return nodefit::Labels(); };
  return nodefit::admit(body, document, kPlan.get(), {}, no_labels);
}

Json check_answer(const nodefit::AdmissionOutcome& outcome) {
  nodefit::JsonDocument document;
  require(document.parse(outcome.body).ok());
  const Json answer = Json::parse(outcome.body);
  require(answer["kind"] == "AdmissionReview");
  const Json& response = answer["response"];
  require(response["allowed"] == true);
  require(response["uid"] == outcome.record.uid && !outcome.record.uid.empty());
  require(response.contains("patch") == outcome.record.patched);
  require(response.contains("patchType") == outcome.record.patched);
  std::size_t warnings = 0;
  if (response.contains("warnings")) {
    for (const Json& warning : response["warnings"])
      warnings += warning.get_ref<const std::string&>().size();
  }
  // Bytes that aren't UTF-8 become three each.
  require(warnings <= std::size_t{4096} * 3);
  return response;
}

void check_review(const std::string& body) {
  const nodefit::AdmissionOutcome outcome = admit(body);
  require(outcome.http_status == 200 || outcome.http_status == 400);
  if (outcome.http_status == 200) {
    check_answer(outcome);
  } else {
    require(outcome.record.error.has_value() && outcome.record.uid.empty());
  }
}

void check_object(const std::string& object) {
  const nodefit::AdmissionOutcome outcome = admit(nodefit::tests::review_of(object));
  if (outcome.http_status != 200) return;  // the text isn't JSON, or ends the review's
  const Json response = check_answer(outcome);
  if (!outcome.record.patched) return;
  const auto patch = nodefit::tests::decode_base64(response["patch"].get<std::string>());
  require(patch.has_value());
  const auto patched = nodefit::tests::apply_json_patch(object, *patch);
  if (!patched.ok()) {
    // Text that closes the review's brackets and opens others isn't one object.
    require(!Json::accept(object));
    return;
  }
  const nodefit::AdmissionOutcome again = admit(nodefit::tests::review_of(*patched));
  require(again.http_status == 200 && !again.record.patched);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_review(text);
  // Most inputs would lack the right first words.
  check_review(
      R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u",)" +
      text + "}}");
  check_object(text);
  check_object(
      R"({"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"tf","image":"tensorflow/)"
      R"(tensorflow:2.15.0",)" +
      text + "}]}}");
  return 0;
}
