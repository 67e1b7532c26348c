#include "nodefit/workload.h"

#include <catch2/catch.hpp>

namespace nodefit::tests {

TEST_CASE("replica types are read in any case, and there is none of type Pod") {
  for (std::size_t i = 0; i < kRoleKindCount; ++i) {
    const auto kind = static_cast<RoleKind>(i);
    INFO(to_string(kind));
    CHECK(parse_role_kind(to_string(kind)).has_value() == (kind != RoleKind::kPod));
  }
  CHECK(parse_role_kind("PS") == RoleKind::kPs);
  CHECK(parse_role_kind("ps") == RoleKind::kPs);
  CHECK(parse_role_kind("WORKER") == RoleKind::kWorker);
  CHECK(parse_role_kind("evaluator") == RoleKind::kEvaluator);
  CHECK_FALSE(parse_role_kind("pod"));
  CHECK_FALSE(parse_role_kind("Workers"));
  CHECK_FALSE(parse_role_kind(""));
}

TEST_CASE("a pod of a job is a Pod that a TFJob controls") {
  Workload workload;
  CHECK_FALSE(is_pod_of_job(workload));
  workload.controller = ControllerReference{"kubeflow.org/v1", "TFJob", "train"};
  CHECK(is_pod_of_job(workload));
  workload.controller->kind = "ReplicaSet";
  CHECK_FALSE(is_pod_of_job(workload));
  workload.controller->kind = "TFJob";
  workload.kind = Workload::Kind::kTfJob;
  CHECK_FALSE(is_pod_of_job(workload));
}

}  // namespace nodefit::tests
