// Whether a patch may leave the house. The API server answers a patch that doesn't apply with 500
// and a value that it refuses with 422, even under failurePolicy: Ignore; so what was made is
// checked again here, with other code than made it. For json_patch.

#pragma once

#include <vector>

#include "codec/json_document.h"
#include "codec/patch_tree.h"
#include "nodefit/decision.h"
#include "nodefit/result.h"

namespace nodefit {

// That the API server accepts every value that the decision adds: images, names and values of env,
// labels, annotations, selectors, tolerations, secrets. An error is of code kInternal: a decision
// is made from checked values.
Result<void> check_values(const RoleDecision& role);

// That the operations apply to the document, in any order: each adds something that isn't there to
// a parent that is, or replaces an image that is, and no path is or leads to another's, but for
// several elements behind one list. nodefit's own annotation and label may be there already. An
// error is of code kInternal, or kTooLarge for more operations than kOperationsMax.
Result<void> check_operations(const std::vector<PatchOperation>& operations,
                              const JsonValue& document);

// Each is looked up from the document's root, which takes time by the number of containers: 1,000
// in 1,000 take 5 ms. A TFJob of five roles with ten managed containers each needs 300.
inline constexpr std::size_t kOperationsMax = 1000;

}  // namespace nodefit
