// Pods and pod templates of random worlds. For roll_workload.

#pragma once

#include <string>

#include "nodefit/policy.h"
#include "properties/dice.h"

namespace nodefit::tests {

// What the pods of one workload have in common, so that a job's roles are mostly alike.
struct PodTaste {
  std::string image;  // of the main container
  bool gpu = false;   // asks for GPUs
  bool plain = true;  // nothing unusual
};

PodTaste roll_taste(Dice& dice, const PolicySpec& policy);
PodTemplate roll_pod(Dice& dice, const PodTaste& taste);

}  // namespace nodefit::tests
