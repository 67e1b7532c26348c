#include "codec/json_patch.h"

#include <catch2/catch.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "codec/decision_json.h"
#include "codec/json_document.h"
#include "codec/workload_json.h"
#include "support/strict_json_patch.h"

namespace nodefit::tests {

namespace {

const std::string kFrom = "tensorflow/tensorflow:2.15.0";
const std::string kTo = "registry.example.com/tf:2.15.0-avx512";

using Change = std::function<void(RoleDecision&)>;

Result<Patch> patch_of(const std::string& document_text, const Decision& decision) {
  JsonDocument document;
  if (Result<void> parsed = document.parse(document_text); !parsed.ok())
    return std::move(parsed).error();
  return make_patch(decision, document.root());
}

// A decision for one role with one container "c", changed by `change`.
Decision decision_with(const Change& change) {
  Decision decision;
  decision.reason = Reason::kDecided;
  RoleDecision& role = decision.roles.emplace_back();
  role.containers.push_back({false, 0, "c", true, kFrom, kFrom, {}, {}});
  change(role);
  return decision;
}

// A Pod with container "c" that has these further members; likewise its spec. Both begin with a
// comma.
std::string pod(const std::string& in_container, const std::string& in_spec = "",
                const std::string& metadata = R"("metadata":{"labels":{},"annotations":{}},)") {
  return R"({"apiVersion":"v1","kind":"Pod",)" + metadata +
         R"("spec":{"containers":[{"name":"c","image":")" + kFrom + "\"" + in_container + "}]" +
         in_spec + "}}";
}

// Makes the patch, applies it strictly, and reads what comes out. Returns the patch.
std::string applied(const std::string& document, const Decision& decision) {
  const Result<Patch> patch = patch_of(document, decision);
  if (!patch.ok()) return patch.error().message();
  const Result<std::string> patched = apply_json_patch(document, patch->text);
  INFO(patch->text);
  REQUIRE((patched.ok() ? "" : patched.error().message()) == std::string());
  JsonDocument result;
  REQUIRE(result.parse(*patched).ok());
  REQUIRE(read_workload(result.root()).ok());
  return patch->text;
}

std::string add(const std::string& path, const std::string& value) {
  return R"([{"op":"add","path":")" + path + R"(","value":)" + value + "}]";
}

}  // namespace

