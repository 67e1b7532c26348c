#include "nodefit/policy.h"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <string>

#include "core/fnv1a.h"
#include "core/policy_dump.h"

namespace nodefit::tests {

namespace {

const char* const kDigest =
    "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

// A policy that says something at every place.
PolicySpec full_spec() {
  PolicySpec spec;
  spec.families = {{"tensorflow",
                    {"tensorflow/tensorflow", "registry.example.com/tf/base"},
                    {{"linux/amd64", "linux/arm64/v8"}},
                    "2.15.0",
                    {{"TF_CPP_MIN_LOG_LEVEL", "1"}, {"A", "x"}}},
                   {"keras", {"example/keras"}, {}, {}, {}}};
  spec.multi_arch = {"istio/proxyv2", "busybox"};

  ProfileSpec profile;
  profile.name = "a100";
  profile.nodes = {{Labels{{"kubernetes.io/arch", "amd64"}},
                    {{"gpu.compute.major", "In", {"8", "9"}}},
                    {{"metadata.name", "NotIn", {"broken"}}}},
                   {Labels{{"pool", "a100"}, {"zone", "a"}}, {}, {}}};
  profile.roles = {{"Pod", "Worker"}};
  profile.gpu = "required";
  profile.when = {LabelSelectorSpec{Labels{{"team", "vision"}}, {{"tier", "Exists", {}}}}, 1, 8,
                  false};
  profile.tolerate = {"sku", "nvidia.com/gpu"};
  profile.images = {{"tensorflow",
                     "registry.example.com/tf:{version}-gpu{jupyter}",
                     {{{"2.15.*", "2.15.1"}, {"2.17.0", "2.17.0@" + std::string(kDigest)}}},
                     true,
                     {{"linux/amd64"}}},
                    {"keras", "registry.example.com/keras:{tag}", {{{"3.1.*", {}}}}, false, {}}};
  profile.image_pull_secrets = {"tf", "other"};
  profile.env = {{"TF_FORCE_GPU_ALLOW_GROWTH", "true"}, {"B", "y"}};
  profile.max_pending = 10;
  ProvisionableSpec provisionable;
  provisionable.labels = Labels{{"pool", "a100"}, {"zone", "a"}};
  provisionable.taints = {{"nvidia.com/gpu", "present", "NoSchedule"}};
  provisionable.allocatable["cpu"] = Quantity::parse("8").value();
  provisionable.allocatable["memory"] = Quantity::parse("1Gi").value();
  provisionable.max_nodes = 4;
  profile.provisionable = provisionable;
  spec.profiles.push_back(profile);

  ProfileSpec plain;
  plain.name = "plain";
  plain.nodes = {{Labels{{"kubernetes.io/arch", "amd64"}}, {}, {}}};
  plain.gpu = "forbidden";
  plain.images = {{"tensorflow", "registry.example.com/tf:{version}", {}, false, {}}};
  spec.profiles.push_back(plain);
  return spec;
}

std::shared_ptr<const Policy> make(const PolicySpec& spec) {
  Policy::Outcome outcome = Policy::make(spec);
  for (const PolicyProblem& problem : outcome.errors) {
    UNSCOPED_INFO(problem.path << ": " << problem.message);
  }
  REQUIRE(outcome.policy != nullptr);
  REQUIRE(outcome.errors.empty());
  return outcome.policy;
}

std::string errors_of(const PolicySpec& spec) {
  const Policy::Outcome outcome = Policy::make(spec);
  CHECK((outcome.policy == nullptr) == !outcome.errors.empty());
  std::string errors;
  for (const PolicyProblem& problem : outcome.errors) {
    errors += problem.path + ": " + problem.message + "\n";
  }
  return errors;
}

}  // namespace

TEST_CASE("what is left out of a policy has its default") {
  PolicySpec spec;
  spec.families = {{"tensorflow", {"tensorflow/tensorflow"}, {}, {}, {}}};
  spec.profiles.resize(1);
  spec.profiles[0].name = "any";
  spec.profiles[0].nodes = {{Labels{{"a", "b"}}, {}, {}}};
  spec.profiles[0].gpu = "any";
  spec.profiles[0].images = {{"tensorflow", "x:{version}", {}, false, {}}};
  const std::shared_ptr<const Policy> policy = make(spec);
  CHECK(policy->mode() == Mode::kEnforce);
  CHECK(policy->pods() == Placement::kPin);
  CHECK(policy->jobs() == Placement::kPin);
  CHECK_FALSE(policy->ignore_volumes());
  CHECK(policy->families()[0].platforms == std::vector<std::string>{"linux/amd64"});
  CHECK_FALSE(policy->families()[0].latest);
  const Profile& profile = policy->profiles()[0];
  CHECK(profile.roles == 0b111111);
  CHECK_FALSE(profile.when.namespaces);
  CHECK_FALSE(profile.images[0].versions);
  CHECK_FALSE(profile.images[0].platforms);
  CHECK_FALSE(profile.mode);
}

TEST_CASE("repositories and platforms are normalized and what has no order is sorted") {
  const std::shared_ptr<const Policy> policy = make(full_spec());
  const Family& family = policy->families()[0];
  CHECK(family.repositories == std::vector<std::string>{"docker.io/tensorflow/tensorflow",
                                                        "registry.example.com/tf/base"});
  CHECK(family.platforms == std::vector<std::string>{"linux/amd64", "linux/arm64"});
  CHECK(family.env == Env{{"A", "x"}, {"TF_CPP_MIN_LOG_LEVEL", "1"}});
  CHECK(policy->multi_arch() ==
        std::vector<std::string>{"docker.io/istio/proxyv2", "docker.io/library/busybox"});
  CHECK(policy->profiles()[0].tolerate == std::vector<std::string>{"nvidia.com/gpu", "sku"});
  CHECK(policy->profiles()[0].image_pull_secrets == std::vector<std::string>{"tf", "other"});
}

TEST_CASE("images are found by normalized repository and by family") {
  const std::shared_ptr<const Policy> policy = make(full_spec());
  CHECK(policy->find_family("docker.io/tensorflow/tensorflow") == 0U);
  CHECK(policy->find_family("registry.example.com/tf/base") == 0U);
  CHECK(policy->find_family("docker.io/example/keras") == 1U);
  CHECK_FALSE(policy->find_family("tensorflow/tensorflow"));
  CHECK_FALSE(policy->find_family(""));
  CHECK(policy->is_multi_arch("docker.io/istio/proxyv2"));
  CHECK_FALSE(policy->is_multi_arch("docker.io/istio/proxyv"));

  const Profile& profile = policy->profiles()[0];
  CHECK(profile.find_image(0)->image.text() == "registry.example.com/tf:{version}-gpu{jupyter}");
  CHECK(profile.find_image(1)->image.text() == "registry.example.com/keras:{tag}");
  CHECK(policy->profiles()[1].find_image(1) == nullptr);
}

TEST_CASE("single versions are tried before patterns") {
  PolicySpec spec = full_spec();
  spec.profiles[0].images[0].versions = {
      {{"2.16.*", {}}, {"2.15.*", "2.15.0"}, {"2.15.2", {}}, {"2.16.0-rc1", {}}}};
  const std::shared_ptr<const Policy> policy = make(spec);
  std::string order;
  for (const VersionRule& rule : *policy->profiles()[0].find_image(0)->versions) {
    order += rule.text + " -> " + rule.target + "\n";
  }
  CHECK(order == "2.15.2 -> \n2.16.0rc1 -> \n2.15.* -> 2.15.0\n2.16.* -> \n");
}

TEST_CASE("words of a policy and their values") {
  CHECK(parse_mode("enforce") == Mode::kEnforce);
  CHECK(parse_mode("observe") == Mode::kObserve);
  CHECK_FALSE(parse_mode("Observe"));
  CHECK(parse_placement("pin") == Placement::kPin);
  CHECK(parse_placement("follow") == Placement::kFollow);
  CHECK_FALSE(parse_placement(""));
  CHECK(parse_gpu_use("required") == GpuUse::kRequired);
  CHECK(parse_gpu_use("forbidden") == GpuUse::kForbidden);
  CHECK(parse_gpu_use("any") == GpuUse::kAny);
  CHECK_FALSE(parse_gpu_use("none"));
}

TEST_CASE("the hash is FNV-1a of the dump") {
  // Vectors of draft-eastlake-fnv.
  CHECK(to_hex(fnv1a("")) == "cbf29ce484222325");
  CHECK(to_hex(fnv1a("a")) == "af63dc4c8601ec8c");
  CHECK(to_hex(fnv1a("foobar")) == "85944171f73967e8");
  CHECK(to_hex(0x1F) == "000000000000001f");
  const std::shared_ptr<const Policy> policy = make(full_spec());
  CHECK(policy->hash() == to_hex(fnv1a(policy->dump())));
}

TEST_CASE("every change of what a policy says changes its hash") {
  struct Case {
    const char* name;
    std::function<void(PolicySpec&)> change;
  };
  const auto profile = [](PolicySpec& s) -> ProfileSpec& { return s.profiles[0]; };
  const auto image = [](PolicySpec& s) -> ProfileImageSpec& { return s.profiles[0].images[0]; };
  const auto nodes = [](PolicySpec& s) -> ProvisionableSpec& {
    return *s.profiles[0].provisionable;
  };
  const Case cases[] = {
      {"nothing", [](PolicySpec&) {}},
      {"mode", [](PolicySpec& s) { s.mode = Mode::kObserve; }},
      {"placement of pods", [](PolicySpec& s) { s.pods = Placement::kFollow; }},
      {"placement of jobs", [](PolicySpec& s) { s.jobs = Placement::kFollow; }},
      {"volumes", [](PolicySpec& s) { s.ignore_volumes = true; }},
      {"a family's name",
       [](PolicySpec& s) {
         s.families[1].name = "keras3";
         s.profiles[0].images[1].family = "keras3";
       }},
      {"a repository", [](PolicySpec& s) { s.families[0].repositories.pop_back(); }},
      {"a repository of another family",
       [](PolicySpec& s) { s.families[1].repositories = {"example/keras3"}; }},
      {"platforms", [](PolicySpec& s) { s.families[0].platforms->pop_back(); }},
      {"default platforms made arm",
       [](PolicySpec& s) { s.families[1].platforms = {{"linux/arm64"}}; }},
      {"latest", [](PolicySpec& s) { s.families[0].latest = "2.15.1"; }},
      {"latest's spelling", [](PolicySpec& s) { s.families[0].latest = "2.15"; }},
      {"no latest", [](PolicySpec& s) { s.families[0].latest.reset(); }},
      {"a family's env", [](PolicySpec& s) { s.families[0].env[0].second = "0"; }},
      {"multiArch", [](PolicySpec& s) { s.multi_arch.pop_back(); }},
      {"the order of profiles", [](PolicySpec& s) { std::swap(s.profiles[0], s.profiles[1]); }},
      {"one profile less", [](PolicySpec& s) { s.profiles.pop_back(); }},
      {"a profile's name", [=](PolicySpec& s) { profile(s).name = "b100"; }},
      {"a label", [=](PolicySpec& s) { profile(s).nodes[0].match_labels = Labels{{"a", "b"}}; }},
      {"an expression's key",
       [=](PolicySpec& s) { profile(s).nodes[0].match_expressions[0].key = "k"; }},
      {"an expression's operator",
       [=](PolicySpec& s) { profile(s).nodes[0].match_expressions[0].op = "NotIn"; }},
      {"an expression's values",
       [=](PolicySpec& s) { profile(s).nodes[0].match_expressions[0].values.pop_back(); }},
      {"a field", [=](PolicySpec& s) { profile(s).nodes[0].match_fields[0].values = {"other"}; }},
      {"no field", [=](PolicySpec& s) { profile(s).nodes[0].match_fields.clear(); }},
      {"one term less", [=](PolicySpec& s) { profile(s).nodes.erase(profile(s).nodes.begin()); }},
      {"the order of terms, which pins keep",
       [=](PolicySpec& s) { std::swap(profile(s).nodes[0], profile(s).nodes[1]); }},
      {"for", [=](PolicySpec& s) { profile(s).roles->pop_back(); }},
      {"for everything", [=](PolicySpec& s) { profile(s).roles.reset(); }},
      {"gpu", [=](PolicySpec& s) { profile(s).gpu = "any"; }},
      {"namespaces", [=](PolicySpec& s) { profile(s).when.namespaces->match_labels = Labels(); }},
      {"namespaces by expression",
       [=](PolicySpec& s) {
         profile(s).when.namespaces->match_expressions[0].op = "DoesNotExist";
       }},
      {"all namespaces", [=](PolicySpec& s) { profile(s).when.namespaces = LabelSelectorSpec(); }},
      {"no namespaces", [=](PolicySpec& s) { profile(s).when.namespaces.reset(); }},
      {"gpus.min", [=](PolicySpec& s) { profile(s).when.gpus_min = 2; }},
      {"gpus.max", [=](PolicySpec& s) { profile(s).when.gpus_max.reset(); }},
      {"shared", [=](PolicySpec& s) { profile(s).when.shared = true; }},
      {"tolerate", [=](PolicySpec& s) { profile(s).tolerate.pop_back(); }},
      {"an image",
       [=](PolicySpec& s) { image(s).image = "registry.example.com/tf:{version}{jupyter}"; }},
      {"one image less", [=](PolicySpec& s) { profile(s).images.pop_back(); }},
      {"a version", [=](PolicySpec& s) { (*image(s).versions)[0].pattern = "2.15.0"; }},
      {"a version's target", [=](PolicySpec& s) { (*image(s).versions)[0].target = "2.15.0"; }},
      {"no target", [=](PolicySpec& s) { (*image(s).versions)[0].target.reset(); }},
      {"a digest", [=](PolicySpec& s) { (*image(s).versions)[1].target = "2.17.0"; }},
      {"every version", [=](PolicySpec& s) { image(s).versions.reset(); }},
      {"cuda", [=](PolicySpec& s) { image(s).cuda = false; }},
      {"an image's platforms", [=](PolicySpec& s) { image(s).platforms.reset(); }},
      {"imagePullSecrets", [=](PolicySpec& s) { profile(s).image_pull_secrets.pop_back(); }},
      {"the order of imagePullSecrets",
       [=](PolicySpec& s) { profile(s).image_pull_secrets = {"other", "tf"}; }},
      {"env's value", [=](PolicySpec& s) { profile(s).env[1].second = "z"; }},
      {"env's name", [=](PolicySpec& s) { profile(s).env[1].first = "C"; }},
      {"maxPending", [=](PolicySpec& s) { profile(s).max_pending = 11; }},
      {"no maxPending", [=](PolicySpec& s) { profile(s).max_pending.reset(); }},
      {"mode of a profile", [=](PolicySpec& s) { profile(s).mode = Mode::kObserve; }},
      {"mode of a profile as the policy's",
       [=](PolicySpec& s) { profile(s).mode = Mode::kEnforce; }},
      {"follow", [=](PolicySpec& s) { profile(s).never_follow = true; }},
      {"provisionable labels",
       [=](PolicySpec& s) {
         nodes(s).labels = Labels{{"pool", "a100"}, {"zone", "a"}, {"x", "y"}};
       }},
      {"a taint's value", [=](PolicySpec& s) { nodes(s).taints[0].value = ""; }},
      {"a taint's effect", [=](PolicySpec& s) { nodes(s).taints[0].effect = "NoExecute"; }},
      {"allocatable",
       [=](PolicySpec& s) { nodes(s).allocatable["cpu"] = Quantity::parse("8001m").value(); }},
      {"another resource", [=](PolicySpec& s) { nodes(s).allocatable["x"]; }},
      {"maxNodes", [=](PolicySpec& s) { nodes(s).max_nodes = 5; }},
      {"prefer", [=](PolicySpec& s) { nodes(s).prefer = true; }},
      {"no provisionable", [=](PolicySpec& s) { profile(s).provisionable.reset(); }},
  };
  std::map<std::string, std::string> name_of;
  for (const Case& c : cases) {
    PolicySpec spec = full_spec();
    c.change(spec);
    INFO(c.name);
    const auto [other, is_new] = name_of.emplace(make(spec)->hash(), c.name);
    INFO("the same as with " << other->second);
    CHECK(is_new);
  }
}

TEST_CASE("what makes no difference doesn't change the hash") {
  struct Case {
    const char* name;
    std::function<void(PolicySpec&)> change;
  };
  const Case cases[] = {
      {"a repository's spelling",
       [](PolicySpec& s) { s.families[0].repositories[0] = "docker.io/tensorflow/tensorflow"; }},
      {"the order of repositories",
       [](PolicySpec& s) {
         std::swap(s.families[0].repositories[0], s.families[0].repositories[1]);
       }},
      {"the order of families", [](PolicySpec& s) { std::swap(s.families[0], s.families[1]); }},
      {"a platform's variant",
       [](PolicySpec& s) { s.families[0].platforms = {{"linux/arm64", "linux/amd64"}}; }},
      {"the default platform", [](PolicySpec& s) { s.families[1].platforms = {{"linux/amd64"}}; }},
      {"the order of env",
       [](PolicySpec& s) { std::swap(s.profiles[0].env[0], s.profiles[0].env[1]); }},
      {"the order of images",
       [](PolicySpec& s) { std::swap(s.profiles[0].images[0], s.profiles[0].images[1]); }},
      {"the order of tolerate",
       [](PolicySpec& s) { s.profiles[0].tolerate = {"nvidia.com/gpu", "sku"}; }},
      {"the order of versions",
       [](PolicySpec& s) {
         std::vector<VersionRuleSpec>& versions = *s.profiles[0].images[0].versions;
         std::swap(versions[0], versions[1]);
       }},
      {"the order of for", [](PolicySpec& s) { s.profiles[0].roles = {{"Worker", "Pod"}}; }},
      {"a role list that names all",
       [](PolicySpec& s) {
         s.profiles[1].roles = {{"Pod", "Chief", "Master", "Worker", "PS", "Evaluator"}};
       }},
      {"a quantity's spelling",
       [](PolicySpec& s) {
         ResourceList& allocatable = s.profiles[0].provisionable->allocatable;
         allocatable["cpu"] = Quantity::parse("8000m").value();
         allocatable["memory"] = Quantity::parse("1073741824").value();
       }},
  };
  const std::string hash = make(full_spec())->hash();
  for (const Case& c : cases) {
    PolicySpec spec = full_spec();
    c.change(spec);
    INFO(c.name);
    CHECK(make(spec)->hash() == hash);
  }
}

TEST_CASE("what the text form can't say is checked too") {
  PolicySpec spec = full_spec();
  spec.families[0].env = {{"A", "x"}, {"A", "y"}};
  spec.profiles[0].images[1].family = "tensorflow";
  spec.profiles[0].env = {{"A", std::string("x\0y", 3)}};
  spec.profiles[1].gpu.reset();
  CHECK(errors_of(spec) ==
        "families[0].env.A: is set twice\n"
        "profiles[0].images.tensorflow: is listed twice\n"
        "profiles[0].env.A: expected no NUL in the value\n"
        "profiles[1].gpu: expected required, forbidden or any, found \"\"\n");
  CHECK(errors_of({}) ==
        "families: expected at least one family, found none\n"
        "profiles: expected at least one profile, found none\n");
}

TEST_CASE("a list longer than the limits is told once and not searched") {
  PolicySpec spec = full_spec();
  ProfileSpec& profile = spec.profiles[0];
  profile.tolerate.assign(kEntriesMax + 1, "sku");
  profile.image_pull_secrets.assign(kEntriesMax + 1, "tf");
  profile.env.assign(kEntriesMax + 1, {"A", "b"});
  profile.nodes.assign(kTermsMax + 1, profile.nodes[0]);
  profile.provisionable->taints.assign(kEntriesMax + 1, {"a", "", "NoSchedule"});
  profile.images[0].versions->assign(kEntriesMax + 1, {"2.15.0", {}});
  spec.families[0].repositories.assign(kEntriesMax + 1, "a");
  CHECK(errors_of(spec) ==
        "families[0].repositories: expected at most 256 entries, found 257\n"
        "profiles[0].nodes: expected at most 64 entries, found 65\n"
        "profiles[0].tolerate: expected at most 256 entries, found 257\n"
        "profiles[0].images.tensorflow.versions: expected at most 256 entries, found 257\n"
        "profiles[0].imagePullSecrets: expected at most 256 entries, found 257\n"
        "profiles[0].env: expected at most 256 entries, found 257\n"
        "profiles[0].provisionable.taints: expected at most 256 entries, found 257\n");
  spec = full_spec();
  spec.profiles.assign(kProfilesMax + 1, spec.profiles[0]);
  spec.families.assign(kEntriesMax + 1, spec.families[0]);
  CHECK(errors_of(spec) ==
        "families: expected at most 256 entries, found 257\n"
        "profiles: expected at most 256 entries, found 257\n");
}

}  // namespace nodefit::tests
