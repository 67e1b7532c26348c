#include "cli/nodes_files.h"

#include <utility>

#include "cli/inputs.h"
#include "cli/words.h"
#include "codec/node_json.h"
#include "codec/object_json.h"
#include "manifest/documents.h"

namespace nodefit::cli {

namespace {

class Reading {
 public:
  void read(const std::string& name);
  ClusterFiles finish(const std::string& names);

 private:
  void read_document_of(const std::string& file, const Document& document);
  void take(const std::string& place, ClusterObjects objects);

  CatalogueBuilder builder_;
  std::size_t nodes_ = 0;
  ClusterFiles files_;
};

void Reading::take(const std::string& place, ClusterObjects objects) {
  for (const std::string& problem : objects.problems)
    files_.problems.emplace_back(place).append(": ").append(problem);
  for (const NodeSpec& node : objects.nodes) builder_.upsert(node);
  nodes_ += objects.nodes.size();
  for (auto& [name, labels] : objects.namespaces) files_.namespaces[name] = std::move(labels);
}

void Reading::read_document_of(const std::string& file, const Document& document) {
  DocumentJson read = nodefit::read_document(document);
  if (read.problem) {
    files_.problems.push_back(problem_in_words(file, *read.problem));
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

ClusterFiles Reading::finish(const std::string& names) {
  if (nodes_ == 0 && files_.problems.empty()) {
    files_.problems.push_back("no Node in " + names +
                              "; expected what kubectl get nodes -o json prints");
  }
  files_.catalogue = builder_.snapshot();
  return std::move(files_);
}

void read_cluster_object(const ObjectIdentity& identity, const JsonValue& object,
                         ClusterObjects& found) {
  const auto complain = [&](const Error& error) {
    std::string problem = identity.path;
    if (!problem.empty()) problem += ": ";
    problem.append(identity.kind).append(" ").append(identity.name).append(": ");
    found.problems.push_back(problem.append(error.message()));
  };
  if (identity.kind == "Node") {
    Result<NodeSpec> node = read_node(object);
    if (!node.ok()) return complain(node.error());
    found.nodes.push_back(*std::move(node));
  } else if (identity.kind == "Namespace") {
    NamespacesRead read = read_namespaces(object);
    for (const Error& error : read.errors) complain(error);
    for (NamespaceLabels& labels : read.namespaces)
      found.namespaces[labels.name] = std::move(labels.labels);
  }
}

}  // namespace

ClusterObjects read_cluster_objects(const JsonValue& document) {
  ClusterObjects found;
  const std::vector<Error> errors =
      each_object(document, [&](const ObjectIdentity& identity, const JsonValue& object) {
        read_cluster_object(identity, object, found);
      });
  for (const Error& error : errors) found.problems.push_back(error.message());
  return found;
}

ClusterFiles read_cluster_files(const std::vector<std::string>& paths) {
  Reading reading;
  const Result<std::vector<std::string>> names = list_files(paths);
  if (!names.ok()) {
    ClusterFiles files;
    files.problems.push_back(names.error().message());
    return files;
  }
  for (const std::string& name : *names) reading.read(name);
  return reading.finish(join(paths, ", "));
}

}  // namespace nodefit::cli
