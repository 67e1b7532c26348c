#include <catch2/catch.hpp>
#include <iostream>

#include "properties/campaign.h"

namespace nodefit::tests {

// Each property is a section: -c "NAME" looks at one alone.
TEST_CASE("in every world") {
  const Campaign& campaign = Campaign::run();
  for (std::size_t i = 0; i < all_properties().size(); ++i) {
    DYNAMIC_SECTION(all_properties()[i].name) {
      INFO(campaign.failure(i));
      REQUIRE(campaign.failure(i).empty());
    }
  }
}

TEST_CASE("random worlds are such that every outcome occurs") {
  const Campaign& campaign = Campaign::run();
  std::cout << campaign.table();
  REQUIRE(campaign.stats().discarded * 5 <= campaign.worlds());
  REQUIRE(campaign.count(Reason::kInternalError) == 0);
  if (campaign.worlds() < 2000) return;  // too few to tell
  REQUIRE(campaign.count(Reason::kDecided) * 5 >= campaign.worlds());
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    INFO(to_string(reason));
    REQUIRE(
        (reason == Reason::kInternalError || campaign.count(reason) * 1000 >= campaign.worlds()));
  }
}

}  // namespace nodefit::tests
