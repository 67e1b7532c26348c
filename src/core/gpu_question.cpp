#include "gpu_question.h"

#include <algorithm>
#include <array>

namespace nodefit {

namespace {

constexpr std::array<std::string_view, 5> kGpuResources = {
    "nvidia.com/gpu", "nvidia.com/gpu.shared", "amd.com/gpu", "gpu.intel.com/i915",
    "gpu.intel.com/xe"};
constexpr std::string_view kMigPrefix = "nvidia.com/mig-";
constexpr std::array<std::string_view, 3> kGpuDomains = {"nvidia.com/", "amd.com/",
                                                         "gpu.intel.com/"};
// Schedulers that hand out parts of a GPU take the amount from an annotation (run:ai, KAI).
constexpr std::array<std::string_view, 2> kGpuAnnotations = {"gpu-fraction", "gpu-memory"};

template <class Predicate>
bool any_resource(const Container& container, Predicate holds) {
  const ResourceRequirements& resources = container.resources;
  return std::any_of(resources.requests.begin(), resources.requests.end(), holds) ||
         std::any_of(resources.limits.begin(), resources.limits.end(), holds);
}

template <class Predicate>
bool any_container(const PodTemplate& pod, Predicate holds) {
  return std::any_of(pod.init_containers.begin(), pod.init_containers.end(), holds) ||
         std::any_of(pod.containers.begin(), pod.containers.end(), holds);
}

bool is_unknown_gpu_resource(std::string_view name) {
  return !is_gpu_resource(name) &&
         std::any_of(kGpuDomains.begin(), kGpuDomains.end(),
                     [&](std::string_view domain) { return name.starts_with(domain); });
}

bool names_gpus_otherwise(const Container& container) {
  return container.has_resource_claims ||
         std::find(container.env.begin(), container.env.end(), "NVIDIA_VISIBLE_DEVICES") !=
             container.env.end() ||
         any_resource(container, [](const ResourceList::Entry& entry) {
           return is_unknown_gpu_resource(entry.first);
         });
}

// The name of an annotation without its domain: "runai.dev/gpu-fraction" says the same as
// "gpu-fraction".
std::string_view without_domain(std::string_view key) { return key.substr(key.rfind('/') + 1); }

bool has_gpu_annotation(const PodTemplate& pod) {
  return std::any_of(pod.annotations.entries().begin(), pod.annotations.entries().end(),
                     [](const Labels::Entry& entry) {
                       const std::string_view name = without_domain(entry.first);
                       return std::find(kGpuAnnotations.begin(), kGpuAnnotations.end(), name) !=
                              kGpuAnnotations.end();
                     });
}

}  // namespace

bool is_gpu_resource(std::string_view name) {
  return name.starts_with(kMigPrefix) ||
         std::find(kGpuResources.begin(), kGpuResources.end(), name) != kGpuResources.end();
}

bool requests_gpu(const Container& container) {
  return any_resource(container, [](const ResourceList::Entry& entry) {
    return is_gpu_resource(entry.first) && entry.second.is_positive();
  });
}

bool requests_gpu(const PodTemplate& pod) {
  return any_container(pod, [](const Container& container) { return requests_gpu(container); });
}

GpuAnswer ask_gpu(const Role& role, bool has_gpu_tag, bool any_requests) {
  const PodTemplate& pod = role.pod;
  if (requests_gpu(pod)) return GpuAnswer::kYes;
  const bool otherwise = pod.has_resource_claims || !pod.runtime_class_name.empty() ||
                         has_gpu_annotation(pod) || any_container(pod, names_gpus_otherwise);
  // The parameter server of a GPU job commonly runs the workers' image without a GPU.
  if (otherwise || (has_gpu_tag && !any_requests)) return GpuAnswer::kUnclear;
  return GpuAnswer::kNo;
}

std::int64_t count_gpus(const ResourceList& requests) {
  Quantity sum;
  for (const auto& [name, quantity] : requests) {
    if (is_gpu_resource(name)) sum += quantity;
  }
  return sum.divide(Quantity::from_integer(1));
}

bool requests_shared_gpu(const ResourceList& requests) {
  return std::any_of(requests.begin(), requests.end(), [](const ResourceList::Entry& entry) {
    return is_gpu_resource(entry.first) && entry.first.ends_with(".shared") &&
           entry.second.is_positive();
  });
}

bool accepts(GpuUse use, GpuAnswer answer) {
  switch (use) {
    case GpuUse::kRequired:
      return answer == GpuAnswer::kYes;
    case GpuUse::kForbidden:
      return answer == GpuAnswer::kNo;
    case GpuUse::kAny:
      return true;
  }
  std::abort();
}

}  // namespace nodefit
