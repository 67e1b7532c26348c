#include "support/change_everything.h"

#include <cstddef>
#include <vector>

namespace nodefit::tests {

namespace {

void change_containers(const std::vector<Container>& containers, bool init, RoleDecision& role) {
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const Container& container = containers[i];
    ContainerDecision& change = role.containers.emplace_back();
    change.init = init;
    change.index = i;
    change.name = container.name;
    change.from = container.image;
    change.to = container.image.empty() ? "" : "registry.example.com/tf:2.15.0";
    change.env = {{"NODEFIT", "\"1\"", false}};
    for (const auto& [name, quantity] : container.resources.requests) {
      if (container.resources.limits.find(name) == nullptr) change.gpu_limits.push_back(name);
    }
  }
}

}  // namespace

Decision change_everything(const Workload& workload) {
  Decision decision;
  decision.reason = Reason::kDecided;
  for (const Role& workload_role : workload.roles) {
    RoleDecision& role = decision.roles.emplace_back();
    const PodTemplate& pod = workload_role.pod;
    if (pod.containers.empty()) continue;
    change_containers(pod.init_containers, true, role);
    change_containers(pod.containers, false, role);
    if (!pod.node_selector.find("nodefit.dev/x")) role.node_selector = {{"nodefit.dev/x", "y"}};
    const std::size_t terms = pod.required_node_affinity ? pod.required_node_affinity->size() : 0;
    for (std::size_t i = 0; i < terms; ++i)
      role.required_affinity.to_terms.push_back({i, {{"a", "Exists", {}}}, {}});
    role.required_affinity.new_terms = {{{}, {}, {{"metadata.name", "In", {"n"}}}}};
    role.preferred_affinity = {{1, {{}, {{"a", "In", {"b"}}}, {}}}};
    role.tolerations = {{"a", "Exists", "", "NoSchedule", {}}};
    role.image_pull_secrets = {"s"};
    role.placed = "p";
    role.record.emplace();
  }
  return decision;
}

}  // namespace nodefit::tests
