// What nodefit makes of the objects in a file: every decision with its reasons, for the outputs of
// `nodefit explain`.
//
// Thread-safety: pure functions on what they are given.

#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/json_patch.h"
#include "codec/policy_text.h"
#include "manifest/documents.h"
#include "manifest/pod_templates.h"
#include "nodefit/decision.h"

namespace nodefit::cli {

// What all objects are decided with.
struct ExplainSetting {
  std::string policy_file;
  PolicyTextOutcome policy;  // without errors
  std::shared_ptr<const Plan> plan;
  std::map<std::string, Labels> namespaces;  // labels by name; those in an explained file win
  std::string default_namespace;             // of objects that name none
  DecideOptions options;

  const std::string& namespace_of(const ManifestObject& object) const {
    return object.name_space.empty() ? default_namespace : object.name_space;
  }
};

struct ExplainedUnit {
  const PodTemplateUnit* unit = nullptr;
  Workload workload;
  Decision decision;
  Explanation explanation;
  Patch patch;                 // of the unit's object; paths begin at the Pod or TFJob
  std::string document_patch;  // the same with paths of the document
  // Why the unit can't be read or patched. The webhook would admit it unchanged.
  std::optional<Error> problem;
};

struct ExplainedObject {
  ManifestObject object;
  std::vector<ExplainedUnit> units;
};

struct ExplainedDocument {
  Document document;
  std::string patch;  // of all its units; empty where nothing changes
};

// What stays of a file once its objects are explained. Views lie in `text`: not to be copied or
// moved.
struct ExplainedFile {
  // Of a file with more, the rest is only counted: who sees these knows enough.
  static constexpr std::size_t kProblemsMax = 100;

  std::string name;  // as shown
  std::string text;
  std::deque<ExplainedDocument> documents;  // those that aren't empty
  std::vector<std::string> problems;        // of documents and units, each with file and line
  std::size_t problem_count = 0;
  bool changes = false;  // some patch isn't empty
};

// Gets each object once it is decided; afterwards it is gone, so that files of any number of
// objects take little memory.
using ObjectSink =
    std::function<void(const ExplainedFile&, const Document&, const ExplainedObject&)>;

std::unique_ptr<ExplainedFile> explain_text(std::string name, std::string text,
                                            const ExplainSetting& setting, const ObjectSink& sink);

}  // namespace nodefit::cli
