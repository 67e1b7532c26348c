#include "nodefit/validation.h"

#include <catch2/catch.hpp>

namespace nodefit::tests {

TEST_CASE("a name that the API server would refuse is answered with the rule it breaks") {
  REQUIRE(
      validate_qualified_name("Example.com/gpu").error().message() ==
      R"(invalid key "Example.com/gpu": expected a lower-case DNS name of at most 253 characters before the slash)");
  REQUIRE(
      validate_qualified_name("gpu!").error().message() ==
      R"(invalid key "gpu!": expected an optional DNS name and a slash, then 1 to 63 letters, digits, '-', '_' or )"
      R"('.', beginning and ending with a letter or digit)");
  REQUIRE(
      validate_label_value("a b").error().message() ==
      R"(invalid label value "a b": expected nothing, or at most 63 letters, digits, '-', '_' or '.', beginning )"
      R"(and ending with a letter or digit)");
  REQUIRE(
      validate_dns_label("Tf").error().message() ==
      R"(invalid name "Tf": expected 1 to 63 lower-case letters, digits or '-', beginning and ending with a letter )"
      R"(or digit)");
  REQUIRE(
      validate_dns_subdomain("a..b").error().message() ==
      R"(invalid name "a..b": expected at most 253 lower-case letters, digits, '-' or '.', each part beginning and )"
      R"(ending with a letter or digit)");
  REQUIRE(
      validate_env_name("1A").error().message() ==
      R"(invalid environment variable name "1A": expected letters, digits, '_', '-' or '.', not beginning with a )"
      R"(digit or "..")");
}

TEST_CASE("names that Kubernetes users have are accepted") {
  REQUIRE(validate_qualified_name("nvidia.com/gpu").ok());
  REQUIRE(validate_qualified_name("feature.node.kubernetes.io/cpu-cpuid.AVX512F").ok());
  REQUIRE(validate_label_value("NVIDIA-A100-SXM4-40GB").ok());
  REQUIRE(validate_label_value("").ok());
  REQUIRE(validate_env_name("TF_CPP_MIN_LOG_LEVEL").ok());
}

}  // namespace nodefit::tests
