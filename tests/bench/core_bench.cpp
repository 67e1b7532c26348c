// Targets: a reference in under 200 ns, a quantity in under 50 ns, a two-expression term in under
// 50 ns (tests/bench/limits.txt).

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "nodefit/image_tag.h"
#include "nodefit/quantity.h"
#include "nodefit/reference.h"
#include "nodefit/resources.h"
#include "nodefit/selector.h"

namespace nodefit {

namespace {

void parse_reference(benchmark::State& state, const std::string& text) {
  for ([[maybe_unused]] const auto round : state) {
    Result<ImageReference> reference = ImageReference::parse(text);
    benchmark::DoNotOptimize(reference);
  }
}
BENCHMARK_CAPTURE(parse_reference, official, "tensorflow/tensorflow:2.15.0-gpu");
BENCHMARK_CAPTURE(parse_reference, registry,
                  "registry.example.com:5000/platform/tensorflow:2.15.0-gpu-sm80");
BENCHMARK_CAPTURE(parse_reference, digest,
                  "registry.example.com/"
                  "tf@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
BENCHMARK_CAPTURE(parse_reference, wrong, "Registry.example.com/TF:2.15.0");

void parse_tag(benchmark::State& state, const std::string& text) {
  for ([[maybe_unused]] const auto round : state) {
    Result<ImageTag> tag = ImageTag::parse(text);
    benchmark::DoNotOptimize(tag);
  }
}
BENCHMARK_CAPTURE(parse_tag, notebook, "2.15.0-gpu-jupyter");

void parse_quantity(benchmark::State& state, const std::string& text) {
  for ([[maybe_unused]] const auto round : state) {
    Result<Quantity> quantity = Quantity::parse_json_string(text);
    benchmark::DoNotOptimize(quantity);
  }
}
BENCHMARK_CAPTURE(parse_quantity, millicores, "1500m");
BENCHMARK_CAPTURE(parse_quantity, gibibytes, "64Gi");
BENCHMARK_CAPTURE(parse_quantity, kibibytes_of_a_node, "263862196Ki");
BENCHMARK_CAPTURE(parse_quantity, fraction, "2.1Gi");
BENCHMARK_CAPTURE(parse_quantity, number, "4");

// A node with 60 labels, as node feature discovery and the GPU operator leave them.
Labels node_labels() {
  std::vector<Labels::Entry> entries = {{"kubernetes.io/arch", "amd64"},
                                        {"kubernetes.io/os", "linux"},
                                        {"kubernetes.io/hostname", "node-17"},
                                        {"node.kubernetes.io/instance-type", "p4d.24xlarge"},
                                        {"topology.kubernetes.io/zone", "eu-1a"},
                                        {"topology.kubernetes.io/region", "eu-1"},
                                        {"nvidia.com/gpu.compute.major", "8"},
                                        {"nvidia.com/gpu.compute.minor", "0"},
                                        {"nvidia.com/gpu.count", "8"},
                                        {"nvidia.com/gpu.product", "NVIDIA-A100-SXM4-40GB"}};
  const std::vector<std::string> flags = {"ADX",      "AESNI",      "AVX",        "AVX2",
                                          "AVX512F",  "AVX512BW",   "AVX512CD",   "AVX512DQ",
                                          "AVX512VL", "AVX512VNNI", "AVX512BF16", "FMA3",
                                          "MOVBE",    "VAES",       "VPCLMULQDQ"};
  for (const std::string& flag : flags)
    entries.emplace_back("feature.node.kubernetes.io/cpu-cpuid." + flag, "true");
  while (entries.size() < 60) {
    entries.emplace_back(
        "feature.node.kubernetes.io/kernel-config.OPTION_" + std::to_string(entries.size()),
        "true");
  }
  return Labels(std::move(entries));
}

void match_term(benchmark::State& state, const NodeSelectorTermSpec& spec) {
  const Labels labels = node_labels();
  const NodeSelectorTerm term = NodeSelectorTerm::make(spec).value();
  for ([[maybe_unused]] const auto round : state) {
    bool matches = term.matches(labels, "node-17");
    benchmark::DoNotOptimize(matches);
  }
}
BENCHMARK_CAPTURE(match_term, two_expressions,
                  {{},
                   {{"nvidia.com/gpu.compute.major", "In", {"8", "9"}},
                    {"feature.node.kubernetes.io/cpu-cpuid.AVX512F", "Exists", {}}},
                   {}});
BENCHMARK_CAPTURE(match_term, greater_than,
                  {{},
                   {{"nvidia.com/gpu.compute.major", "Gt", {"7"}},
                    {"nvidia.com/gpu.count", "Lt", {"16"}}},
                   {}});
BENCHMARK_CAPTURE(match_term, two_labels,
                  {{{"kubernetes.io/arch", "amd64"},
                    {"feature.node.kubernetes.io/cpu-cpuid.AVX512F", "true"}},
                   {},
                   {}});

void request_of_a_pod(benchmark::State& state) {
  ResourceRequirements container;
  container.limits["cpu"] = Quantity::from_integer(4);
  container.limits["memory"] = Quantity::parse("16Gi").value();
  container.limits["nvidia.com/gpu"] = Quantity::from_integer(1);
  PodResources pod;
  pod.containers = {container, container};
  pod.init_containers = {{container, false}};
  for ([[maybe_unused]] const auto round : state) {
    PodResources copy = pod;
    set_defaults(copy);
    ResourceList requests = pod_requests(copy);
    benchmark::DoNotOptimize(requests);
  }
}
BENCHMARK(request_of_a_pod);

}  // namespace

}  // namespace nodefit
