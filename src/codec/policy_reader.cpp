#include "codec/policy_reader.h"

#include <array>
#include <string>
#include <string_view>

#include "nodefit/quantity.h"

namespace nodefit {

namespace {

constexpr std::string_view kApiVersion = "nodefit.dev/v1alpha1";
constexpr std::string_view kKind = "Policy";

using Words = std::array<std::string_view, 2>;
constexpr Words kModes = {"enforce", "observe"};
constexpr Words kPlacements = {"pin", "follow"};
constexpr Words kVolumes = {"respect", "ignore"};
constexpr std::array<std::string_view, 3> kGpuUses = {"required", "forbidden", "any"};
constexpr std::array<std::string_view, 1> kFollow = {"never"};

constexpr std::array<std::string_view, 8> kPolicyKeys = {
    "apiVersion", "kind", "mode", "placement", "volumes", "families", "multiArch", "profiles"};
constexpr Words kPlacementKeys = {"pods", "jobs"};
constexpr std::array<std::string_view, 5> kFamilyKeys = {"name", "repositories", "platforms",
                                                         "latest", "env"};
constexpr std::array<std::string_view, 13> kProfileKeys = {
    "name",       "nodes",         "for",    "gpu",
    "when",       "tolerate",      "images", "imagePullSecrets",
    "maxPending", "provisionable", "mode",   "follow",
    "env"};
constexpr std::array<std::string_view, 3> kTermKeys = {"matchLabels", "matchExpressions",
                                                       "matchFields"};
constexpr Words kSelectorKeys = {"matchLabels", "matchExpressions"};
constexpr std::array<std::string_view, 3> kRequirementKeys = {"key", "operator", "values"};
constexpr std::array<std::string_view, 3> kWhenKeys = {"namespaces", "gpus", "shared"};
constexpr Words kRangeKeys = {"min", "max"};
constexpr std::array<std::string_view, 4> kImageKeys = {"image", "versions", "cuda", "platforms"};
constexpr std::array<std::string_view, 5> kProvisionableKeys = {"labels", "taints", "allocatable",
                                                                "maxNodes", "prefer"};
constexpr std::array<std::string_view, 3> kTaintKeys = {"key", "value", "effect"};

using Mapping = YamlFields::Mapping;

class PolicyReader {
 public:
  explicit PolicyReader(YamlFields& fields) : fields_(fields) {}

  std::optional<PolicySpec> read(const YamlNode& root) {
    // What it is comes first: in something else every key would be unknown.
    if (root.kind != YamlNode::Kind::kMapping) {
      fields_.add_mismatch(root, {}, "a policy");
      return std::nullopt;
    }
    if (!check_identity(root)) return std::nullopt;
    const Mapping policy = fields_.read_mapping(root, {}, kPolicyKeys);
    PolicySpec spec;
    policy.require("apiVersion", kApiVersion);
    policy.require("kind", kKind);
    if (const std::optional<Mode> mode = read_mode(policy)) spec.mode = *mode;
    if (const YamlNode* const node = policy.find("placement")) {
      const Mapping placement = fields_.read_mapping(*node, policy.at("placement"), kPlacementKeys,
                                                     "a mapping such as {pods: pin, jobs: pin}");
      spec.pods = read_placement(placement, "pods");
      spec.jobs = read_placement(placement, "jobs");
    }
    spec.ignore_volumes = read_word(policy, "volumes", kVolumes) == 1;
    read_each(policy.require("families", "at least one family of images"), policy.at("families"),
              "a list of families", [&](const YamlNode& node, const FieldPath& at) {
                spec.families.push_back(read_family(node, at));
              });
    spec.multi_arch = read_strings(policy, "multiArch");
    read_each(policy.require("profiles", "at least one profile"), policy.at("profiles"),
              "a list of profiles", [&](const YamlNode& node, const FieldPath& at) {
                spec.profiles.push_back(read_profile(node, at));
              });
    return spec;
  }

 private:
  // Whether the document could be a policy.
  bool check_identity(const YamlNode& root) {
    bool fits = true;
    for (const YamlNode::Entry& entry : root.entries) {
      if (entry.key->text == "apiVersion")
        fits &= check_constant(*entry.value, "apiVersion", kApiVersion);
      if (entry.key->text == "kind") fits &= check_constant(*entry.value, "kind", kKind);
    }
    return fits;
  }

