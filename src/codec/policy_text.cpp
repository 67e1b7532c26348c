#include "codec/policy_text.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "codec/policy_reader.h"
#include "codec/yaml_fields.h"
#include "core/field_path.h"

namespace nodefit {

namespace {

// Whether `path` leads through `prefix`, or is it.
bool leads_through(std::string_view path, std::string_view prefix) {
  if (!path.starts_with(prefix)) return false;
  const std::string_view rest = path.substr(prefix.size());
  return rest.empty() || prefix.empty() || rest.front() == '.' || rest.front() == '[';
}

// Turns problems of a policy into problems of its text.
class Locator {
 public:
  Locator(std::string_view file, const YamlFields& fields) : file_(file), fields_(fields) {
    for (const YamlFields::Problem& problem : fields.problems()) wrong_.insert(problem.at.path);
    for (const std::string& path : fields.misspelt()) wrong_.insert(path);
  }

  void add_wrong(const std::string& path) { wrong_.insert(path); }

  // Whether the problem may only follow from what couldn't be read: at, within or around it.
  bool follows(const PolicyProblem& problem) const {
    if (wrong_.contains(problem.path)) return true;
    for (std::string_view path = problem.path; !path.empty(); path = parent_path(path)) {
      if (wrong_.contains(path)) return true;
    }
    // Behind "a.b" come "a.b-c", "a.b.c" and "a.b[0]": whatever begins with it, in one row.
    for (auto at = wrong_.lower_bound(problem.path);
         at != wrong_.end() && at->starts_with(problem.path); ++at) {
      if (leads_through(*at, problem.path)) return true;
    }
    return false;
  }

  PolicyTextProblem locate(const PolicyProblem& problem) const {
    std::string_view path = problem.path;
    for (;;) {
      const auto place = fields_.places().find(std::string(path));
      if (place != fields_.places().end()) {
        std::string written = place->second.written + problem.path.substr(path.size());
        return {file_, place->second.position, std::move(written), problem.message};
      }
      if (path.empty()) return {file_, {}, problem.path, problem.message};
      path = parent_path(path);
    }
  }

 private:
  std::string file_;
  const YamlFields& fields_;
  std::set<std::string, std::less<>> wrong_;
};

void sort_by_position(std::vector<PolicyTextProblem>& problems) {
  std::stable_sort(problems.begin(), problems.end(),
                   [](const PolicyTextProblem& a, const PolicyTextProblem& b) {
                     return a.position < b.position;
                   });
}

}  // namespace

std::string PolicyTextProblem::to_string() const {
  std::string text =
      file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ";
  if (!path.empty()) text += path + ": ";
  return text + message;
}

PolicyTextOutcome read_policy(std::string_view text, std::string_view file_name) {
  const YamlTree::Outcome yaml = YamlTree::parse(text);
  const std::string file(file_name);
  PolicyTextOutcome outcome;
  for (const YamlProblem& problem : yaml.problems) {
    outcome.errors.push_back({file, problem.position, problem.path, problem.message});
  }
  const YamlNode* const root = yaml.tree.root();
  if (root == nullptr) {
    if (outcome.errors.empty())
      outcome.errors.push_back({file, {}, "", "expected a policy, found nothing"});
    return outcome;
  }

  YamlFields fields;
  const std::optional<PolicySpec> spec = read_policy_spec(*root, fields);
  for (const YamlFields::Problem& problem : fields.problems()) {
    outcome.errors.push_back({file, problem.position, problem.at.written, problem.message});
  }
  if (spec) {
    Locator locator(file, fields);
    for (const YamlProblem& problem : yaml.problems) locator.add_wrong(problem.path);
    const Policy::Outcome made = Policy::make(*spec);
    for (const PolicyProblem& problem : made.errors) {
      if (!locator.follows(problem)) outcome.errors.push_back(locator.locate(problem));
    }
    for (const PolicyProblem& problem : made.warnings) {
      outcome.warnings.push_back(locator.locate(problem));
    }
    if (outcome.errors.empty()) {
      outcome.policy = made.policy;
      for (std::size_t i = 0; i < spec->profiles.size(); ++i) {
        outcome.profiles.push_back(locator.locate({at_index("profiles", i), ""}).position);
      }
    }
  }
  sort_by_position(outcome.errors);
  sort_by_position(outcome.warnings);
  return outcome;
}

}  // namespace nodefit
