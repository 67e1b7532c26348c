// Each folder of tests/cases is decided, patched and decided again.

#include <catch2/catch.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "codec/json_document.h"
#include "codec/json_patch.h"
#include "codec/policy_text.h"
#include "codec/workload_json.h"
#include "nodefit/catalogue.h"
#include "nodefit/decision.h"
#include "nodefit/plan.h"
#include "support/case_files.h"
#include "support/strict_json_patch.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::ordered_json;

// What a case is decided with.
struct Setting {
  std::shared_ptr<const Policy> policy;
  std::shared_ptr<const Plan> plan;  // null while policy or nodes aren't there
  DecideOptions options;
  Labels namespace_labels;
};

Setting read_setting(const CaseFiles& files) {
  const PolicyTextOutcome outcome = read_policy(files.policy, "policy.yaml");
  if (!outcome.policy) throw std::runtime_error(outcome.errors.at(0).to_string());
  Setting setting;
  setting.policy = outcome.policy;
  setting.namespace_labels = files.namespace_labels;
  setting.options.own_namespaces = files.own_namespaces;
  setting.options.has_policy = files.has_policy;
  for (const Profile& profile : outcome.policy->profiles()) {
    const auto pending = files.pending.find(profile.name);
    setting.options.pending.push_back(pending == files.pending.end() ? 0 : pending->second);
  }
  if (!files.has_policy || !files.has_nodes) return setting;
  CatalogueBuilder builder;
  for (const NodeSpec& node : files.nodes) builder.upsert(node);
  setting.plan = Plan::make(outcome.policy, builder.snapshot());
  return setting;
}

// What comes of one object.
struct Outcome {
  Workload workload;
  Decision decision;
  Explanation explanation;
  Patch patch;
};

template <class T>
T value_or_throw(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message());
  return *std::move(result);
}

Outcome run(const std::string& input, const Setting& setting) {
  JsonDocument document;
  if (Result<void> parsed = document.parse(input); !parsed.ok())
    throw std::runtime_error(parsed.error().message());
  Outcome outcome;
  outcome.workload = value_or_throw(read_workload(document.root()));
  outcome.workload.namespace_labels = setting.namespace_labels;
  outcome.decision =
      decide(outcome.workload, setting.plan.get(), setting.options, &outcome.explanation);
  outcome.patch = value_or_throw(make_patch(outcome.decision, document.root()));

  // The explanation is told beside the decision and has no part in it.
  const Decision plain = decide(outcome.workload, setting.plan.get(), setting.options);
  CHECK(plain.reason == outcome.decision.reason);
  CHECK(plain.warnings == outcome.decision.warnings);
  CHECK(value_or_throw(make_patch(plain, document.root())).text == outcome.patch.text);
  return outcome;
}

std::string role_name(const Role& role) {
  return role.key.empty() ? std::string(to_string(role.kind)) : role.key;
}

std::string profile_name(const Policy& policy, std::size_t profile) {
  return policy.profiles().at(profile).name;
}

std::string describe_outcome(const Outcome& outcome, const Policy& policy) {
  Json json;
  json["reason"] = to_string(outcome.decision.reason);
  json["roles"] = Json::array();
  for (std::size_t i = 0; i < outcome.decision.roles.size(); ++i) {
    const RoleDecision& role = outcome.decision.roles[i];
    json["roles"].push_back({{"role", role_name(outcome.workload.roles.at(i))},
                             {"reason", to_string(role.reason)},
                             {"profile", role.profile ? profile_name(policy, *role.profile) : ""}});
  }
  json["warnings"] = outcome.decision.warnings;
  for (const std::string& warning : outcome.patch.warnings) json["warnings"].push_back(warning);
  json["patch"] = outcome.patch.text.empty() ? Json::array() : Json::parse(outcome.patch.text);
  json["explain"] = Json::array();
  for (const ProfileVerdict& verdict : outcome.explanation.verdicts) {
    json["explain"].push_back({{"role", role_name(outcome.workload.roles.at(verdict.role))},
                               {"profile", profile_name(policy, verdict.profile)},
                               {"reason", to_string(verdict.reason)},
                               {"detail", verdict.detail}});
  }
  return json.dump(2) + "\n";
}

// Promise 6: the patched object is left as it is.
void require_idempotent(const Outcome& first, const std::string& input, const Setting& setting) {
  const std::string patched = value_or_throw(apply_json_patch(input, first.patch.text));
  const Outcome second = run(patched, setting);
  INFO(second.patch.text);
  CHECK(second.patch.text.empty());
  if (first.decision.reason == Reason::kDecided)
    CHECK(second.decision.reason == Reason::kAlreadyDecided);
}

}  // namespace

TEST_CASE("cases are decided as their want.json says, and the patched object is left alone") {
  for (const std::string& name : case_names()) {
    DYNAMIC_SECTION(name) {
      const CaseFiles files = read_case(name);
      const Setting setting = read_setting(files);
      const Outcome outcome = run(files.input, setting);
      const std::string got = describe_outcome(outcome, *setting.policy);
      if (!update_case(name, got)) CHECK(got == files.want);
      require_idempotent(outcome, files.input, setting);
    }
  }
}

}  // namespace nodefit::tests
