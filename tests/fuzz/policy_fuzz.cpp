// Any bytes as a policy: no crash; a policy or an error, never both; every error has a place in the
// text; what was read reads again to the same hash, and its dump, which is JSON, to a tree.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "codec/policy_text.h"
#include "codec/yaml_tree.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_problem(const nodefit::PolicyTextProblem& problem, std::size_t lines) {
  require(!problem.message.empty());
  require(problem.position.line >= 1 && problem.position.line <= lines);
  require(problem.position.column >= 1);
}

// The size that nodes state is what a walk sees, and no walk is endless.
std::size_t walk(const nodefit::YamlNode& node) {
  std::size_t size = 1;
  for (const nodefit::YamlNode* element : node.elements) size += walk(*element);
  for (const nodefit::YamlNode::Entry& entry : node.entries) {
    size += walk(*entry.key) + walk(*entry.value);
  }
  require(size == node.size && size <= nodefit::YamlTree::kNodesMax);
  return size;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const nodefit::YamlTree::Outcome yaml = nodefit::YamlTree::parse(text);
  if (yaml.tree.root() != nullptr) walk(*yaml.tree.root());

  const nodefit::PolicyTextOutcome outcome = nodefit::read_policy(text, "policy.yaml");
  require((outcome.policy == nullptr) == !outcome.errors.empty());
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const nodefit::PolicyTextProblem& problem : outcome.errors) check_problem(problem, lines);
  for (const nodefit::PolicyTextProblem& problem : outcome.warnings) check_problem(problem, lines);
  if (outcome.policy != nullptr) {
    require(outcome.profiles.size() == outcome.policy->profiles().size());
    require(nodefit::read_policy(text, "other").policy->hash() == outcome.policy->hash());
    require(nodefit::YamlTree::parse(outcome.policy->dump()).problems.empty());
  }
  return 0;
}
