#include "support/case_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "codec/json_document.h"
#include "codec/node_json.h"
#include "support/manifests.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::json;

const std::filesystem::path kCases = NODEFIT_SOURCE_DIR "/tests/cases";

// The case's own file, or the one for all cases.
std::filesystem::path find_file(const std::filesystem::path& folder, const std::string& file) {
  return std::filesystem::exists(folder / file) ? folder / file : kCases / file;
}

std::string read_file(const std::filesystem::path& path, bool may_be_absent = false) {
  std::ifstream file(path, std::ios::binary);
  if (!file && !may_be_absent) throw std::runtime_error(path.string() + ": no such file");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> read_documents(const std::filesystem::path& path,
                                        bool may_be_absent = false) {
  try {
    return manifests_to_json(read_file(path, may_be_absent));
  } catch (const std::exception& error) {
    throw std::runtime_error(path.string() + ": " + error.what());
  }
}

NodeSpec read_node_text(const std::filesystem::path& path, const std::string& text) {
  JsonDocument document;
  Result<void> parsed = document.parse(text);
  if (!parsed.ok()) throw std::runtime_error(path.string() + ": " + parsed.error().message());
  Result<NodeSpec> node = read_node(document.root());
  if (!node.ok()) throw std::runtime_error(path.string() + ": " + node.error().message());
  return *std::move(node);
}

std::vector<NodeSpec> read_nodes(const std::filesystem::path& path) {
  std::vector<NodeSpec> nodes;
  for (const std::string& text : read_documents(path)) {
    const Json document = Json::parse(text);
    if (!document.contains("items")) {
      nodes.push_back(read_node_text(path, text));
      continue;
    }
    for (const Json& item : document["items"]) nodes.push_back(read_node_text(path, item.dump()));
  }
  return nodes;
}

void read_input(const std::filesystem::path& path, CaseFiles& files) {
  for (const std::string& text : read_documents(path)) {
    const Json document = Json::parse(text);
    if (document.value("kind", "") != "Namespace") {
      if (!files.input.empty())
        throw std::runtime_error(path.string() + ": expected one object and its Namespace");
      files.input = text;
      continue;
    }
    std::vector<Labels::Entry> labels;
    for (const auto& [key, value] : document.at("metadata").at("labels").items()) {
      labels.emplace_back(key, value.get<std::string>());
    }
    files.namespace_labels = Labels(std::move(labels));
  }
}

void read_options(const std::filesystem::path& path, CaseFiles& files) {
  for (const std::string& text : read_documents(path, true)) {
    const Json options = Json::parse(text);
    for (const auto& [key, value] : options.items()) {
      if (key == "pending") {
        files.pending = value.get<std::map<std::string, std::int64_t>>();
      } else if (key == "ownNamespaces") {
        files.own_namespaces = value.get<std::vector<std::string>>();
      } else if (key == "hasPolicy") {
        files.has_policy = value.get<bool>();
      } else if (key == "hasNodes") {
        files.has_nodes = value.get<bool>();
      } else {
        throw std::runtime_error(path.string() + ": unknown option " + key);
      }
    }
  }
}

}  // namespace

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kCases)) {
    if (entry.is_directory()) names.push_back(entry.path().filename());
  }
  if (names.empty()) throw std::runtime_error(kCases.string() + ": no cases");
  std::sort(names.begin(), names.end());
  return names;
}

CaseFiles read_case(const std::string& name) {
  const std::filesystem::path folder = kCases / name;
  CaseFiles files;
  files.policy = read_file(find_file(folder, "policy.yaml"));
  files.nodes = read_nodes(find_file(folder, "nodes.yaml"));
  read_input(folder / "input.yaml", files);
  read_options(folder / "options.yaml", files);
  files.want = read_file(folder / "want.json", true);
  return files;
}

bool update_case(const std::string& name, const std::string& want) {
  if (std::getenv("UPDATE_CASES") == nullptr) return false;
  std::ofstream(kCases / name / "want.json", std::ios::binary) << want;
  return true;
}

}  // namespace nodefit::tests
