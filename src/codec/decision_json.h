// The text of the annotation nodefit.dev/decision: a RecordedDecision as compact JSON.
//
//   {"reason":"Decided","profile":"a100","policy":"0123456789abcdef",
//    "containers":{"tensorflow":["tensorflow/tensorflow:2.15.0-gpu",
//                                "registry.example.com/tf:2.15.0-gpu-sm80",
//                                {"TF_FORCE_GPU_ALLOW_GROWTH":"true"}]},
//    "pins":{"nodeSelector":{"kubernetes.io/arch":"amd64"},
//            "terms":[{"matchExpressions":[{"key":"gpu","operator":"In","values":["a100"]}],
//                      "matchFields":[...]}]}}
//
// without white space and in this order. `containers` is keyed by name, in the order of the record:
// the image as submitted, the image as decided and, where some was added, env. What is empty is
// left out, but for the reason.
//
// Thread-safety: pure functions.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "nodefit/result.h"
#include "nodefit/workload.h"

namespace nodefit {

// All annotations of an object together may take this much (k8s.io/apimachinery
// TotalAnnotationSizeLimitB).
inline constexpr std::size_t kAnnotationsSizeMax = 256UL * 1024;

// Container names must be distinct, and env names within a container.
std::string write_recorded_decision(const RecordedDecision& decision);

// Strict, because anyone may have written it: errors for a text of more than kAnnotationsSizeMax,
// anything that isn't JSON of this form, unknown or doubled keys, unknown reasons, a policy hash
// other than 16 hexadecimal digits. White space and the order of keys don't matter. That images,
// pins and env say anything sensible isn't checked here.
Result<RecordedDecision> read_recorded_decision(std::string_view text);

}  // namespace nodefit
