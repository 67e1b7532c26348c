// `explain -o json` and `-o yaml`: for programs. The form is part of the command's contract:
//
//   {"policy": {"file": "policy.yaml", "hash": "0123456789abcdef"},
//    "objects": [{"file": "job.yaml", "line": 1, "pointer": "", "apiVersion": "kubeflow.org/v1",
//                 "kind": "TFJob", "namespace": "ml", "name": "mnist", "note": "",
//                 "units": [{"pointer": "", "role": "", "reason": "Decided", "observed": false,
//                            "roles": [{"role": "Worker", "replicas": 4, "reason": "Decided",
//                                       "profile": "a100", "containers": [...],
//                                       "profiles": [{"name": ..., "line": ..., "reason": ...,
//                                                     "detail": ..., "nodes": ..., "candidates":
//                                                     ..., "slots": ...}]}],
//                            "warnings": [...], "patch": [...]}]}],
//    "problems": ["file:line: ..."]}

#pragma once

#include <string>
#include <vector>

#include "cli/explain.h"

namespace nodefit::cli {

class ExplainReport {
 public:
  explicit ExplainReport(const ExplainSetting& setting) : setting_(setting) {}

  void add(const ExplainedFile& file, const Document& document, const ExplainedObject& object);
  void add_problems(const std::vector<std::string>& problems);

  // Both end with a line break.
  std::string json() const;
  std::string yaml() const;

 private:
  std::string whole() const;  // compact

  const ExplainSetting& setting_;
  std::string objects_;  // compact, with commas between them
  std::vector<std::string> problems_;
};

}  // namespace nodefit::cli
