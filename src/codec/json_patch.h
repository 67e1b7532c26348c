// A Decision as an RFC 6902 patch of the document that it was made for.
//
// The patch consists of `add` and, for images, `replace`. An absent or null parent is added whole,
// with all that goes below it; lists that are there get their additions at the end, in order. Order
// of the operations: roles as in the document; in each
//   spec: initContainers, then containers, by index (image, env, resources.limits); nodeSelector;
//   affinity
//         (nodeAffinity: terms of the user's by index, new terms, preferred terms); tolerations;
//         imagePullSecrets
//   metadata: labels; annotations, the decision last
// where metadata and spec are those of the Pod or of the replica's pod template. A limit is its
// request's JSON as it stands in the document (numbers by value: 1e0 becomes 1.0), null becomes
// "0".
//
// Thread-safety: a pure function.

#pragma once

#include <string>
#include <vector>

#include "codec/json_document.h"
#include "nodefit/decision.h"
#include "nodefit/result.h"

namespace nodefit {

struct Patch {
  std::string text;                   // empty where nothing changes
  std::vector<std::string> warnings;  // for the submitting user, beside the decision's own
};

// `document` is the Pod or TFJob that the decision's workload was read from. Nothing changes for a
// decision without roles or one that is only observed. Where the annotations of an object would
// pass 256 KiB with nodefit.dev/decision, that annotation is left out, with a warning.
//
// Before it is returned, the patch is checked against the document (patch_check.h). After any error
// the object is to be admitted unchanged: kInternal is a fault of nodefit's (decision and document
// don't belong together, a value that the API server would refuse, a patch that wouldn't apply),
// kInvalidArgument one of the document's (doubled keys, a value where one is to be added),
// kTooLarge a patch or annotations beyond the limits.
Result<Patch> make_patch(const Decision& decision, const JsonValue& document);

}  // namespace nodefit
