#include "nodefit/taint.h"

#include <catch2/catch.hpp>

namespace nodefit::tests {

TEST_CASE("tolerations read as the scheduler reads them") {
  const Taint gpu{"nvidia.com/gpu", "present", "NoSchedule"};
  struct Case {
    const char* name;
    Toleration toleration;
    bool want;
  };
  const Case cases[] = {
      {"the same key, value and effect",
       {"nvidia.com/gpu", "Equal", "present", "NoSchedule", {}},
       true},
      {"no operator means Equal", {"nvidia.com/gpu", "", "present", "NoSchedule", {}}, true},
      {"another value", {"nvidia.com/gpu", "Equal", "true", "NoSchedule", {}}, false},
      {"Exists doesn't look at the value",
       {"nvidia.com/gpu", "Exists", "", "NoSchedule", {}},
       true},
      {"no effect means every effect", {"nvidia.com/gpu", "Exists", "", "", {}}, true},
      {"another effect", {"nvidia.com/gpu", "Exists", "", "NoExecute", {}}, false},
      {"an empty key with Exists tolerates everything", {"", "Exists", "", "", {}}, true},
      {"an empty key with Equal compares the value alone", {"", "Equal", "present", "", {}}, true},
      {"an unknown operator tolerates nothing",
       {"nvidia.com/gpu", "exists", "present", "NoSchedule", {}},
       false},
      {"seconds don't matter for being placed", {"nvidia.com/gpu", "Exists", "", "", 0}, true},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(tolerates(c.toleration, gpu) == c.want); }
  }
}

TEST_CASE("PreferNoSchedule and unknown effects keep no pod away") {
  const std::vector<Taint> taints = {
      {"a", "", "PreferNoSchedule"}, {"b", "", "Never"}, {"c", "", "NoExecute"}};
  const Taint* const untolerated = find_untolerated_taint(taints, {});
  REQUIRE(untolerated == &taints[2]);
  REQUIRE(find_untolerated_taint(taints, {{"c", "Exists", "", "", {}}}) == nullptr);
}

}  // namespace nodefit::tests
