// Real manifests, where the corpus lies beside the checkout: each is split, each document read or
// refused for the reason given here, and a patch of everything spliced into all that is read.

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "codec/json_document.h"
#include "codec/json_layout.h"
#include "codec/json_patch.h"
#include "codec/workload_json.h"
#include "manifest/documents.h"
#include "manifest/pod_templates.h"
#include "manifest/splice.h"
#include "support/change_everything.h"
#include "support/strict_json_patch.h"
#include "support/table.h"

namespace nodefit::tests {

namespace {

struct Counts {
  std::size_t documents = 0;
  std::size_t units = 0;
  std::size_t in_place = 0;
  std::size_t anew = 0;
  std::size_t without_kind = 0;
};

// By file and line: what is wrong.
using Refusals = std::map<std::string, std::string>;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The patch of everything; what is wrong with the unit goes into `problem`.
std::string patch_of(const PodTemplateUnit& unit, std::string& problem) {
  JsonDocument document;
  REQUIRE(document.parse(unit_object(unit)).ok());
  const Result<Workload> workload = read_workload(document.root());
  if (!workload.ok()) {
    problem = workload.error().message();
    return {};
  }
  const Result<Patch> patch = make_patch(change_everything(*workload), document.root());
  if (!patch.ok()) {
    problem = patch.error().message();
    return {};
  }
  return *patch_of_document(unit, patch->text);
}

void check_splice(const Document& document, const std::string& json, const std::string& patch,
                  Counts& counts) {
  const Result<SplicedDocument> spliced = splice_patch(document, patch);
  REQUIRE(spliced.ok());
  Document again = document;
  again.text = spliced->text;
  CHECK(same_json(read_document(again).json, *apply_json_patch(json, patch)));
  ++(spliced->note.empty() ? counts.in_place : counts.anew);
}

void visit(const Document& document, const std::string& name, Counts& counts, Refusals& refused) {
  const DocumentJson read = read_document(document);
  if (read.problem) {
    const std::string line = std::to_string(read.problem->position.line);
    refused[name + ":" + line] = read.problem->message;
    return;
  }
  ++counts.documents;
  if (document.form == Document::Form::kEmpty || read.json == "null") return;
  const std::string place = name + ":" + std::to_string(document.first_line);
  const Result<std::vector<ManifestObject>> objects = find_objects(read.json);
  if (!objects.ok()) {
    CHECK(objects.error().message().starts_with("expected an object with apiVersion and kind"));
    ++counts.without_kind;
    return;
  }
  std::vector<std::string> patches;
  for (const ManifestObject& object : *objects) {
    for (const PodTemplateUnit& unit : object.units) {
      ++counts.units;
      std::string problem;
      patches.push_back(patch_of(unit, problem));
      if (!problem.empty()) refused[place + unit.pointer] = problem;
    }
  }
  check_splice(document, read.json, join_patches(patches), counts);
}

}  // namespace

TEST_CASE("the corpus is split, read and spliced, or refused for the reason given here") {
  const std::optional<std::string> index = find_corpus_file("INDEX.tsv");
  if (!index) return;
  const std::filesystem::path root = std::filesystem::path(*index).parent_path();
  Counts counts;
  Refusals refused;
  for (const char* const folder : {"tfjobs", "pods", "nodes", "bugs"}) {
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
      const std::string text = read_file(entry.path());
      const std::string name = folder + ("/" + entry.path().filename().string().substr(0, 3));
      INFO(name);
      DocumentSplitter splitter(text);
      while (const std::optional<Document> document = splitter.next())
        visit(*document, name, counts, refused);
    }
  }
  const std::string quotes = "invalid YAML: text that begins with %, @ or ` needs quotes";
  const Refusals want = {
      {"bugs/18-:1/request/object", R"(spec.containers: expected a list, found "not a list")"},
      {"pods/026:11", "expected a text as key, found a list or a mapping"},  // {{name}}
      {"pods/027:1/spec/template",
       "spec.containers[0].name: expected a string, found an object"},  // {name}
      {"tfjobs/028:9", quotes},
      {"tfjobs/029:38", "doubled key; the first is at line 17, column 13"},
      {"tfjobs/029:9", quotes},
      {"tfjobs/068:1", R"(spec.tfReplicaSpecs.PS.replicas: expected a whole number, found "1")"},
      {"tfjobs/069:1", R"(spec.tfReplicaSpecs.Worker.replicas: expected a whole number, found "")"},
      {"tfjobs/091:4", "invalid YAML: expected spaces as indentation, found a tab"},
      {"tfjobs/097:1", "invalid YAML: expected a value, found tags or directives alone"},
      {"tfjobs/098:4", "expected a number that JSON has, found .inf; text needs quotes"},
  };
  CHECK(refused == want);
  CHECK(counts.documents > 200);
  CHECK(counts.units > 90);
  CHECK(counts.in_place > 100);
  CHECK(counts.anew < 10);
  // A list of patches, and the wrappers of other projects' test cases.
  CHECK(counts.without_kind == 23);
}

}  // namespace nodefit::tests
