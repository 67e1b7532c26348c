// From a YAML tree to a PolicySpec. What can't be read, or isn't there and must be, is told in the
// YamlFields.

#pragma once

#include <optional>

#include "codec/yaml_fields.h"
#include "nodefit/policy.h"

namespace nodefit {

// nullopt where the document says that it is something else than a policy.
std::optional<PolicySpec> read_policy_spec(const YamlNode& root, YamlFields& fields);

// The parts of it.
ProfileSpec read_profile_spec(const YamlNode& node, const FieldPath& at, YamlFields& fields);
std::optional<Mode> read_mode(const YamlFields::Mapping& mapping);
Env read_env(const YamlFields::Mapping& mapping);

}  // namespace nodefit
