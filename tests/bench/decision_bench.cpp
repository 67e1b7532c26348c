// decide() over synthetic clusters. Targets: under 10 us, and at 15,000 nodes at most 1.5 times the
// time at 10; under 1 ms where nothing fits (tests/bench/limits.txt).

#include <benchmark/benchmark.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "nodefit/decision.h"
#include "nodefit/plan.h"
#include "support/synthetic_nodes.h"

namespace nodefit {

namespace {

ProfileSpec profile(const std::string& name, NodeSelectorTermSpec nodes, const std::string& gpu) {
  ProfileSpec spec;
  spec.name = name;
  spec.nodes = {std::move(nodes)};
  spec.gpu = gpu;
  spec.tolerate = {"nvidia.com/gpu"};
  spec.images.push_back(
      {"tensorflow", "registry.example.com/tf:{version}-" + name, {}, false, {{"linux/amd64"}}});
  return spec;
}

NodeSelectorTermSpec with_flag(const std::string& flag) {
  return {Labels{{"feature.node.kubernetes.io/cpu-cpuid." + flag, "true"}}, {}, {}};
}

// Six profiles for the six kinds of synthetic nodes, and one that has no node.
std::shared_ptr<const Policy> policy() {
  PolicySpec spec;
  spec.families.push_back(
      {"tensorflow", {"tensorflow/tensorflow"}, {}, "2.15.0", {{"TF_CPP_MIN_LOG_LEVEL", "1"}}});
  spec.profiles = {
      profile("h100", {{}, {{"nvidia.com/gpu.compute.major", "In", {"9"}}}, {}}, "required"),
      profile("a100", {{}, {{"nvidia.com/gpu.compute.major", "In", {"8"}}}, {}}, "required"),
      profile("t4", {{}, {{"nvidia.com/gpu.compute.major", "In", {"7"}}}, {}}, "required"),
      profile("avx512", with_flag("AVX512F"), "forbidden"),
      profile("zen", with_flag("CLZERO"), "forbidden"),
      profile("neoverse", {Labels{{"kubernetes.io/arch", "arm64"}}, {}, {}}, "forbidden"),
      profile("avx2", with_flag("AVX2"), "any")};
  spec.profiles[5].images[0].platforms = {{"linux/arm64"}};
  Policy::Outcome outcome = Policy::make(spec);
  if (!outcome.policy) throw std::runtime_error(outcome.errors.front().message);
  return outcome.policy;
}

// One for each size, kept: building takes longer than measuring.
const Plan& plan(std::size_t nodes) {
  static std::vector<std::pair<std::size_t, std::shared_ptr<const Plan>>> plans;
  for (const auto& [size, made] : plans) {
    if (size == nodes) return *made;
  }
  CatalogueBuilder builder;
  for (const NodeSpec& node : tests::synthetic_nodes(nodes, 1)) builder.upsert(node);
  plans.emplace_back(nodes, Plan::make(policy(), builder.snapshot()));
  return *plans.back().second;
}

PodTemplate pod(const std::string& image, const std::string& cpu, const std::string& gpus) {
  PodTemplate made;
  Container& container = made.containers.emplace_back();
  container.name = "tensorflow";
  container.image = image;
  container.env = {"TF_CONFIG", "PYTHONUNBUFFERED"};
  container.resources.requests["cpu"] = Quantity::parse(cpu).value();
  container.resources.requests["memory"] = Quantity::parse("16Gi").value();
  if (!gpus.empty()) container.resources.limits["nvidia.com/gpu"] = Quantity::parse(gpus).value();
  return made;
}

Workload pod_workload(PodTemplate made) {
  Workload workload;
  workload.name_space = "ml";
  workload.roles.push_back({RoleKind::kPod, "", 1, std::move(made)});
  return workload;
}

Workload job_workload(const std::string& cpu) {
  Workload workload;
  workload.kind = Workload::Kind::kTfJob;
  workload.name_space = "ml";
  const std::string gpu = "tensorflow/tensorflow:2.15.0-gpu";
  workload.roles = {{RoleKind::kChief, "Chief", 1, pod(gpu, cpu, "1")},
                    {RoleKind::kWorker, "Worker", 4, pod(gpu, cpu, "1")},
                    {RoleKind::kPs, "PS", 2, pod(gpu, cpu, "")},
                    {RoleKind::kEvaluator, "Evaluator", 1, pod(gpu, cpu, "1")}};
  return workload;
}

void run(benchmark::State& state, const Workload& workload, Reason want) {
  const Plan& used = plan(static_cast<std::size_t>(state.range(0)));
  const DecideOptions options;
  if (const Reason got = decide(workload, &used, options).reason; got != want) {
    return state.SkipWithError(std::string(to_string(got)).c_str());
  }
  for ([[maybe_unused]] const auto round : state) {
    Decision decision = decide(workload, &used, options);
    benchmark::DoNotOptimize(decision);
  }
}

// The first profile that is asked takes it at its first node.
void decide_pod_best(benchmark::State& state) {
  run(state, pod_workload(pod("tensorflow/tensorflow:2.15.0", "4", "")), Reason::kDecided);
}
// Two profiles are passed over, a toleration is found, and the nodes are those of one zone.
void decide_pod_typical(benchmark::State& state) {
  PodTemplate made = pod("tensorflow/tensorflow:2.15.0-gpu", "4", "1");
  made.node_selector = {{"topology.kubernetes.io/zone", "eu-west-1a"}};
  run(state, pod_workload(std::move(made)), Reason::kDecided);
}
// Every node of every profile is looked at, and none has room.
void decide_pod_worst(benchmark::State& state) {
  run(state, pod_workload(pod("tensorflow/tensorflow:2.15.0", "400", "")), Reason::kNoCandidate);
}
void decide_job_typical(benchmark::State& state) {
  run(state, job_workload("4"), Reason::kDecided);
}
void decide_job_worst(benchmark::State& state) {
  run(state, job_workload("400"), Reason::kNoCandidate);
}

BENCHMARK(decide_pod_best)->Arg(10)->Arg(1000)->Arg(15000);
BENCHMARK(decide_pod_typical)->Arg(10)->Arg(1000)->Arg(15000);
BENCHMARK(decide_pod_worst)->Arg(10)->Arg(1000)->Arg(15000);
BENCHMARK(decide_job_typical)->Arg(10)->Arg(1000)->Arg(15000);
BENCHMARK(decide_job_worst)->Arg(10)->Arg(1000)->Arg(15000);

}  // namespace

}  // namespace nodefit
