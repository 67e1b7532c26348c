#include "support/synthetic_nodes.h"

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "support/random.h"

namespace nodefit::tests {

namespace {

constexpr std::size_t kLabelCount = 60;

constexpr std::string_view kNfd = "feature.node.kubernetes.io/";

struct Kind {
  std::string_view arch;
  std::string_view instance_type;
  std::string_view vendor;
  std::vector<std::string_view> cpu_flags;
  std::vector<Labels::Entry> gpu_labels;
  std::vector<std::pair<std::string_view, std::int64_t>> gpu_resources;
  std::vector<Taint> taints;
  std::int64_t cores;
  std::int64_t memory_gib;
};

const std::vector<std::string_view> kAvx2 = {"ADX",        "AESNI", "AVX",  "AVX2", "FMA3",
                                             "HYPERVISOR", "MOVBE", "IBPB", "STIBP"};
const std::vector<std::string_view> kAvx512 = {
    "ADX",      "AESNI",    "AVX",      "AVX2",       "FMA3",       "AVX512F", "AVX512BW",
    "AVX512CD", "AVX512DQ", "AVX512VL", "AVX512VNNI", "HYPERVISOR", "MOVBE"};
const std::vector<std::string_view> kZen3 = {"ADX",   "AESNI",      "AVX",    "AVX2",
                                             "FMA3",  "HYPERVISOR", "SHA",    "VAES",
                                             "MOVBE", "VPCLMULQDQ", "CLZERO", "WBNOINVD"};
const std::vector<std::string_view> kNeoverse = {
    "AES",   "ASIMD", "ASIMDDP", "ASIMDHP", "ASIMDRDM", "ATOMICS", "CPUID", "CRC32",
    "DCPOP", "FP",    "FPHP",    "LRCPC",   "PMULL",    "SHA1",    "SHA2",  "SSBS"};

// What GPU feature discovery and the GPU operator write.
std::vector<Labels::Entry> gpu_labels(std::string_view product, std::string_view major,
                                      std::string_view minor, std::string_view count,
                                      std::string_view memory, std::string_view replicas) {
  std::vector<Labels::Entry> labels = {
      {"gpu.product", std::string(product)},
      {"gpu.compute.major", std::string(major)},
      {"gpu.compute.minor", std::string(minor)},
      {"gpu.count", std::string(count)},
      {"gpu.memory", std::string(memory)},
      {"gpu.replicas", std::string(replicas)},
      {"gpu.sharing-strategy", replicas == "1" ? "none" : "time-slicing"},
      {"gpu.present", "true"},
      {"gpu.deploy.device-plugin", "true"},
      {"gpu.deploy.dcgm-exporter", "true"},
      {"gpu.deploy.driver", "true"},
      {"cuda.driver-version.full", "550.54.15"},
      {"cuda.driver-version.major", "550"},
      {"cuda.runtime-version.full", "12.4"},
      {"mig.capable", major == "8" ? "true" : "false"}};
  for (auto& [key, value] : labels) key.insert(0, "nvidia.com/");
  return labels;
}

const std::array<Kind, 6> kKinds = {{
    {"amd64", "m4.4xlarge", "Intel", kAvx2, {}, {}, {}, 16, 64},
    {"amd64", "m5.12xlarge", "Intel", kAvx512, {}, {}, {}, 48, 192},
    {"amd64", "m6a.8xlarge", "AMD", kZen3, {}, {}, {}, 32, 128},
    {"arm64", "m6g.8xlarge", "ARM", kNeoverse, {}, {}, {}, 32, 128},
    {"amd64",
     "p4d.24xlarge",
     "Intel",
     kAvx512,
     gpu_labels("NVIDIA-A100-SXM4-40GB", "8", "0", "8", "40960", "1"),
     {{"nvidia.com/gpu", 8}},
     {{"nvidia.com/gpu", "present", "NoSchedule"}},
     96,
     1152},
    {"amd64",
     "g4dn.8xlarge",
     "Intel",
     kAvx512,
     gpu_labels("Tesla-T4-SHARED", "7", "5", "1", "15360", "4"),
     {{"nvidia.com/gpu.shared", 4}},
     {},
     32,
     128},
}};

std::string hexadecimal(std::mt19937& random, std::size_t digits) {
  std::string text(digits, '0');
  for (char& digit : text) digit = "0123456789abcdef"[random() % 16];
  return text;
}

Labels make_labels(const Kind& kind, std::size_t position, const std::string& name,
                   std::mt19937& random) {
  const std::string zone = "eu-west-1" + std::string(1, "abc"[position / kKinds.size() % 3]);
  const std::string arch(kind.arch);
  const std::string instance_type(kind.instance_type);
  std::vector<Labels::Entry> labels = {
      {"kubernetes.io/hostname", name},
      {"alpha.eksctl.io/instance-id", "i-" + hexadecimal(random, 17)},
      {"nodes.example.com/machine-id", hexadecimal(random, 32)},
      // Position before chance: no two nodes may share it.
      {"nvidia.com/gfd.timestamp", std::to_string(1'700'000'000 + position * 100 + random() % 100)},
      {"kubernetes.io/arch", arch},
      {"kubernetes.io/os", "linux"},
      {"beta.kubernetes.io/arch", arch},
      {"beta.kubernetes.io/os", "linux"},
      {"node.kubernetes.io/instance-type", instance_type},
      {"beta.kubernetes.io/instance-type", instance_type},
      {"topology.kubernetes.io/region", "eu-west-1"},
      {"topology.kubernetes.io/zone", zone},
      {"topology.ebs.csi.aws.com/zone", zone},
      {"eks.amazonaws.com/nodegroup", "group-" + instance_type.substr(0, instance_type.find('.'))},
      {"eks.amazonaws.com/capacityType", "ON_DEMAND"},
      {std::string(kNfd) + "cpu-model.vendor_id", std::string(kind.vendor)},
      {std::string(kNfd) + "cpu-hardware_multithreading", "true"},
      {std::string(kNfd) + "kernel-version.full", "6.1.0-22-cloud-" + arch},
      {std::string(kNfd) + "kernel-version.major", "6"},
      {std::string(kNfd) + "kernel-version.minor", "1"},
      {std::string(kNfd) + "system-os_release.ID", "debian"},
      {std::string(kNfd) + "system-os_release.VERSION_ID", "12"}};
  for (const std::string_view flag : kind.cpu_flags) {
    labels.emplace_back(std::string(kNfd) + "cpu-cpuid." + std::string(flag), "true");
  }
  labels.insert(labels.end(), kind.gpu_labels.begin(), kind.gpu_labels.end());
  while (labels.size() < kLabelCount) {
    labels.emplace_back(std::string(kNfd) + "kernel-config.OPTION_" + std::to_string(labels.size()),
                        "true");
  }
  return Labels(std::move(labels));
}

Quantity quantity(const std::string& text) { return Quantity::parse(text).value(); }

ResourceList make_capacity(const Kind& kind, std::mt19937& random) {
  ResourceList capacity;
  capacity["cpu"] = Quantity::from_integer(kind.cores);
  capacity["memory"] = quantity(std::to_string(kind.memory_gib * 1024 * 1024 -
                                               static_cast<std::int64_t>(random() % 65'536) * 16) +
                                "Ki");
  capacity["ephemeral-storage"] = quantity("95551679124");
  capacity["hugepages-1Gi"] = Quantity();
  capacity["hugepages-2Mi"] = Quantity();
  capacity["pods"] = Quantity::from_integer(110);
  for (const auto& [name, amount] : kind.gpu_resources)
    capacity[name] = Quantity::from_integer(amount);
  return capacity;
}

// As the kubelet takes its reserve: a bit of each.
ResourceList make_allocatable(const Kind& kind, const ResourceList& capacity) {
  ResourceList allocatable = capacity;
  allocatable["cpu"] = quantity(std::to_string(kind.cores * 1000 - 80) + "m");
  allocatable["memory"] += quantity("-1100Mi");
  return allocatable;
}

}  // namespace

std::vector<NodeSpec> synthetic_nodes(std::size_t count, std::uint32_t seed) {
  std::mt19937 random = repeatable_random(seed);
  std::vector<NodeSpec> nodes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Kind& kind = kKinds[i % kKinds.size()];
    NodeSpec& node = nodes[i];
    node.name = "ip-10-" + std::to_string(i / 65'536) + "-" + std::to_string(i / 256 % 256) + "-" +
                std::to_string(i % 256) + ".eu-west-1.compute.internal";
    node.labels = make_labels(kind, i, node.name, random);
    node.taints = kind.taints;
    node.capacity = make_capacity(kind, random);
    node.allocatable = make_allocatable(kind, node.capacity);
    if (node.labels.entries().size() != kLabelCount) std::abort();
  }
  return nodes;
}

}  // namespace nodefit::tests
