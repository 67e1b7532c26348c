#include "properties/roll_pod.h"

namespace nodefit::tests {

namespace {

const std::string kDigest =
    "@sha256:fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210";

Quantity quantity(const std::string& text) { return Quantity::parse(text).value(); }

std::string roll_managed_image(Dice& dice, bool gpu) {
  static const std::vector<std::string> kPlain = {"tensorflow/tensorflow:2.15.0",
                                                  "tensorflow/tensorflow:2.15.0",
                                                  "tensorflow/tensorflow:2.15.1",
                                                  "docker.io/tensorflow/tensorflow:2.15.0",
                                                  "tensorflow/tensorflow:2.17.0",
                                                  "tensorflow/tensorflow:2.17.0",
                                                  "index.docker.io/tensorflow/tensorflow:2.17.0",
                                                  "example.com/team/tf:2.15.0"};
  static const std::vector<std::string> kGpu = {"tensorflow/tensorflow:2.15.0-gpu",
                                                "tensorflow/tensorflow:2.17.0-gpu",
                                                "tensorflow/tensorflow:2.15.0-gpu-jupyter"};
  static const std::vector<std::string> kRare = {
      "tensorflow/tensorflow:2.16.0rc1",    "tensorflow/tensorflow:2.16.0-rc1",
      "tensorflow/tensorflow:2.15",         "example.com/team/tf:2.17.0",
      "example.com/team/tf:2.17.0-jupyter", "tensorflow/tensorflow:2.14.0",
      "registry.example.com/tf:2.15.0"};
  static const std::vector<std::string> kOdd = {
      "tensorflow/tensorflow:nightly", "tensorflow/tensorflow:24.03-tf2-py3",
      "tensorflow/tensorflow:2.15.0-devel", "tensorflow/tensorflow" + kDigest,
      "tensorflow/tensorflow:2.15.0" + kDigest};
  static const std::vector<std::string> kLatest = {
      "tensorflow/tensorflow", "tensorflow/tensorflow:latest", "tensorflow/tensorflow:latest-gpu",
      "tensorflow/tensorflow:latest-jupyter"};
  switch (dice.weighted({60, 12, 5, 8, 9, 6})) {
    case 0:
      return dice.of(kPlain);
    case 1:
      return dice.of(gpu || dice.percent(30) ? kGpu : kPlain);
    case 2:
      return dice.of(kOdd);
    case 3:
      return dice.of<std::string>(
          {"tensorflow/tensorflow:2.15.0-jupyter", "tensorflow/tensorflow:2.17.0-jupyter"});
    case 4:
      return dice.of(kLatest);
    default:
      return dice.of(kRare);
  }
}

std::string roll_foreign_image(Dice& dice) {
  return dice.of<std::string>({"busybox:1.36", "istio/proxyv2:1.20.0", "istio/proxyv2:1.20.0",
                               "someone/mnist-tensorflow:latest",
                               "tensorflow/tensorflow-extra:2.15.0", "NOT an image"});
}

void roll_gpus(Dice& dice, ResourceRequirements& resources) {
  const std::string name = dice.of<std::string>(
      {"nvidia.com/gpu", "nvidia.com/gpu", "nvidia.com/gpu", "nvidia.com/gpu", "nvidia.com/gpu",
       "nvidia.com/gpu", "nvidia.com/gpu", "nvidia.com/gpu.shared", "nvidia.com/gpu.shared",
       "amd.com/gpu", "nvidia.com/mig-1g.5gb"});
  const Quantity count = quantity(dice.of<std::string>({"1", "1", "1", "2", "4"}));
  switch (dice.weighted({45, 25, 25, 5})) {
    case 0:
      resources.limits[name] = count;
      return;
    case 1:
      resources.requests[name] = count;
      return;
    case 2:
      resources.limits[name] = resources.requests[name] = count;
      return;
    default:
      resources.requests[name] = count;
      resources.limits[name] = quantity("8");
      return;
  }
}

ResourceRequirements roll_resources(Dice& dice, bool gpu) {
  ResourceRequirements resources;
  if (dice.percent(50))
    resources.requests["cpu"] = quantity(dice.of<std::string>({"250m", "500m", "1", "2", "3920m"}));
  if (dice.percent(40))
    resources.requests["memory"] = quantity(dice.of<std::string>({"512Mi", "1Gi", "8Gi", "1e9"}));
  if (dice.percent(20)) resources.limits["memory"] = quantity("8Gi");
  if (dice.percent(15)) resources.limits["cpu"] = quantity("4");
  if (gpu) {
    roll_gpus(dice, resources);
  } else if (dice.percent(3)) {
    resources.requests["nvidia.com/gpu"] = quantity("0");
  } else if (dice.percent(2)) {
    resources.limits["nvidia.com/pgpu"] = quantity("1");
  }
  return resources;
}

Container roll_container(Dice& dice, const std::string& name, const std::string& image,
                         bool plain) {
  Container container;
  container.name = name;
  container.image = image;
  container.resources = roll_resources(dice, false);
  if (dice.percent(30)) container.image_pull_policy = dice.percent(50) ? "IfNotPresent" : "Always";
  if (dice.percent(15)) container.env.emplace_back("TF_CPP_MIN_LOG_LEVEL");
  if (dice.percent(10)) container.env.emplace_back("OMP_NUM_THREADS");
  if (dice.percent(10)) container.env.emplace_back("MINE");
  if (plain) return container;
  if (dice.percent(12)) container.image_pull_policy = "Never";
  if (dice.percent(10)) container.env.emplace_back("NVIDIA_VISIBLE_DEVICES");
  if (dice.percent(5)) container.has_resource_claims = true;
  container.has_env_from = dice.percent(12);
  return container;
}

void roll_init_containers(Dice& dice, const PodTaste& taste, PodTemplate& pod) {
  if (dice.percent(85)) return;
  const std::size_t count = 1 + dice.weighted({3, 1});
  for (std::size_t i = 0; i < count; ++i) {
    const std::string image = dice.percent(40)   ? taste.image
                              : dice.percent(40) ? roll_managed_image(dice, taste.gpu)
                                                 : roll_foreign_image(dice);
    pod.init_containers.push_back(
        roll_container(dice, "init-" + std::to_string(i), image, taste.plain));
    pod.init_containers.back().restartable = dice.percent(35);
    if (taste.gpu && dice.percent(10)) roll_gpus(dice, pod.init_containers.back().resources);
  }
}

void roll_containers(Dice& dice, const PodTaste& taste, PodTemplate& pod) {
  pod.containers.push_back(roll_container(dice, "tensorflow", taste.image, taste.plain));
  if (taste.gpu) roll_gpus(dice, pod.containers.back().resources);
  if (dice.percent(10)) {
    pod.containers.push_back(roll_container(dice, "side", roll_foreign_image(dice), taste.plain));
  }
  if (dice.percent(8)) {
    const std::string image = dice.percent(50) ? taste.image : roll_managed_image(dice, taste.gpu);
    pod.containers.push_back(roll_container(dice, "second", image, taste.plain));
  }
}

NodeSelectorTermSpec roll_user_term(Dice& dice) {
  switch (dice.weighted({7, 5, 4, 4, 2, 1, 1, 1, 1})) {
    case 0:
      return {{}, {{"kubernetes.io/arch", "In", {"amd64"}}}, {}};
    case 1:
      return {{}, {{"topology.kubernetes.io/zone", "In", {"a"}}}, {}};
    case 2:
      return {{}, {{"nvidia.com/gpu.compute.major", "In", {"8"}}}, {}};
    case 3:
      return {{}, {{"tier", "NotIn", {"silver"}}, {"cores", "Gt", {"4"}}}, {}};
    case 4:
      return {{}, {{"tier", "Exists", {}}}, {{"metadata.name", "NotIn", {"node-0"}}}};
    case 5:
      return {{}, {}, {{"metadata.name", "In", {"node-1"}}}};
    case 6:
      return {};
    case 7:
      return {{}, {{"tier", "In", {}}}, {}};
    default:
      return {{}, {{"tier", "Like", {"gold"}}, {"cores", "Lt", {"many"}}}, {}};
  }
}

void roll_placement(Dice& dice, PodTemplate& pod) {
  std::vector<Labels::Entry> selector;
  if (dice.percent(10))
    selector.emplace_back("kubernetes.io/arch", dice.percent(80) ? "amd64" : "arm64");
  if (dice.percent(5)) selector.emplace_back("tier", "gold");
  if (dice.percent(3))
    selector.emplace_back("feature.node.kubernetes.io/cpu-cpuid.AVX512F", "true");
  if (dice.percent(3)) selector.emplace_back("cloud.google.com/gke-nodepool", "h100");
  pod.node_selector = Labels(std::move(selector));
  if (dice.percent(12)) {
    pod.required_node_affinity.emplace();
    const std::size_t count = dice.weighted({1, 12, 6, 2});
    while (pod.required_node_affinity->size() < count)
      pod.required_node_affinity->push_back(roll_user_term(dice));
  }
  if (dice.percent(8))
    pod.tolerations.push_back({"nvidia.com/gpu", "Exists", "", "NoSchedule", {}});
  if (dice.percent(4)) pod.tolerations.push_back({"sku", "Equal", "gpu", "NoSchedule", {}});
  if (dice.percent(3)) pod.tolerations.push_back({"dedicated", "", "ml", "", 60});
  if (dice.percent(2))
    pod.tolerations.push_back({"", "Exists", "", dice.percent(50) ? "" : "NoExecute", {}});
}

// What makes placing hard.
void roll_oddities(Dice& dice, PodTemplate& pod) {
  if (dice.percent(12))
    pod.node_name = dice.of<std::string>({"node-0", "node-1", "node-7", "gone"});
  if (dice.percent(25)) pod.has_claim_volumes = true;
  if (dice.percent(20)) pod.has_zone_spread = true;
  if (dice.percent(15)) pod.has_required_pod_affinity = true;
  if (dice.percent(6)) pod.has_resource_claims = true;
  if (dice.percent(8)) {
    pod.runtime_class_name = "nvidia";
    if (dice.percent(50)) pod.overhead["cpu"] = quantity("250m");
  }
  if (dice.percent(6)) {
    pod.pod_level_resources.emplace();
    pod.pod_level_resources->limits["memory"] = quantity("10Gi");
    if (dice.percent(50)) pod.pod_level_resources->requests["cpu"] = quantity("2");
  }
}

}  // namespace

PodTaste roll_taste(Dice& dice, const PolicySpec& policy) {
  PodTaste taste;
  taste.gpu = dice.percent(60) ? dice.of(policy.profiles).gpu == "required" : dice.percent(40);
  taste.image = dice.percent(95) ? roll_managed_image(dice, taste.gpu) : roll_foreign_image(dice);
  taste.plain = dice.percent(72);
  return taste;
}

PodTemplate roll_pod(Dice& dice, const PodTaste& taste) {
  PodTemplate pod;
  roll_init_containers(dice, taste, pod);
  roll_containers(dice, taste, pod);
  roll_placement(dice, pod);
  if (!taste.plain) roll_oddities(dice, pod);
  if (dice.percent(15))
    pod.image_pull_secrets.emplace_back(dice.percent(50) ? "tf-registry" : "mine");
  return pod;
}

}  // namespace nodefit::tests
