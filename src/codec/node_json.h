// A Node object -> NodeSpec.
//
// Source: core/v1 Node.
//
// Thread-safety: a pure function.

#pragma once

#include "codec/json_document.h"
#include "nodefit/catalogue.h"
#include "nodefit/result.h"

namespace nodefit {

// Reads metadata.{name,labels}, spec.{taints,unschedulable} and status.{capacity,allocatable}; the
// rest may be anything. Errors: another kind, no name, a wrong type or quantity in what is read, a
// doubled key in an object that is read.
Result<NodeSpec> read_node(const JsonValue& object);

}  // namespace nodefit
