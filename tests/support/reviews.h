// A small plan and admission reviews, for tests of what answers them.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "nodefit/plan.h"

namespace nodefit::tests {

// The family tensorflow/tensorflow, and two profiles in this order: gpu, for what asks for GPUs,
// and avx512 for what doesn't; a node for each, and one for neither.
std::shared_ptr<const Plan> small_plan();

// A Pod that small_plan() gives the profile avx512, as a client sends it.
std::string_view tensorflow_pod();

struct ReviewOptions {
  std::string api_version = "admission.k8s.io/v1";
  std::string uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
  std::string operation = "CREATE";
  std::string kind = "Pod";
  std::string sub_resource;
  std::string name_space = "team-a";
  std::string name;
};

// The review of an object, which is JSON: null for none.
std::string review_of(std::string_view object, const ReviewOptions& options = {});

}  // namespace nodefit::tests
