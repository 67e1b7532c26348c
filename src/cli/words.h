// Parts of a decision in words, as the tables of several commands have them.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codec/yaml_problem.h"
#include "nodefit/decision.h"
#include "nodefit/selector.h"
#include "nodefit/taint.h"

namespace nodefit::cli {

std::string join(const std::vector<std::string>& parts, std::string_view separator);

// "gpu in (a100, h100)", "gpu exists".
std::string requirement_in_words(const RequirementSpec& requirement);

// "job.yaml:3:1: metadata.name: expected ...".
std::string problem_in_words(const std::string& file, const YamlProblem& problem);

// All that a term asks for, joined by "and".
std::string term_in_words(const NodeSelectorTermSpec& term);

// "nvidia.com/gpu:NoSchedule".
std::string toleration_in_words(const Toleration& toleration);

// What the decision keeps the pods of a role to: "gpu in (a100)"; empty where it doesn't pin them.
std::string pins_in_words(const RoleDecision& role);

}  // namespace nodefit::cli
