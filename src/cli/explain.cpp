#include "cli/explain.h"

#include <algorithm>

#include "cli/nodes_files.h"
#include "codec/json_document.h"
#include "codec/workload_json.h"

namespace nodefit::cli {

namespace {

using Namespaces = std::map<std::string, Labels>;

void decide_unit(const ManifestObject& object, const ExplainSetting& setting,
                 const Namespaces& namespaces, ExplainedUnit& explained) {
  JsonDocument document;
  if (Result<void> parsed = document.parse(unit_object(*explained.unit)); !parsed.ok()) {
    explained.problem = std::move(parsed).error();
    return;
  }
  Result<Workload> workload = read_workload(document.root());
  if (!workload.ok()) {
    explained.problem = std::move(workload).error();
    return;
  }
  explained.workload = *std::move(workload);
  explained.workload.name_space =
      object.name_space.empty() ? setting.default_namespace : object.name_space;
  const auto labels = namespaces.find(explained.workload.name_space);
  if (labels != namespaces.end()) explained.workload.namespace_labels = labels->second;

  explained.decision =
      decide(explained.workload, setting.plan.get(), setting.options, &explained.explanation);
  Result<Patch> patch = make_patch(explained.decision, document.root());
  if (!patch.ok()) {
    explained.problem = std::move(patch).error();
    return;
  }
  explained.patch = *std::move(patch);
  if (explained.patch.text.empty()) return;
  Result<std::string> of_document = patch_of_document(*explained.unit, explained.patch.text);
  if (of_document.ok()) {
    explained.document_patch = *std::move(of_document);
  } else {
    explained.problem = std::move(of_document).error();
  }
}

std::string place(const std::string& file, std::size_t line) {
  return file + ":" + std::to_string(line) + ": ";
}

void read_objects(const std::string& file, const Document& document, ExplainedDocument& explained) {
  explained.document = document;
  DocumentJson read = read_document(document);
  if (read.problem) {
    const YamlProblem& problem = *read.problem;
    explained.problem = file + ":" + std::to_string(problem.position.line) + ":" +
                        std::to_string(problem.position.column) + ": " +
                        (problem.path.empty() ? "" : problem.path + ": ") + problem.message;
    return;
  }
  explained.json = std::move(read.json);
  if (explained.json == "null") return;  // as kubectl has it
  Result<std::vector<ManifestObject>> objects = find_objects(explained.json);
  if (!objects.ok()) {
    explained.problem = place(file, document.first_line) + objects.error().message();
    return;
  }
  for (ManifestObject& object : *objects) explained.objects.push_back({std::move(object), {}});
}

// A file that brings its Namespace says more than the cluster.
void add_namespaces(const ExplainedDocument& explained, Namespaces& namespaces) {
  const bool any =
      std::any_of(explained.objects.begin(), explained.objects.end(),
                  [](const ExplainedObject& object) { return object.object.kind == "Namespace"; });
  JsonDocument document;
  if (!any || !document.parse(explained.json).ok()) return;
  for (auto& [name, labels] : read_cluster_objects(document.root()).namespaces)
    namespaces[name] = std::move(labels);
}

void decide_objects(const ExplainSetting& setting, const Namespaces& namespaces,
                    ExplainedDocument& explained) {
  for (ExplainedObject& object : explained.objects) {
    object.units.resize(object.object.units.size());
    for (std::size_t i = 0; i < object.units.size(); ++i) {
      object.units[i].unit = &object.object.units[i];
      decide_unit(object.object, setting, namespaces, object.units[i]);
    }
  }
}

}  // namespace

std::string ExplainedDocument::patch() const {
  std::vector<std::string> patches;
  for (const ExplainedObject& object : objects) {
    for (const ExplainedUnit& unit : object.units) patches.push_back(unit.document_patch);
  }
  return join_patches(patches);
}

std::vector<std::string> ExplainedFile::problems() const {
  std::vector<std::string> found;
  for (const ExplainedDocument& document : documents) {
    if (!document.problem.empty()) found.push_back(document.problem);
    for (const ExplainedObject& object : document.objects) {
      for (const ExplainedUnit& unit : object.units) {
        if (!unit.problem) continue;
        found.push_back(place(name, document.document.first_line) + object.object.kind + " " +
                        object.object.name + ": " + unit.problem->message());
      }
    }
  }
  return found;
}

bool ExplainedFile::changes() const {
  return std::any_of(documents.begin(), documents.end(), [](const ExplainedDocument& document) {
    return std::any_of(
        document.objects.begin(), document.objects.end(), [](const ExplainedObject& object) {
          return std::any_of(
              object.units.begin(), object.units.end(),
              [](const ExplainedUnit& unit) { return !unit.document_patch.empty(); });
        });
  });
}

std::unique_ptr<ExplainedFile> explain_text(std::string name, std::string text,
                                            const ExplainSetting& setting) {
  auto file = std::make_unique<ExplainedFile>();
  file->name = std::move(name);
  file->text = std::move(text);
  DocumentSplitter splitter(file->text);
  while (const std::optional<Document> document = splitter.next()) {
    if (document->form == Document::Form::kEmpty) continue;
    read_objects(file->name, *document, file->documents.emplace_back());
  }
  Namespaces namespaces = setting.namespaces;
  for (const ExplainedDocument& document : file->documents) add_namespaces(document, namespaces);
  for (ExplainedDocument& document : file->documents) decide_objects(setting, namespaces, document);
  return file;
}

}  // namespace nodefit::cli
