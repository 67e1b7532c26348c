#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/settings.h"
#include "cli/words.h"

namespace nodefit::cli {

namespace {

std::vector<std::string> names_of_commands(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* const command : program.get_subcommands({}))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
  }
  return flags;
}

std::string bash_script(const CLI::App& program) {
  std::string out =
      "_nodefit() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} flags=\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W '" +
      join(names_of_commands(program), " ") +
      "' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const CLI::App* const command : program.get_subcommands({})) {
    out += "    " + command->get_name() + ") flags='" + join(flags_of(*command), " ") + "' ;;\n";
  }
  return out +
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _nodefit nodefit\n";
}

// zsh reads completions of bash.
std::string zsh_script(const CLI::App& program) {
  return "#compdef nodefit\nautoload -U +X bashcompinit && bashcompinit\n" + bash_script(program);
}

std::string fish_script(const CLI::App& program) {
  std::string out;
  for (const CLI::App* const command : program.get_subcommands({})) {
    const std::string& name = command->get_name();
    out += "complete -c nodefit -n __fish_use_subcommand -f -a " + name + " -d '" +
           command->get_description() + "'\n";
    for (const CLI::Option* const option : command->get_options()) {
      out += "complete -c nodefit -n '__fish_seen_subcommand_from " + name + "'";
      for (const std::string& flag : option->get_lnames()) out += " -l " + flag;
      for (const std::string& flag : option->get_snames()) out += " -s " + flag;
      out += option->get_expected_min() > 0 ? " -r\n" : "\n";
    }
  }
  return out;
}

}  // namespace

void add_completion_command(CLI::App& program, int& status) {
  CLI::App* const command =
      program.add_subcommand("completion", "Print the completion script of a shell");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer("\nExample:\n  source <(nodefit completion bash)");
  command->callback([shell, &program, &status, command] {
    require_options(*command, {"SHELL"});
    std::cout << (*shell == "bash"  ? bash_script(program)
                  : *shell == "zsh" ? zsh_script(program)
                                    : fish_script(program));
    status = kExitYes;
  });
}

}  // namespace nodefit::cli