TEST_CASE("an addition goes to its place, and takes absent and null parents along") {
  struct Case {
    const char* name;
    std::string document;
    Change change;
    std::string want;
  };
  const std::string container = "/spec/containers/0";
  const Change env = [](RoleDecision& role) { role.containers[0].env = {{"A", "1", false}}; };
  const std::string env_value = R"({"name":"A","value":"1"})";
  const Change limits = [](RoleDecision& role) {
    role.containers[0].gpu_limits = {"nvidia.com/gpu"};
  };
  const auto requesting = [](const std::string& rest) {
    return pod(R"(,"resources":{"requests":{"nvidia.com/gpu":2})" + rest + "}");
  };
  const Change selector = [](RoleDecision& role) { role.node_selector = {{"a.b/c", "d"}}; };
  const Change toleration = [](RoleDecision& role) {
    role.tolerations = {{"gpu", "Exists", "", "NoSchedule", {}}};
  };
  const std::string toleration_value = R"({"key":"gpu","operator":"Exists","effect":"NoSchedule"})";
  const Change secret = [](RoleDecision& role) { role.image_pull_secrets = {"tf"}; };
  const Change placed = [](RoleDecision& role) { role.placed = "a100"; };
  const Change annotation = [](RoleDecision& role) {
    role.annotations = {{"nodefit.dev/env.A", "1"}};
  };
  const Change record = [](RoleDecision& role) {
    role.record.emplace();
    role.record->reason = Reason::kNoCandidate;
  };
  const std::string record_value = R"("{\"reason\":\"NoCandidate\"}")";
  const Case cases[] = {
      {"env absent", pod(""), env, add(container + "/env", "[" + env_value + "]")},
      {"env null", pod(R"(,"env":null)"), env, add(container + "/env", "[" + env_value + "]")},
      {"env empty", pod(R"(,"env":[])"), env, add(container + "/env/-", env_value)},
      {"env there", pod(R"(,"env":[{"name":"B"}])"), env, add(container + "/env/-", env_value)},

      {"limits absent", requesting(""), limits,
       add(container + "/resources/limits", R"({"nvidia.com/gpu":2})")},
      {"limits null", requesting(R"(,"limits":null)"), limits,
       add(container + "/resources/limits", R"({"nvidia.com/gpu":2})")},
      {"limits empty", requesting(R"(,"limits":{})"), limits,
       add(container + "/resources/limits/nvidia.com~1gpu", "2")},
      {"limits there", requesting(R"(,"limits":{"cpu":"1"})"), limits,
       add(container + "/resources/limits/nvidia.com~1gpu", "2")},

      {"nodeSelector absent", pod(""), selector, add("/spec/nodeSelector", R"({"a.b/c":"d"})")},
      {"nodeSelector null", pod("", R"(,"nodeSelector":null)"), selector,
       add("/spec/nodeSelector", R"({"a.b/c":"d"})")},
      {"nodeSelector empty", pod("", R"(,"nodeSelector":{})"), selector,
       add("/spec/nodeSelector/a.b~1c", R"("d")")},
      {"nodeSelector there", pod("", R"(,"nodeSelector":{"x":"y"})"), selector,
       add("/spec/nodeSelector/a.b~1c", R"("d")")},
      {"nodeSelector has the entry", pod("", R"(,"nodeSelector":{"a.b/c":"d"})"), selector, ""},

      {"tolerations absent", pod(""), toleration,
       add("/spec/tolerations", "[" + toleration_value + "]")},
      {"tolerations null", pod("", R"(,"tolerations":null)"), toleration,
       add("/spec/tolerations", "[" + toleration_value + "]")},
      {"tolerations there", pod("", R"(,"tolerations":[{"operator":"Exists"}])"), toleration,
       add("/spec/tolerations/-", toleration_value)},

      {"imagePullSecrets absent", pod(""), secret,
       add("/spec/imagePullSecrets", R"([{"name":"tf"}])")},
      {"imagePullSecrets null", pod("", R"(,"imagePullSecrets":null)"), secret,
       add("/spec/imagePullSecrets", R"([{"name":"tf"}])")},
      {"imagePullSecrets there", pod("", R"(,"imagePullSecrets":[{"name":"x"}])"), secret,
       add("/spec/imagePullSecrets/-", R"({"name":"tf"})")},

      {"metadata absent", pod("", "", ""), placed,
       add("/metadata", R"({"labels":{"nodefit.dev/placed":"a100"}})")},
      {"metadata null", pod("", "", R"("metadata":null,)"), placed,
       add("/metadata", R"({"labels":{"nodefit.dev/placed":"a100"}})")},
      {"labels absent", pod("", "", R"("metadata":{"name":"p"},)"), placed,
       add("/metadata/labels", R"({"nodefit.dev/placed":"a100"})")},
      {"labels null", pod("", "", R"("metadata":{"labels":null},)"), placed,
       add("/metadata/labels", R"({"nodefit.dev/placed":"a100"})")},
      {"labels there", pod(""), placed, add("/metadata/labels/nodefit.dev~1placed", R"("a100")")},
      {"the label is there", pod("", "", R"("metadata":{"labels":{"nodefit.dev/placed":"a100"}},)"),
       placed, ""},
      {"the label has another value",
       pod("", "", R"("metadata":{"labels":{"nodefit.dev/placed":"cpu"}},)"), placed,
       add("/metadata/labels/nodefit.dev~1placed", R"("a100")")},

      {"annotations absent", pod("", "", R"("metadata":{},)"), annotation,
       add("/metadata/annotations", R"({"nodefit.dev/env.A":"1"})")},
      {"annotations null", pod("", "", R"("metadata":{"annotations":null},)"), annotation,
       add("/metadata/annotations", R"({"nodefit.dev/env.A":"1"})")},
      {"annotations there", pod("", "", R"("metadata":{"annotations":{"x":"y"}},)"), annotation,
       add("/metadata/annotations/nodefit.dev~1env.A", R"("1")")},
      {"a decision for the first time", pod(""), record,
       add("/metadata/annotations/nodefit.dev~1decision", record_value)},
      {"the same decision again",
       pod("", "", R"("metadata":{"annotations":{"nodefit.dev/decision":)" + record_value + "}},"),
       record, ""},
      {"another decision",
       pod("", "", R"("metadata":{"annotations":{"nodefit.dev/decision":"forged"}},)"), record,
       add("/metadata/annotations/nodefit.dev~1decision", record_value)},
      {"a decision of null",
       pod("", "", R"("metadata":{"annotations":{"nodefit.dev/decision":null}},)"), record,
       add("/metadata/annotations/nodefit.dev~1decision", record_value)},
      {"metadata absent: labels and annotations in one", pod("", "", ""),
       [&](RoleDecision& role) {
         placed(role);
         annotation(role);
         record(role);
       },
       add("/metadata",
           R"({"labels":{"nodefit.dev/placed":"a100"},"annotations":{"nodefit.dev/env.A":"1",)"
           R"("nodefit.dev/decision":)" +
               record_value + "}}")},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(applied(c.document, decision_with(c.change)) == c.want); }
  }
  REQUIRE(applied(pod(""), decision_with(limits)) ==
          R"(pod: container "c" doesn't request "nvidia.com/gpu")");
}

