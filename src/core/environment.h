// What a container gets beside an image: variables that it doesn't set, GPU limits that it forgot.

#pragma once

#include <string>
#include <vector>

#include "nodefit/decision.h"
#include "nodefit/policy.h"
#include "nodefit/workload.h"

namespace nodefit {

// Those of `wanted` that the container doesn't set, as literals. None where it has envFrom, which
// may set them unseen.
std::vector<EnvAddition> missing_env(const Container& container, const Env& wanted);

// The profile's variables over the family's.
Env merged_env(const Env& family, const Env& profile);

// GPU resources that the container requests without a limit, also 0: the API server demands one.
std::vector<std::string> missing_gpu_limits(const Container& container);

// What is wrong with a container's GPU resources and left as it is: a request that differs from its
// limit, a fraction. The same may be said twice, of a request and its limit.
std::vector<std::string> gpu_warnings(const Container& container);

}  // namespace nodefit
