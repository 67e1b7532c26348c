// Whether one role fits one profile, and how: the questions of step 5 to 7, in their order.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "candidates.h"
#include "gpu_question.h"
#include "image_choice.h"
#include "nodefit/decision.h"
#include "pins.h"

namespace nodefit {

// A role with all that was worked out about it before profiles are tried.
struct RoleState {
  RoleState(const Workload& workload, const Role& submitted, const Policy& policy);

  const Role* role;
  RoleKind kind;  // of a Pod that a TFJob controls: its replica type
  std::vector<SubmittedImage> images;
  bool managed = false;  // some image is
  std::optional<Reason>
      obstacle;  // why a main container's image can't be replaced, the first by precedence
  bool has_latest = false;  // a managed main container's image is `latest`
  bool has_gpu_tag = false;
  GpuAnswer gpu = GpuAnswer::kNo;  // set once all roles are read
  PodConstraints constraints;
};

// What all roles of a decision share.
struct FitContext {
  const Workload& workload;
  const Plan& plan;
  const DecideOptions& options;
  Placement placement;
  bool explain;  // count every node and spell details out
};

enum class Pass : std::uint8_t { kLive, kWithProvisionable };

struct Fit {
  Reason reason = Reason::kDecided;  // else why not
  std::string detail;                // filled when explaining
  std::vector<ImageChoice> images;   // as RoleState::images; empty images stay
  Pins pins;                         // under pin, where the node isn't fixed
  std::size_t candidates = 0;        // all of them only when explaining
  std::int64_t slots = 0;
  std::vector<std::pair<NodeSlot, std::int64_t>> takes;  // replicas a node
  std::vector<std::pair<std::size_t, std::int64_t>>
      brought;  // replicas a node that an autoscaler brings

  bool fits() const { return reason == Reason::kDecided; }
};

Fit fit_profile(const FitContext& context, const RoleState& role, std::size_t profile, Pass pass,
                const Room& room);

// Takes the replicas of a fitting role out of the room.
void take_room(const FitContext& context, const RoleState& role, std::size_t profile,
               const Fit& fit, Room& room);

// Takes as many of a role's replicas as fit on nodes that take it as submitted. Returns whether all
// did.
bool take_room_as_submitted(const FitContext& context, const RoleState& role, Room& room);

}  // namespace nodefit
