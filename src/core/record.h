// What an earlier decision left on an object, checked against it.

#pragma once

#include <optional>
#include <string>

#include "nodefit/decision.h"
#include "nodefit/policy.h"
#include "nodefit/workload.h"

namespace nodefit {

enum class RecordState {
  kNone,      // no record, or one that says nothing about this object as it is: decide
  kHolds,     // images and pins are as recorded
  kReverted,  // pins are as recorded, images as before: a merge patch put the containers back
};

// `plan` may be null: then nothing can be put back. With it, a managed container that the record
// doesn't know, or an unmanaged image that it speaks of, makes the record worthless.
RecordState check_record(const Workload& workload, const Role& role, const Plan* plan);

// Puts the recorded images and env of a reverted role back.
RoleDecision restore(const Role& role);

}  // namespace nodefit
