#include "nodefit/resources.h"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <utility>

namespace nodefit::tests {

namespace {

ResourceList list(std::initializer_list<std::pair<const char*, const char*>> entries) {
  ResourceList made;
  for (const auto& [name, quantity] : entries) made[name] = Quantity::parse(quantity).value();
  return made;
}

}  // namespace

TEST_CASE("a resource list tells zero from absent") {
  ResourceList resources = list({{"nvidia.com/gpu", "0"}, {"cpu", "1"}});
  REQUIRE(resources.find("nvidia.com/gpu")->is_zero());
  REQUIRE(resources.find("memory") == nullptr);
  REQUIRE(resources.begin()->first == "cpu");
}

TEST_CASE("a limit becomes the request unless one is given, be it zero") {
  PodResources pod;
  pod.containers.push_back({list({{"cpu", "0"}}), list({{"cpu", "4"}, {"nvidia.com/gpu", "1"}})});
  set_defaults(pod);
  REQUIRE(pod_requests(pod) == list({{"cpu", "0"}, {"nvidia.com/gpu", "1"}}));
}

TEST_CASE("init containers count by their peak, sidecars by their sum") {
  PodResources pod;
  pod.containers = {{list({{"cpu", "2"}}), {}}, {list({{"cpu", "1"}}), {}}};
  pod.init_containers = {{{list({{"cpu", "5"}, {"memory", "1Gi"}}), {}}, false}};
  REQUIRE(pod_requests(pod) == list({{"cpu", "5"}, {"memory", "1Gi"}}));

  pod.init_containers.insert(pod.init_containers.begin(), {{list({{"cpu", "3"}}), {}}, true});
  // The sidecar runs beside the init container (3 + 5) and beside the containers (3 + 3).
  REQUIRE(pod_requests(pod) == list({{"cpu", "8"}, {"memory", "1Gi"}}));
}

TEST_CASE("overhead is added, also to resources that nothing else asks for") {
  PodResources pod;
  pod.containers = {{list({{"cpu", "1"}}), {}}};
  pod.overhead = list({{"cpu", "250m"}, {"memory", "120Mi"}});
  REQUIRE(pod_requests(pod) == list({{"cpu", "1250m"}, {"memory", "120Mi"}}));
}

TEST_CASE("pod-level requests replace the sum for cpu and memory, never for GPUs") {
  PodResources pod;
  pod.containers = {{list({{"cpu", "1"}, {"nvidia.com/gpu", "1"}}), {}}};
  pod.pod_level = ResourceRequirements{list({{"cpu", "6"}, {"nvidia.com/gpu", "4"}}), {}};
  REQUIRE(pod_requests(pod) == list({{"cpu", "6"}, {"nvidia.com/gpu", "1"}}));
}

}  // namespace nodefit::tests
