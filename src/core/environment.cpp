#include "environment.h"

#include <algorithm>

#include "gpu_question.h"

namespace nodefit {

std::vector<EnvAddition> missing_env(const Container& container, const Env& wanted) {
  std::vector<EnvAddition> missing;
  if (container.has_env_from) return missing;
  for (const auto& [name, value] : wanted) {
    if (std::find(container.env.begin(), container.env.end(), name) == container.env.end()) {
      missing.push_back({name, value, false});
    }
  }
  return missing;
}

Env merged_env(const Env& family, const Env& profile) {
  Env merged = family;
  for (const auto& [name, value] : profile) {
    const auto same = std::find_if(merged.begin(), merged.end(),
                                   [&](const auto& entry) { return entry.first == name; });
    if (same != merged.end()) {
      same->second = value;
    } else {
      merged.emplace_back(name, value);
    }
  }
  return merged;
}

std::vector<std::string> missing_gpu_limits(const Container& container) {
  std::vector<std::string> missing;
  for (const auto& [name, request] : container.resources.requests) {
    const bool whole = request.is_integer() && !(request < Quantity());
    if (is_gpu_resource(name) && whole && container.resources.limits.find(name) == nullptr)
      missing.push_back(name);
  }
  return missing;
}

std::vector<std::string> gpu_warnings(const Container& container) {
  std::vector<std::string> warnings;
  for (const auto& [name, request] : container.resources.requests) {
    const Quantity* const limit = container.resources.limits.find(name);
    if (is_gpu_resource(name) && limit != nullptr && *limit != request) {
      warnings.push_back(name + " of " + container.name + ": request and limit must be equal");
    }
  }
  const auto warn_of_fractions = [&](const ResourceList& list) {
    for (const auto& [name, quantity] : list) {
      if (is_gpu_resource(name) && !quantity.is_integer())
        warnings.push_back(name + " of " + container.name + ": must be an integer");
    }
  };
  warn_of_fractions(container.resources.requests);
  warn_of_fractions(container.resources.limits);
  return warnings;
}

}  // namespace nodefit
