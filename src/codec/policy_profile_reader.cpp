#include <array>
#include <string>
#include <string_view>

#include "codec/policy_reader.h"
#include "nodefit/quantity.h"

namespace nodefit {

namespace {

constexpr std::array<std::string_view, 3> kGpuUses = {"required", "forbidden", "any"};
constexpr std::array<std::string_view, 1> kFollow = {"never"};

constexpr std::array<std::string_view, 13> kProfileKeys = {
    "name",       "nodes",         "for",    "gpu",
    "when",       "tolerate",      "images", "imagePullSecrets",
    "maxPending", "provisionable", "mode",   "follow",
    "env"};
constexpr std::array<std::string_view, 3> kTermKeys = {"matchLabels", "matchExpressions",
                                                       "matchFields"};
constexpr std::array<std::string_view, 2> kSelectorKeys = {"matchLabels", "matchExpressions"};
constexpr std::array<std::string_view, 3> kRequirementKeys = {"key", "operator", "values"};
constexpr std::array<std::string_view, 3> kWhenKeys = {"namespaces", "gpus", "shared"};
constexpr std::array<std::string_view, 2> kRangeKeys = {"min", "max"};
constexpr std::array<std::string_view, 4> kImageKeys = {"image", "versions", "cuda", "platforms"};
constexpr std::array<std::string_view, 5> kProvisionableKeys = {"labels", "taints", "allocatable",
                                                                "maxNodes", "prefer"};
constexpr std::array<std::string_view, 3> kTaintKeys = {"key", "value", "effect"};

using Mapping = YamlFields::Mapping;

std::vector<std::string> strings_or_none(std::optional<std::vector<std::string>> strings) {
  return std::move(strings).value_or(std::vector<std::string>());
}

// Numbers needn't be quoted. nullopt: neither a string nor a number.
std::optional<Result<Quantity>> read_quantity(const YamlNode& node) {
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

class ProfileReader {
 public:
  explicit ProfileReader(YamlFields& fields) : fields_(fields) {}

  ProfileSpec read(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(node, at, kProfileKeys);
    ProfileSpec profile;
    profile.name = mapping.require_string("name", "a name for this profile");
    profile.nodes = read_nodes(mapping);
    profile.roles = mapping.find_strings("for");
    if (const std::optional<std::size_t> word = mapping.find_word("gpu", kGpuUses)) {
      profile.gpu = kGpuUses[*word];
    }
    mapping.require("gpu",
                    "required, forbidden or any: whether workloads that ask for a GPU belong here");
    if (const YamlNode* const when = mapping.find("when")) {
      profile.when = read_when(*when, mapping.at("when"));
    }
    profile.tolerate = strings_or_none(mapping.find_strings("tolerate", "the key of a taint"));
    profile.images = read_images(mapping);
    profile.image_pull_secrets =
        strings_or_none(mapping.find_strings("imagePullSecrets", "the name of a Secret"));
    profile.env = read_env(mapping);
    profile.max_pending = mapping.find_integer("maxPending");
    if (const YamlNode* const provisionable = mapping.find("provisionable")) {
      profile.provisionable = read_provisionable(*provisionable, mapping.at("provisionable"));
    }
    profile.mode = read_mode(mapping);
    profile.never_follow = mapping.find_word("follow", kFollow).has_value();
    return profile;
  }

 private:
  static Labels read_labels(const Mapping& mapping, std::string_view key) {
    return Labels(mapping.find_string_map(key, "a mapping such as {key: value}"));
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
      fields_.read_each(node, at, "a node selector such as {matchLabels: {...}}, or a list of them",
                        [&](const YamlNode& term, const FieldPath& term_at) {
                          terms.push_back(read_term(term, term_at));
                        });
    }
    return terms;
  }

  NodeSelectorTermSpec read_term(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(node, at, kTermKeys);
    return {read_labels(mapping, "matchLabels"), read_requirements(mapping, "matchExpressions"),
            read_requirements(mapping, "matchFields")};
  }

  std::vector<RequirementSpec> read_requirements(const Mapping& mapping, std::string_view key) {
    std::vector<RequirementSpec> requirements;
    fields_.read_each(
        mapping.find(key), mapping.at(key), "a list of {key, operator, values}",
        [&](const YamlNode& node, const FieldPath& at) {
          const Mapping requirement = fields_.read_mapping(
              node, at, kRequirementKeys, "a mapping such as {key: ..., operator: Exists}");
          requirements.push_back(
              {requirement.require_string("key", "the key of a label"),
               requirement.require_string("operator", "an operator such as In or Exists"),
               strings_or_none(requirement.find_strings("values"))});
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
      when.namespaces = {read_labels(selector, "matchLabels"),
                         read_requirements(selector, "matchExpressions")};
    }
    if (const YamlNode* const gpus = mapping.find("gpus")) {
      const Mapping range = fields_.read_mapping(*gpus, mapping.at("gpus"), kRangeKeys);
      when.gpus_min = range.find_integer("min");
      when.gpus_max = range.find_integer("max");
    }
    when.shared = mapping.find_boolean("shared");
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
        mapping.require_string("image", "an image such as registry.example.com/tf:{version}");
    image.versions = read_versions(mapping);
    image.cuda = mapping.find_boolean("cuda").value_or(false);
    image.platforms = mapping.find_strings("platforms");
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
    mapping.require("labels", "the labels that such a node will have");
    provisionable.labels = read_labels(mapping, "labels");
    fields_.read_each(mapping.find("taints"), mapping.at("taints"),
                      "a list of {key, value, effect}",
                      [&](const YamlNode& taint, const FieldPath& taint_at) {
                        provisionable.taints.push_back(read_taint(taint, taint_at));
                      });
    if (const YamlNode* const allocatable =
            mapping.require("allocatable", "what such a node offers: {cpu: ..., memory: ...}")) {
      read_allocatable(*allocatable, mapping.at("allocatable"), provisionable.allocatable);
    }
    mapping.require("maxNodes", "how many such nodes there can be");
    provisionable.max_nodes = mapping.find_integer("maxNodes").value_or(0);
    provisionable.prefer = mapping.find_boolean("prefer").value_or(false);
    return provisionable;
  }

  Taint read_taint(const YamlNode& node, const FieldPath& at) {
    const Mapping mapping = fields_.read_mapping(
        node, at, kTaintKeys, "a mapping such as {key: ..., effect: NoSchedule}");
    return {mapping.require_string("key", "the taint's key"),
            mapping.find_string("value").value_or(""),
            mapping.require_string("effect", "NoSchedule, NoExecute or PreferNoSchedule")};
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

  YamlFields& fields_;
};

}  // namespace

ProfileSpec read_profile_spec(const YamlNode& node, const FieldPath& at, YamlFields& fields) {
  return ProfileReader(fields).read(node, at);
}

}  // namespace nodefit
