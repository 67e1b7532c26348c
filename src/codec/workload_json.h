// Objects of the kinds that nodefit decides on -> Workload.
//
// Sources: core/v1 Pod; kubeflow.org/v1 TFJob as of training-operator v1.9. A TFJob is a custom
// resource: it comes as it was sent, so fields of any type are expected here.
//
// Thread-safety: pure functions.

#pragma once

#include <optional>

#include "codec/json_document.h"
#include "nodefit/result.h"
#include "nodefit/workload.h"

namespace nodefit {

// By apiVersion and kind; nullopt for anything else, also for TFJobs of the older groups and
// versions.
std::optional<Workload::Kind> workload_kind(const JsonValue& object);

// Errors name the place and what was expected there: a wrong type where a decision reads
// (spec.nodeSelector[..]: 5), a doubled key in an object that is read, a replica key that isn't a
// replica type, or two of them that differ in case alone, replicas that aren't a whole number from
// 0 to 2^31-1, an object of another kind. What no decision reads may be anything. A replica that is
// null or has no template or containers is no error: it is a role without containers, which the
// other roles needn't suffer for.
//
// The namespace is the object's own (in a review the request's counts), and namespace_labels stay
// empty: both are the caller's to fill in.
Result<Workload> read_workload(const JsonValue& object);

}  // namespace nodefit
