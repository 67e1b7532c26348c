#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/version.h"
#include "codec/json_writer.h"

namespace nodefit::cli {

namespace {

#ifdef __clang__
constexpr const char* kCompiler = "clang " __VERSION__;
#else
constexpr const char* kCompiler = "GCC " __VERSION__;
#endif

void print_version(bool json) {
  if (!json) {
    std::cout << "nodefit " << kVersion << "\ncommit " << kCommit << "\ncompiler " << kCompiler
              << "\n";
    return;
  }
  std::string out;
  JsonWriter(out)
      .begin_object()
      .key("version")
      .text(kVersion)
      .key("commit")
      .text(kCommit)
      .key("compiler")
      .text(kCompiler)
      .end_object();
  std::cout << out << "\n";
}

}  // namespace

void add_version_command(CLI::App& program, int& status) {
  CLI::App* const command = program.add_subcommand(
      "version", "Print the version, the commit and the compiler of this build");
  const auto output = std::make_shared<std::string>("table");
  command->add_option("-o,--output", *output, "table or json")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str();
  command->callback([output, &status] {
    print_version(*output == "json");
    status = kExitYes;
  });
}

}  // namespace nodefit::cli
