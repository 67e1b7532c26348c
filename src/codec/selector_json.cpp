#include "codec/selector_json.h"

namespace nodefit {

namespace {

std::vector<RequirementSpec> read_requirements(const JsonReader& term, std::string_view key) {
  std::vector<RequirementSpec> requirements;
  term.each_object(key, [&](const JsonReader& json) {
    requirements.push_back({json.text("key"), json.text("operator"), json.texts("values")});
  });
  return requirements;
}

void write_requirements(JsonWriter& json, std::string_view key,
                        const std::vector<RequirementSpec>& requirements) {
  if (requirements.empty()) return;
  json.key(key).begin_list();
  for (const RequirementSpec& requirement : requirements) write_requirement(json, requirement);
  json.end_list();
}

}  // namespace

NodeSelectorTermSpec read_selector_term(const JsonReader& term) {
  return {{}, read_requirements(term, "matchExpressions"), read_requirements(term, "matchFields")};
}

void write_requirement(JsonWriter& json, const RequirementSpec& requirement) {
  json.begin_object().key("key").text(requirement.key).key("operator").text(requirement.op);
  if (!requirement.values.empty()) {
    json.key("values").begin_list();
    for (const std::string& value : requirement.values) json.text(value);
    json.end_list();
  }
  json.end_object();
}

void write_selector_term(JsonWriter& json, const NodeSelectorTermSpec& term) {
  json.begin_object();
  write_requirements(json, "matchExpressions", term.match_expressions);
  write_requirements(json, "matchFields", term.match_fields);
  json.end_object();
}

}  // namespace nodefit
