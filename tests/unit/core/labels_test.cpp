#include "nodefit/labels.h"

#include <catch2/catch.hpp>

namespace nodefit::tests {

TEST_CASE("labels are found by their whole key") {
  const Labels labels = {{"kubernetes.io/arch", "amd64"}, {"a", ""}, {"kubernetes.io/os", "linux"}};
  REQUIRE(labels.find("kubernetes.io/arch") == "amd64");
  REQUIRE(labels.find("kubernetes.io/os") == "linux");
  REQUIRE(labels.find("a") == "");
  REQUIRE_FALSE(labels.find("kubernetes.io/ar"));
  REQUIRE_FALSE(labels.find("kubernetes.io/archs"));
  REQUIRE_FALSE(labels.find(""));
  REQUIRE_FALSE(Labels().find("a"));
}

TEST_CASE("of a key given twice the last value stays") {
  const Labels labels = {{"b", "1"}, {"a", "1"}, {"b", "2"}, {"a", "2"}, {"b", "3"}};
  REQUIRE(labels == Labels{{"a", "2"}, {"b", "3"}});
}

TEST_CASE("labels don't depend on the order they were given in") {
  REQUIRE(Labels{{"aa", "1"}, {"b", "2"}} == Labels{{"b", "2"}, {"aa", "1"}});
  REQUIRE(Labels{{"aa", "1"}, {"b", "2"}}.entries().front().first == "b");
}

}  // namespace nodefit::tests