  bool check_constant(const YamlNode& node, std::string_view key, std::string_view expected) {
    if (node.is_scalar(ScalarKind::kString) && node.text == expected) return true;
    const bool wrapped = node.is_scalar(ScalarKind::kString) && node.text == "ConfigMap";
    fields_.add_problem(FieldPath().key(key), node.position,
                        "expected " + std::string(expected) + ", found " + describe(node) +
                            (wrapped ? "; the policy is the text under its data" : ""));
    return false;
  }

  template <class Read>
  void read_each(const YamlNode* list, const FieldPath& at, std::string_view expected, Read read) {
    if (list == nullptr) return;
    const std::vector<const YamlNode*>* const elements = fields_.read_list(*list, at, expected);
    if (elements == nullptr) return;
    for (std::size_t i = 0; i < elements->size(); ++i) read(*(*elements)[i], at.index(i));
  }

  std::optional<std::size_t> read_word(const Mapping& mapping, std::string_view key,
                                       std::span<const std::string_view> words) {
    const YamlNode* const node = mapping.find(key);
    return node == nullptr ? std::nullopt : fields_.read_word(*node, mapping.at(key), words);
  }

  std::optional<Mode> read_mode(const Mapping& mapping) {
    const std::optional<std::size_t> word = read_word(mapping, "mode", kModes);
    return word ? parse_mode(kModes[*word]) : std::nullopt;
  }

  Placement read_placement(const Mapping& mapping, std::string_view key) {
    const std::optional<std::size_t> word = read_word(mapping, key, kPlacements);
    return word ? parse_placement(kPlacements[*word]).value_or(Placement::kPin) : Placement::kPin;
  }

  std::optional<std::string> read_string(const Mapping& mapping, std::string_view key) {
    const YamlNode* const node = mapping.find(key);
    return node == nullptr ? std::nullopt : fields_.read_string(*node, mapping.at(key));
  }

  std::string require_string(const Mapping& mapping, std::string_view key,
                             std::string_view expected) {
    const YamlNode* const node = mapping.require(key, expected);
    if (node == nullptr) return "";
    return fields_.read_string(*node, mapping.at(key)).value_or("");
  }

  std::vector<std::string> read_strings(const Mapping& mapping, std::string_view key,
                                        std::string_view expected_element = "a string") {
    const YamlNode* const node = mapping.find(key);
    return node == nullptr ? std::vector<std::string>()
                           : fields_.read_strings(*node, mapping.at(key), expected_element);
  }

  std::optional<std::vector<std::string>> find_strings(const Mapping& mapping,
                                                       std::string_view key) {
    const YamlNode* const node = mapping.find(key);
    if (node == nullptr) return std::nullopt;
    return fields_.read_strings(*node, mapping.at(key));
  }

  std::optional<std::int64_t> read_integer(const Mapping& mapping, std::string_view key) {
    const YamlNode* const node = mapping.find(key);
    return node == nullptr ? std::nullopt : fields_.read_integer(*node, mapping.at(key));
  }

  std::optional<bool> read_boolean(const Mapping& mapping, std::string_view key) {
    const YamlNode* const node = mapping.find(key);
    return node == nullptr ? std::nullopt : fields_.read_boolean(*node, mapping.at(key));
  }

  Env read_env(const Mapping& mapping) {
    const YamlNode* const node = mapping.find("env");
    return node == nullptr ? Env()
                           : fields_.read_string_map(*node, mapping.at("env"),
                                                     "a mapping such as {NAME: value}");
  }

  Labels read_labels(const YamlNode* node, const FieldPath& at) {
    return node == nullptr
               ? Labels()
               : Labels(fields_.read_string_map(*node, at, "a mapping such as {key: value}"));
  }

  FamilySpec read_family(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(node, at, kFamilyKeys);
    FamilySpec family;
    family.name = require_string(mapping, "name", "a name for this family");
    if (const YamlNode* const list =
            mapping.require("repositories", "repositories such as [tensorflow/tensorflow]")) {
      family.repositories = fields_.read_strings(*list, mapping.at("repositories"));
    }
    family.platforms = find_strings(mapping, "platforms");
    family.latest = read_string(mapping, "latest");
    family.env = read_env(mapping);
    return family;
  }

