// The program: names the subcommands and nothing else.
// Exit status: 0 yes, 1 a negative answer, 2 could not run. Results go to stdout, talk to stderr.

#include <iostream>
#include <string_view>

#include "cli/version.h"

namespace {

constexpr int kExitYes = 0;
constexpr int kExitCouldNotRun = 2;

constexpr std::string_view kUsage =
    "Usage: nodefit COMMAND\n"
    "\n"
    "Fits TensorFlow workloads to the nodes of a Kubernetes cluster.\n"
    "\n"
    "Commands:\n"
    "  version    print the version, the commit and the compiler of this build\n"
    "\n"
    "Options:\n"
    "  -h, --help    print this text\n";

int print_version() {
  std::cout << "nodefit " << nodefit::cli::kVersion << "\n"
            << "commit " << nodefit::cli::kCommit << "\n"
#ifdef __clang__
            << "compiler " << __VERSION__ << "\n";
#else
            << "compiler GCC " << __VERSION__ << "\n";
#endif
  return kExitYes;
}

int refuse(std::string_view problem, std::string_view argument) {
  std::cerr << "nodefit: " << problem << " \"" << argument << "\"; see nodefit --help\n";
  return kExitCouldNotRun;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << kUsage;
    return kExitCouldNotRun;
  }
  const std::string_view command = argv[1];
  const bool wants_help = command == "--help" || command == "-h";
  if (!wants_help && command != "version") {
    return refuse("unknown argument", command);
  }
  if (argc > 2) {
    return refuse("unexpected argument", argv[2]);
  }
  if (wants_help) {
    std::cout << kUsage;
    return kExitYes;
  }
  return print_version();
}