TEST_CASE("node affinity grows where it stands") {
  const RequirementSpec gpu{"gpu", "In", {"a100"}};
  const RequirementSpec arch{"arch", "Exists", {}};
  const RequirementSpec name{"metadata.name", "In", {"n"}};
  const Change new_term = [&](RoleDecision& role) {
    role.required_affinity.new_terms = {{{}, {gpu, arch}, {name}}};
  };
  const Change to_terms = [&](RoleDecision& role) {
    role.required_affinity.to_terms = {{0, {gpu, arch}, {}}, {2, {gpu}, {name}}};
    role.required_affinity.new_terms = {{{}, {arch}, {}}};
  };
  const Change preferred = [&](RoleDecision& role) {
    role.preferred_affinity = {{64, {{}, {gpu}, {}}}, {1, {{}, {arch}, {}}}};
  };
  const std::string gpu_json = R"({"key":"gpu","operator":"In","values":["a100"]})";
  const std::string arch_json = R"({"key":"arch","operator":"Exists"})";
  const std::string name_json = R"({"key":"metadata.name","operator":"In","values":["n"]})";
  const std::string term = R"({"matchExpressions":[)" + gpu_json + "," + arch_json +
                           R"(],"matchFields":[)" + name_json + "]}";
  const std::string terms = R"({"nodeSelectorTerms":[)" + term + "]}";
  const std::string required =
      R"({"requiredDuringSchedulingIgnoredDuringExecution":)" + terms + "}";
  const std::string path =
      "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution";
  const auto affinity = [](const std::string& value) { return pod("", R"(,"affinity":)" + value); };
  const auto required_affinity = [&](const std::string& value) {
    return affinity(R"({"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)" +
                    value + "}}");
  };
  struct Case {
    const char* name;
    std::string document;
    Change change;
    std::string want;
  };
  const Case cases[] = {
      {"affinity absent", pod(""), new_term,
       add("/spec/affinity", R"({"nodeAffinity":)" + required + "}")},
      {"affinity null", affinity("null"), new_term,
       add("/spec/affinity", R"({"nodeAffinity":)" + required + "}")},
      {"affinity empty", affinity("{}"), new_term, add("/spec/affinity/nodeAffinity", required)},
      {"nodeAffinity null", affinity(R"({"nodeAffinity":null,"podAffinity":{}})"), new_term,
       add("/spec/affinity/nodeAffinity", required)},
      {"required null", required_affinity("null"), new_term, add(path, terms)},
      {"terms absent", required_affinity("{}"), new_term,
       add(path + "/nodeSelectorTerms", "[" + term + "]")},
      {"terms null", required_affinity(R"({"nodeSelectorTerms":null})"), new_term,
       add(path + "/nodeSelectorTerms", "[" + term + "]")},
      {"terms there", required_affinity(R"({"nodeSelectorTerms":[{}]})"), new_term,
       add(path + "/nodeSelectorTerms/-", term)},
      {"terms grow: a list there, an absent one, a null one; then a new term",
       required_affinity(
           R"({"nodeSelectorTerms":[{"matchExpressions":[{"key":"x","operator":"Exists"}]},{},)"
           R"({"matchFields":null}]})"),
       to_terms,
       R"([{"op":"add","path":")" + path + R"(/nodeSelectorTerms/0/matchExpressions/-","value":)" +
           gpu_json + R"(},{"op":"add","path":")" + path +
           R"(/nodeSelectorTerms/0/matchExpressions/-","value":)" + arch_json +
           R"(},{"op":"add","path":")" + path +
           R"(/nodeSelectorTerms/2/matchExpressions","value":[)" + gpu_json +
           R"(]},{"op":"add","path":")" + path + R"(/nodeSelectorTerms/2/matchFields","value":[)" +
           name_json + R"(]},{"op":"add","path":")" + path +
           R"(/nodeSelectorTerms/-","value":{"matchExpressions":[)" + arch_json + "]}}]"},
      {"a term that isn't there", required_affinity(R"({"nodeSelectorTerms":[{}]})"), to_terms,
       "patch at " + path + "/nodeSelectorTerms: no element 2"},
      {"preferred beside what is required", required_affinity(R"({"nodeSelectorTerms":[{}]})"),
       preferred,
       add("/spec/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution",
           R"([{"weight":64,"preference":{"matchExpressions":[)" + gpu_json + R"(]}},)" +
               R"({"weight":1,"preference":{"matchExpressions":[)" + arch_json + R"(]}}])")},
      {"required and preferred, nothing there", pod(""),
       [&](RoleDecision& role) {
         new_term(role);
         preferred(role);
       },
       add("/spec/affinity",
           R"({"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)" + terms +
               R"(,"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":64,"preference":{"matchExpressions":[)" +
               gpu_json + R"(]}},{"weight":1,"preference":{"matchExpressions":[)" + arch_json +
               "]}}]}}")},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(applied(c.document, decision_with(c.change)) == c.want); }
  }
}

