#include "cli/explain_report.h"

#include "cli/report_json.h"
#include "codec/json_layout.h"
#include "codec/yaml_writer.h"

namespace nodefit::cli {

namespace {

using Json = nlohmann::ordered_json;

Json containers_of(const RoleDecision& role) {
  Json list = Json::array();
  for (const ContainerDecision& container : role.containers) {
    Json env = Json::object();
    for (const EnvAddition& addition : container.env) env[addition.name] = addition.value;
    list.push_back({{"name", container.name},
                    {"init", container.init},
                    {"managed", container.managed},
                    {"from", container.from},
                    {"to", container.to},
                    {"env", std::move(env)},
                    {"gpuLimits", container.gpu_limits}});
  }
  return list;
}

Json profiles_of(std::size_t role, const ExplainedUnit& unit, const ExplainSetting& setting) {
  Json list = Json::array();
  for (const ProfileVerdict& verdict : unit.explanation.verdicts) {
    if (verdict.role != role) continue;
    list.push_back({{"name", setting.policy.policy->profiles()[verdict.profile].name},
                    {"line", setting.policy.profiles[verdict.profile].line},
                    {"reason", to_string(verdict.reason)},
                    {"detail", verdict.detail},
                    {"nodes", verdict.nodes},
                    {"candidates", verdict.candidates},
                    {"slots", verdict.slots}});
  }
  return list;
}

Json roles_of(const ExplainedUnit& unit, const ExplainSetting& setting) {
  Json list = Json::array();
  for (std::size_t i = 0; i < unit.decision.roles.size(); ++i) {
    const RoleDecision& decision = unit.decision.roles[i];
    const Role& role = unit.workload.roles[i];
    Json added = {{"role", role.key.empty() ? "Pod" : role.key},
                  {"replicas", role.replicas},
                  {"reason", to_string(decision.reason)}};
    if (decision.profile)
      added["profile"] = setting.policy.policy->profiles()[*decision.profile].name;
    added["containers"] = containers_of(decision);
    added["profiles"] = profiles_of(i, unit, setting);
    list.push_back(std::move(added));
  }
  return list;
}

Json unit_of(const ExplainedUnit& unit, const ExplainSetting& setting) {
  Json added = {{"pointer", unit.unit->pointer}, {"role", unit.unit->role}};
  if (unit.problem) {
    added["problem"] = unit.problem->message();
    return added;
  }
  std::vector<std::string> warnings = unit.decision.warnings;
  warnings.insert(warnings.end(), unit.patch.warnings.begin(), unit.patch.warnings.end());
  added["reason"] = to_string(unit.decision.reason);
  added["observed"] = unit.decision.observed;
  added["roles"] = roles_of(unit, setting);
  added["warnings"] = warnings;
  added["patch"] = unit.document_patch.empty() ? Json::array()
                                               : Json::parse(unit.document_patch, nullptr, false);
  return added;
}

Json object_of(const ExplainedFile& file, const Document& document,
               const ExplainedObject& explained, const ExplainSetting& setting) {
  const ManifestObject& object = explained.object;
  Json added = {{"file", file.name},         {"line", document.first_line},
                {"pointer", object.pointer}, {"apiVersion", object.api_version},
                {"kind", object.kind},       {"namespace", setting.namespace_of(object)},
                {"name", object.name},       {"note", object.note}};
  added["units"] = Json::array();
  for (const ExplainedUnit& unit : explained.units)
    added["units"].push_back(unit_of(unit, setting));
  return added;
}

}  // namespace

void ExplainReport::add(const ExplainedFile& file, const Document& document,
                        const ExplainedObject& object) {
  if (!objects_.empty()) objects_ += ',';
  objects_ += compact(object_of(file, document, object, setting_));
}

void ExplainReport::add_problems(const std::vector<std::string>& problems) {
  problems_.insert(problems_.end(), problems.begin(), problems.end());
}

std::string ExplainReport::whole() const {
  const Json policy = {{"file", setting_.policy_file}, {"hash", setting_.policy.policy->hash()}};
  return R"({"policy":)" + compact(policy) + R"(,"objects":[)" + objects_ + R"(],"problems":)" +
         compact(problems_) + "}";
}

std::string ExplainReport::json() const { return indented_json(whole()); }

std::string ExplainReport::yaml() const {
  std::string out;
  YamlWriter(out, YamlLayout()).block(whole(), 0);
  return out + "\n";
}

}  // namespace nodefit::cli
