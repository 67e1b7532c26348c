// Options that several commands have, and what they stand for.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/explain.h"
#include "cli/style.h"

// NOLINTNEXTLINE(readability-identifier-naming): theirs
namespace CLI {
class App;
}  // namespace CLI

namespace nodefit::cli {

struct SettingOptions {
  std::string policy;
  std::vector<std::string> nodes;
  std::string name_space = "default";
};

void add_nodes_option(CLI::App& command, std::vector<std::string>& nodes,
                      const std::string& description);

// --policy, --nodes, --namespace. The strings must outlive the parse.
void add_setting_options(CLI::App& command, SettingOptions& options);

// Throws CLI::RequiredError for the first of these options ("--policy", "FILE") that wasn't given.
// To be called in the command's callback: CLI11's own required() complains before unknown options
// are seen, of which the missing one may be a misspelling.
void require_options(const CLI::App& command, const std::vector<std::string>& names);

void add_color_option(CLI::App& command, std::string& color);

// The policy and the nodes that the options name. nullptr where something can't be read or is
// wrong: standard error says all of it.
std::unique_ptr<ExplainSetting> read_setting(const SettingOptions& options);

}  // namespace nodefit::cli
