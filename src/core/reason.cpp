#include "nodefit/reason.h"

#include <cstdlib>

namespace nodefit {

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::kOptedOut:
      return "OptedOut";
    case Reason::kNotManaged:
      return "NotManaged";
    case Reason::kAlreadyDecided:
      return "AlreadyDecided";
    case Reason::kOwnerUndecided:
      return "OwnerUndecided";
    case Reason::kDeferredToPods:
      return "DeferredToPods";
    case Reason::kNoPolicy:
      return "NoPolicy";
    case Reason::kCatalogueNotReady:
      return "CatalogueNotReady";
    case Reason::kDigestPinned:
      return "DigestPinned";
    case Reason::kPullPolicyNever:
      return "PullPolicyNever";
    case Reason::kTagUnreadable:
      return "TagUnreadable";
    case Reason::kLatestUnpinned:
      return "LatestUnpinned";
    case Reason::kLatestMixed:
      return "LatestMixed";
    case Reason::kGpuUnclear:
      return "GpuUnclear";
    case Reason::kNoCandidate:
      return "NoCandidate";
    case Reason::kVersionUnavailable:
      return "VersionUnavailable";
    case Reason::kVariantUnavailable:
      return "VariantUnavailable";
    case Reason::kArchitectureMismatch:
      return "ArchitectureMismatch";
    case Reason::kPlacementConstrained:
      return "PlacementConstrained";
    case Reason::kNotEnoughNodes:
      return "NotEnoughNodes";
    case Reason::kProfileBusy:
      return "ProfileBusy";
    case Reason::kNoProfileFits:
      return "NoProfileFits";
    case Reason::kObserved:
      return "Observed";
    case Reason::kDecided:
      return "Decided";
    case Reason::kInternalError:
      return "InternalError";
  }
  std::abort();
}

std::string_view describe(Reason reason) {
  switch (reason) {
    case Reason::kOptedOut:
      return "The workload or its namespace asks nodefit to leave it alone.";
    case Reason::kNotManaged:
      return "No image of the policy's families, or an object or namespace that isn't nodefit's to "
             "touch.";
    case Reason::kAlreadyDecided:
      return "An earlier decision is in place; nothing was changed.";
    case Reason::kOwnerUndecided:
      return "Its TFJob was created without a decision; one job never mixes builds.";
    case Reason::kDeferredToPods:
      return "Placement is settled later (Kueue, RuntimeClass); each pod of the job is decided "
             "then.";
    case Reason::kNoPolicy:
      return "No valid policy is loaded; see the server's log for its errors.";
    case Reason::kCatalogueNotReady:
      return "The cluster's nodes haven't been listed yet.";
    case Reason::kDigestPinned:
      return "The image is pinned by digest, which is kept; use a tag to have it chosen.";
    case Reason::kPullPolicyNever:
      return "With imagePullPolicy Never the image must be on the node already.";
    case Reason::kTagUnreadable:
      return "The image's tag isn't a TensorFlow version; use one such as 2.15.0-gpu.";
    case Reason::kLatestUnpinned:
      return "The image has no version; use a tag such as 2.15.0, or set latest in the policy.";
    case Reason::kLatestMixed:
      return "Not every role of the job fits a profile with the version that latest stands for.";
    case Reason::kGpuUnclear:
      return "Whether it uses GPUs can't be told; request them as a limit, or use gpu: any.";
    case Reason::kNoCandidate:
      return "No node takes the workload, with or without a profile.";
    case Reason::kVersionUnavailable:
      return "No fitting profile has a build of this TensorFlow version.";
    case Reason::kVariantUnavailable:
      return "No fitting profile has a jupyter build.";
    case Reason::kArchitectureMismatch:
      return "Another image of the pod may not run there; list it in multiArch if it does.";
    case Reason::kPlacementConstrained:
      return "Volumes, zone spread or pod affinity could conflict with pinning it to a profile.";
    case Reason::kNotEnoughNodes:
      return "The profiles' nodes don't hold all replicas at once.";
    case Reason::kProfileBusy:
      return "Too many pods of the profile already wait for a node.";
    case Reason::kNoProfileFits:
      return "No profile fits; nodefit explain shows why for each of them.";
    case Reason::kObserved:
      return "A profile was chosen but not applied: mode is observe.";
    case Reason::kDecided:
      return "A profile was chosen.";
    case Reason::kInternalError:
      return "nodefit failed; the workload was admitted as submitted.";
  }
  std::abort();
}

}  // namespace nodefit
