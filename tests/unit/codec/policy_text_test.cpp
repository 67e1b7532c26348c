#include "codec/policy_text.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "support/cpu_time.h"
#include "support/table.h"
#include "support/text_file.h"

namespace nodefit::tests {

namespace {

std::string to_lines(const std::vector<PolicyTextProblem>& problems) {
  std::string lines;
  for (const PolicyTextProblem& problem : problems) lines += problem.to_string() + "\n";
  return lines;
}

std::string errors_of(std::string_view text) {
  return to_lines(read_policy(text, "policy.yaml").errors);
}

std::shared_ptr<const Policy> read(std::string_view text) {
  const PolicyTextOutcome outcome = read_policy(text, "policy.yaml");
  INFO(to_lines(outcome.errors));
  REQUIRE(outcome.policy != nullptr);
  REQUIRE(outcome.errors.empty());
  return outcome.policy;
}

const char* const kHead = R"(
apiVersion: nodefit.dev/v1alpha1
kind: Policy
families: [{name: tf, repositories: [tensorflow/tensorflow]}]
)";

// A policy with one profile, whose image is this.
std::string with_image(const std::string& image) {
  return std::string(kHead) + "profiles: [{name: a, nodes: {matchLabels: {a: b}}, gpu: any, " +
         "images: {tf: " + image + "}}]\n";
}

}  // namespace

TEST_CASE("wrong policies are answered with all that is wrong, its place and the remedy") {
  const std::string path = "tests/unit/codec/wrong_policies.txt";
  std::vector<TextCase> cases = read_text_cases(path);
  CHECK(cases.size() >= 80);
  for (TextCase& one : cases) {
    const PolicyTextOutcome outcome = read_policy(one.input, "policy.yaml");
    const std::string errors = to_lines(outcome.errors);
    INFO(one.name);
    CHECK(outcome.policy == nullptr);
    CHECK_FALSE(errors.empty());
    CHECK(errors == one.expected);
    one.expected = errors;
  }
  update_text_cases(path, cases);
}

TEST_CASE("valid policies are warned of what is unlikely to be meant") {
  const std::string path = "tests/unit/codec/policy_warnings.txt";
  std::vector<TextCase> cases = read_text_cases(path);
  for (TextCase& one : cases) {
    const PolicyTextOutcome outcome = read_policy(one.input, "policy.yaml");
    INFO(one.name);
    CHECK(to_lines(outcome.errors).empty());
    CHECK(outcome.policy != nullptr);
    CHECK(to_lines(outcome.warnings) == one.expected);
    one.expected = to_lines(outcome.warnings);
  }
  update_text_cases(path, cases);
}

TEST_CASE("the example of the documentation is a policy without warnings") {
  const PolicyTextOutcome outcome =
      read_policy(read_source_file("tests/unit/codec/example_policy.yaml"), "policy.yaml");
  CHECK(to_lines(outcome.errors).empty());
  CHECK(to_lines(outcome.warnings).empty());
  REQUIRE(outcome.policy != nullptr);
  // Pinned: another hash for the same policy makes every decision on a cluster look outdated.
  CHECK(outcome.policy->hash() == "c25817ef38452335");

  const Profile& a100 = outcome.policy->profiles()[0];
  CHECK(a100.name == "a100");
  CHECK(a100.gpu == GpuUse::kRequired);
  CHECK(a100.when.gpus_min == 2);
  CHECK(a100.images[0].cuda);
  const Profile& from_zero = outcome.policy->profiles()[2];
  REQUIRE(from_zero.provisionable.has_value());
  CHECK(from_zero.provisionable->allocatable.find("memory")->to_string() == "1800Gi");
  CHECK(from_zero.provisionable->taints[0] == Taint{"nvidia.com/gpu", "present", "NoSchedule"});
  CHECK(outcome.profiles == std::vector<TextPosition>{{16, 5}, {33, 5}, {37, 5}});
}

TEST_CASE("the policy of the corpus is one") {
  const std::optional<std::string> path = find_corpus_file("policy.yaml");
  if (!path) return;
  std::ifstream file(*path);
  std::ostringstream text;
  text << file.rdbuf();
  const PolicyTextOutcome outcome = read_policy(text.str(), "policy.yaml");
  CHECK(to_lines(outcome.errors).empty());
  CHECK(to_lines(outcome.warnings).empty());
}

