// A decision that changes everything that a patch can change, for tests of what makes and applies
// patches.

#pragma once

#include "nodefit/decision.h"
#include "nodefit/workload.h"

namespace nodefit::tests {

// For every role that has a container: images, env, limits, selectors, affinity, tolerations,
// secrets, label and annotation.
Decision change_everything(const Workload& workload);

}  // namespace nodefit::tests
