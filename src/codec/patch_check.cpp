#include "codec/patch_check.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "nodefit/reference.h"
#include "nodefit/selector.h"
#include "nodefit/validation.h"

namespace nodefit {

namespace {

Error fault(std::string_view place, std::string_view what) {
  return {ErrorCode::kInternal, std::string(place) + ": " + std::string(what)};
}

template <class T>
Result<void> as_fault(std::string_view place, const Result<T>& made) {
  if (made.ok()) return {};
  return fault(place, made.error().message());
}

Result<void> check_container(const ContainerDecision& container) {
  if (container.to != container.from) {
    Result<void> image = as_fault("image", ImageReference::parse(container.to));
    if (!image.ok()) return image;
  }
  for (const EnvAddition& env : container.env) {
    if (Result<void> name = as_fault("env", validate_env_name(env.name)); !name.ok()) return name;
    if (!env.from_annotation) continue;
    Result<void> key =
        as_fault("env", validate_qualified_name(std::string(kEnvAnnotationPrefix) + env.name));
    if (!key.ok()) return key;
  }
  for (const std::string& resource : container.gpu_limits) {
    if (Result<void> name = as_fault("limits", validate_qualified_name(resource)); !name.ok())
      return name;
  }
  return {};
}

Result<void> check_term(const NodeSelectorTermSpec& term) {
  if (!term.match_labels.empty())
    return fault("affinity", "match_labels, which core/v1 doesn't know");
  if (term.match_expressions.empty() && term.match_fields.empty()) {
    return fault("affinity", "a term that matches nothing");
  }
  for (const RequirementSpec& field : term.match_fields) {
    if (field.key != "metadata.name")
      return fault("affinity", "unknown field " + nodefit::quoted(field.key));
  }
  return as_fault("affinity", NodeSelectorTerm::make(term));
}

Result<void> check_affinity(const RoleDecision& role) {
  for (const AffinityAddition::ToTerm& addition : role.required_affinity.to_terms) {
    Result<void> term = check_term({{}, addition.match_expressions, addition.match_fields});
    if (!term.ok()) return term;
  }
  for (const NodeSelectorTermSpec& added : role.required_affinity.new_terms) {
    if (Result<void> term = check_term(added); !term.ok()) return term;
  }
  for (const PreferredTerm& preferred : role.preferred_affinity) {
    if (Result<void> term = check_term(preferred.preference); !term.ok()) return term;
    if (preferred.weight < 1 || preferred.weight > 100) {
      return fault("affinity", "weight " + std::to_string(preferred.weight));
    }
  }
  return {};
}

Result<void> check_toleration(const Toleration& toleration) {
  constexpr std::array<std::string_view, 4> kEffects = {"", "NoSchedule", "PreferNoSchedule",
                                                        "NoExecute"};
  const bool exists = toleration.op == "Exists";
  if (!exists && toleration.op != "Equal" && !toleration.op.empty()) {
    return fault("tolerations", "operator " + nodefit::quoted(toleration.op));
  }
  if (exists && !toleration.value.empty())
    return fault("tolerations", "a value for operator Exists");
  if (std::find(kEffects.begin(), kEffects.end(), toleration.effect) == kEffects.end()) {
    return fault("tolerations", "effect " + nodefit::quoted(toleration.effect));
  }
  if (toleration.toleration_seconds && toleration.effect != "NoExecute") {
    return fault("tolerations", "tolerationSeconds without NoExecute");
  }
  if (toleration.key.empty() && exists) return {};
  if (Result<void> key = as_fault("tolerations", validate_qualified_name(toleration.key));
      !key.ok())
    return key;
  return as_fault("tolerations", validate_label_value(toleration.value));
}

bool ends_an_image_path(std::string_view path) { return path.ends_with("/image"); }

bool is_ours(std::string_view path) {
  return path.ends_with("/metadata/annotations/nodefit.dev~1decision") ||
         path.ends_with("/metadata/labels/nodefit.dev~1placed");
}

Result<void> check_replace(const PatchOperation& operation, const JsonValue& document) {
  std::string_view image;
  if (!ends_an_image_path(operation.path))
    return fault(operation.path, "replaces something other than an image");
  if (document.at_pointer(operation.path).get(image) != simdjson::SUCCESS) {
    return fault(operation.path, "replaces an image that isn't there");
  }
  return {};
}

Result<void> check_add(const PatchOperation& operation, const JsonValue& document) {
  const std::string_view path = operation.path;
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return fault(path, "adds a whole document");
  JsonValue parent;
  if (document.at_pointer(path.substr(0, slash)).get(parent) != simdjson::SUCCESS) {
    return fault(path, "adds to a parent that isn't there");
  }
  if (parent.is_array()) {
    if (path.substr(slash) != "/-") return fault(path, "adds to a list elsewhere than at its end");
    return {};
  }
  if (!parent.is_object()) return fault(path, "adds to what is neither an object nor a list");
  JsonValue present;
  const bool is_there =
      document.at_pointer(path).get(present) == simdjson::SUCCESS && !present.is_null();
  if (is_there && !is_ours(path)) return fault(path, "adds what is there already");
  return {};
}

// Whether `longer` lies below `path`.
bool leads_to(std::string_view path, std::string_view longer) {
  return longer.size() > path.size() && longer.starts_with(path) && longer[path.size()] == '/';
}

// By path with '/' before any other character: then a path stands right before what lies below it.
bool path_less(std::string_view a, std::string_view b) {
  const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c) + 1; };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [&](char x, char y) { return rank(x) < rank(y); });
}

