// From a fit, or the lack of one, to what is written on a role.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "fit.h"
#include "nodefit/decision.h"

namespace nodefit {

// Step 8 under pin, or for a pod whose node is fixed: images, pins, tolerations, environment.
RoleDecision decided_role(const FitContext& context, const RoleState& role, std::size_t profile,
                          const Fit& fit);

// The same under follow: nothing is pinned, the images stay until the pod is bound. `fits`, by
// profile, best first.
RoleDecision following_role(const FitContext& context, const RoleState& role,
                            const std::vector<std::pair<std::size_t, Fit>>& fits);

// Step 9: what is filled in where no profile was chosen.
RoleDecision undecided_role(const FitContext& context, const RoleState& role, Reason reason);

// A role whose pods will be decided one by one: GPU limits, which quotas and pod groups count, and
// the marker.
RoleDecision deferred_role(const FitContext& context, const RoleState& role);

}  // namespace nodefit
