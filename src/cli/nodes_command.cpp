#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/nodes_view.h"
#include "cli/report_json.h"
#include "cli/settings.h"
#include "cli/style.h"
#include "cli/words.h"
#include "codec/json_layout.h"

namespace nodefit::cli {

namespace {

using Json = nlohmann::ordered_json;

struct NodesOptions {
  SettingOptions setting;
  std::string output = "table";
  std::string color = "auto";
};

std::string lacks_in_words(const std::vector<RequirementSpec>& lacks) {
  return printable(term_in_words({{}, lacks, {}}));
}

std::string taints_of(const Node& node) {
  std::vector<std::string> taints;
  if (node.unschedulable()) taints.emplace_back("cordoned");
  for (const Taint& taint : node.taints()) {
    const std::string value = taint.value.empty() ? "" : "=" + taint.value;
    taints.push_back(taint.key + value + ":" + taint.effect);
  }
  return printable(join(taints, ", "));
}

std::string profile_table(const ExplainSetting& setting, const Style& style) {
  TextTable table({"PROFILE", "LINE", "NODES", "NOTE"});
  table.align_right(1);
  table.align_right(2);
  const std::vector<Profile>& profiles = setting.plan->policy().profiles();
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    std::string note;
    if (setting.plan->nodes(i).count == 0) {
      const NearestNode nearest = nearest_node(*setting.plan, i);
      note = "no node";
      if (nearest.node != nullptr)
        note += "; nearest " + nearest.node->name() + ", without " + lacks_in_words(nearest.lacks);
    }
    if (profiles[i].provisionable) {
      note += (note.empty() ? "" : "; ") + std::string("an autoscaler may bring ") +
              std::to_string(profiles[i].provisionable->max_nodes);
    }
    table.add({profiles[i].name, std::to_string(setting.policy.profiles[i].line),
               std::to_string(setting.plan->nodes(i).count), note});
  }
  return table.to_string(style, "");
}

std::string node_table(const ExplainSetting& setting, const std::vector<NodeRow>& rows,
                       const Style& style) {
  TextTable table({"NODE", "PLATFORM", "PROFILES", "TAINTS", "NOTE"});
  const std::vector<Profile>& profiles = setting.plan->policy().profiles();
  for (const NodeRow& row : rows) {
    std::vector<std::string> names;
    names.reserve(row.profiles.size());
    for (const std::size_t profile : row.profiles) names.push_back(profiles[profile].name);
    std::string note;
    if (names.empty() && !profiles.empty()) {
      note = "nearest " + profiles[row.nearest.profile].name + ", without " +
             lacks_in_words(row.nearest.lacks);
    }
    table.add({printable(row.node->name()), printable(row.node->platform()),
               names.empty() ? "-" : join(names, ", "), taints_of(*row.node), note});
  }
  return table.to_string(style, "");
}

std::string json_of(const ExplainSetting& setting, const std::vector<NodeRow>& rows) {
  const std::vector<Profile>& profiles = setting.plan->policy().profiles();
  Json report = {{"profiles", Json::array()}, {"nodes", Json::array()}};
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    report["profiles"].push_back({{"name", profiles[i].name},
                                  {"line", setting.policy.profiles[i].line},
                                  {"nodes", setting.plan->nodes(i).count}});
  }
  for (const NodeRow& row : rows) {
    Json names = Json::array();
    for (const std::size_t profile : row.profiles) names.push_back(profiles[profile].name);
    Json added = {{"name", row.node->name()},
                  {"platform", row.node->platform()},
                  {"profiles", std::move(names)}};
    if (row.profiles.empty() && !profiles.empty()) {
      added["nearest"] = {{"profile", profiles[row.nearest.profile].name},
                          {"lacks", lacks_in_words(row.nearest.lacks)}};
    }
    report["nodes"].push_back(std::move(added));
  }
  return indented_json(compact(report));
}

int run(const NodesOptions& options) {
  const std::unique_ptr<ExplainSetting> setting = read_setting(options.setting);
  if (setting == nullptr) return kExitCouldNotRun;
  const std::vector<NodeRow> rows = view_nodes(*setting->plan);
  if (options.output == "json") {
    std::cout << json_of(*setting, rows);
    return kExitYes;
  }
  const Style style(options.color);
  std::cout << profile_table(*setting, style) << "\n" << node_table(*setting, rows, style);
  return kExitYes;
}

}  // namespace

void add_nodes_command(CLI::App& program, int& status) {
  CLI::App* const command = program.add_subcommand(
      "nodes", "Show which nodes fall in which profile, and which in none and why");
  const auto options = std::make_shared<NodesOptions>();
  add_setting_options(*command, options->setting);
  command->add_option("-o,--output", options->output, "table or json")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str()
      ->group("Output");
  add_color_option(*command, options->color);
  command->footer(
      "\nExample:\n"
      "  kubectl get nodes -o json | nodefit nodes --policy policy.yaml --nodes -\n"
      "\nExit status: 0 shown, 2 could not run or read a file.");
  command->callback([options, &status, command] {
    require_options(*command, {"--policy", "--nodes"});
    status = run(*options);
  });
}

}  // namespace nodefit::cli
