#include "nodefit/workload.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "ascii.h"

namespace nodefit {

namespace {

constexpr std::array kKinds = {RoleKind::kPod,    RoleKind::kChief, RoleKind::kMaster,
                               RoleKind::kWorker, RoleKind::kPs,    RoleKind::kEvaluator};
static_assert(kKinds.size() == kRoleKindCount);

constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::string_view to_string(RoleKind kind) {
  switch (kind) {
    case RoleKind::kPod:
      return "Pod";
    case RoleKind::kChief:
      return "Chief";
    case RoleKind::kMaster:
      return "Master";
    case RoleKind::kWorker:
      return "Worker";
    case RoleKind::kPs:
      return "PS";
    case RoleKind::kEvaluator:
      return "Evaluator";
  }
  std::abort();
}

std::optional<RoleKind> parse_role_kind(std::string_view text) {
  // A job has no replicas of type Pod.
  const auto* const found = std::find_if(kKinds.begin() + 1, kKinds.end(), [&](RoleKind kind) {
    return equal_in_any_case(to_string(kind), text);
  });
  if (found == kKinds.end()) return std::nullopt;
  return *found;
}

bool is_pod_of_job(const Workload& workload) {
  return workload.kind == Workload::Kind::kPod && workload.controller &&
         workload.controller->kind == "TFJob";
}

}  // namespace nodefit
