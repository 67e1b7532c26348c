// A Pod, or a pod template, as far as a decision reads it. For workload_json.
//
// Source: core/v1 Pod.

#pragma once

#include "codec/json_reader.h"
#include "nodefit/workload.h"

namespace nodefit {

// Reads `metadata` and `spec` of a Pod object or pod template. Everything may be absent: a template
// without a spec has no containers.
//
// Fields of a wrong type are problems where a decision reads them (a number as an image, a string
// as the list of volumes), and so are two containers of one name, which the API server refuses: the
// annotation nodefit.dev/decision tells containers apart by their names. Other fields may be
// anything.
//
// Limits, each a problem of code kTooLarge: 500 containers; 2,000 entries, requirements, values and
// tolerations in nodeSelector, required node affinity and tolerations together.
PodTemplate read_pod_template(const JsonReader& pod);

}  // namespace nodefit
