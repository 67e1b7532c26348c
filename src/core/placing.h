// Which profile each role of a workload gets: steps 5 to 7 of a decision over all roles together.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "fit.h"
#include "nodefit/decision.h"

namespace nodefit {

// What became of one role.
struct PlacedRole {
  Reason reason = Reason::kNotManaged;
  // The chosen profile under pin; under follow all that fit, best first. Empty: none.
  std::vector<std::pair<std::size_t, Fit>> fits;
};

// One for each state. `explanation`, where not null, gets a verdict on every profile.
std::vector<PlacedRole> place_roles(const FitContext& context, const std::vector<RoleState>& states,
                                    Explanation* explanation);

}  // namespace nodefit
