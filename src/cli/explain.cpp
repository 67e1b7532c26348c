#include "cli/explain.h"

#include "cli/nodes_files.h"
#include "cli/words.h"
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
  explained.workload.name_space = setting.namespace_of(object);
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

// The objects of one file, one document after the other.
class FileExplainer {
 public:
  FileExplainer(ExplainedFile& file, const ExplainSetting& setting, const ObjectSink& sink)
      : file_(file), setting_(setting), sink_(sink), namespaces_(setting.namespaces) {}

  void run();

 private:
  void find_namespaces();
  void explain(const Document& document);
  void explain_object(const Document& document, ManifestObject object,
                      std::vector<std::string>& patches);
  void report(std::string problem);
  std::string place(const Document& document) const {
    return file_.name + ":" + std::to_string(document.first_line) + ": ";
  }

  ExplainedFile& file_;
  const ExplainSetting& setting_;
  const ObjectSink& sink_;
  Namespaces namespaces_;
};

void FileExplainer::run() {
  find_namespaces();
  DocumentSplitter splitter(file_.text);
  while (const std::optional<Document> document = splitter.next()) {
    if (document->form != Document::Form::kEmpty) explain(*document);
  }
}

// A file that brings its Namespace says more than the cluster, wherever in the file it stands.
void FileExplainer::find_namespaces() {
  if (file_.text.find("Namespace") == std::string::npos) return;
  DocumentSplitter splitter(file_.text);
  while (const std::optional<Document> document = splitter.next()) {
    if (document->text.find("Namespace") == std::string_view::npos) continue;
    const DocumentJson read = read_document(*document);
    JsonDocument json;
    if (read.problem || !json.parse(read.json).ok()) continue;  // told when its turn comes
    for (auto& [name, labels] : read_cluster_objects(json.root()).namespaces)
      namespaces_[name] = std::move(labels);
  }
}

void FileExplainer::report(std::string problem) {
  ++file_.problem_count;
  if (file_.problems.size() < ExplainedFile::kProblemsMax)
    file_.problems.push_back(std::move(problem));
}

void FileExplainer::explain(const Document& document) {
  const DocumentJson read = read_document(document);
  file_.documents.push_back({document, ""});
  if (read.problem) return report(problem_in_words(file_.name, *read.problem));
  if (read.json == "null") return;  // as kubectl has it
  Result<std::vector<ManifestObject>> objects = find_objects(read.json);
  if (!objects.ok()) return report(place(document) + objects.error().message());
  std::vector<std::string> patches;
  for (ManifestObject& object : *objects) explain_object(document, std::move(object), patches);
  file_.documents.back().patch = join_patches(patches);
  file_.changes = file_.changes || !file_.documents.back().patch.empty();
}

void FileExplainer::explain_object(const Document& document, ManifestObject object,
                                   std::vector<std::string>& patches) {
  ExplainedObject explained{std::move(object), {}};
  explained.units.resize(explained.object.units.size());
  for (std::size_t i = 0; i < explained.units.size(); ++i) {
    ExplainedUnit& unit = explained.units[i];
    unit.unit = &explained.object.units[i];
    decide_unit(explained.object, setting_, namespaces_, unit);
    if (!unit.document_patch.empty()) patches.push_back(unit.document_patch);
    if (!unit.problem) continue;
    const std::string name = explained.object.name.empty() ? "" : " " + explained.object.name;
    report(place(document) + explained.object.kind + name + ": " + unit.problem->message());
  }
  sink_(file_, document, explained);
}

}  // namespace

std::unique_ptr<ExplainedFile> explain_text(std::string name, std::string text,
                                            const ExplainSetting& setting, const ObjectSink& sink) {
  auto file = std::make_unique<ExplainedFile>();
  file->name = std::move(name);
  file->text = std::move(text);
  FileExplainer(*file, setting, sink).run();
  return file;
}

}  // namespace nodefit::cli
