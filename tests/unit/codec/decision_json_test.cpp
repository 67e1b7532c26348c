#include "codec/decision_json.h"

#include <catch2/catch.hpp>
#include <string>

#include "nodefit/reason.h"

namespace nodefit::tests {

namespace {

RecordedDecision full_record() {
  RecordedDecision record;
  record.reason = Reason::kDecided;
  record.profile = "a100";
  record.policy_hash = "0123456789abcdef";
  record.containers = {
      {"fetch", "tensorflow/tensorflow:2.15.0", "tensorflow/tensorflow:2.15.0", {}},
      {"tensorflow",
       "tensorflow/tensorflow:2.15.0-gpu",
       "registry.example.com/tf:2.15.0-gpu-sm80",
       {{"Z", "1"}, {"A", "say \"hi\"\n"}}}};
  record.node_selector = Labels{{"kubernetes.io/arch", "amd64"}};
  record.terms = {
      {{}, {{"major", "In", {"8", "9"}}, {"gpu", "Exists", {}}}, {{"metadata.name", "In", {"n"}}}},
      {{}, {{"old", "DoesNotExist", {}}}, {}}};
  return record;
}

const std::string kFullText =
    R"({"reason":"Decided","profile":"a100","policy":"0123456789abcdef","containers":{)"
    R"("fetch":["tensorflow/tensorflow:2.15.0","tensorflow/tensorflow:2.15.0"],)"
    R"("tensorflow":["tensorflow/tensorflow:2.15.0-gpu","registry.example.com/tf:2.15.0-gpu-sm80",)"
    R"({"Z":"1","A":"say \"hi\"\n"}]},)"
    R"("pins":{"nodeSelector":{"kubernetes.io/arch":"amd64"},)"
    R"("terms":[{"matchExpressions":[{"key":"major","operator":"In","values":["8","9"]},)"
    R"({"key":"gpu","operator":"Exists"}],)"
    R"("matchFields":[{"key":"metadata.name","operator":"In","values":["n"]}]},)"
    R"({"matchExpressions":[{"key":"old","operator":"DoesNotExist"}]}]}})";

}  // namespace

TEST_CASE("a decision is written compactly, what is empty left out") {
  CHECK(write_recorded_decision(full_record()) == kFullText);
  RecordedDecision record;
  record.reason = Reason::kNoCandidate;
  CHECK(write_recorded_decision(record) == R"({"reason":"NoCandidate"})");
  record.terms.emplace_back();
  CHECK(write_recorded_decision(record) == R"({"reason":"NoCandidate","pins":{"terms":[{}]}})");
}

TEST_CASE("a written decision is read back") {
  const RecordedDecision record = read_recorded_decision(kFullText).value();
  CHECK(record.reason == Reason::kDecided);
  CHECK(record.profile == "a100");
  CHECK(record.policy_hash == "0123456789abcdef");
  REQUIRE(record.containers.size() == 2);
  CHECK(record.containers[0].name == "fetch");
  CHECK(record.containers[0].from == record.containers[0].to);
  CHECK(record.containers[1].env == full_record().containers[1].env);
  CHECK(record.node_selector == full_record().node_selector);
  CHECK(record.terms == full_record().terms);
  CHECK(write_recorded_decision(record) == kFullText);
}

TEST_CASE("every reason is read back") {
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    RecordedDecision record;
    record.reason = static_cast<Reason>(i);
    CHECK(read_recorded_decision(write_recorded_decision(record)).value().reason == record.reason);
  }
}

TEST_CASE("white space, the order of keys and null don't matter") {
  const RecordedDecision record = read_recorded_decision(R"(
    {"pins": null, "containers": {"c": ["b", "a", {}]}, "profile": "p", "reason": "Decided"} )")
                                      .value();
  CHECK(record.profile == "p");
  CHECK(record.containers.at(0).from == "b");
  CHECK(record.containers.at(0).env.empty());
}

TEST_CASE("a text that nodefit wouldn't write isn't read") {
  struct Case {
    const char* name;
    std::string text;
    std::string want;
  };
  const std::string images = "expected two images and perhaps env";
  const Case cases[] = {
      {"empty", "", "invalid JSON: expected a value, found nothing"},
      {"not JSON", "decided",
       "invalid JSON: expected one value with matching brackets, commas and colons"},
      {"a list", "[]", "expected an object, found a list"},
      {"no reason", "{}", R"(unknown reason "")"},
      {"an unknown reason", R"({"reason": "decided"})", R"(unknown reason "decided")"},
      {"an unknown key", R"({"reason": "Decided", "terms": true})", R"(unknown key "terms")"},
      {"a doubled key", R"({"reason": "Decided", "reason": "Observed"})",
       R"(key "reason" stands twice: decoders differ in which one counts)"},
      {"a hash of another length", R"({"reason": "Decided", "policy": "abc"})",
       R"(policy "abc": expected 16 hexadecimal digits)"},
      {"a hash in upper case", R"({"reason": "Decided", "policy": "0123456789ABCDEF"})",
       R"(policy "0123456789ABCDEF": expected 16 hexadecimal digits)"},
      {"one image", R"({"reason": "Decided", "containers": {"c": ["a"]}})",
       "containers.c: " + images},
      {"four items", R"({"reason": "Decided", "containers": {"c": ["a", "b", {}, 1]}})",
       "containers.c: " + images},
      {"an image that is a number", R"({"reason": "Decided", "containers": {"c": ["a", 1]}})",
       "containers.c[1]: expected a string, found 1"},
      {"an env that is a list", R"({"reason": "Decided", "containers": {"c": ["a", "b", []]}})",
       "containers.c[2]: expected an object, found a list"},
      {"a doubled variable",
       R"({"reason": "Decided", "containers": {"c": ["a", "b", {"A": "1", "A": "2"}]}})",
       R"(containers.c[2]: key "A" stands twice: decoders differ in which one counts)"},
      {"a doubled container",
       R"({"reason": "Decided", "containers": {"c": ["a", "b"], "c": ["a", "b"]}})",
       R"(containers: key "c" stands twice: decoders differ in which one counts)"},
      {"an unknown pin", R"({"reason": "Decided", "pins": {"nodeName": "n"}})",
       R"(pins: unknown key "nodeName")"},
      {"an unknown part of a term",
       R"({"reason": "Decided", "pins": {"terms": [{"matchLabels": {}}]}})",
       R"(pins.terms[0]: unknown key "matchLabels")"},
      {"an unknown part of a requirement",
       R"({"reason": "Decided", "pins": {"terms": [{"matchFields": [{"value": "n"}]}]}})",
       R"(pins.terms[0].matchFields[0]: unknown key "value")"},
      {"a label that is a number", R"({"reason": "Decided", "pins": {"nodeSelector": {"a": 1}}})",
       "pins.nodeSelector.a: expected a string, found 1"},
      {"more than all annotations may take", std::string(262'145, ' '),
       "a decision of 262145 bytes: expected at most 262144"},
      {"nested without end", std::string(100'000, '['),
       "invalid JSON: expected one value with matching brackets, commas and colons"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(read_recorded_decision(c.text).error().message() == c.want); }
  }
}

}  // namespace nodefit::tests
