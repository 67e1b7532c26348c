// What a decision does to a workload, on the structs alone.

#pragma once

#include <string>

#include "nodefit/decision.h"

namespace nodefit::tests {

// The workload after the decision; as it was where nothing is to be changed or the decision is only
// observed. Throws std::logic_error, with a sentence, for an addition that would change what a user
// wrote, or that leads nowhere.
Workload apply(const Workload& workload, const Decision& decision);
// The same for a decision that is only observed.
Workload apply_even_if_observed(const Workload& workload, const Decision& decision);

// Without the annotation nodefit.dev/decision.
Workload strip_records(Workload workload);

// The first thing in which they differ, with both values; empty where they are alike. The text of
// the annotation nodefit.dev/decision isn't compared, what it says is.
std::string difference(const Workload& a, const Workload& b);

// The pod of this job's role as the training operator makes it and the API server completes it.
Workload derive_pod(const Workload& job, std::size_t role);

}  // namespace nodefit::tests
