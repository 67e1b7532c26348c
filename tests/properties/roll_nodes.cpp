#include "properties/dice.h"
#include "properties/world.h"

namespace nodefit::tests {

namespace {

Quantity quantity(const std::string& text) { return Quantity::parse(text).value(); }

// What makes nodes differ: the kind of hardware.
void add_hardware(Dice& dice, std::vector<Labels::Entry>& labels, ResourceList& offer) {
  switch (dice.weighted({16, 26, 28, 10, 8, 12})) {
    case 0:
      return;
    case 1:
      labels.emplace_back("feature.node.kubernetes.io/cpu-cpuid.AVX512F", "true");
      return;
    case 2:
      labels.emplace_back("nvidia.com/gpu.compute.major", "8");
      labels.emplace_back("nvidia.com/gpu.present", "true");
      offer["nvidia.com/gpu"] = quantity(dice.of<std::string>({"1", "2", "4", "8"}));
      return;
    case 3:
      labels.emplace_back("nvidia.com/gpu.compute.major", "9");
      labels.emplace_back("cloud.google.com/gke-nodepool", "h100");
      offer["nvidia.com/gpu"] = quantity("8");
      return;
    case 4:
      labels.emplace_back("nvidia.com/gpu.compute.major", "7");
      offer["nvidia.com/gpu"] = quantity("0");
      offer["nvidia.com/gpu.shared"] = quantity("4");
      return;
    default:
      labels.emplace_back("kubernetes.io/arch", "arm64");
      return;
  }
}

std::vector<Taint> roll_taints(Dice& dice, bool gpu) {
  std::vector<Taint> taints;
  if (gpu && dice.percent(50))
    taints.push_back({"nvidia.com/gpu", dice.percent(50) ? "present" : "", "NoSchedule"});
  if (dice.percent(10)) taints.push_back({"sku", "gpu", "NoSchedule"});
  if (dice.percent(6)) taints.push_back({"dedicated", "ml", "NoExecute"});
  if (dice.percent(6)) taints.push_back({"dedicated", "ml", "NoSchedule"});
  if (dice.percent(8)) taints.push_back({"spot", "true", "PreferNoSchedule"});
  if (dice.percent(3)) taints.push_back({"node.kubernetes.io/not-ready", "", "NoExecute"});
  return taints;
}

}  // namespace

NodeSpec roll_node(Dice& dice, const std::string& name) {
  std::vector<Labels::Entry> labels;
  if (dice.percent(94)) labels.emplace_back("kubernetes.io/arch", "amd64");
  if (dice.percent(30))
    labels.emplace_back("kubernetes.io/os", dice.percent(95) ? "linux" : "windows");
  if (dice.percent(70))
    labels.emplace_back("topology.kubernetes.io/zone", dice.percent(60) ? "a" : "b");
  if (dice.percent(40)) labels.emplace_back("tier", dice.percent(50) ? "gold" : "silver");
  if (dice.percent(20)) labels.emplace_back("cloud.google.com/gke-nodepool", "cpu");
  if (dice.percent(25))
    labels.emplace_back("cores", dice.of<std::string>({"4", "16", "64", "many"}));
  if (!name.empty()) labels.emplace_back("kubernetes.io/hostname", name);
  ResourceList offer;
  offer["cpu"] = quantity(dice.of<std::string>({"1", "3920m", "8", "8", "16", "16"}));
  offer["memory"] = quantity(dice.of<std::string>({"2Gi", "16Gi", "64Gi", "64Gi"}));
  if (dice.percent(60)) offer["pods"] = quantity(dice.of<std::string>({"1", "3", "110", "110"}));
  add_hardware(dice, labels, offer);

  NodeSpec node;
  node.name = name;
  node.labels = Labels(std::move(labels));
  node.taints = roll_taints(dice, offer.find("nvidia.com/gpu") != nullptr);
  node.capacity = offer;
  if (dice.percent(85)) node.allocatable = std::move(offer);
  node.unschedulable = !name.empty() && dice.percent(6);
  return node;
}

NodeSpec roll_node_of(Dice& dice, const NodeSelectorTermSpec& term, const std::string& name) {
  NodeSpec node = roll_node(dice, name);
  std::vector<Labels::Entry> labels = node.labels.entries();
  bool gpu = false;
  for (const Labels::Entry& entry : term.match_labels.entries()) labels.push_back(entry);
  for (const RequirementSpec& requirement : term.match_expressions) {
    gpu = gpu || (requirement.key.starts_with("nvidia.com/") && requirement.op != "DoesNotExist");
    if (requirement.op == "In") labels.emplace_back(requirement.key, requirement.values.back());
    if (requirement.op == "Exists") labels.emplace_back(requirement.key, "7");
    if (requirement.op == "Gt") labels.emplace_back(requirement.key, "16");
  }
  node.labels = Labels(std::move(labels));
  ResourceList offer;
  offer["cpu"] = quantity(dice.percent(80) ? "16" : "3920m");
  offer["memory"] = quantity("64Gi");
  if (gpu) offer["nvidia.com/gpu"] = quantity(dice.percent(70) ? "8" : "2");
  if (gpu && dice.percent(25)) offer["nvidia.com/gpu.shared"] = quantity("4");
  node.allocatable = std::move(offer);
  return node;
}

std::vector<NodeSpec> roll_nodes(Dice& dice, std::size_t count, const std::string& prefix) {
  std::vector<NodeSpec> nodes;
  for (std::size_t i = 0; i < count; ++i)
    nodes.push_back(roll_node(dice, prefix + std::to_string(i)));
  return nodes;
}

}  // namespace nodefit::tests
