#include "cli/explain_report.h"

#include <nlohmann/json.hpp>

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

void add_objects(const ExplainedFile& file, const ExplainSetting& setting, Json& objects) {
  for (const ExplainedDocument& document : file.documents) {
    for (const ExplainedObject& explained : document.objects) {
      const ManifestObject& object = explained.object;
      Json added = {
          {"file", file.name},
          {"line", document.document.first_line},
          {"pointer", object.pointer},
          {"apiVersion", object.api_version},
          {"kind", object.kind},
          {"namespace", object.name_space.empty() ? setting.default_namespace : object.name_space},
          {"name", object.name},
          {"note", object.note}};
      added["units"] = Json::array();
      for (const ExplainedUnit& unit : explained.units)
        added["units"].push_back(unit_of(unit, setting));
      objects.push_back(std::move(added));
    }
  }
}

}  // namespace

std::string json_report(const std::vector<std::unique_ptr<ExplainedFile>>& files,
                        const ExplainSetting& setting) {
  Json report = {
      {"policy", {{"file", setting.policy_file}, {"hash", setting.policy.policy->hash()}}},
      {"objects", Json::array()},
      {"problems", Json::array()}};
  for (const std::unique_ptr<ExplainedFile>& file : files) {
    add_objects(*file, setting, report["objects"]);
    for (const std::string& problem : file->problems()) report["problems"].push_back(problem);
  }
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string yaml_report(const std::vector<std::unique_ptr<ExplainedFile>>& files,
                        const ExplainSetting& setting) {
  std::string out;
  YamlWriter(out, YamlLayout()).block(json_report(files, setting), 0);
  return out + "\n";
}

}  // namespace nodefit::cli