  ProfileSpec read_profile(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(node, at, kProfileKeys);
    ProfileSpec profile;
    profile.name = require_string(mapping, "name", "a name for this profile");
    profile.nodes = read_nodes(mapping);
    profile.roles = find_strings(mapping, "for");
    if (const std::optional<std::size_t> word = read_word(mapping, "gpu", kGpuUses)) {
      profile.gpu = kGpuUses[*word];
    }
    mapping.require("gpu",
                    "required, forbidden or any: whether workloads that ask for a GPU belong here");
    if (const YamlNode* const when = mapping.find("when")) {
      profile.when = read_when(*when, mapping.at("when"));
    }
    profile.tolerate = read_strings(mapping, "tolerate", "the key of a taint");
    profile.images = read_images(mapping);
    profile.image_pull_secrets = read_strings(mapping, "imagePullSecrets", "the name of a Secret");
    profile.env = read_env(mapping);
    profile.max_pending = read_integer(mapping, "maxPending");
    if (const YamlNode* const provisionable = mapping.find("provisionable")) {
      profile.provisionable = read_provisionable(*provisionable, mapping.at("provisionable"));
    }
    profile.mode = read_mode(mapping);
    profile.never_follow = read_word(mapping, "follow", kFollow).has_value();
    return profile;
  }

  // One term, or a list of them.
  std::vector<NodeSelectorTermSpec> read_nodes(const Mapping& profile) {
    std::vector<NodeSelectorTermSpec> terms;
    const YamlNode* const node =
        profile.require("nodes", "a node selector such as {matchLabels: {...}}");
    if (node == nullptr) return terms;
    const FieldPath at = profile.at("nodes");
    if (node->kind == YamlNode::Kind::kMapping) {
      fields_.note(at, node->position);
      terms.push_back(read_term(*node, {at.index(0).path, at.written}));
    } else {
      read_each(node, at, "a node selector such as {matchLabels: {...}}, or a list of them",
                [&](const YamlNode& term, const FieldPath& term_at) {
                  terms.push_back(read_term(term, term_at));
                });
    }
    return terms;
  }

  NodeSelectorTermSpec read_term(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(node, at, kTermKeys);
    return {read_labels(mapping.find("matchLabels"), mapping.at("matchLabels")),
            read_requirements(mapping, "matchExpressions"),
            read_requirements(mapping, "matchFields")};
  }

  std::vector<RequirementSpec> read_requirements(const Mapping& mapping, std::string_view key) {
    std::vector<RequirementSpec> requirements;
    read_each(mapping.find(key), mapping.at(key), "a list of {key, operator, values}",
              [&](const YamlNode& node, const FieldPath& at) {
                const Mapping requirement = fields_.read_mapping(
                    node, at, kRequirementKeys, "a mapping such as {key: ..., operator: Exists}");
                requirements.push_back(
                    {require_string(requirement, "key", "the key of a label"),
                     require_string(requirement, "operator", "an operator such as In or Exists"),
                     read_strings(requirement, "values")});
              });
    return requirements;
  }

  WhenSpec read_when(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(node, at, kWhenKeys);
    WhenSpec when;
    if (const YamlNode* const namespaces = mapping.find("namespaces")) {
      const Mapping selector =
          fields_.read_mapping(*namespaces, mapping.at("namespaces"), kSelectorKeys,
                               "a label selector such as {matchLabels: {...}}");
      when.namespaces = {read_labels(selector.find("matchLabels"), selector.at("matchLabels")),
                         read_requirements(selector, "matchExpressions")};
    }
    if (const YamlNode* const gpus = mapping.find("gpus")) {
      const Mapping range = fields_.read_mapping(*gpus, mapping.at("gpus"), kRangeKeys);
      when.gpus_min = read_integer(range, "min");
      when.gpus_max = read_integer(range, "max");
    }
    when.shared = read_boolean(mapping, "shared");
    return when;
  }

  std::vector<ProfileImageSpec> read_images(const Mapping& profile) {
    std::vector<ProfileImageSpec> images;
    const YamlNode* const node =
        profile.require("images", "an image for each family that belongs here");
    if (node == nullptr) return images;
    const FieldPath at = profile.at("images");
    for (const auto& [family, image] :
         fields_.read_entries(*node, at, "a mapping from families to images")) {
      images.push_back(read_image(family, *image, at.key(family)));
    }
    return images;
  }

  // A template, or a mapping with one.
  ProfileImageSpec read_image(const std::string& family, const YamlNode& node,
                              const FieldPath& at) {
    ProfileImageSpec image;
    image.family = family;
    if (node.is_scalar(ScalarKind::kString)) {
      fields_.note(at, node.position);
      fields_.note({at.key("image").path, at.written}, node.position);
      image.image = node.text;
      return image;
    }
    if (node.kind != YamlNode::Kind::kMapping) {
      fields_.add_mismatch(node, at, "an image, or a mapping with one");
      return image;
    }
    const Mapping mapping = fields_.read_mapping(node, at, kImageKeys);
    image.image =
        require_string(mapping, "image", "an image such as registry.example.com/tf:{version}");
    image.versions = read_versions(mapping);
    image.cuda = read_boolean(mapping, "cuda").value_or(false);
    image.platforms = find_strings(mapping, "platforms");
    return image;
  }

