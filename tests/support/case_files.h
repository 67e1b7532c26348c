// Whole decisions as files: tests/cases/NAME/ holds
//
//   input.yaml    the Pod or TFJob and, where its labels matter, its Namespace
//   policy.yaml   may be left out: then tests/cases/policy.yaml counts
//   nodes.yaml    Nodes, one document each, or Lists of them; may be left out likewise
//   options.yaml  may be left out: {pending: {PROFILE: pods that wait}, ownNamespaces: [NAME],
//                 hasPolicy: false, hasNodes: false}
//   want.json     what is decided; written anew where the environment variable UPDATE_CASES is set
//
// A comment at the top of input.yaml says what the case is about.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "nodefit/catalogue.h"
#include "nodefit/labels.h"

namespace nodefit::tests {

struct CaseFiles {
  std::string policy;  // YAML
  std::vector<NodeSpec> nodes;
  std::string input;  // JSON
  Labels namespace_labels;
  std::map<std::string, std::int64_t> pending;
  std::vector<std::string> own_namespaces;
  bool has_policy = true;
  bool has_nodes = true;
  std::string want;  // empty where there is none yet
};

// The folders of tests/cases by name. Throws std::runtime_error where there is none: a test must
// not pass on nothing.
std::vector<std::string> case_names();

// Throws std::runtime_error, naming the file, where one can't be read.
CaseFiles read_case(const std::string& name);

// Where UPDATE_CASES is set: writes want.json. Returns whether it did.
bool update_case(const std::string& name, const std::string& want);

}  // namespace nodefit::tests
