// Any node selector against any labels: no crash; the strict reading agrees with the lenient one;
// operators that say the opposite do the opposite. Bytes become a selector by FuzzedDataProvider.

#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "nodefit/selector.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string any_word(FuzzedDataProvider& bytes) {
  static const char* const kWords[] = {"a",    "b", "nvidia.com/gpu", "5", "-3",
                                       "true", "",  "metadata.name"};
  return bytes.ConsumeBool() ? bytes.PickValueInArray(kWords) : bytes.ConsumeRandomLengthString(70);
}

nodefit::RequirementSpec any_requirement(FuzzedDataProvider& bytes) {
  static const char* const kOperators[] = {"In", "NotIn", "Exists", "DoesNotExist",
                                           "Gt", "Lt",    "Equals"};
  nodefit::RequirementSpec requirement{any_word(bytes), bytes.PickValueInArray(kOperators), {}};
  for (int values = bytes.ConsumeIntegralInRange(0, 3); values > 0; --values)
    requirement.values.push_back(any_word(bytes));
  return requirement;
}

nodefit::Labels any_labels(FuzzedDataProvider& bytes) {
  std::vector<nodefit::Labels::Entry> entries;
  for (int count = bytes.ConsumeIntegralInRange(0, 4); count > 0; --count) {
    std::string key = any_word(bytes);
    entries.emplace_back(std::move(key), any_word(bytes));
  }
  return nodefit::Labels(std::move(entries));
}

void check_opposites(nodefit::RequirementSpec requirement, const nodefit::Labels& labels) {
  const auto made = nodefit::LabelRequirement::make(requirement);
  if (!made.ok()) return;
  const bool in = requirement.op == "In";
  if (!in && requirement.op != "Exists") return;
  requirement.op = in ? "NotIn" : "DoesNotExist";
  require(nodefit::LabelRequirement::make(requirement).value().matches(labels) !=
          made->matches(labels));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  const nodefit::Labels labels = any_labels(bytes);
  const std::string node_name = any_word(bytes);
  std::vector<nodefit::NodeSelectorTermSpec> terms;
  for (int count = bytes.ConsumeIntegralInRange(0, 3); count > 0; --count) {
    nodefit::NodeSelectorTermSpec term;
    term.match_labels = any_labels(bytes);
    for (int n = bytes.ConsumeIntegralInRange(0, 3); n > 0; --n)
      term.match_expressions.push_back(any_requirement(bytes));
    for (int n = bytes.ConsumeIntegralInRange(0, 2); n > 0; --n)
      term.match_fields.push_back(any_requirement(bytes));
    for (const auto& requirement : term.match_expressions) check_opposites(requirement, labels);
    terms.push_back(std::move(term));
  }
  const bool lenient = nodefit::NodeSelector::make_lenient(terms).matches(labels, node_name);
  const auto strict = nodefit::NodeSelector::make(terms);
  if (strict.ok()) require(strict->matches(labels, node_name) == lenient);
  const auto selector = nodefit::LabelSelector::make({labels, {}});
  if (selector.ok()) require(selector->matches(labels));
  return 0;
}
