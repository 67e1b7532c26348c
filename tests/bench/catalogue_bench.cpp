// Targets: 15,000 nodes with 60 labels each in under 0.3 s and 40 MB; a change of one of them with
// its plan of 20 profiles in under 100 us; a plan from scratch in under 50 ms
// (tests/bench/limits.txt).

#include <benchmark/benchmark.h>
#include <malloc.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nodefit/catalogue.h"
#include "nodefit/plan.h"
#include "support/policies.h"
#include "support/synthetic_nodes.h"

namespace nodefit {

namespace {

constexpr std::size_t kLargeCluster = 15'000;
constexpr std::size_t kProfileCount = 20;

// Of the heap, by all that is alive in the process.
std::size_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

CatalogueBuilder build(const std::vector<NodeSpec>& specs) {
  CatalogueBuilder builder;
  for (const NodeSpec& spec : specs) builder.upsert(spec);
  return builder;
}

const std::vector<NodeSpec>& large_cluster() {
  static const std::vector<NodeSpec> kSpecs = tests::synthetic_nodes(kLargeCluster, 1);
  return kSpecs;
}

// As people write them: labels, expressions, both.
NodeSelectorTermSpec term(std::size_t profile) {
  const std::string number = std::to_string(profile / 4);
  switch (profile % 4) {
    case 0:
      return {{{"kubernetes.io/arch", "amd64"}, {"nvidia.com/gpu.compute.major", number}}, {}, {}};
    case 1:
      return {{},
              {{"nvidia.com/gpu.compute.major", "In", {"8", "9"}},
               {"nvidia.com/gpu.memory", "Gt", {number + "0000"}}},
              {}};
    case 2:
      return {{{"feature.node.kubernetes.io/cpu-cpuid.AVX512F", "true"}},
              {{"topology.kubernetes.io/zone", "NotIn", {"eu-west-1" + number}}},
              {}};
    default:
      return {{{"feature.node.kubernetes.io/cpu-model.vendor_id", "AMD"}},
              {{"example.com/drained-" + number, "DoesNotExist", {}}},
              {}};
  }
}

std::shared_ptr<const Policy> make_policy() {
  std::vector<std::vector<NodeSelectorTermSpec>> selectors(kProfileCount);
  for (std::size_t i = 0; i < kProfileCount; ++i) selectors[i] = {term(i)};
  return tests::policy_with(selectors);
}

void build_catalogue(benchmark::State& state) {
  const std::vector<NodeSpec>& specs = large_cluster();
  std::size_t bytes = 0;
  for ([[maybe_unused]] const auto round : state) {
    state.PauseTiming();
    {
      const std::size_t before = bytes_in_use();
      state.ResumeTiming();
      CatalogueBuilder builder = build(specs);
      const std::shared_ptr<const Catalogue> catalogue = builder.snapshot();
      state.PauseTiming();
      bytes = bytes_in_use() - before;
    }
    state.ResumeTiming();
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(build_catalogue)->Unit(benchmark::kMillisecond);

// What a heartbeat costs. 7919 is a prime: one node after the other, far from each other.
void unchanged_node(benchmark::State& state) {
  CatalogueBuilder builder = build(large_cluster());
  std::size_t done = 0;
  for ([[maybe_unused]] const auto round : state) {
    const std::optional<NodeSlot> slot =
        builder.upsert(large_cluster()[done++ * 7919 % kLargeCluster]);
    benchmark::DoNotOptimize(slot);
  }
}
BENCHMARK(unchanged_node);

// What an event costs: the changed node, a snapshot, a plan. `change(builder, n)` makes the n-th
// change and returns its slot.
template <class Change>
void change_and_plan(benchmark::State& state, Change change) {
  CatalogueBuilder builder = build(large_cluster());
  std::shared_ptr<const Plan> plan = Plan::make(make_policy(), builder.snapshot());
  std::size_t done = 0;
  for ([[maybe_unused]] const auto round : state) {
    const std::array<NodeSlot, 1> changed = {change(builder, done++)};
    plan = plan->with_changes(builder.snapshot(), changed);
  }
}

// A thousand nodes become as `edit` makes them, one after the other, and then what they were.
void edit_and_plan(benchmark::State& state, void (*edit)(NodeSpec& spec)) {
  constexpr std::size_t kEdited = 1'000;
  std::vector<NodeSpec> specs;
  for (std::size_t i = 0; i < 2 * kEdited; ++i) {
    specs.push_back(large_cluster()[i % kEdited * 7919 % kLargeCluster]);
    if (i < kEdited) edit(specs.back());
  }
  change_and_plan(state, [&](CatalogueBuilder& builder, std::size_t done) {
    return *builder.upsert(specs[done % specs.size()]);
  });
}

void relabel(NodeSpec& spec, const std::string& key, const std::string& value) {
  std::vector<Labels::Entry> labels = spec.labels.entries();
  labels.emplace_back(key, value);
  spec.labels = Labels(std::move(labels));
}

void change_unique_label(benchmark::State& state) {
  edit_and_plan(
      state, [](NodeSpec& spec) { relabel(spec, "nvidia.com/gfd.timestamp", "now-" + spec.name); });
}
BENCHMARK(change_unique_label)->Unit(benchmark::kMicrosecond);

void change_common_label(benchmark::State& state) {
  edit_and_plan(state, [](NodeSpec& spec) {
    relabel(spec, "feature.node.kubernetes.io/system-os_release.VERSION_ID", "13");
  });
}
BENCHMARK(change_common_label)->Unit(benchmark::kMicrosecond);

void change_taint(benchmark::State& state) {
  edit_and_plan(state, [](NodeSpec& spec) {
    spec.taints.push_back({"node.kubernetes.io/unreachable", "", "NoExecute"});
  });
}
BENCHMARK(change_taint)->Unit(benchmark::kMicrosecond);

// A node goes and comes back: two events, and the mean of both is shown.
void remove_or_add(benchmark::State& state) {
  change_and_plan(state, [](CatalogueBuilder& builder, std::size_t done) {
    const NodeSpec& spec = large_cluster()[done / 2 * 7919 % kLargeCluster];
    return done % 2 == 0 ? *builder.erase(spec.name) : *builder.upsert(spec);
  });
}
BENCHMARK(remove_or_add)->Unit(benchmark::kMicrosecond);

void make_plan(benchmark::State& state) {
  CatalogueBuilder builder =
      build(tests::synthetic_nodes(static_cast<std::size_t>(state.range(0)), 1));
  const std::shared_ptr<const Catalogue> catalogue = builder.snapshot();
  const std::shared_ptr<const Policy> policy = make_policy();
  for ([[maybe_unused]] const auto round : state) {
    std::shared_ptr<const Plan> plan = Plan::make(policy, catalogue);
    benchmark::DoNotOptimize(plan);
  }
}
BENCHMARK(make_plan)->Arg(10)->Arg(1'000)->Arg(15'000)->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace nodefit
