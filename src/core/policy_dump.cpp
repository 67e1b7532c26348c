#include "policy_dump.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "indented_json.h"

namespace nodefit {

namespace {

template <class List, class Append>
void write_list(IndentedJson& out, const List& list, Append append) {
  out.open('[');
  for (const auto& element : list) {
    out.next();
    append(element);
  }
  out.close(']');
}

void write_strings(IndentedJson& out, const std::vector<std::string>& strings) {
  write_list(out, strings, [&](const std::string& text) { out.string(text); });
}

template <class Value, class Append>
void write_optional(IndentedJson& out, const std::optional<Value>& value, Append append) {
  if (value) {
    append(*value);
  } else {
    out.null();
  }
}

void write_integer(IndentedJson& out, const std::optional<std::int64_t>& value) {
  write_optional(out, value, [&](std::int64_t number) { out.integer(number); });
}

void write_pairs(IndentedJson& out, std::vector<std::pair<std::string, std::string>> pairs) {
  std::sort(pairs.begin(), pairs.end());
  out.open('{');
  for (const auto& [key, value] : pairs) {
    out.key(key);
    out.string(value);
  }
  out.close('}');
}

void write_platforms(IndentedJson& out, const std::optional<std::vector<std::string>>& platforms) {
  write_optional(out, platforms,
                 [&](const std::vector<std::string>& names) { write_strings(out, names); });
}

void write_family(IndentedJson& out, const Family& family) {
  out.open('{');
  out.key("name");
  out.string(family.name);
  out.key("repositories");
  write_strings(out, family.repositories);
  out.key("platforms");
  write_strings(out, family.platforms);
  out.key("latest");
  if (family.latest) {
    out.string(family.latest_text);
  } else {
    out.null();
  }
  out.key("env");
  write_pairs(out, family.env);
  out.close('}');
}

void write_requirement(IndentedJson& out, std::string_view key, std::string_view op,
                       const std::vector<std::string>& values) {
  out.open('{');
  out.key("key");
  out.string(key);
  out.key("operator");
  out.string(op);
  out.key("values");
  write_strings(out, values);
  out.close('}');
}

void write_requirements(IndentedJson& out, const std::vector<RequirementSpec>& requirements) {
  write_list(out, requirements, [&](const RequirementSpec& requirement) {
    write_requirement(out, requirement.key, requirement.op, requirement.values);
  });
}

void write_term(IndentedJson& out, const NodeSelectorTermSpec& term) {
  out.open('{');
  out.key("matchLabels");
  write_pairs(out, term.match_labels.entries());
  out.key("matchExpressions");
  write_requirements(out, term.match_expressions);
  out.key("matchFields");
  write_requirements(out, term.match_fields);
  out.close('}');
}

void write_when(IndentedJson& out, const When& when) {
  out.open('{');
  out.key("namespaces");
  write_optional(out, when.namespaces, [&](const LabelSelector& selector) {
    write_list(out, selector.requirements(), [&](const LabelRequirement& requirement) {
      write_requirement(out, requirement.key(), to_string(requirement.op()), requirement.values());
    });
  });
  out.key("gpus");
  out.open('{');
  out.key("min");
  write_integer(out, when.gpus_min);
  out.key("max");
  write_integer(out, when.gpus_max);
  out.close('}');
  out.key("shared");
  write_optional(out, when.shared, [&](bool shared) { out.boolean(shared); });
  out.close('}');
}

void write_rules(IndentedJson& out, const std::vector<VersionRule>& rules) {
  out.open('{');
  for (const VersionRule& rule : rules) {
    out.key(rule.text);
    out.string(rule.digest.empty() ? rule.target : rule.target + "@" + rule.digest);
  }
  out.close('}');
}

void write_image(IndentedJson& out, const ProfileImage& image) {
  out.open('{');
  out.key("image");
  out.string(image.image.text());
  out.key("versions");
  write_optional(out, image.versions,
                 [&](const std::vector<VersionRule>& rules) { write_rules(out, rules); });
  out.key("cuda");
  out.boolean(image.cuda);
  out.key("platforms");
  write_platforms(out, image.platforms);
  out.close('}');
}

// Thousandths, which is how exact the API server is, by value alone: 1Gi and 1073741824 are equal.
std::string millis_of(const Quantity& quantity) {
  constexpr Int128 kNanosPerMilli = 1'000'000;
  Int128 rest = quantity.nanos() / kNanosPerMilli;
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    rest /= 10;
  } while (rest > 0);
  std::reverse(digits.begin(), digits.end());
  return digits + "m";
}

void write_provisionable(IndentedJson& out, const Provisionable& provisionable) {
  out.open('{');
  out.key("labels");
  write_pairs(out, provisionable.labels.entries());
  out.key("taints");
  write_list(out, provisionable.taints, [&](const Taint& taint) {
    out.open('{');
    out.key("key");
    out.string(taint.key);
    out.key("value");
    out.string(taint.value);
    out.key("effect");
    out.string(taint.effect);
    out.close('}');
  });
  out.key("allocatable");
  out.open('{');
  for (const auto& [name, quantity] : provisionable.allocatable) {
    out.key(name);
    out.string(millis_of(quantity));
  }
  out.close('}');
  out.key("maxNodes");
  out.integer(provisionable.max_nodes);
  out.key("prefer");
  out.boolean(provisionable.prefer);
  out.close('}');
}

void write_roles(IndentedJson& out, std::uint32_t roles) {
  out.open('[');
  for (std::size_t i = 0; i < kRoleKindCount; ++i) {
    if ((roles >> i & 1U) == 0) continue;
    out.next();
    out.string(to_string(static_cast<RoleKind>(i)));
  }
  out.close(']');
}

void write_profile(IndentedJson& out, const Profile& profile, const Policy& policy) {
  out.open('{');
  out.key("name");
  out.string(profile.name);
  out.key("nodes");
  write_list(out, profile.node_terms,
             [&](const NodeSelectorTermSpec& term) { write_term(out, term); });
  out.key("for");
  write_roles(out, profile.roles);
  out.key("gpu");
  out.string(to_string(profile.gpu));
  out.key("when");
  write_when(out, profile.when);
  out.key("tolerate");
  write_strings(out, profile.tolerate);
  out.key("images");
  out.open('{');
  for (const ProfileImage& image : profile.images) {
    out.key(policy.families()[image.family].name);
    write_image(out, image);
  }
  out.close('}');
  out.key("imagePullSecrets");
  write_strings(out, profile.image_pull_secrets);
  out.key("env");
  write_pairs(out, profile.env);
  out.key("maxPending");
  write_integer(out, profile.max_pending);
  out.key("provisionable");
  write_optional(out, profile.provisionable, [&](const Provisionable& provisionable) {
    write_provisionable(out, provisionable);
  });
  out.key("mode");
  write_optional(out, profile.mode, [&](Mode mode) { out.string(to_string(mode)); });
  out.key("follow");
  out.string(profile.never_follow ? "never" : "allowed");
  out.close('}');
}

}  // namespace

