// The decision as a patch of the document that was submitted.

#include <nlohmann/json.hpp>
#include <optional>

#include "codec/json_document.h"
#include "codec/json_patch.h"
#include "codec/workload_json.h"
#include "properties/property.h"
#include "properties/render_json.h"
#include "support/strict_json_patch.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::ordered_json;
using Terms = std::vector<NodeSelectorTermSpec>;

bool has_unsound_term(const Workload& workload) {
  for (const Role& role : workload.roles) {
    for (const NodeSelectorTermSpec& term : role.pod.required_node_affinity.value_or(Terms())) {
      if (!NodeSelectorTerm::make(term).ok()) return true;
    }
  }
  return false;
}

Result<Workload> read(const std::string& document, const Workload& like) {
  JsonDocument parsed;
  if (Result<void> done = parsed.parse(document); !done.ok()) return done.error();
  Result<Workload> workload = read_workload(parsed.root());
  if (workload.ok()) workload->namespace_labels = like.namespace_labels;
  return workload;
}

Result<Patch> patch_of(const Decision& decision, const std::string& document) {
  JsonDocument parsed;
  if (Result<void> done = parsed.parse(document); !done.ok()) return done.error();
  return make_patch(decision, parsed.root());
}

// What stands at a path of the submitted document; nullopt where nothing does.
std::optional<Json> at(const Json& document, const std::string& path) {
  const Json::json_pointer pointer(path);
  return document.contains(pointer) ? std::optional(document.at(pointer)) : std::nullopt;
}

bool is_image(const std::string& path) { return path.ends_with("/image"); }

// nodefit's own entries, which a new decision replaces.
bool is_own_entry(const std::string& path) {
  return path.find("/nodefit.dev~1") != std::string::npos;
}

std::string check_operation(const Json& operation, const Json& document) {
  const auto op = operation.at("op").get<std::string>();
  const auto path = operation.at("path").get<std::string>();
  if (op == "replace") return is_image(path) ? "" : "replaces " + path;
  if (op != "add") return op + " of " + path;
  if (path.ends_with("/-")) return "";
  const std::string last = path.substr(path.rfind('/') + 1);
  const std::optional<Json> parent = at(document, path.substr(0, path.rfind('/')));
  if (parent && parent->is_array()) return "inserts into the user's list at " + path;
  if (is_own_entry(path)) return "";
  const std::optional<Json> value = at(document, path);
  return value && !value->is_null() ? "puts something in place of the user's " + path : "";
}

std::string check_operations(const std::string& patch, const Json& document) {
  for (const Json& operation : Json::parse(patch)) {
    std::string wrong = check_operation(operation, document);
    if (!wrong.empty()) return "the patch " + wrong;
  }
  return "";
}

const Json& spec_of(const Json& document, const Workload& workload, std::size_t role) {
  const Json& spec = document.at("spec");
  if (workload.kind == Workload::Kind::kPod) return spec;
  return spec.at("tfReplicaSpecs").at(workload.roles[role].key).at("template").at("spec");
}

// The value of an added variable as it ought to stand in the document.
Json written(const EnvAddition& addition) {
  if (!addition.from_annotation) return {{"name", addition.name}, {"value", addition.value}};
  const std::string path = "metadata.annotations['nodefit.dev/env." + addition.name + "']";
  return {{"name", addition.name}, {"valueFrom", {{"fieldRef", {{"fieldPath", path}}}}}};
}

bool contains_env(const Json& container, const EnvAddition& addition) {
  const Json wanted = written(addition);
  for (Json entry : container.value("env", Json::array())) {
    if (entry.contains("valueFrom") && entry["valueFrom"].contains("fieldRef")) {
      entry["valueFrom"]["fieldRef"].erase("apiVersion");
    }
    if (entry == wanted) return true;
  }
  return false;
}

std::string check_env_values(const Trial& trial, const Json& document) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const Json& spec = spec_of(document, trial.submitted(), i);
    for (const ContainerDecision& c : trial.decision.roles[i].containers) {
      for (const EnvAddition& addition : c.env) {
        const Json& container = spec.at(c.init ? "initContainers" : "containers").at(c.index);
        if (!contains_env(container, addition))
          return c.name + " lacks " + addition.name + " with its value";
      }
    }
  }
  return "";
}

std::size_t count_preferred(const Json& spec) {
  const Json::json_pointer path(
      "/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution");
  return spec.contains(path) ? spec.at(path).size() : 0;
}

std::string check_preferred(const Trial& trial, const Json& before, const Json& after) {
  for (std::size_t i = 0; i < trial.decision.roles.size(); ++i) {
    const std::size_t had = count_preferred(spec_of(before, trial.submitted(), i));
    const std::size_t has = count_preferred(spec_of(after, trial.submitted(), i));
    if (has != had + trial.decision.roles[i].preferred_affinity.size())
      return "preferred terms were lost or made up";
  }
  return "";
}

// What the patch makes of the document.
std::string check_patched(const Trial& trial, const Json& before, const std::string& after) {
  const Result<Workload> patched = read(after, trial.submitted());
  if (!patched.ok()) return "the patched document can't be read: " + patched.error().message();
  if (const std::string found = difference(*patched, trial.patched); !found.empty()) {
    return "the patched document says otherwise than the decision: " + found;
  }
  const Json document = Json::parse(after);
  if (std::string wrong = check_env_values(trial, document); !wrong.empty()) return wrong;
  return check_preferred(trial, before, document);
}

std::string check_patch_of(const Trial& trial, const std::string& document) {
  const Result<Patch> patch = patch_of(trial.decision, document);
  if (!patch.ok()) {  // the API server refuses an unsound term anyway
    return has_unsound_term(trial.submitted()) ? "" : "no patch: " + patch.error().message();
  }
  if (trial.decision.observed && !patch->text.empty()) {
    return "a patch for what is only observed: " + patch->text;
  }
  if (patch->text.empty()) {
    const std::string lost = difference(trial.patched, trial.submitted());
    return lost.empty() ? "" : "an empty patch, though the decision changes " + lost;
  }
  const Json before = Json::parse(document);
  std::string wrong = check_operations(patch->text, before);
  if (wrong.empty()) {
    const Result<std::string> after = apply_json_patch(document, patch->text);
    wrong = after.ok() ? check_patched(trial, before, *after)
                       : "the patch can't be applied: " + after.error().message();
  }
  return wrong.empty() ? "" : wrong + "\npatch: " + patch->text;
}

}  // namespace

// Documents take longer than any other property, so only every third world is written down.
std::string check_patch(const Trial& trial) {
  if (trial.world->spelling % 3 != 0) return "";
  const std::string document = render(trial.submitted(), trial.world->spelling);
  const Result<Workload> submitted = read(document, trial.submitted());
  if (!submitted.ok()) return "the document can't be read: " + submitted.error().message();
  std::string wrong = difference(*submitted, trial.submitted());
  if (!wrong.empty()) wrong = "the document is read as another workload: " + wrong;
  if (wrong.empty()) wrong = check_patch_of(trial, document);
  return wrong.empty() ? "" : wrong + "\ndocument: " + document;
}

}  // namespace nodefit::tests