  // A list of patterns, or a mapping from patterns to versions.
  std::optional<std::vector<VersionRuleSpec>> read_versions(const Mapping& image) {
    const YamlNode* const node = image.find("versions");
    if (node == nullptr) return std::nullopt;
    const FieldPath at = image.at("versions");
    std::vector<VersionRuleSpec> rules;
    if (node->kind != YamlNode::Kind::kMapping) {
      for (std::string& pattern : fields_.read_strings(*node, at)) {
        rules.push_back({std::move(pattern), std::nullopt});
      }
      return rules;
    }
    for (const auto& [pattern, target] : fields_.read_entries(*node, at, "")) {
      const FieldPath rule_at = {at.index(rules.size()).path, at.key(pattern).written};
      rules.push_back({pattern, fields_.read_string(*target, rule_at)});
    }
    return rules;
  }

  ProvisionableSpec read_provisionable(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(node, at, kProvisionableKeys);
    ProvisionableSpec provisionable;
    provisionable.labels = read_labels(
        mapping.require("labels", "the labels that such a node will have"), mapping.at("labels"));
    read_each(mapping.find("taints"), mapping.at("taints"), "a list of {key, value, effect}",
              [&](const YamlNode& taint, const FieldPath& taint_at) {
                provisionable.taints.push_back(read_taint(taint, taint_at));
              });
    if (const YamlNode* const allocatable =
            mapping.require("allocatable", "what such a node offers: {cpu: ..., memory: ...}")) {
      read_allocatable(*allocatable, mapping.at("allocatable"), provisionable.allocatable);
    }
    mapping.require("maxNodes", "how many such nodes there can be");
    provisionable.max_nodes = read_integer(mapping, "maxNodes").value_or(0);
    provisionable.prefer = read_boolean(mapping, "prefer").value_or(false);
    return provisionable;
  }

  Taint read_taint(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(
        node, at, kTaintKeys, "a mapping such as {key: ..., effect: NoSchedule}");
    return {require_string(mapping, "key", "the taint's key"),
            read_string(mapping, "value").value_or(""),
            require_string(mapping, "effect", "NoSchedule, NoExecute or PreferNoSchedule")};
  }

  void read_allocatable(const YamlNode& node, const FieldPath& at, ResourceList& resources) {
    const auto entries = fields_.read_entries(node, at, "a mapping such as {cpu: 8, memory: 64Gi}");
    if (entries.size() > kEntriesMax) {
      fields_.add_problem(at, node.position,
                          "expected at most " + std::to_string(kEntriesMax) + " entries, found " +
                              std::to_string(entries.size()));
      return;
    }
    for (const auto& [name, value] : entries) {
      const FieldPath quantity_at = at.key(name);
      fields_.note(quantity_at, value->position);
      const std::optional<Result<Quantity>> quantity = read_quantity(*value);
      if (!quantity) {
        fields_.add_mismatch(*value, quantity_at, "a quantity such as 8 or 64Gi");
      } else if (!quantity->ok()) {
        fields_.add_problem(quantity_at, value->position, quantity->error().message());
      } else {
        resources[name] = **quantity;
      }
    }
  }

  // Numbers needn't be quoted. nullopt: neither a string nor a number.
  static std::optional<Result<Quantity>> read_quantity(const YamlNode& node) {
    const bool number = node.is_scalar(ScalarKind::kInteger) || node.is_scalar(ScalarKind::kFloat);
    if (!number && !node.is_scalar(ScalarKind::kString)) return std::nullopt;
    if (node.is_scalar(ScalarKind::kInteger)) {
      return Quantity::parse((node.scalar.negative ? "-" : "") +
                             std::to_string(node.scalar.magnitude));
    }
    Result<Quantity> quantity = Quantity::parse(node.text);
    // YAML knows spellings of numbers that quantities don't: 1_000.5
    if (number && !quantity.ok()) return Quantity::from_double(node.scalar.number);
    return quantity;
  }

  YamlFields& fields_;
};

}  // namespace

std::optional<PolicySpec> read_policy_spec(const YamlNode& root, YamlFields& fields) {
  return PolicyReader(fields).read(root);
}

}  // namespace nodefit
