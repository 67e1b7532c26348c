// The subcommands: each adds itself to the program, and when it is the one asked for, runs and
// leaves the program's exit status.

#pragma once

// NOLINTNEXTLINE(readability-identifier-naming): theirs
namespace CLI {
class App;
}  // namespace CLI

namespace nodefit::cli {

// Of the whole program.
inline constexpr int kExitYes = 0;
inline constexpr int kExitNo = 1;  // a negative answer: invalid, differs
inline constexpr int kExitCouldNotRun = 2;

void add_explain_command(CLI::App& program, int& status);
void add_validate_command(CLI::App& program, int& status);
void add_nodes_command(CLI::App& program, int& status);
void add_version_command(CLI::App& program, int& status);
void add_completion_command(CLI::App& program, int& status);

}  // namespace nodefit::cli
