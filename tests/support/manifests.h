// YAML manifests as JSON texts, for tests.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nodefit::tests {

// Each document of the text that isn't empty, as compact JSON; keys in the order written, scalars
// typed as kubectl types them. JSON is YAML. Throws std::runtime_error, naming the document, where
// one isn't YAML.
std::vector<std::string> manifests_to_json(std::string_view text);

}  // namespace nodefit::tests