Result<void> check_paths(const std::vector<PatchOperation>& operations) {
  std::vector<std::string_view> paths;
  paths.reserve(operations.size());
  for (const PatchOperation& operation : operations) paths.emplace_back(operation.path);
  std::sort(paths.begin(), paths.end(), path_less);
  for (std::size_t i = 1; i < paths.size(); ++i) {
    if (leads_to(paths[i - 1], paths[i]))
      return fault(paths[i], "lies below what another operation changes");
    if (paths[i - 1] == paths[i] && !paths[i].ends_with("/-"))
      return fault(paths[i], "is changed twice");
  }
  return {};
}

}  // namespace

Result<void> check_values(const RoleDecision& role) {
  for (const ContainerDecision& container : role.containers) {
    if (Result<void> checked = check_container(container); !checked.ok()) return checked;
  }
  for (const auto& [key, value] : role.node_selector) {
    if (Result<void> valid = as_fault("nodeSelector", validate_qualified_name(key)); !valid.ok())
      return valid;
    if (Result<void> valid = as_fault("nodeSelector", validate_label_value(value)); !valid.ok())
      return valid;
  }
  if (Result<void> checked = check_affinity(role); !checked.ok()) return checked;
  for (const Toleration& toleration : role.tolerations) {
    if (Result<void> checked = check_toleration(toleration); !checked.ok()) return checked;
  }
  for (const std::string& secret : role.image_pull_secrets) {
    if (Result<void> name = as_fault("imagePullSecrets", validate_dns_subdomain(secret));
        !name.ok())
      return name;
  }
  for (const auto& [key, value] : role.annotations) {
    if (Result<void> valid = as_fault("annotations", validate_qualified_name(key)); !valid.ok())
      return valid;
  }
  return as_fault(kPlacedLabel, validate_label_value(role.placed));
}

Result<void> check_operations(const std::vector<PatchOperation>& operations,
                              const JsonValue& document) {
  if (operations.size() > kOperationsMax) {
    return too_large("a patch of " + std::to_string(operations.size()) +
                     " operations: expected at most " + std::to_string(kOperationsMax));
  }
  if (Result<void> checked = check_paths(operations); !checked.ok()) return checked;
  for (const PatchOperation& operation : operations) {
    Result<void> checked = operation.kind == PatchOperation::Kind::kReplace
                               ? check_replace(operation, document)
                               : check_add(operation, document);
    if (!checked.ok()) return checked;
  }
  return {};
}

}  // namespace nodefit
