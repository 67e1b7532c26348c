// One run over many random worlds, in each of which all properties are looked at.
//
// NODEFIT_PROPERTY_SEED and NODEFIT_PROPERTY_WORLDS choose the worlds. World i of a run is the
// first one of a run with seed + i, so that a failure is seen again with that seed and one world.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/property.h"

namespace nodefit::tests {

class Campaign {
 public:
  // Made at the first call.
  static const Campaign& run();

  // What is wrong with a property: how often, and the simplest world found; empty: nothing.
  const std::string& failure(std::size_t property) const { return failures_[property]; }

  std::size_t worlds() const { return worlds_; }
  const GeneratorStats& stats() const { return stats_; }
  // Worlds in which the decision or that of one of its roles had this reason.
  std::size_t count(Reason reason) const { return reasons_[static_cast<std::size_t>(reason)]; }
  std::string table() const;

 private:
  struct First {
    std::size_t count = 0;
    std::uint64_t seed = 0;
  };

  Campaign();

  void visit(std::uint64_t seed);
  void visit(const Trial& trial, std::uint64_t seed);
  std::string report(std::size_t property) const;

  std::uint64_t seed_;
  std::size_t worlds_;
  GeneratorStats stats_;
  std::array<std::size_t, kReasonCount> reasons_{};
  std::vector<First> first_;
  std::vector<std::string> failures_;
};

}  // namespace nodefit::tests