TEST_CASE("a limit is its request, token for token") {
  const Change limits = [](RoleDecision& role) {
    role.containers[0].gpu_limits = {"nvidia.com/gpu"};
  };
  for (const auto& [request, limit] : std::vector<std::pair<std::string, std::string>>{
           {"1", "1"},
           {R"("1")", R"("1")"},
           {R"(" 1")", R"(" 1")"},
           {R"("1e0")", R"("1e0")"},
           {"1.0", "1.0"},
           {"1e0", "1.0"},
           {"0", "0"},
           {"null", R"("0")"},
           {"18446744073709551615", "18446744073709551615"}}) {
    REQUIRE(applied(pod(R"(,"resources":{"requests":{"nvidia.com/gpu":)" + request + "}}"),
                    decision_with(limits)) ==
            add("/spec/containers/0/resources/limits", R"({"nvidia.com/gpu":)" + limit + "}"));
  }
}

TEST_CASE("variables by value and from annotations") {
  const Decision decision = decision_with([](RoleDecision& role) {
    role.containers[0].env = {{"A", "say \"hi\"", false}, {"TF_X", "1", true}};
    role.annotations = {{"nodefit.dev/env.TF_X", "1"}};
  });
  REQUIRE(
      applied(pod(""), decision) ==
      R"([{"op":"add","path":"/spec/containers/0/env","value":[{"name":"A","value":"say \"hi\""},)"
      R"({"name":"TF_X","valueFrom":{"fieldRef":{"fieldPath":"metadata.annotations['nodefit.dev/env.TF_X']"}}}]},)"
      R"({"op":"add","path":"/metadata/annotations/nodefit.dev~1env.TF_X","value":"1"}])");
}

