#include <algorithm>
#include <string_view>

#include "policy_check.h"

namespace nodefit {

namespace {

constexpr std::string_view kLogLevel = "TF_CPP_MIN_LOG_LEVEL";

// One condition of a term, matchLabels entries as In with one value.
struct Condition {
  std::string_view key;
  std::string op;
  std::vector<std::string> values;  // sorted
};

std::vector<Condition> conditions_of(const NodeSelectorTermSpec& term) {
  std::vector<Condition> conditions;
  for (const auto& [key, value] : term.match_labels.entries()) {
    conditions.push_back({key, "In", {value}});
  }
  for (const RequirementSpec& requirement : term.match_expressions) {
    conditions.push_back({requirement.key, requirement.op, requirement.values});
    std::sort(conditions.back().values.begin(), conditions.back().values.end());
  }
  return conditions;
}

bool includes(const std::vector<std::string>& sorted, const std::vector<std::string>& part) {
  return std::includes(sorted.begin(), sorted.end(), part.begin(), part.end());
}

// Whether a label that meets `narrow` always meets `wide`.
bool implies(const Condition& narrow, const Condition& wide) {
  if (narrow.key != wide.key) return false;
  if (wide.op == "Exists" && narrow.op == "In") return true;
  if (wide.op != narrow.op) return false;
  return wide.op == "In" ? includes(wide.values, narrow.values) : wide.values == narrow.values;
}

// Whether every node that `narrow` matches is matched by `wide`.
bool term_covers(const NodeSelectorTermSpec& wide, const NodeSelectorTermSpec& narrow) {
  const std::vector<Condition> of_narrow = conditions_of(narrow);
  const std::vector<Condition> of_wide = conditions_of(wide);
  const auto is_implied = [&](const Condition& condition) {
    return std::any_of(of_narrow.begin(), of_narrow.end(),
                       [&](const Condition& other) { return implies(other, condition); });
  };
  const auto is_shared = [&](const RequirementSpec& field) {
    return std::find(narrow.match_fields.begin(), narrow.match_fields.end(), field) !=
           narrow.match_fields.end();
  };
  return std::all_of(of_wide.begin(), of_wide.end(), is_implied) &&
         std::all_of(wide.match_fields.begin(), wide.match_fields.end(), is_shared);
}

bool nodes_cover(const std::vector<NodeSelectorTermSpec>& wide,
                 const std::vector<NodeSelectorTermSpec>& narrow) {
  return std::all_of(narrow.begin(), narrow.end(), [&](const NodeSelectorTermSpec& term) {
    return std::any_of(wide.begin(), wide.end(),
                       [&](const NodeSelectorTermSpec& other) { return term_covers(other, term); });
  });
}

bool when_covers(const When& wide, const When& narrow) {
  const bool min = !wide.gpus_min || (narrow.gpus_min && *wide.gpus_min <= *narrow.gpus_min);
  const bool max = !wide.gpus_max || (narrow.gpus_max && *wide.gpus_max >= *narrow.gpus_max);
  const bool shared = !wide.shared || wide.shared == narrow.shared;
  const bool namespaces =
      !wide.namespaces || wide.namespaces->requirements().empty() ||
      (narrow.namespaces && wide.namespaces->requirements() == narrow.namespaces->requirements());
  return min && max && shared && namespaces;
}

bool has_jupyter(const ProfileImage& image) {
  return image.image.uses(TemplateVariable::kJupyter) || image.image.uses(TemplateVariable::kTag);
}

bool has_digests(const ProfileImage& image) {
  return image.versions &&
         std::any_of(image.versions->begin(), image.versions->end(),
                     [](const VersionRule& rule) { return !rule.digest.empty(); });
}

bool versions_cover(const ProfileImage& wide, const ProfileImage& narrow) {
  if (!wide.versions) return true;
  if (!narrow.versions) return false;
  return std::all_of(
      narrow.versions->begin(), narrow.versions->end(), [&](const VersionRule& rule) {
        return std::any_of(
            wide.versions->begin(), wide.versions->end(),
            [&](const VersionRule& other) { return other.pattern.covers(rule.pattern); });
      });
}

bool image_covers(const ProfileImage& wide, const ProfileImage& narrow) {
  const bool variants = !has_jupyter(narrow) || (has_jupyter(wide) && !has_digests(wide));
  const bool platforms =
      !wide.platforms || (narrow.platforms && includes(*wide.platforms, *narrow.platforms));
  return variants && platforms && versions_cover(wide, narrow);
}

bool images_cover(const Profile& wide, const Profile& narrow) {
  return std::all_of(narrow.images.begin(), narrow.images.end(), [&](const ProfileImage& image) {
    const ProfileImage* const other = wide.find_image(image.family);
    return other != nullptr && image_covers(*other, image);
  });
}

bool is_negative(std::string_view op) { return op == "NotIn" || op == "DoesNotExist"; }

bool matches_unlabelled_nodes(const NodeSelectorTermSpec& term) {
  const auto negative = [](const RequirementSpec& r) { return is_negative(r.op); };
  return term.match_labels.empty() &&
         std::all_of(term.match_expressions.begin(), term.match_expressions.end(), negative) &&
         std::all_of(term.match_fields.begin(), term.match_fields.end(), negative);
}

bool uses_gpus(const Profile& profile) {
  return profile.gpu == GpuUse::kRequired ||
         (profile.gpu == GpuUse::kAny &&
          std::any_of(profile.images.begin(), profile.images.end(),
                      [](const ProfileImage& image) { return image.cuda; }));
}

const std::string* find_value(const Env& env, std::string_view name) {
  const auto found = std::find_if(env.begin(), env.end(), [&](const Env::value_type& variable) {
    return variable.first == name;
  });
  return found == env.end() ? nullptr : &found->second;
}

bool hides_gpu_warnings(const std::string* level) { return level != nullptr && *level >= "2"; }

void warn_of_log_level(const std::vector<Family>& families, std::size_t index,
                       const Profile& profile, ProblemList& problems) {
  constexpr std::string_view kWhy =
      "hides TensorFlow's warning that it can't load GPU libraries and runs on the CPU";
  if (!uses_gpus(profile)) return;
  if (const std::string* level = find_value(profile.env, kLogLevel); level != nullptr) {
    if (hides_gpu_warnings(level)) {
      problems.warn(at_key(at_key(at_index("profiles", index), "env"), kLogLevel),
                    quoted(*level) + " " + std::string(kWhy));
    }
    return;
  }
  for (const ProfileImage& image : profile.images) {
    const std::string* const level = find_value(families[image.family].env, kLogLevel);
    if (!hides_gpu_warnings(level)) continue;
    problems.warn(
        at_key(at_key(at_index("families", image.family), "env"), kLogLevel),
        quoted(*level) + " " + std::string(kWhy) + "; it reaches profile " + quoted(profile.name));
  }
}

}  // namespace

bool covers(const Profile& earlier, const Profile& later) {
  const bool open_to_all = !earlier.max_pending && (!earlier.never_follow || later.never_follow);
  const bool gpu = earlier.gpu == GpuUse::kAny || earlier.gpu == later.gpu;
  const bool roles = (later.roles & ~earlier.roles) == 0;
  return open_to_all && gpu && roles && !later.provisionable &&
         includes(earlier.tolerate, later.tolerate) && when_covers(earlier.when, later.when) &&
         images_cover(earlier, later) && nodes_cover(earlier.node_terms, later.node_terms);
}

void add_warnings(const std::vector<Family>& families, const std::vector<Profile>& profiles,
                  ProblemList& problems) {
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const Profile& profile = profiles[i];
    const std::string path = at_index("profiles", i);
    warn_of_log_level(families, i, profile, problems);
    for (std::size_t t = 0; t < profile.node_terms.size(); ++t) {
      if (!matches_unlabelled_nodes(profile.node_terms[t])) continue;
      problems.warn(at_index(at_key(path, "nodes"), t),
                    "NotIn and DoesNotExist alone also match nodes whose labels haven't come yet; "
                    "expected a label that such nodes have");
    }
    const auto end = profiles.begin() + static_cast<std::ptrdiff_t>(i);
    const auto earlier = std::find_if(profiles.begin(), end,
                                      [&](const Profile& other) { return covers(other, profile); });
    if (earlier == end) continue;
    problems.warn(path,
                  "stands behind profile " + quoted(earlier->name) +
                      ", which takes the same workloads and nodes: expected it before that one");
  }
}

}  // namespace nodefit