TEST_CASE("how a policy is written doesn't change its hash") {
  const std::string hash = read(R"(
apiVersion: nodefit.dev/v1alpha1
kind: Policy
families:
  - name: tf
    repositories: [tensorflow/tensorflow]
    env: {A: x, B: "2"}
profiles:
  - name: one
    nodes: {matchLabels: {pool: a, zone: "1"}}
    gpu: any
    tolerate: [sku, gpu]
    images: {tf: "x/y:{version}"}
  - name: two
    nodes: {matchLabels: {pool: b, zone: "1"}}
    gpu: any
    tolerate: [sku, gpu]
    images: {tf: {image: "x/y:{version}", versions: ["2.15.*"]}}
)")
                               ->hash();
  struct Case {
    const char* name;
    const char* text;
  };
  const Case cases[] = {
      {"other order, quotes, comments and defaults", R"(# comment
profiles:
  - images:
      tf:
        cuda: no
        image: x/y:{version}     # plain
    gpu: 'any'
    nodes:
      - matchLabels:
          zone: '1'
          pool: "a"
    name: !!str one
    tolerate:
      - gpu
      - sku
    for: [Pod, Chief, Master, Worker, PS, Evaluator]
  - name: two
    nodes: [{matchLabels: {zone: "1", pool: b}}]
    gpu: any
    tolerate: [gpu, sku]
    images: {tf: {versions: ["2.15.*"], image: "x/y:{version}"}}
kind: Policy
mode: enforce
placement: {jobs: pin, pods: pin}
volumes: respect
multiArch: []
families:
  - env: {B: '2', A: x}
    platforms: [linux/amd64]
    repositories: ["docker.io/tensorflow/tensorflow"]
    name: tf
apiVersion: nodefit.dev/v1alpha1
)"},
      {"anchors and merges", R"(
apiVersion: nodefit.dev/v1alpha1
kind: Policy
families: [{name: tf, repositories: [tensorflow/tensorflow], env: {A: x, B: "2"}}]
profiles:
  - &one
    name: one
    nodes: {matchLabels: &labels {pool: a, zone: "1"}}
    gpu: any
    tolerate: [sku, gpu]
    images: {tf: &image "x/y:{version}"}
  - <<: *one
    name: two
    nodes: {matchLabels: {<<: *labels, pool: b}}
    images: {tf: {image: *image, versions: ["2.15.*"]}}
)"},
      {"JSON", R"({"apiVersion": "nodefit.dev/v1alpha1", "kind": "Policy",
"families": [{"name": "tf", "repositories": ["tensorflow/tensorflow"], "env": {"A": "x", "B": "2"}}],
"profiles": [
{"name": "one", "nodes": {"matchLabels": {"pool": "a", "zone": "1"}}, "gpu": "any",
 "tolerate": ["sku", "gpu"], "images": {"tf": "x/y:{version}"}},
{"name": "two", "nodes": {"matchLabels": {"pool": "b", "zone": "1"}}, "gpu": "any",
 "tolerate": ["sku", "gpu"], "images": {"tf": {"image": "x/y:{version}", "versions": ["2.15.*"]}}}]})"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(read(c.text)->hash() == hash);
  }
  std::string windows = "\xEF\xBB\xBF";
  for (const char* at = cases[1].text; *at != '\0'; ++at) {
    if (*at == '\n') windows += '\r';
    windows += *at;
  }
  CHECK(read(windows)->hash() == hash);
}

TEST_CASE("image templates that a policy may use") {
  const char* const images[] = {
      R"("registry.example.com/tf:{version}-gpu{jupyter}")",
      R"("registry.example.com:5000/tf:{tag}")",
      R"("mirror.example.com/{repository}:{tag}")",
      R"("registry.example.com/tf-{version}:build-7")",
      R"("tensorflow/tensorflow:{version}-gpu{jupyter}")",
      R"("tensorflow/tensorflow:{version}-gpu")",
      R"("tensorflow/tensorflow:{tag}")",
      R"({image: "registry.example.com/tf:build-7", versions: ["2.15.*", 2.15.0rc1]})",
      R"({image: "registry.example.com/tf@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", versions: [2.15.0]})",
      // A digest counts for the variant that it was taken of, the other goes by its tag.
      R"({image: "registry.example.com/tf:{version}{jupyter}", versions: {2.15.*: "2.15.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}})",
      R"({image: "registry.example.com/tf", versions: {2.15.*: "2.15.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}})",
  };
  for (const char* const image : images) {
    INFO(image);
    CHECK(errors_of(with_image(image)).empty());
  }
}

TEST_CASE("quantities are numbers or text") {
  const std::shared_ptr<const Policy> policy = read(std::string(kHead) + R"(
profiles:
  - name: a
    nodes: {matchLabels: {a: b}}
    gpu: any
    images: {tf: "x:{version}"}
    provisionable:
      labels: {a: b}
      allocatable: {cpu: 7.5, memory: 64Gi, nvidia.com/gpu: 8, pods: "110", ephemeral-storage: 1e11}
      maxNodes: 3
)");
  std::string shown;
  for (const auto& [name, quantity] : policy->profiles()[0].provisionable->allocatable) {
    shown += name + "=" + quantity.to_string() + " ";
  }
  CHECK(shown == "cpu=7500m ephemeral-storage=100e9 memory=64Gi nvidia.com/gpu=8 pods=110 ");
}

TEST_CASE("hostile policies are answered in bounded time") {
  const auto list = [](std::size_t count, const std::string& before, const std::string& after) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text.append(before).append(std::to_string(i)).append(after);
    }
    return text;
  };
  const std::string profile = std::string(kHead) +
                              "profiles:\n  - {name: a, gpu: any, nodes: {matchLabels: {a: b}},\n"
                              "     images: {tf: \"x:{version}\"}, ";
  struct Case {
    const char* name;
    std::string text;
  };
  const Case cases[] = {
      {"unknown keys", kHead + list(20'000, "k", ": 1\n")},
      {"unknown keys of a profile", profile + list(20'000, "k", ", ") + "}\n"},
      {"taint keys", profile + "tolerate: [" + list(40'000, "k", ", ") + "]}\n"},
      {"resources",
       profile + "provisionable: {allocatable: {" + list(20'000, "k", ": 1, ") + "}}}\n"},
      {"as many profiles with as many terms as may be",
       kHead + ("multiArch: &nodes [" + list(kTermsMax, "{matchLabels: {a: v", "}}, ")) +
           "]\nprofiles:\n" +
           list(kProfilesMax, "  - {name: p",
                ", nodes: *nodes, gpu: any, images: {tf: \"x:{version}\"}}\n")},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    const CpuTime took;
    CHECK_FALSE(errors_of(c.text).empty());
    CHECK(took.seconds() < 20);  // 2 s at most under sanitizers, on a quiet machine
  }
}

}  // namespace nodefit::tests
