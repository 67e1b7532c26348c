// The program: names the subcommands and nothing else.
// Exit status: 0 yes, 1 a negative answer, 2 could not run. Results go to stdout, talk to stderr.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/version.h"
#include "core/did_you_mean.h"
#include "nodefit/result.h"

namespace nodefit::cli {

namespace {

// CLI11 calls an unknown command a missing one.
bool knows_command(const CLI::App& program, std::string_view argument) {
  if (argument.starts_with('-')) return true;
  std::vector<std::string_view> names;
  for (const CLI::App* const command : program.get_subcommands({}))
    names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argument) != names.end()) return true;
  const std::string meant = did_you_mean(argument, names);
  std::cerr << "nodefit: unknown command " << quoted(argument)
            << (meant.empty() ? "; see" : meant + " See") << " nodefit --help\n";
  return false;
}

std::string failure_message(const CLI::App* program, const CLI::Error& error) {
  std::string command;
  for (const CLI::App* const used : program->get_subcommands()) command = " " + used->get_name();
  return "nodefit" + command + ": " + error.what() + "; see nodefit" + command + " --help\n";
}

int run(int argc, char** argv) {
  CLI::App program("Lands every TensorFlow workload on an image built for the node it runs on.",
                   "nodefit");
  program.get_formatter()->column_width(30);
  program.failure_message(failure_message);
  program.set_version_flag("--version", "nodefit " + std::string(kVersion));
  int status = kExitYes;
  add_explain_command(program, status);
  add_validate_command(program, status);
  add_nodes_command(program, status);
  add_version_command(program, status);
  add_completion_command(program, status);
  program.footer(
      "\nBegin with the nodes of your cluster and any manifest:\n"
      "  kubectl get nodes -o json > nodes.json\n"
      "  nodefit explain --policy policy.yaml --nodes nodes.json tfjob.yaml\n"
      "\nHelp of a command: nodefit explain --help");
  if (argc < 2) {
    std::cerr << program.help();
    return kExitCouldNotRun;
  }
  if (!knows_command(program, argv[1])) return kExitCouldNotRun;
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help isn't an error; everything else is one of usage.
    return program.exit(error) == 0 ? kExitYes : kExitCouldNotRun;
  }
  if (program.get_subcommands().empty()) {
    std::cerr << "nodefit: expected a command. See nodefit --help\n";
    return kExitCouldNotRun;
  }
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "nodefit: can't write to standard output\n";
    return kExitCouldNotRun;
  }
  return status;
}

}  // namespace

}  // namespace nodefit::cli

int main(int argc, char** argv) {
  try {
    return nodefit::cli::run(argc, argv);
  } catch (const std::exception& error) {
    // A fault of ours, or no memory.
    static_cast<void>(std::fprintf(stderr, "nodefit: %s\n", error.what()));
    return nodefit::cli::kExitCouldNotRun;
  }
}