TEST_CASE(
    "the roles of a TFJob are patched in the order of the document, everything in its order") {
  const std::string document =
      R"({"apiVersion":"kubeflow.org/v1","kind":"TFJob","metadata":{"name":"j"},"spec":{
      "tfReplicaSpecs":{
        "worker":{"replicas":2,"template":{"metadata":null,"spec":{
          "initContainers":[{"name":"a","image":"busybox"},{"name":"b","image":"tensorflow/tensorflow:2.15.0"}],
          "containers":[{"name":"c","image":"tensorflow/tensorflow:2.15.0","resources":{"requests":{"gpu.x/y":"1"}}}]}}},
        "Chief":null,
        "PS":{"template":{"spec":{"containers":[{"name":"c","image":"tensorflow/tensorflow:2.15.0"}]}}}}}})";
  Decision decision;
  decision.reason = Reason::kDecided;
  decision.roles.resize(3);
  RoleDecision& worker = decision.roles[0];
  worker.containers = {{true, 0, "a", false, "busybox", "busybox", {}, {}},
                       {true, 1, "b", true, kFrom, kTo, {}, {}},
                       {false, 0, "c", true, kFrom, kTo, {{"A", "1", false}}, {"gpu.x/y"}}};
  worker.node_selector = {{"z", "1"}, {"a", "2"}};
  worker.required_affinity.new_terms = {{{}, {{"g", "Exists", {}}}, {}}};
  worker.tolerations = {{"t", "Exists", "", "NoExecute", {}}, {"u", "Equal", "v", "", {}}};
  worker.image_pull_secrets = {"s1", "s2"};
  worker.placed = "avx512";
  worker.record.emplace();
  worker.record->reason = Reason::kDecided;
  decision.roles[2].containers = {{false, 0, "c", true, kFrom, kTo, {}, {}}};
  const std::string role = "/spec/tfReplicaSpecs/worker/template";
  REQUIRE(
      applied(document, decision) ==
      R"([{"op":"replace","path":")" + role + R"(/spec/initContainers/1/image","value":")" + kTo +
          R"("},{"op":"replace","path":")" + role + R"(/spec/containers/0/image","value":")" + kTo +
          R"("},{"op":"add","path":")" + role +
          R"(/spec/containers/0/env","value":[{"name":"A","value":"1"}])" +
          R"(},{"op":"add","path":")" + role +
          R"(/spec/containers/0/resources/limits","value":{"gpu.x/y":"1"})" +
          R"(},{"op":"add","path":")" + role + R"(/spec/nodeSelector","value":{"z":"1","a":"2"})" +
          R"(},{"op":"add","path":")" + role +
          R"(/spec/affinity","value":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)" +
          R"({"nodeSelectorTerms":[{"matchExpressions":[{"key":"g","operator":"Exists"}]}]}}})" +
          R"(},{"op":"add","path":")" + role +
          R"(/spec/tolerations","value":[{"key":"t","operator":"Exists","effect":"NoExecute"},)" +
          R"({"key":"u","operator":"Equal","value":"v"}])" + R"(},{"op":"add","path":")" + role +
          R"(/spec/imagePullSecrets","value":[{"name":"s1"},{"name":"s2"}])" +
          R"(},{"op":"add","path":")" + role +
          R"(/metadata","value":{"labels":{"nodefit.dev/placed":"avx512"},)" +
          R"("annotations":{"nodefit.dev/decision":"{\"reason\":\"Decided\"}"}})" +
          R"(},{"op":"replace","path":"/spec/tfReplicaSpecs/PS/template/spec/containers/0/image","value":")" +
          kTo + R"("}])");
}

TEST_CASE("nothing changes without a change") {
  const Decision unchanged = decision_with([](RoleDecision&) {});
  CHECK(applied(pod(""), unchanged).empty());
  CHECK(applied(pod(""), Decision()).empty());
  Decision observed = decision_with([](RoleDecision& role) { role.containers[0].to = kTo; });
  observed.observed = true;
  CHECK(applied(pod(""), observed).empty());
}

