#include "nodefit/reason.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

namespace nodefit::tests {

TEST_CASE("reasons are the words of the documentation, in their order of precedence") {
  std::string words;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    if (i > 0) words += ", ";
    words += to_string(static_cast<Reason>(i));
  }
  CHECK(words ==
        "OptedOut, NotManaged, AlreadyDecided, OwnerUndecided, DeferredToPods, NoPolicy, "
        "CatalogueNotReady, DigestPinned, PullPolicyNever, TagUnreadable, LatestUnpinned, "
        "LatestMixed, GpuUnclear, NoCandidate, VersionUnavailable, VariantUnavailable, "
        "ArchitectureMismatch, PlacementConstrained, NotEnoughNodes, ProfileBusy, NoProfileFits, "
        "Observed, Decided, InternalError");
}

TEST_CASE("each reason is described by one sentence of its own that fits a warning") {
  std::set<std::string_view> sentences;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const std::string_view sentence = describe(static_cast<Reason>(i));
    INFO(sentence);
    CHECK(sentence.size() <= 100);
    CHECK(sentence.ends_with('.'));
    CHECK(sentences.insert(sentence).second);
  }
}

}  // namespace nodefit::tests
