// From a YAML tree to a PolicySpec.

#pragma once

#include <optional>

#include "codec/yaml_fields.h"
#include "nodefit/policy.h"

namespace nodefit {

// What could be read; the rest is told in `fields`. nullopt where the document says that it is
// something else than a policy.
std::optional<PolicySpec> read_policy_spec(const YamlNode& root, YamlFields& fields);

}  // namespace nodefit
