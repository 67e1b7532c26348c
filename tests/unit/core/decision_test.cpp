// What no case under tests/cases can say: what isn't in a patch, and worlds that no file describes.

#include "nodefit/decision.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nodefit/catalogue.h"
#include "nodefit/plan.h"
#include "support/nodes.h"
#include "support/policies.h"

namespace nodefit::tests {

namespace {

Role role_of(RoleKind kind, const std::string& image, std::int64_t replicas = 1) {
  Role role;
  role.kind = kind;
  role.replicas = replicas;
  Container& container = role.pod.containers.emplace_back();
  container.name = "tensorflow";
  container.image = image;
  return role;
}

Workload pod_of(Role role) {
  Workload workload;
  workload.name_space = "ml";
  workload.roles = {std::move(role)};
  return workload;
}

Workload job_of(std::vector<Role> roles) {
  Workload workload;
  workload.kind = Workload::Kind::kTfJob;
  workload.name_space = "ml";
  workload.roles = std::move(roles);
  return workload;
}

// Nodes of pool a, each with room for so many pods.
std::shared_ptr<const Catalogue> pool(std::size_t nodes, std::int64_t pods) {
  CatalogueBuilder builder;
  for (std::size_t i = 0; i < nodes; ++i) {
    NodeSpec spec = node_spec("node-" + std::to_string(i), {{"pool", "a"}});
    spec.capacity["pods"] = Quantity::from_integer(pods);
    builder.upsert(spec);
  }
  return builder.snapshot();
}

const std::vector<NodeSelectorTermSpec> kPoolA = {{{{"pool", "a"}}, {}, {}}};
const std::string kImage = "tensorflow/tensorflow:2.15.0";

}  // namespace

TEST_CASE("an explanation counts all nodes that take a role as submitted") {
  CatalogueBuilder builder;
  for (const char* const name : {"0", "a", "b", "c", "d"}) builder.upsert(node_spec(name, {}));
  builder.upsert(node_spec("tainted", {}, {{"sku", "", "NoSchedule"}}));
  builder.upsert(node_spec("ssd", {{"disk", "ssd"}}));
  builder.erase("0");  // an empty slot before the others
  builder.erase("c");
  const auto plan = Plan::make(policy_with({kPoolA}), builder.snapshot());
  Workload job = job_of({role_of(RoleKind::kWorker, kImage), role_of(RoleKind::kPs, "busybox")});
  job.roles[1].pod.node_selector = {{"disk", "ssd"}};
  Explanation explanation;
  decide(job, plan.get(), {}, &explanation);
  CHECK(explanation.candidates_as_submitted == std::vector<std::size_t>{4, 1});
}

TEST_CASE("an explanation counts to the last slot of a block of nodes") {
  constexpr std::size_t kNodes = 256;  // a multiple of the catalogue's blocks
  const auto plan = Plan::make(policy_with({kPoolA}), pool(kNodes, 1));
  Explanation explanation;
  decide(pod_of(role_of(RoleKind::kPod, kImage)), plan.get(), {}, &explanation);
  CHECK(explanation.candidates_as_submitted == std::vector<std::size_t>{kNodes});
}

TEST_CASE(
    "an explanation counts all candidates and slots of a profile, a decision no more than it "
    "needs") {
  const auto plan = Plan::make(policy_with({kPoolA}), pool(5, 2));
  Explanation explanation;
  for (const Workload& workload :
       {pod_of(role_of(RoleKind::kPod, kImage)), job_of({role_of(RoleKind::kWorker, kImage, 3)})}) {
    explanation = {};
    CHECK(decide(workload, plan.get(), {}).reason == Reason::kDecided);
    CHECK(decide(workload, plan.get(), {}, &explanation).reason == Reason::kDecided);
    REQUIRE(explanation.verdicts.size() == 1);
    CHECK(explanation.verdicts[0].nodes == 5);
    CHECK(explanation.verdicts[0].candidates == 5);
    CHECK(explanation.verdicts[0].slots == 10);
  }
}

TEST_CASE("pods that wait and aren't counted don't make a profile busy") {
  PolicySpec spec = policy_spec_with({kPoolA});
  spec.profiles[0].max_pending = 1;
  const auto plan = Plan::make(checked(spec), pool(1, 1));
  const Workload pod = pod_of(role_of(RoleKind::kPod, kImage));
  DecideOptions options;
  CHECK(decide(pod, plan.get(), options).reason == Reason::kDecided);
  options.pending = {0};
  CHECK(decide(pod, plan.get(), options).reason == Reason::kDecided);
  options.pending = {1};
  CHECK(decide(pod, plan.get(), options).reason == Reason::kProfileBusy);
}

TEST_CASE("under follow a variable has one annotation, however many containers read it") {
  PolicySpec spec = policy_spec_with({kPoolA});
  spec.pods = Placement::kFollow;
  spec.families[0].env = {{"A", "family's"}, {"B", "family's"}};
  spec.profiles[0].env = {{"A", "profile's"}, {"B", "profile's"}};
  const auto plan = Plan::make(checked(spec), pool(1, 1));
  Workload pod = pod_of(role_of(RoleKind::kPod, kImage));
  pod.roles[0].pod.containers.push_back(pod.roles[0].pod.containers[0]);
  pod.roles[0].pod.containers[1].name = "second";
  const Decision decision = decide(pod, plan.get(), {});
  REQUIRE(decision.roles.size() == 1);
  CHECK(decision.roles[0].annotations ==
        std::vector<std::pair<std::string, std::string>>{{"nodefit.dev/env.A", "family's"},
                                                         {"nodefit.dev/env.B", "family's"}});
}

TEST_CASE("without a plan a job is decided already where all its roles are") {
  Workload job = job_of({role_of(RoleKind::kWorker, kImage), role_of(RoleKind::kPs, kImage)});
  RecordedDecision record;
  record.reason = Reason::kDecided;
  record.containers = {{"tensorflow", "tensorflow/tensorflow:2.15.0", kImage, {}}};
  job.roles[0].pod.recorded = record;
  CHECK(decide(job, nullptr, {}).reason == Reason::kCatalogueNotReady);
  job.roles[1].pod.recorded = record;
  CHECK(decide(job, nullptr, {}).reason == Reason::kAlreadyDecided);
}

}  // namespace nodefit::tests