TEST_CASE("annotations stay below what an object may hold") {
  const Change change = [](RoleDecision& role) {
    role.containers[0].to = kTo;
    role.record.emplace();
    role.record->reason = Reason::kDecided;
  };
  const std::string image =
      R"([{"op":"replace","path":"/spec/containers/0/image","value":")" + kTo + "\"}";
  const std::size_t decision_size =
      std::string(R"(nodefit.dev/decision{"reason":"Decided"})").size();
  const auto with_annotation = [](std::size_t size) {
    return pod("", "",
               R"("metadata":{"annotations":{"k":")" + std::string(size - 1, 'v') +
                   R"(","nodefit.dev/decision":"old"}},)");
  };
  const Result<Patch> fits =
      patch_of(with_annotation(262'144 - decision_size), decision_with(change));
  CHECK(fits.value().warnings.empty());
  CHECK(fits->text.find("nodefit.dev~1decision") != std::string::npos);

  const Result<Patch> dropped =
      patch_of(with_annotation(262'145 - decision_size), decision_with(change));
  CHECK(dropped.value().text == image + "]");
  CHECK(
      dropped->warnings ==
      std::vector<std::string>{"nodefit: no decision annotation: annotations would pass 256 KiB"});

  const Result<Patch> refused =
      patch_of(with_annotation(262'144), decision_with([&](RoleDecision& role) {
                 change(role);
                 role.annotations = {{"a", ""}};
               }));
  CHECK(refused.error().code() == ErrorCode::kTooLarge);
  CHECK(refused.error().message() == "pod: annotations of 262145 bytes: expected at most 262144");
}

TEST_CASE("a patch that would do harm isn't made") {
  struct Case {
    const char* name;
    std::string document;
    Change change;
    std::string want;
  };
  const Change image = [](RoleDecision& role) { role.containers[0].to = kTo; };
  const Change selector = [](RoleDecision& role) { role.node_selector = {{"a", "b"}}; };
  const Case cases[] = {
      {"a user's selector has another value", pod("", R"(,"nodeSelector":{"a":"x"})"), selector,
       "patch at /spec/nodeSelector/a: another value is there"},
      {"a user's selector has null", pod("", R"(,"nodeSelector":{"a":null})"), selector,
       "patch at /spec/nodeSelector/a: another value is there"},
      {"a user's limit has another value",
       pod(R"(,"resources":{"requests":{"g.x/y":1},"limits":{"g.x/y":2}})"),
       [](RoleDecision& role) { role.containers[0].gpu_limits = {"g.x/y"}; },
       "patch at /spec/containers/0/resources/limits/g.x~1y: another value is there"},
      {"a user's annotation has another value",
       pod("", "", R"("metadata":{"annotations":{"a":"x"}},)"),
       [](RoleDecision& role) { role.annotations = {{"a", "b"}}; },
       "patch at /metadata/annotations/a: another value is there"},
      {"a doubled key on the way", pod("", R"(,"nodeSelector":{"x":"1","x":"2"})"), selector,
       R"(patch at /spec/nodeSelector: key "x" stands twice)"},
      {"a doubled key in a container", pod(R"(,"image":"other")"), image,
       R"(patch at /spec/containers/0: key "image" stands twice)"},
      {"a selector that is a list", pod("", R"(,"nodeSelector":[])"), selector,
       "patch at /spec/nodeSelector: expected an object, found a list"},
      {"an env that is an object", pod(R"(,"env":{})"),
       [](RoleDecision& role) { role.containers[0].env = {{"A", "1", false}}; },
       "patch at /spec/containers/0/env: expected a list, found an object"},
      {"no such container", pod(""), [](RoleDecision& role) { role.containers[0].index = 1; },
       R"(pod: container "c" isn't as the decision has it)"},
      {"a container of another name", pod(""),
       [](RoleDecision& role) { role.containers[0].name = "d"; },
       R"(pod: container "d" isn't as the decision has it)"},
      {"a container of another image", pod(""),
       [](RoleDecision& role) { role.containers[0].from = "x"; },
       R"(pod: container "c" isn't as the decision has it)"},
      {"no spec", R"({"apiVersion":"v1","kind":"Pod"})", image,
       "pod: a decision for a pod without a spec"},
      {"another kind", R"({"apiVersion":"v1","kind":"Node"})", image,
       "a decision for an object of another kind"},
      {"another number of roles", R"({"apiVersion":"kubeflow.org/v1","kind":"TFJob"})", image,
       "a decision for another number of roles"},
      {"a replica without a template",
       R"({"apiVersion":"kubeflow.org/v1","kind":"TFJob","spec":{"tfReplicaSpecs":{"PS":{}}}})",
       image, "PS: a decision for a pod without a spec"},
      {"an image that is none", pod(""),
       [](RoleDecision& role) { role.containers[0].to = "Registry/TF"; },
       R"(pod: image: invalid image reference "Registry/TF": expected a repository in lower case)"},
      {"a value that the API server refuses", pod(""),
       [](RoleDecision& role) { role.placed = "a b"; },
       R"(pod: nodefit.dev/placed: invalid label value "a b": expected nothing, or at most 63 letters, )"
       R"(digits, '-', '_' or '.', beginning and ending with a letter or digit)"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(applied(c.document, decision_with(c.change)) == c.want); }
  }
}

TEST_CASE("a thousand operations are a patch, one more isn't") {
  const auto with_tolerations = [](int count) {
    return decision_with([&](RoleDecision& role) {
      for (int i = 0; i < count; ++i)
        role.tolerations.push_back({"t" + std::to_string(i), "Exists", "", "", {}});
    });
  };
  const std::string document = pod("", R"(,"tolerations":[])");
  CHECK(patch_of(document, with_tolerations(1000)).ok());
  CHECK(patch_of(document, with_tolerations(1001)).error().message() ==
        "patch: a patch of 1001 operations: expected at most 1000");
}

}  // namespace nodefit::tests
