#include "cli/explain_table.h"

#include <algorithm>

#include "cli/words.h"

namespace nodefit::cli {

namespace {

// One line under a role: what changes, where, and how.
using Rows = std::vector<std::vector<std::string>>;

void add_containers(const RoleDecision& role, Rows& rows) {
  for (const ContainerDecision& container : role.containers) {
    const std::string name = printable(container.name);
    if (container.from != container.to) {
      rows.push_back({"image", name, printable(container.from) + " -> " + printable(container.to)});
    }
    for (const std::string& resource : container.gpu_limits)
      rows.push_back({"limit", name, printable(resource) + ": what it requests"});
    std::vector<std::string> env;
    env.reserve(container.env.size());
    for (const EnvAddition& addition : container.env)
      env.push_back(addition.name + "=" + printable(addition.value));
    if (!env.empty()) rows.push_back({"env", name, join(env, " ")});
  }
}

void add_placement(const RoleDecision& role, Rows& rows) {
  if (const std::string pins = pins_in_words(role); !pins.empty())
    rows.push_back({"nodes", "", "only with " + printable(pins)});
  for (const PreferredTerm& term : role.preferred_affinity) {
    rows.push_back({"nodes", "",
                    "preferred (" + std::to_string(term.weight) + ") with " +
                        printable(term_in_words(term.preference))});
  }
  std::vector<std::string> tolerations;
  tolerations.reserve(role.tolerations.size());
  for (const Toleration& toleration : role.tolerations)
    tolerations.push_back(toleration_in_words(toleration));
  if (!tolerations.empty()) rows.push_back({"tolerate", "", printable(join(tolerations, ", "))});
  if (!role.image_pull_secrets.empty())
    rows.push_back({"secret", "", printable(join(role.image_pull_secrets, ", "))});
}

std::string changes_of(const RoleDecision& role, const Style& style) {
  Rows rows;
  add_containers(role, rows);
  add_placement(role, rows);
  TextTable table({"CHANGE", "CONTAINER", "TO"});
  for (std::vector<std::string>& row : rows) table.add(std::move(row));
  return rows.empty() ? "" : table.to_string(style, "    ");
}

std::string verdict_word(const ProfileVerdict& verdict) {
  if (verdict.reason == Reason::kDecided) return "taken";
  return verdict.reason == Reason::kNoProfileFits ? "no" : std::string(to_string(verdict.reason));
}

std::string profiles_of(std::size_t role, const ExplainedUnit& unit, const ExplainSetting& setting,
                        const Style& style) {
  TextTable table({"PROFILE", "LINE", "VERDICT", "NODES", "OPEN", "ROOM", "WHY"});
  for (const std::size_t column : {1U, 3U, 4U, 5U}) table.align_right(column);
  bool any = false;
  for (const ProfileVerdict& verdict : unit.explanation.verdicts) {
    if (verdict.role != role) continue;
    any = true;
    // Questions come in order: where one before them was answered no, nothing was counted.
    const bool counted = verdict.candidates > 0 || verdict.slots > 0;
    table.add({setting.policy.policy->profiles()[verdict.profile].name,
               std::to_string(setting.policy.profiles[verdict.profile].line), verdict_word(verdict),
               std::to_string(verdict.nodes), counted ? std::to_string(verdict.candidates) : "-",
               counted ? std::to_string(verdict.slots) : "-", printable(verdict.detail)});
  }
  return any ? table.to_string(style, "    ") : "";
}

std::string outcome_in_words(const RoleDecision& role, const ExplainSetting& setting,
                             const Style& style) {
  const std::string word(to_string(role.reason));
  if (role.profile) {
    return style.green(word) + ": profile " +
           style.bold(setting.policy.policy->profiles()[*role.profile].name);
  }
  // What it says there sends people here.
  if (role.reason == Reason::kNoProfileFits)
    return style.yellow(word) + ": No profile fits, for the reasons below.";
  const bool good = role.reason == Reason::kDecided || role.reason == Reason::kAlreadyDecided;
  return (good ? style.green(word) : style.yellow(word)) + ": " +
         std::string(describe(role.reason));
}

std::string role_title(const Role& role) {
  if (role.key.empty()) return "";
  return role.key + " (" + count_of(static_cast<std::size_t>(role.replicas), "replica") + "): ";
}

std::string roles_of(const ExplainedUnit& unit, const ExplainSetting& setting, const Style& style) {
  std::string out;
  for (std::size_t i = 0; i < unit.decision.roles.size(); ++i) {
    const RoleDecision& role = unit.decision.roles[i];
    if (role.containers.empty() && role.reason != Reason::kAlreadyDecided) continue;
    out += "  " + printable(role_title(unit.workload.roles[i])) +
           outcome_in_words(role, setting, style) + "\n";
    out += changes_of(role, style);
    out += profiles_of(i, unit, setting, style);
  }
  return out;
}

// The first warnings of a decision say what the table says above them.
bool says_outcome(const std::string& warning, const Decision& decision) {
  const auto names = [&](Reason reason) {
    return warning.find(": " + std::string(to_string(reason))) != std::string::npos;
  };
  return names(decision.reason) || names(Reason::kObserved) ||
         std::any_of(decision.roles.begin(), decision.roles.end(),
                     [&](const RoleDecision& role) { return names(role.reason); });
}

std::string unit_table(const ExplainedUnit& unit, const ExplainSetting& setting,
                       const Style& style) {
  std::string out;
  if (!unit.unit->role.empty()) out += "  " + printable(unit.unit->role) + "\n";
  if (unit.problem) {
    return out + "  " + style.red("unreadable") + ": " + printable(unit.problem->message()) + "\n";
  }
  const std::string roles = roles_of(unit, setting, style);
  const Reason reason = unit.decision.reason;
  if (unit.decision.observed)
    out += "  " + style.yellow("Observed") + ": " + std::string(describe(Reason::kObserved)) + "\n";
  if (roles.empty()) {
    out += "  " + style.yellow(to_string(reason)) + ": " + std::string(describe(reason)) + "\n";
  }
  out += roles;
  for (const std::vector<std::string>& warnings : {unit.decision.warnings, unit.patch.warnings}) {
    for (const std::string& warning : warnings) {
      if (!says_outcome(warning, unit.decision))
        out += "  " + style.yellow("warning") + ": " + printable(warning) + "\n";
    }
  }
  return out;
}

}  // namespace

std::string explain_table(const ExplainedFile& file, const Document& document,
                          const ExplainedObject& object, const ExplainSetting& setting,
                          const Style& style) {
  const ManifestObject& named = object.object;
  if (object.units.empty() && named.note.empty()) return "";
  std::string out =
      style.bold(printable(named.kind + " " + setting.namespace_of(named) + "/" + named.name)) +
      "  " +
      style.dim(printable(file.name) + ":" + std::to_string(document.first_line) +
                (named.pointer.empty() ? "" : " " + named.pointer)) +
      "\n";
  if (!named.note.empty()) out += "  " + style.dim(printable(named.note)) + "\n";
  for (const ExplainedUnit& unit : object.units) out += unit_table(unit, setting, style);
  return out + "\n";
}

bool has_profile_table(const ExplainedObject& object) {
  return std::any_of(object.units.begin(), object.units.end(),
                     [](const ExplainedUnit& unit) { return !unit.explanation.verdicts.empty(); });
}

std::string table_legend(bool explain_columns, std::size_t without_pods, const Style& style) {
  std::string out;
  if (explain_columns) {
    out += style.dim(
               "LINE of the policy; NODES that its selector matches; of them OPEN to these pods; "
               "ROOM for so many of them.") +
           "\n";
  }
  if (without_pods > 0) {
    out += style.dim(count_of(without_pods, "other object") +
                     " without pods, or of a kind whose pods aren't read from files, left out.") +
           "\n";
  }
  return out;
}

}  // namespace nodefit::cli
