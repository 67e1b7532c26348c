#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/explain.h"
#include "cli/explain_report.h"
#include "cli/explain_table.h"
#include "cli/explain_texts.h"
#include "cli/inputs.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "cli/style.h"

namespace nodefit::cli {

namespace {

struct ExplainOptions {
  SettingOptions setting;
  std::vector<std::string> files;
  std::string output = "table";
  std::string color = "auto";
  bool exit_code = false;
};

using Files = std::vector<std::unique_ptr<ExplainedFile>>;

// All files through one output.
class ExplainRun {
 public:
  ExplainRun(const ExplainOptions& options, const ExplainSetting& setting)
      : options_(options), setting_(setting), style_(options.color), report_(setting) {}

  int run();

 private:
  void explain(const std::string& name);
  void take(const ExplainedFile& file, const Document& document, const ExplainedObject& object);
  void fail(const std::string& problem);
  bool reports() const { return options_.output == "json" || options_.output == "yaml"; }
  std::string all_at_once() const;

  const ExplainOptions& options_;
  const ExplainSetting& setting_;
  const Style style_;
  ExplainReport report_;
  Files files_;  // kept for outputs that are whole or nothing
  std::size_t with_pods_ = 0;
  std::size_t without_pods_ = 0;
  bool columns_ = false;  // some table of profiles was shown
  bool failed_ = false;
  bool changes_ = false;
};

void ExplainRun::fail(const std::string& problem) {
  failed_ = true;
  complain(problem);
}

void ExplainRun::take(const ExplainedFile& file, const Document& document,
                      const ExplainedObject& object) {
  ++(object.units.empty() && object.object.note.empty() ? without_pods_ : with_pods_);
  if (reports()) report_.add(file, document, object);
  if (options_.output != "table") return;
  columns_ = columns_ || has_profile_table(object);
  std::cout << explain_table(file, document, object, setting_, style_);
}

void ExplainRun::explain(const std::string& name) {
  Result<std::string> text = read_file(name);
  if (!text.ok()) return fail(text.error().message());
  std::unique_ptr<ExplainedFile> file =
      explain_text(shown_name(name), *std::move(text), setting_,
                   [this](const ExplainedFile& of, const Document& document,
                          const ExplainedObject& object) { take(of, document, object); });
  for (const std::string& problem : file->problems) fail(problem);
  if (const std::size_t more = file->problem_count - file->problems.size(); more > 0)
    fail(file->name + ": and " + std::to_string(more) + " problems more");
  report_.add_problems(file->problems);
  changes_ = changes_ || file->changes;
  if (options_.output != "table" && !reports()) files_.push_back(std::move(file));
}

std::string ExplainRun::all_at_once() const {
  if (options_.output == "json") return report_.json();
  if (options_.output == "yaml") return report_.yaml();
  // What is piped on must be whole.
  if (failed_ && options_.output != "diff") return "";
  if (options_.output == "patch") return patch_text(files_);
  std::vector<std::string> notes;
  std::string text =
      options_.output == "diff" ? diff_text(files_, style_, notes) : manifest_text(files_, notes);
  for (const std::string& note : notes) complain(note);
  return text;
}

int ExplainRun::run() {
  const Result<std::vector<std::string>> names = list_files(options_.files);
  if (!names.ok()) {
    fail(names.error().message());
    return kExitCouldNotRun;
  }
  Progress progress(names->size());
  for (const std::string& name : *names) {
    progress.step(name);
    explain(name);
  }
  progress.finish();
  if (options_.output == "table") {
    std::cout << table_legend(columns_, without_pods_, style_);
    if (with_pods_ == 0 && !failed_)
      complain("no object with pods in these files; nothing to decide");
  } else {
    std::cout << all_at_once();
  }
  if (failed_) return kExitCouldNotRun;
  return options_.exit_code && changes_ ? kExitNo : kExitYes;
}

void add_options(CLI::App& command, ExplainOptions& options) {
  command.add_option("FILE", options.files, "Manifests, folders of them, or - for standard input")
      ->type_name("");
  add_setting_options(command, options.setting);
  command.add_option("-o,--output", options.output, "What to print, see below")
      ->check(CLI::IsMember({"table", "json", "yaml", "patch", "diff", "manifest"}))
      ->capture_default_str()
      ->group("Output");
  add_color_option(command, options.color);
  command.add_flag("--exit-code", options.exit_code, "Exit with 1 where something would change")
      ->group("Output");
}

}  // namespace

void add_explain_command(CLI::App& program, int& status) {
  CLI::App* const command =
      program.add_subcommand("explain", "Show what nodefit would change in manifests, and why");
  const auto options = std::make_shared<ExplainOptions>();
  add_options(*command, *options);
  command->footer(
      "\nInput: YAML or JSON: Pods, TFJobs, and what makes pods of templates (Deployments, Jobs,\n"
      "Notebooks, PyTorchJobs, ...), Lists, admission reviews, what helm template prints.\n"
      "\nOutput:\n"
      "  table      what changes and why, for people\n"
      "  diff       what changes in the files\n"
      "  manifest   the files as changed, for kubectl apply -f -\n"
      "  patch      JSON patches, one line a document\n"
      "  json yaml  all that is known, for programs\n"
      "\nExamples:\n"
      "  nodefit explain --policy policy.yaml --nodes nodes.json tfjob.yaml\n"
      "  helm template . | nodefit explain --policy policy.yaml --nodes nodes.json -o diff -\n"
      "  nodefit explain -p policy.yaml --nodes nodes.json -o manifest job.yaml | kubectl apply -f "
      "-\n"
      "\nExit status: 0 explained, 1 something would change (with --exit-code), 2 could not run or "
      "read a file.");
  command->callback([options, &status, command] {
    require_options(*command, {"FILE", "--policy", "--nodes"});
    const std::unique_ptr<ExplainSetting> setting = read_setting(options->setting);
    status = setting == nullptr ? kExitCouldNotRun : ExplainRun(*options, *setting).run();
  });
}

}  // namespace nodefit::cli
