#include "nodefit/slot_set.h"

#include <catch2/catch.hpp>

#include "support/nodes.h"

namespace nodefit::tests {

TEST_CASE("a slot set holds slots") {
  SlotSet set;
  REQUIRE_FALSE(set.contains(0));
  REQUIRE(set.size() == 0);
  for (const NodeSlot slot : {200U, 0U, 63U, 64U, 200U}) set.insert(slot);
  REQUIRE(slots_in(set) == Slots{0, 63, 64, 200});
  REQUIRE(set.size() == 4);
  set.erase(64);
  set.erase(65);
  set.erase(10'000);
  REQUIRE(slots_in(set) == Slots{0, 63, 200});
  REQUIRE_FALSE(set.contains(64));
  REQUIRE_FALSE(set.contains(201));
}

TEST_CASE("a slot set is walked until the visitor has enough") {
  SlotSet set;
  for (NodeSlot slot = 0; slot < 300; slot += 50) set.insert(slot);
  Slots visited;
  set.each([&](NodeSlot slot) {
    visited.push_back(slot);
    return slot < 100;
  });
  REQUIRE(visited == Slots{0, 50, 100});
}

TEST_CASE("slot sets are equal when they hold the same slots") {
  SlotSet small;
  small.insert(3);
  SlotSet large = small;
  large.insert(1000);
  REQUIRE_FALSE(small == large);
  REQUIRE_FALSE(large == small);
  large.erase(1000);
  REQUIRE(small == large);
  REQUIRE(large == small);
  large.erase(3);
  REQUIRE_FALSE(small == large);
  REQUIRE_FALSE(large == small);
}

}  // namespace nodefit::tests
