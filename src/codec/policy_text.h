// The text form of a policy: YAML, of which JSON is a part.
//
// Thread-safety: pure functions; what they return belongs to the caller.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codec/yaml_tree.h"
#include "nodefit/policy.h"

namespace nodefit {

// Something wrong with a policy's text, or worth a warning.
struct PolicyTextProblem {
  std::string file;  // as given
  TextPosition position;
  std::string path;  // "profiles[1].gpu"; empty for the whole text
  std::string message;

  // `policy.yaml:12:10: profiles[1].gpu: expected ..., found ...`
  std::string to_string() const;

  friend bool operator==(const PolicyTextProblem&, const PolicyTextProblem&) = default;
};

// All problems at once, in the order of the text. The policy is null exactly when there is an
// error.
struct PolicyTextOutcome {
  std::shared_ptr<const Policy> policy;
  std::vector<PolicyTextProblem> errors;
  std::vector<PolicyTextProblem> warnings;
  // Where each of the policy's profiles begins.
  std::vector<TextPosition> profiles;
};

// `file_name` is what messages call the text; nothing is opened. Limits: YamlTree's. Errors: those
// of YamlTree and of Policy::make, unknown and missing keys, values of a wrong type. An error in
// the syntax ends the reading; any other doesn't, but what only follows from it isn't told.
PolicyTextOutcome read_policy(std::string_view text, std::string_view file_name);

}  // namespace nodefit