std::string dump_policy(const Policy& policy) {
  IndentedJson out;
  out.open('{');
  out.key("mode");
  out.string(to_string(policy.mode()));
  out.key("placement");
  out.open('{');
  out.key("pods");
  out.string(to_string(policy.pods()));
  out.key("jobs");
  out.string(to_string(policy.jobs()));
  out.close('}');
  out.key("volumes");
  out.string(policy.ignore_volumes() ? "ignore" : "respect");
  out.key("families");
  std::vector<const Family*> families;
  for (const Family& family : policy.families()) families.push_back(&family);
  std::sort(families.begin(), families.end(),
            [](const Family* a, const Family* b) { return a->name < b->name; });
  write_list(out, families, [&](const Family* family) { write_family(out, *family); });
  out.key("multiArch");
  write_strings(out, policy.multi_arch());
  out.key("profiles");
  write_list(out, policy.profiles(),
             [&](const Profile& profile) { write_profile(out, profile, policy); });
  out.close('}');
  return std::move(out).take();
}

std::string to_hex(std::uint64_t number) {
  constexpr std::size_t kDigits = 16;
  std::array<char, kDigits> digits{};
  char* const end = std::to_chars(digits.data(), digits.data() + kDigits, number, 16).ptr;
  const auto size = static_cast<std::size_t>(end - digits.data());
  return std::string(kDigits - size, '0').append(digits.data(), size);
}

}  // namespace nodefit
