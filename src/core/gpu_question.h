// Whether a workload uses GPUs, by what it requests.

#pragma once

#include <cstdint>
#include <string_view>

#include "nodefit/policy.h"
#include "nodefit/resources.h"
#include "nodefit/workload.h"

namespace nodefit {

enum class GpuAnswer : std::uint8_t { kYes, kNo, kUnclear };

// nvidia.com/gpu, nvidia.com/gpu.shared, nvidia.com/mig-*, amd.com/gpu, gpu.intel.com/i915,
// gpu.intel.com/xe
bool is_gpu_resource(std::string_view name);

// Whether a container itself requests a GPU (request or limit above 0).
bool requests_gpu(const Container& container);

// Whether any container does.
bool requests_gpu(const PodTemplate& pod);

// `has_gpu_tag`: one of its managed images has the word gpu in its tag. `any_requests`: some role
// of the job requests GPUs.
GpuAnswer ask_gpu(const Role& role, bool has_gpu_tag, bool any_requests);

// Whole GPUs in an effective request, all kinds together.
std::int64_t count_gpus(const ResourceList& requests);

// Whether a GPU that several pods share is requested.
bool requests_shared_gpu(const ResourceList& requests);

bool accepts(GpuUse use, GpuAnswer answer);

}  // namespace nodefit
