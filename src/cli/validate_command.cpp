#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/nodes_files.h"
#include "cli/report_json.h"
#include "cli/settings.h"
#include "cli/style.h"
#include "codec/json_layout.h"
#include "codec/policy_text.h"

namespace nodefit::cli {

namespace {

struct ValidateOptions {
  std::vector<std::string> files;
  std::vector<std::string> nodes;
  std::string output = "table";
  std::string color = "auto";
  bool strict = false;
};

struct CheckedPolicy {
  std::string file;
  PolicyTextOutcome outcome;
};

// "profiles[3].nodes" stands where profile 3 begins.
TextPosition position_of(const std::string& path, const PolicyTextOutcome& outcome) {
  const std::size_t open = path.find('[');
  const std::size_t index = std::stoul(path.substr(open + 1));
  return outcome.profiles[index];
}

void check_beside(const ClusterFiles& cluster, CheckedPolicy& checked) {
  if (cluster.catalogue == nullptr || !cluster.problems.empty() ||
      checked.outcome.policy == nullptr)
    return;
  const auto plan = Plan::make(checked.outcome.policy, cluster.catalogue);
  for (const PolicyProblem& problem : check_beside_nodes(*plan)) {
    checked.outcome.warnings.push_back(
        {checked.file, position_of(problem.path, checked.outcome), problem.path, problem.message});
  }
}

nlohmann::ordered_json problems_json(const std::vector<PolicyTextProblem>& problems) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PolicyTextProblem& problem : problems) {
    list.push_back({{"line", problem.position.line},
                    {"column", problem.position.column},
                    {"path", problem.path},
                    {"message", problem.message}});
  }
  return list;
}

void print_json(const std::vector<CheckedPolicy>& policies) {
  nlohmann::ordered_json report = nlohmann::ordered_json::array();
  for (const CheckedPolicy& checked : policies) {
    const Policy* const policy = checked.outcome.policy.get();
    report.push_back({{"file", checked.file},
                      {"valid", policy != nullptr},
                      {"hash", policy == nullptr ? "" : policy->hash()},
                      {"errors", problems_json(checked.outcome.errors)},
                      {"warnings", problems_json(checked.outcome.warnings)}});
  }
  std::cout << indented_json(compact(report));
}

void print_table(const CheckedPolicy& checked, const Style& style) {
  const PolicyTextOutcome& outcome = checked.outcome;
  for (const PolicyTextProblem& error : outcome.errors)
    std::cout << style.red("error") << ": " << printable(error.to_string()) << "\n";
  for (const PolicyTextProblem& warning : outcome.warnings)
    std::cout << style.yellow("warning") << ": " << printable(warning.to_string()) << "\n";
  std::cout << printable(checked.file) << ": ";
  if (outcome.policy == nullptr) {
    std::cout << style.red("invalid") << ", " << count_of(outcome.errors.size(), "error") << "\n";
    return;
  }
  std::cout << style.green("valid") << ", "
            << count_of(outcome.policy->profiles().size(), "profile") << ", hash "
            << outcome.policy->hash() << "\n";
}

int run(const ValidateOptions& options) {
  const Result<std::vector<std::string>> names = list_files(options.files);
  if (!names.ok()) {
    complain(names.error().message());
    return kExitCouldNotRun;
  }
  ClusterFiles cluster;
  if (!options.nodes.empty()) cluster = read_cluster_files(options.nodes);
  bool failed = !cluster.problems.empty();
  for (const std::string& problem : cluster.problems) complain(problem);
  std::vector<CheckedPolicy> policies;
  for (const std::string& name : *names) {
    const Result<std::string> text = read_file(name);
    if (!text.ok()) {
      complain(text.error().message());
      failed = true;
      continue;
    }
    policies.push_back({shown_name(name), read_policy(*text, shown_name(name))});
    check_beside(cluster, policies.back());
  }
  if (options.output == "json") {
    print_json(policies);
  } else {
    const Style style(options.color);
    for (const CheckedPolicy& checked : policies) print_table(checked, style);
  }
  if (failed) return kExitCouldNotRun;
  const bool good =
      std::all_of(policies.begin(), policies.end(), [&](const CheckedPolicy& checked) {
        return checked.outcome.policy != nullptr &&
               (!options.strict || checked.outcome.warnings.empty());
      });
  return good ? kExitYes : kExitNo;
}

}  // namespace

void add_validate_command(CLI::App& program, int& status) {
  CLI::App* const command =
      program.add_subcommand("validate", "Check policies: every error and warning with its line");
  const auto options = std::make_shared<ValidateOptions>();
  command->add_option("FILE", options->files, "Policy files; folders; - for standard input")
      ->type_name("");
  add_nodes_option(*command, options->nodes,
                   "Nodes, as kubectl get -o json prints them: warns of profiles without any");
  command->add_option("-o,--output", options->output, "table or json")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str()
      ->group("Output");
  add_color_option(*command, options->color);
  command->add_flag("--strict", options->strict, "Exit with 1 for warnings too")->group("Output");
  command->footer(
      "\nExamples:\n"
      "  nodefit validate policy.yaml\n"
      "  nodefit validate --strict --nodes nodes.json policy.yaml\n"
      "\nExit status: 0 valid, 1 invalid, 2 could not run or read a file.");
  command->callback([options, &status, command] {
    require_options(*command, {"FILE"});
    status = run(*options);
  });
}

}  // namespace nodefit::cli
