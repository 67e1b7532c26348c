#include "cli/settings.h"

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/inputs.h"
#include "cli/nodes_files.h"

namespace nodefit::cli {

namespace {

bool read_policy_file(const std::string& name, ExplainSetting& setting) {
  const Result<std::string> text = read_file(name);
  if (!text.ok()) {
    complain(text.error().message());
    return false;
  }
  setting.policy_file = shown_name(name);
  setting.policy = read_policy(*text, setting.policy_file);
  for (const PolicyTextProblem& error : setting.policy.errors)
    std::cerr << printable(error.to_string()) << "\n";
  return setting.policy.policy != nullptr;
}

}  // namespace

void add_nodes_option(CLI::App& command, std::vector<std::string>& nodes,
                      const std::string& description) {
  command.add_option("--nodes", nodes, description)
      ->envname("NODEFIT_NODES")
      ->type_name("FILE|DIR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->group("Cluster");
}

void add_setting_options(CLI::App& command, SettingOptions& options) {
  command.add_option("-p,--policy", options.policy, "Policy file (required)")
      ->envname("NODEFIT_POLICY")
      ->type_name("FILE")
      ->group("Cluster");
  add_nodes_option(
      command, options.nodes,
      "Nodes (and Namespaces), as kubectl get -o json prints them; repeatable (required)");
  command.add_option("-n,--namespace", options.name_space, "Namespace of objects that name none")
      ->capture_default_str()
      ->type_name("NAME")
      ->group("Cluster");
}

void require_options(const CLI::App& command, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (command.count(name) == 0) throw CLI::RequiredError(name);
  }
}

void add_color_option(CLI::App& command, std::string& color) {
  command
      .add_option("--color", color, "auto (on a terminal, unless NO_COLOR is set), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->group("Output");
}

std::unique_ptr<ExplainSetting> read_setting(const SettingOptions& options) {
  auto setting = std::make_unique<ExplainSetting>();
  setting->default_namespace = options.name_space;
  const bool policy_read = read_policy_file(options.policy, *setting);
  ClusterFiles cluster = read_cluster_files(options.nodes);
  for (const std::string& problem : cluster.problems) complain(problem);
  if (!policy_read || !cluster.problems.empty()) return nullptr;
  setting->namespaces = std::move(cluster.namespaces);
  setting->plan = Plan::make(setting->policy.policy, std::move(cluster.catalogue));
  return setting;
}

}  // namespace nodefit::cli
