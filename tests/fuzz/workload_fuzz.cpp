// Any bytes as a Pod, a TFJob and a recorded decision: no crash; a decision that was read is
// written and read back the same; a patch that is made for a workload applies strictly, and what
// comes out can be read.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "codec/decision_json.h"
#include "codec/json_document.h"
#include "codec/json_patch.h"
#include "codec/workload_json.h"
#include "support/strict_json_patch.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_recorded_decision(std::string_view text) {
  const auto read = nodefit::read_recorded_decision(text);
  if (!read.ok()) return;
  const std::string written = nodefit::write_recorded_decision(*read);
  const auto again = nodefit::read_recorded_decision(written);
  require(again.ok() && nodefit::write_recorded_decision(*again) == written);
}

void change_containers(const std::vector<nodefit::Container>& containers, bool init,
                       nodefit::RoleDecision& role) {
  for (std::size_t i = 0; i < containers.size(); ++i) {
    const nodefit::Container& container = containers[i];
    nodefit::ContainerDecision& change = role.containers.emplace_back();
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

// Everything that a patch can do, for every role that has a container.
nodefit::Decision change_everything(const nodefit::Workload& workload) {
  nodefit::Decision decision;
  decision.reason = nodefit::Reason::kDecided;
  for (const nodefit::Role& workload_role : workload.roles) {
    nodefit::RoleDecision& role = decision.roles.emplace_back();
    const nodefit::PodTemplate& pod = workload_role.pod;
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

void check_workload(const std::string& text) {
  nodefit::JsonDocument document;
  if (!document.parse(text).ok()) return;
  const auto workload = nodefit::read_workload(document.root());
  if (!workload.ok()) return;
  const auto patch = nodefit::make_patch(change_everything(*workload), document.root());
  if (!patch.ok()) return;
  const auto patched = nodefit::tests::apply_json_patch(text, patch->text);
  require(patched.ok());
  require(document.parse(*patched).ok());
  const auto again = nodefit::read_workload(document.root());
  require(again.ok() && again->roles.size() == workload->roles.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_recorded_decision(text);
  check_workload(text);
  // Most inputs would lack the right first words.
  check_workload(R"({"apiVersion":"v1","kind":"Pod","metadata":{},"spec":)" + text + "}");
  check_workload(R"({"apiVersion":"kubeflow.org/v1","kind":"TFJob","spec":{"tfReplicaSpecs":)" +
                 text + "}}");
  return 0;
}
