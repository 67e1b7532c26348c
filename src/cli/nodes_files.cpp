#include "cli/nodes_files.h"

#include <utility>

#include "cli/inputs.h"
#include "codec/cluster_objects.h"
#include "codec/json_document.h"
#include "manifest/documents.h"

namespace nodefit::cli {

namespace {

class Reading {
 public:
  void read(const std::string& name);
  ClusterFiles finish();

 private:
  void read_document_of(const std::string& file, const Document& document);
  void take(const std::string& place, ClusterObjects objects);

  CatalogueBuilder builder_;
  std::size_t nodes_ = 0;
  ClusterFiles files_;
};

void Reading::take(const std::string& place, ClusterObjects objects) {
  for (const std::string& problem : objects.problems)
    files_.problems.push_back(place + ": " + problem);
  for (const NodeSpec& node : objects.nodes) builder_.upsert(node);
  nodes_ += objects.nodes.size();
  for (auto& [name, labels] : objects.namespaces) files_.namespaces[name] = std::move(labels);
}

void Reading::read_document_of(const std::string& file, const Document& document) {
  DocumentJson read = nodefit::read_document(document);
  if (read.problem) {
    files_.problems.push_back(file + ":" + std::to_string(read.problem->position.line) + ":" +
                              std::to_string(read.problem->position.column) + ": " +
                              read.problem->message);
    return;
  }
  const std::string place = file + ":" + std::to_string(document.first_line);
  JsonDocument json;
  if (const Result<void> parsed = json.parse(read.json); !parsed.ok()) {
    files_.problems.push_back(place + ": " + parsed.error().message());
    return;
  }
  take(place, read_cluster_objects(json.root()));
}

void Reading::read(const std::string& name) {
  const Result<std::string> text = read_file(name);
  if (!text.ok()) {
    files_.problems.push_back(text.error().message());
    return;
  }
  DocumentSplitter splitter(*text);
  while (const std::optional<Document> document = splitter.next()) {
    if (document->form != Document::Form::kEmpty) read_document_of(shown_name(name), *document);
  }
}

ClusterFiles Reading::finish() {
  if (nodes_ == 0 && files_.problems.empty()) {
    files_.problems.emplace_back(
        "no Node in what --nodes names; expected what kubectl get nodes -o json prints");
  }
  files_.catalogue = builder_.snapshot();
  return std::move(files_);
}

}  // namespace

ClusterFiles read_cluster_files(const std::vector<std::string>& paths) {
  Reading reading;
  const Result<std::vector<std::string>> names = list_files(paths);
  if (!names.ok()) {
    ClusterFiles files;
    files.problems.push_back(names.error().message());
    return files;
  }
  for (const std::string& name : *names) reading.read(name);
  return reading.finish();
}

}  // namespace nodefit::cli
