#include "codec/admission_review.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace nodefit::tests {

namespace {

using Json = nlohmann::json;

// A review with these members of the request, behind its uid.
std::string with_request(const std::string& members,
                         const std::string& api_version = "admission.k8s.io/v1") {
  return R"({"apiVersion":")" + api_version + R"(","kind":"AdmissionReview","request":{"uid":"u")" +
         members + "}}";
}

Json answer_with(const std::vector<std::string>& warnings) {
  AdmissionAnswer answer;
  answer.api_version = "admission.k8s.io/v1";
  answer.uid = "u";
  answer.warnings = warnings;
  return Json::parse(write_admission_answer(answer));
}

}  // namespace

TEST_CASE("what a review says of its request is read") {
  JsonDocument document;
  const AdmissionReview review = read_admission_review(
      with_request(R"(,"kind":{"group":"autoscaling","version":"v1","kind":"Scale"},
        "resource":{"group":"apps","version":"v2","resource":"deployments"},
        "subResource":"scale","name":"a","namespace":"n","operation":"UPDATE","dryRun":true,
        "userInfo":{"username":"x","groups":["y"]},"object":{"a":1},"oldObject":{"a":2})",
                   "admission.k8s.io/v1beta1"),
      document);
  CHECK_FALSE(review.error);
  CHECK(review.can_be_answered());
  CHECK(review.api_version == "admission.k8s.io/v1beta1");
  CHECK(review.uid == "u");
  CHECK(review.kind.group == "autoscaling");
  CHECK(review.kind.version == "v1");
  CHECK(review.kind.name == "Scale");
  CHECK(review.resource.group == "apps");
  CHECK(review.resource.version == "v2");
  CHECK(review.resource.name == "deployments");
  CHECK(review.sub_resource == "scale");
  CHECK(review.name == "a");
  CHECK(review.name_space == "n");
  CHECK(review.operation == "UPDATE");
  CHECK(review.dry_run);
  CHECK(review.object != nullptr);
  CHECK(review.old_object != nullptr);
}

TEST_CASE("objects that are null or absent are none") {
  JsonDocument document;
  const AdmissionReview review = read_admission_review(with_request(R"(,"object":null)"), document);
  CHECK_FALSE(review.error);
  CHECK(review.object == nullptr);
  CHECK(review.old_object == nullptr);
}

TEST_CASE("a review that can't be read says why, and can be answered where it has a uid") {
  const std::string long_uid(257, 'u');
  struct Case {
    const char* name;
    std::string body;
    bool can_be_answered;
    std::string error;
  };
  const Case cases[] = {
      {"nothing", "", false, "invalid JSON: expected a value, found nothing"},
      {"no JSON", "{", false,
       "invalid JSON: expected one value with matching brackets, commas and colons"},
      {"a list", "[]", false, "expected an object, found a list"},
      {"another kind", R"({"apiVersion":"v1","kind":"Pod"})", false,
       "apiVersion \"v1\", kind \"Pod\": expected an AdmissionReview of admission.k8s.io/v1 or "
       "v1beta1"},
      {"a version to come", with_request("", "admission.k8s.io/v2"), false,
       "apiVersion \"admission.k8s.io/v2\", kind \"AdmissionReview\": expected an AdmissionReview "
       "of "
       "admission.k8s.io/v1 or v1beta1"},
      {"no request", R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"})", false,
       "request: expected one, found none"},
      {"a null request",
       R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":null})", false,
       "request: expected one, found none"},
      {"a request that is a list",
       R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":[]})", false,
       "request: expected an object, found a list"},
      {"no uid", R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{}})",
       false, "request: uid: expected one, found none"},
      {"a uid that is a number",
       R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":1}})",
       false, "request.uid: expected a string, found 1"},
      {"a long uid",
       R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":")" +
           long_uid + "\"}}",
       false, "request: uid: expected at most 256 bytes, found 257"},
      {"an operation that is a number", with_request(R"(,"operation":1)"), true,
       "request.operation: expected a string, found 1"},
      {"a kind that is a string", with_request(R"(,"kind":"Pod")"), true,
       "request.kind: expected an object, found \"Pod\""},
      {"a doubled key", with_request(R"(,"namespace":"a","namespace":"b")"), true,
       "request: key \"namespace\" stands twice: decoders differ in which one counts"},
  };
  JsonDocument document;
  for (const Case& c : cases) {
    INFO(c.name);
    const AdmissionReview review = read_admission_review(c.body, document);
    REQUIRE(review.error);
    CHECK(review.error->message() == c.error);
    CHECK(review.can_be_answered() == c.can_be_answered);
    CHECK(review.api_version.empty() == !c.can_be_answered);
  }
}

TEST_CASE("an answer has what the API server asks for, and a patch type only with a patch") {
  AdmissionAnswer answer;
  answer.api_version = "admission.k8s.io/v1beta1";
  answer.uid = "a\"b";
  CHECK(write_admission_answer(answer) ==
        R"({"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview",)"
        R"("response":{"uid":"a\"b","allowed":true}})");

  answer.patch = R"([{"op":"add"}])";
  answer.warnings = {"w"};
  answer.audit_annotations = {{"reason", "Decided"}, {"a/b", "dropped"}, {"", "dropped"}};
  answer.status_code = 200;
  answer.status_message = "m";
  CHECK(write_admission_answer(answer) ==
        R"({"apiVersion":"admission.k8s.io/v1beta1","kind":"AdmissionReview",)"
        R"("response":{"uid":"a\"b","allowed":true,"patchType":"JSONPatch",)"
        R"("patch":"W3sib3AiOiJhZGQifV0=","status":{"code":200,"message":"m"},"warnings":["w"],)"
        R"("auditAnnotations":{"reason":"Decided"}}})");
}

TEST_CASE("base64 is padded as the patch's length has it") {
  const std::pair<const char*, const char*> cases[] = {{"a", "YQ=="},
                                                       {"ab", "YWI="},
                                                       {"abc", "YWJj"},
                                                       {"abcd", "YWJjZA=="},
                                                       {"\xff\xfe\xfd", "//79"}};
  for (const auto& [patch, base64] : cases) {
    AdmissionAnswer answer;
    answer.patch = patch;
    CHECK(Json::parse(write_admission_answer(answer))["response"]["patch"] == base64);
  }
}

TEST_CASE("warnings keep within what the API server passes on") {
  const auto warnings_of = [](const std::vector<std::string>& warnings) {
    return answer_with(warnings)["response"]["warnings"].get<std::vector<std::string>>();
  };
  CHECK_FALSE(answer_with({})["response"].contains("warnings"));
  // A long one stays whole as long as there is room.
  CHECK(warnings_of({std::string(4096, 'a')}) == std::vector{std::string(4096, 'a')});
  CHECK(warnings_of({std::string(4097, 'a')}) == std::vector{std::string(256, 'a')});
  CHECK(warnings_of({"a\nb\x7f", "c"}) == std::vector<std::string>{"a b ", "c"});
  // A cut falls between characters.
  const std::string umlauts = std::string(255, 'a') + "\xC3\xA4";
  CHECK(warnings_of({umlauts, std::string(4000, 'b')}) ==
        std::vector{std::string(255, 'a'), std::string(256, 'b')});

  const std::vector<std::string> many = warnings_of(std::vector<std::string>(100, umlauts));
  CHECK(many.size() == 16);
  CHECK(many.back() == "nodefit: 85 more warnings");
}

}  // namespace nodefit::tests
