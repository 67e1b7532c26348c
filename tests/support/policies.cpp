#include "support/policies.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace nodefit::tests {

PolicySpec policy_spec_with(const std::vector<std::vector<NodeSelectorTermSpec>>& selectors) {
  PolicySpec spec;
  spec.families = {{"tensorflow", {"tensorflow/tensorflow"}, {}, {}, {}}};
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    ProfileSpec profile;
    profile.name = "profile-" + std::to_string(i);
    profile.nodes = selectors[i];
    profile.gpu = "any";
    profile.images = {{"tensorflow", "registry.example.com/tf:{version}", {}, false, {}}};
    spec.profiles.push_back(std::move(profile));
  }
  return spec;
}

std::shared_ptr<const Policy> checked(const PolicySpec& spec) {
  Policy::Outcome outcome = Policy::make(spec);
  if (outcome.policy == nullptr) {
    throw std::runtime_error(outcome.errors.front().path + ": " + outcome.errors.front().message);
  }
  return outcome.policy;
}

std::shared_ptr<const Policy> policy_with(
    const std::vector<std::vector<NodeSelectorTermSpec>>& selectors) {
  return checked(policy_spec_with(selectors));
}

}  // namespace nodefit::tests
