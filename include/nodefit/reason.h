// The closed list of outcomes. The same word stands in the annotation, the admission warning, the
// audit annotation, the log line, the metric label and the output of `nodefit explain`.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace nodefit {

// In order of precedence: of several reasons against a decision the first one is told.
enum class Reason : std::uint8_t {
  kOptedOut,        // label nodefit.dev/inject: disabled, or annotation nodefit.dev/profile: none
  kNotManaged,      // no container with an image of a family, or an object that isn't nodefit's to
                    // touch
  kAlreadyDecided,  // carries a decision, and images and pins are as it says
  kOwnerUndecided,  // a pod of a TFJob that nodefit never decided: one job never mixes builds
  kDeferredToPods,  // a TFJob whose placement others change later (Kueue, RuntimeClass): its pods
                    // are decided
  kNoPolicy,        // no valid policy yet
  kCatalogueNotReady,     // nodes not listed yet
  kDigestPinned,          // the user pinned the image by digest
  kPullPolicyNever,       // imagePullPolicy: Never: the image must be on the node already
  kTagUnreadable,         // the tag isn't a TensorFlow version
  kLatestUnpinned,        // `latest`, and the family doesn't say what that is
  kLatestMixed,           // some roles of a job with `latest` fit a profile, others don't
  kGpuUnclear,            // whether it uses GPUs can't be told from what it requests
  kNoCandidate,           // no node takes it as it is, and none of any profile would
  kVersionUnavailable,    // profiles lack a build of this TensorFlow version
  kVariantUnavailable,    // profiles lack the jupyter variant
  kArchitectureMismatch,  // another image of the pod doesn't run on the profile's architecture
  kPlacementConstrained,  // volumes, zone spread or pod affinity could conflict with a pin
  kNotEnoughNodes,        // the profile's nodes don't hold all replicas at once
  kProfileBusy,           // too many pods of the profile already wait for a node
  kNoProfileFits,         // none of the above, yet no profile
  kObserved,              // mode: observe: a decision was made and not applied
  kDecided,               // a profile was chosen
  kInternalError,         // a fault of ours
};

inline constexpr std::size_t kReasonCount = static_cast<std::size_t>(Reason::kInternalError) + 1;

// "OptedOut", "NotManaged", ...
std::string_view to_string(Reason reason);

// A sentence for people: what happened and, where there is one, the remedy.
std::string_view describe(Reason reason);

}  // namespace nodefit
