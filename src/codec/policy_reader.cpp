#include "codec/policy_reader.h"

#include <array>
#include <string>
#include <string_view>

namespace nodefit {

namespace {

constexpr std::string_view kApiVersion = "nodefit.dev/v1alpha1";
constexpr std::string_view kKind = "Policy";

using Words = std::array<std::string_view, 2>;
constexpr Words kModes = {"enforce", "observe"};
constexpr Words kPlacements = {"pin", "follow"};
constexpr Words kVolumes = {"respect", "ignore"};

constexpr std::array<std::string_view, 8> kPolicyKeys = {
    "apiVersion", "kind", "mode", "placement", "volumes", "families", "multiArch", "profiles"};
constexpr Words kPlacementKeys = {"pods", "jobs"};
constexpr std::array<std::string_view, 5> kFamilyKeys = {"name", "repositories", "platforms",
                                                         "latest", "env"};

using Mapping = YamlFields::Mapping;

bool check_constant(const YamlNode& node, std::string_view key, std::string_view expected,
                    YamlFields& fields) {
  const bool string = node.is_scalar(ScalarKind::kString);
  if (string && node.text == expected) return true;
  const bool wrapped = string && node.text == "ConfigMap";
  fields.add_problem(FieldPath().key(key), node.position,
                     "expected " + std::string(expected) + ", found " + describe(node) +
                         (wrapped ? "; the policy is the text under its data" : ""));
  return false;
}

// Whether the document could be a policy. In something else every key would be unknown.
bool check_identity(const YamlNode& root, YamlFields& fields) {
  if (root.kind != YamlNode::Kind::kMapping) {
    fields.add_mismatch(root, {}, "a policy");
    return false;
  }
  bool fits = true;
  for (const YamlNode::Entry& entry : root.entries) {
    if (entry.key->text == "apiVersion") {
      fits &= check_constant(*entry.value, "apiVersion", kApiVersion, fields);
    }
    if (entry.key->text == "kind") fits &= check_constant(*entry.value, "kind", kKind, fields);
  }
  return fits;
}

Placement read_placement(const Mapping& mapping, std::string_view key) {
  const std::optional<std::size_t> word = mapping.find_word(key, kPlacements);
  return word ? parse_placement(kPlacements[*word]).value_or(Placement::kPin) : Placement::kPin;
}

FamilySpec read_family(const YamlNode& node, const FieldPath& at, YamlFields& fields) {
  const Mapping mapping = fields.read_mapping(node, at, kFamilyKeys);
  FamilySpec family;
  family.name = mapping.require_string("name", "a name for this family");
  mapping.require("repositories", "repositories such as [tensorflow/tensorflow]");
  family.repositories = mapping.find_strings("repositories").value_or(std::vector<std::string>());
  family.platforms = mapping.find_strings("platforms");
  family.latest = mapping.find_string("latest");
  family.env = read_env(mapping);
  return family;
}

}  // namespace

std::optional<Mode> read_mode(const Mapping& mapping) {
  const std::optional<std::size_t> word = mapping.find_word("mode", kModes);
  return word ? parse_mode(kModes[*word]) : std::nullopt;
}

Env read_env(const Mapping& mapping) {
  return mapping.find_string_map("env", "a mapping such as {NAME: value}");
}

std::optional<PolicySpec> read_policy_spec(const YamlNode& root, YamlFields& fields) {
  if (!check_identity(root, fields)) return std::nullopt;
  const Mapping policy = fields.read_mapping(root, {}, kPolicyKeys);
  policy.require("apiVersion", kApiVersion);
  policy.require("kind", kKind);
  PolicySpec spec;
  spec.mode = read_mode(policy).value_or(spec.mode);
  if (const YamlNode* const node = policy.find("placement")) {
    const Mapping placement = fields.read_mapping(*node, policy.at("placement"), kPlacementKeys,
                                                  "a mapping such as {pods: pin, jobs: pin}");
    spec.pods = read_placement(placement, "pods");
    spec.jobs = read_placement(placement, "jobs");
  }
  spec.ignore_volumes = policy.find_word("volumes", kVolumes) == 1;
  fields.read_each(policy.require("families", "at least one family of images"),
                   policy.at("families"), "a list of families",
                   [&](const YamlNode& node, const FieldPath& at) {
                     spec.families.push_back(read_family(node, at, fields));
                   });
  spec.multi_arch = policy.find_strings("multiArch").value_or(std::vector<std::string>());
  fields.read_each(policy.require("profiles", "at least one profile"), policy.at("profiles"),
                   "a list of profiles", [&](const YamlNode& node, const FieldPath& at) {
                     spec.profiles.push_back(read_profile_spec(node, at, fields));
                   });
  return spec;
}

}  // namespace nodefit
