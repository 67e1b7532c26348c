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

#include <memory>
#include <string>
#include <vector>

#include "cli/explain.h"

namespace nodefit::cli {

// Ends with a line break.
std::string json_report(const std::vector<std::unique_ptr<ExplainedFile>>& files,
                        const ExplainSetting& setting);
std::string yaml_report(const std::vector<std::unique_ptr<ExplainedFile>>& files,
                        const ExplainSetting& setting);

}  // namespace nodefit::cli
