#include "nodefit/policy.h"
#include "properties/dice.h"
#include "properties/world.h"

namespace nodefit::tests {

namespace {

const std::string kMajor = "nvidia.com/gpu.compute.major";
const std::string kAvx512 = "feature.node.kubernetes.io/cpu-cpuid.AVX512F";
const std::string kArch = "kubernetes.io/arch";
const std::string kPool = "cloud.google.com/gke-nodepool";
const std::string kDigest =
    "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

// One selector term, for GPU nodes or for others.
NodeSelectorTermSpec roll_gpu_term(Dice& dice) {
  switch (dice.weighted({4, 3, 3, 2, 3, 2, 1})) {
    case 0:
      return {{}, {{kMajor, "In", {"8"}}}, {}};
    case 1:
      return {{}, {{kMajor, "Gt", {"7"}}}, {}};
    case 2:
      return {{}, {{kMajor, "Exists", {}}}, {}};
    case 3:
      return {Labels{{kArch, "amd64"}}, {{kMajor, "In", {"7", "9"}}}, {}};
    case 4:
      return {Labels{{kPool, "h100"}}, {}, {}};
    case 5:
      return {Labels{{"tier", "gold"}}, {{kMajor, "NotIn", {"7"}}}, {}};
    default:
      return {
          Labels{{"nvidia.com/gpu.present", "true"}}, {}, {{"metadata.name", "NotIn", {"node-2"}}}};
  }
}

NodeSelectorTermSpec roll_cpu_term(Dice& dice) {
  switch (dice.weighted({5, 3, 3, 4, 2, 1, 1})) {
    case 0:
      return {Labels{{kAvx512, "true"}}, {}, {}};
    case 1:
      return {Labels{{kArch, "amd64"}}, {{kAvx512, "Exists", {}}}, {}};
    case 2:
      return {{}, {{kArch, "In", {"arm64"}}}, {}};
    case 3:
      return {{}, {{kMajor, "DoesNotExist", {}}, {kArch, "NotIn", {"arm64"}}}, {}};
    case 4:
      return {Labels{{"tier", "silver"}}, {}, {}};
    case 5:
      return {Labels{{kPool, "cpu"}}, {{"cores", "Gt", {"15"}}}, {}};
    default:
      return {{}, {}, {{"metadata.name", "In", {"node-1"}}}};
  }
}

std::vector<NodeSelectorTermSpec> roll_terms(Dice& dice, bool gpu) {
  std::vector<NodeSelectorTermSpec> terms;
  const std::size_t count = 1 + dice.weighted({70, 22, 8});
  while (terms.size() < count) terms.push_back(gpu ? roll_gpu_term(dice) : roll_cpu_term(dice));
  return terms;
}

// Of images in the repositories of others, and in the families' own, where what is decided reads as
// submitted again.
std::string roll_template(Dice& dice, bool gpu) {
  static const std::vector<std::string> kGpu = {
      "registry.example.com/tf:{version}-gpu-sm80{jupyter}",
      "registry.example.com/tf:{version}-gpu-sm80{jupyter}",
      "registry.example.com/tf:{version}-cuda",
      "registry.example.com/cuda/{tag}:{version}",
      "tensorflow/tensorflow:{version}-gpu{jupyter}",
      "mirror.example.com/tf-gpu:{tag}"};
  static const std::vector<std::string> kCpu = {"registry.example.com/tf:{version}-avx512{jupyter}",
                                                "registry.example.com/tf:{version}-avx512{jupyter}",
                                                "registry.example.com/tf:{version}-opt",
                                                "{repository}:{version}{jupyter}",
                                                "{repository}:{tag}",
                                                "mirror.example.com/{repository}:{tag}"};
  return dice.of(gpu ? kGpu : kCpu);
}

std::optional<std::vector<VersionRuleSpec>> roll_versions(Dice& dice) {
  switch (dice.weighted({50, 10, 10, 8, 8, 6, 8})) {
    case 0:
      return std::nullopt;
    case 1:
      return std::vector<VersionRuleSpec>{{"2.15.*", {}}, {"2.17.0", {}}};
    case 2:
      return std::vector<VersionRuleSpec>{{"2.17.*", {}}};
    case 3:
      return std::vector<VersionRuleSpec>{{"2.15.*", "2.15.0"}, {"2.17.0", {}}};
    case 4:
      return std::vector<VersionRuleSpec>{{"2.15.*", "2.15.1"}, {"2.15.0", "2.15.0@" + kDigest}};
    case 5:
      return std::vector<VersionRuleSpec>{{"2.16.0rc1", {}}, {"2.15.1", {}}};
    default:
      return std::vector<VersionRuleSpec>{
          {"2.15.*", {}}, {"2.16.*", {}}, {"2.17.*", {}}, {"2.16.0-rc1", {}}};
  }
}

ProfileImageSpec roll_image(Dice& dice, const std::string& family, bool gpu) {
  ProfileImageSpec image;
  image.family = family;
  if (dice.percent(4)) {
    image.image = "registry.example.com/tf-fixed:2.15.7-special";
    image.versions.emplace({VersionRuleSpec{"2.15.*", {}}});
  } else {
    image.image = roll_template(dice, gpu);
    image.versions = roll_versions(dice);
  }
  image.cuda = gpu && dice.percent(80);
  if (dice.percent(30)) image.platforms.emplace(1, "linux/amd64");
  if (dice.percent(8)) image.platforms = std::vector<std::string>{"linux/arm64", "linux/amd64"};
  return image;
}

WhenSpec roll_when(Dice& dice, bool gpu) {
  WhenSpec when;
  if (dice.percent(12)) when.namespaces = LabelSelectorSpec{Labels{{"team", "vision"}}, {}};
  if (dice.percent(4)) when.namespaces = LabelSelectorSpec{{}, {{"team", "NotIn", {"vision"}}}};
  if (!gpu) return when;
  if (dice.percent(10)) when.gpus_min = dice.between(1, 2);
  if (dice.percent(10)) when.gpus_max = dice.between(2, 4);
  if (dice.percent(12)) when.shared = dice.percent(40);
  return when;
}

ProvisionableSpec roll_provisionable(Dice& dice, const NodeSelectorTermSpec& term) {
  const NodeSpec node = roll_node_of(dice, term, "");
  return {node.labels, node.taints, node.allocatable.value_or(node.capacity), dice.between(1, 3),
          dice.percent(35)};
}

ProfileSpec roll_profile(Dice& dice, const std::string& name,
                         const std::vector<FamilySpec>& families) {
  const bool gpu = dice.percent(50);
  ProfileSpec profile;
  profile.name = name;
  profile.nodes = roll_terms(dice, gpu);
  if (dice.percent(30)) {
    profile.roles.emplace();
    for (const char* role : {"Pod", "Chief", "Master", "Worker", "PS", "Evaluator"}) {
      if (dice.percent(65)) profile.roles->emplace_back(role);
    }
    if (profile.roles->empty()) profile.roles->emplace_back("Worker");
  }
  profile.gpu =
      gpu ? (dice.percent(80) ? "required" : "any") : (dice.percent(60) ? "forbidden" : "any");
  profile.when = roll_when(dice, gpu && profile.gpu == "required");
  if (gpu ? dice.percent(85) : dice.percent(15)) profile.tolerate.emplace_back("nvidia.com/gpu");
  for (const char* key : {"sku", "dedicated", "spot"}) {
    if (dice.percent(25)) profile.tolerate.emplace_back(key);
  }
  for (const FamilySpec& family : families) {
    if (profile.images.empty() || dice.percent(75))
      profile.images.push_back(roll_image(dice, family.name, gpu));
  }
  if (dice.percent(25)) profile.image_pull_secrets.emplace_back("tf-registry");
  if (dice.percent(30)) profile.env.emplace_back("TF_FORCE_GPU_ALLOW_GROWTH", "true");
  if (dice.percent(20)) profile.env.emplace_back("TF_CPP_MIN_LOG_LEVEL", "0");
  if (dice.percent(25)) profile.max_pending = dice.between(1, 3);
  if (dice.percent(20)) profile.provisionable = roll_provisionable(dice, profile.nodes.front());
  if (dice.percent(5)) profile.mode = dice.percent(50) ? Mode::kObserve : Mode::kEnforce;
  profile.never_follow = dice.percent(15);
  return profile;
}

std::vector<FamilySpec> roll_families(Dice& dice) {
  std::vector<FamilySpec> families(1);
  families[0].name = "tensorflow";
  families[0].repositories = {"tensorflow/tensorflow"};
  if (dice.percent(20)) families[0].repositories.emplace_back("registry.example.com/tf");
  if (dice.percent(60)) families[0].latest = "2.15.0";
  if (dice.percent(50)) families[0].env = {{"TF_CPP_MIN_LOG_LEVEL", "1"}};
  if (dice.percent(20))
    families[0].platforms = std::vector<std::string>{"linux/amd64", "linux/arm64"};
  if (dice.percent(50)) return families;
  families.push_back({"serving", {"example.com/team/tf"}, {}, {}, {{"OMP_NUM_THREADS", "4"}}});
  if (dice.percent(50)) families[1].latest = "2.17.0";
  return families;
}

}  // namespace

PolicySpec roll_policy(Dice& dice) {
  PolicySpec policy;
  if (dice.percent(8)) policy.mode = Mode::kObserve;
  if (dice.percent(12)) policy.pods = Placement::kFollow;
  if (dice.percent(8)) policy.jobs = Placement::kFollow;
  policy.ignore_volumes = dice.percent(15);
  policy.families = roll_families(dice);
  if (dice.percent(50)) policy.multi_arch = {"istio/proxyv2"};
  const std::size_t count = 1 + dice.weighted({20, 25, 25, 18, 12});
  for (std::size_t i = 0; i < count; ++i) {
    policy.profiles.push_back(roll_profile(dice, "p" + std::to_string(i), policy.families));
  }
  return policy;
}

}  // namespace nodefit::tests
