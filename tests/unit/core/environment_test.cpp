#include "core/environment.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace nodefit::tests {

TEST_CASE("a missing limit of a GPU is named where the request could be one") {
  Container container;
  const auto missing = [&](const std::string& name, const std::string& request) {
    container.resources.requests = {};
    container.resources.requests[name] = Quantity::parse(request).value();
    return missing_gpu_limits(container);
  };
  using Names = std::vector<std::string>;
  CHECK(missing("nvidia.com/gpu", "2") == Names{"nvidia.com/gpu"});
  CHECK(missing("nvidia.com/gpu", "0") == Names{"nvidia.com/gpu"});
  CHECK(missing("nvidia.com/gpu", "500m").empty());
  CHECK(missing("nvidia.com/gpu", "-1").empty());
  CHECK(missing("cpu", "2").empty());
  container.resources.limits["nvidia.com/gpu"] = Quantity::from_integer(1);
  CHECK(missing("nvidia.com/gpu", "2").empty());
}

}  // namespace nodefit::tests
