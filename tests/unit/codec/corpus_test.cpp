// Real manifests, where the corpus lies beside the checkout: each is read, or refused for the
// reason given here.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "codec/json_document.h"
#include "codec/node_json.h"
#include "codec/workload_json.h"
#include "support/manifests.h"
#include "support/table.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::ordered_json;

// By file, or file and number of the object in it: the message.
using Refusals = std::map<std::string, std::string>;

std::vector<std::filesystem::path> files_in(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool is_older_tf_job(const Json& object) {
  const std::string api_version = object.value("apiVersion", "");
  return object.value("kind", "") != "Pod" && api_version != "kubeflow.org/v1" &&
         api_version != "v1";
}

// Every object below `json` that is a Node or TFJob, and whatever holds a pod template, made a Pod
// of.
void collect_objects(const Json& json, std::vector<Json>& objects) {
  if (!json.is_structured()) return;
  if (json.is_object() && json.contains("spec") && json["spec"].is_object()) {
    const std::string kind =
        json.contains("kind") && json["kind"].is_string() ? json["kind"].get<std::string>() : "";
    if (kind == "Node" || kind == "TFJob" || kind == "TfJob") objects.push_back(json);
    if (json["spec"].contains("containers")) {
      Json pod = {{"apiVersion", "v1"}, {"kind", "Pod"}};
      if (json.contains("metadata")) pod["metadata"] = json["metadata"];
      pod["spec"] = json["spec"];
      objects.push_back(std::move(pod));
    }
  }
  for (const Json& below : json) collect_objects(below, objects);
}

// The documents of a file as JSON. Throws std::runtime_error where it can't be read.
std::vector<std::string> read_documents(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  if (path.extension() != ".json") return manifests_to_json(text);
  JsonDocument document;
  Result<void> parsed = document.parse(text);
  if (!parsed.ok()) throw std::runtime_error(parsed.error().message());
  return {text};
}

// What is wrong with the object; empty where it is read.
std::string problem_of(const Json& object) {
  JsonDocument document;
  if (Result<void> parsed = document.parse(object.dump()); !parsed.ok())
    return parsed.error().message();
  if (object.value("kind", "") == "Node") {
    const Result<NodeSpec> node = read_node(document.root());
    return node.ok() ? "" : node.error().message();
  }
  const Result<Workload> workload = read_workload(document.root());
  return workload.ok() ? "" : workload.error().message();
}

// One a line, which reads better than a map where a test fails.
std::string to_text(const Refusals& refusals) {
  std::string text;
  for (const auto& [name, message] : refusals)
    text.append(name).append(": ").append(message + "\n");
  return text;
}

// What in the files of a folder is refused; the number of objects that are read goes into `read`.
Refusals refusals_in(const std::string& folder, std::size_t& read) {
  Refusals refused;
  for (const std::filesystem::path& path : files_in(folder)) {
    const std::string name = path.filename();
    std::vector<Json> objects;
    try {
      for (const std::string& text : read_documents(path))
        collect_objects(Json::parse(text), objects);
    } catch (const std::exception& error) {
      refused[name] = error.what();
      continue;
    }
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const std::string problem = problem_of(objects[i]);
      if (is_older_tf_job(objects[i])) {
        CHECK(problem.ends_with("expected a Pod of v1 or a TFJob of kubeflow.org/v1"));
      } else if (!problem.empty()) {
        refused[name + "#" + std::to_string(i)] = problem;
      } else {
        ++read;
      }
    }
  }
  return refused;
}

}  // namespace

TEST_CASE("the corpus is read, or refused for the reason given here") {
  struct Case {
    const char* folder;
    Refusals want;
  };
  const std::string placeholder = "expected a string, found an object";  // {name}, a flow mapping
  const std::string quotes =
      "document 1: invalid YAML: text that begins with %, @ or ` needs quotes";
  const Case cases[] = {
      {"pods",
       {{"026-notebook-python-format-empty-image.yaml",
         "document 1: expected a text as key, found a list or a mapping"},
        {"027-notebook-template-memory-fraction.yaml#0",
         "spec.containers[0].name: " + placeholder}}},
      {"tfjobs",
       {{"028-v1beta1-INVALID-percent-scalar.yaml", quotes},
        {"029-v1-duplicate-key-name.yaml", quotes},
        {"029b-v1-duplicate-key-name-numworkers2.yaml",
         "document 1: doubled key; the first is at line 17, column 13"},
        {"063-volcano-scheduler-python-format.yaml#1", "spec.containers[0].image: " + placeholder},
        {"063-volcano-scheduler-python-format.yaml#2", "spec.containers[0].image: " + placeholder},
        {"063-volcano-scheduler-python-format.yaml#3", "spec.containers[0].image: " + placeholder},
        {"064-karmada-ten-cases.yaml#5",
         R"(spec.tfReplicaSpecs.PS.replicas: expected a whole number, found "1")"},
        {"064-karmada-ten-cases.yaml#8",
         R"(spec.tfReplicaSpecs.Worker.replicas: expected a whole number, found "")"},
        {"068-karmada-string-replicas.yaml#0",
         R"(spec.tfReplicaSpecs.PS.replicas: expected a whole number, found "1")"},
        {"069-karmada-empty-string-replicas.yaml#0",
         R"(spec.tfReplicaSpecs.Worker.replicas: expected a whole number, found "")"},
        {"091-own-tab-indent.yaml",
         "document 1: invalid YAML: expected spaces as indentation, found a tab"},
        // kubectl, too, takes the directive for a document of its own.
        {"097-own-yaml12-directive.yaml",
         "document 1: invalid YAML: expected a value, found tags or directives alone"},
        {"098-own-inf-nan.yaml",
         "document 1: expected a number that JSON has, found .inf; text needs quotes"}}},
      {"bugs",
       {{"18-response-envelope-v1.yaml#0",
         R"(spec.containers: expected a list, found "not a list")"}}},
      {"nodes", {}},
      {"reviews",
       {{"117-empty-body.json", "invalid JSON: expected a value, found nothing"},
        {"118-truncated.json", "invalid JSON: expected a closing quote"},
        {"122-surrogates.json",
         "invalid JSON: expected escapes in strings as JSON spells them, surrogates in pairs"},
        {"123-invalid-utf8.json", "invalid JSON: expected UTF-8"},
        {"125-deep-nesting.json", "JSON nested deeper than 64 levels"}}},
  };
  const std::optional<std::string> index = find_corpus_file("INDEX.tsv");
  if (!index) return;
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.folder) {
      std::size_t read = 0;
      const auto folder = std::filesystem::path(*index).parent_path() / c.folder;
      CHECK(to_text(refusals_in(folder.string(), read)) == to_text(c.want));
      CHECK(read > 10);
    }
  }
}

}  // namespace nodefit::tests
