// The program: names the subcommands and nothing else.
// Exit status: 0 yes, 1 a negative answer, 2 could not run. Results go to stdout, talk to stderr.

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.h"

namespace {

using namespace nodefit::cli;

int run(int argc, char** argv) {
  CLI::App program("Lands every TensorFlow workload on an image built for the node it runs on.",
                   "nodefit");
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);
  int status = kExitYes;
  add_explain_command(program, status);
  add_validate_command(program, status);
  add_nodes_command(program, status);
  add_version_command(program, status);
  add_completion_command(program, status);
  program.footer(
      "Begin with the nodes of your cluster and any manifest:\n"
      "  kubectl get nodes -o json > nodes.json\n"
      "  nodefit explain --policy policy.yaml --nodes nodes.json tfjob.yaml\n"
      "Help of a command: nodefit explain --help");
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help isn't an error; everything else is one of usage.
    return program.exit(error) == 0 ? kExitYes : kExitCouldNotRun;
  }
  std::cout.flush();
  if (!std::cout) {
    std::cerr << "nodefit: can't write to standard output\n";
    return kExitCouldNotRun;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv); }
