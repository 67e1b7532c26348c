#include "codec/patch_check.h"

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "codec/json_document.h"

namespace nodefit::tests {

namespace {

PatchOperation add(std::string path) { return {PatchOperation::Kind::kAdd, std::move(path), "1"}; }
PatchOperation replace(std::string path) {
  return {PatchOperation::Kind::kReplace, std::move(path), "1"};
}

}  // namespace

TEST_CASE("operations that apply in any order pass, others don't") {
  JsonDocument document;
  REQUIRE(
      document
          .parse(
              R"({"metadata": {"labels": {"nodefit.dev/placed": "a"}, "annotations": {"nodefit.dev/decision": "b"}},
                         "spec": {"list": [], "map": {}, "null": null, "text": "t", "a/b": {"~": {}},
                                  "containers": [{"image": "i", "name": "n"}, {"image": null}]}})")
          .ok());
  struct Case {
    const char* name;
    std::vector<PatchOperation> operations;
    std::string want;
  };
  const Case cases[] = {
      {"none", {}, ""},
      {"a new member", {add("/spec/new")}, ""},
      {"a member that is null", {add("/spec/null")}, ""},
      {"several elements of one list", {add("/spec/list/-"), add("/spec/list/-")}, ""},
      {"escaped keys", {add("/spec/a~1b/~0/x")}, ""},
      {"an image", {replace("/spec/containers/0/image")}, ""},
      {"nodefit's own label and annotation",
       {add("/metadata/labels/nodefit.dev~1placed"),
        add("/metadata/annotations/nodefit.dev~1decision")},
       ""},
      {"paths of which one begins with the other's letters",
       {add("/spec/new"), add("/spec/new2"), add("/spec/new-3")},
       ""},

      {"a member that is there", {add("/spec/text")}, "/spec/text: adds what is there already"},
      {"a list that is there", {add("/spec/list")}, "/spec/list: adds what is there already"},
      {"the label elsewhere",
       {add("/spec/map/x"), add("/metadata/labels")},
       "/metadata/labels: adds what is there already"},
      {"no parent", {add("/spec/none/x")}, "/spec/none/x: adds to a parent that isn't there"},
      {"a null parent",
       {add("/spec/null/x")},
       "/spec/null/x: adds to what is neither an object nor a list"},
      {"a text as parent",
       {add("/spec/text/x")},
       "/spec/text/x: adds to what is neither an object nor a list"},
      {"within a list",
       {add("/spec/containers/0")},
       "/spec/containers/0: adds to a list elsewhere than at its end"},
      {"an element that isn't there",
       {add("/spec/containers/2/x")},
       "/spec/containers/2/x: adds to a parent that isn't there"},
      {"the whole document", {add("")}, ": adds a whole document"},
      {"replacing another member",
       {replace("/spec/containers/0/name")},
       "/spec/containers/0/name: replaces something other than an image"},
      {"replacing an image that isn't there",
       {replace("/spec/image")},
       "/spec/image: replaces an image that isn't there"},
      {"replacing an image of null",
       {replace("/spec/containers/1/image")},
       "/spec/containers/1/image: replaces an image that isn't there"},
      {"the same twice", {add("/spec/new"), add("/spec/new")}, "/spec/new: is changed twice"},
      {"a path below another, with a sibling between by the alphabet",
       {add("/spec/new/x"), add("/spec/new-"), add("/spec/new")},
       "/spec/new/x: lies below what another operation changes"},
      {"a path far below another",
       {add("/spec/new"), add("/spec/new/a/b")},
       "/spec/new/a/b: lies below what another operation changes"},
      {"too many", std::vector<PatchOperation>(1001, add("/spec/list/-")),
       "a patch of 1001 operations: expected at most 1000"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Result<void> checked = check_operations(c.operations, document.root());
      REQUIRE((checked.ok() ? "" : checked.error().message()) == c.want);
    }
  }
}

TEST_CASE("values that the API server would refuse don't pass") {
  using Change = std::function<void(RoleDecision&)>;
  struct Case {
    const char* name;
    Change change;
    std::string want;  // how the message begins; empty: passes
  };
  const RequirementSpec requirement{"a", "Exists", {}};
  const Case cases[] = {
      {"nothing", [](RoleDecision&) {}, ""},
      {"all that is right",
       [&](RoleDecision& role) {
         role.containers = {{false,
                             0,
                             "c",
                             true,
                             "a",
                             "b:1",
                             {{"A_B", "", false}, {"B", "x", true}},
                             {"nvidia.com/gpu"}}};
         role.node_selector = {{"a.b/c", ""}, {"d", "e"}};
         role.required_affinity = {{{0, {requirement}, {}}},
                                   {{{}, {}, {{"metadata.name", "In", {"n"}}}}}};
         role.preferred_affinity = {{100, {{}, {requirement}, {}}}};
         role.tolerations = {{"a", "Exists", "", "", {}},
                             {"", "Exists", "", "NoExecute", 5},
                             {"b", "", "c", "PreferNoSchedule", {}}};
         role.image_pull_secrets = {"a.b"};
         role.placed = "p";
         role.annotations = {{"nodefit.dev/env.B", "any \n text"}};
       },
       ""},
      {"an image that stays is the user's",
       [](RoleDecision& role) { role.containers = {{false, 0, "c", true, "A", "A", {}, {}}}; }, ""},
      {"an image",
       [](RoleDecision& role) { role.containers = {{false, 0, "c", true, "a", "a:b:c", {}, {}}}; },
       "image: "},
      {"a tag of 129 characters",
       [](RoleDecision& role) {
         role.containers = {{false, 0, "c", true, "a", "a:" + std::string(129, 'x'), {}, {}}};
       },
       "image: "},
      {"a variable",
       [](RoleDecision& role) {
         role.containers = {{false, 0, "c", true, "a", "a", {{"1A", "", false}}, {}}};
       },
       "env: "},
      {"a variable whose annotation can't be",
       [](RoleDecision& role) {
         role.containers = {{false, 0, "c", true, "a", "a", {{"A_", "", true}}, {}}};
       },
       "env: "},
      {"a resource",
       [](RoleDecision& role) { role.containers = {{false, 0, "c", true, "a", "a", {}, {"a b"}}}; },
       "limits: "},
      {"a selector's key", [](RoleDecision& role) { role.node_selector = {{"a b", ""}}; },
       "nodeSelector: "},
      {"a selector's value", [](RoleDecision& role) { role.node_selector = {{"a", "-"}}; },
       "nodeSelector: "},
      {"an expression",
       [](RoleDecision& role) { role.required_affinity.new_terms = {{{}, {{"a", "In", {}}}, {}}}; },
       "affinity: matchExpressions[0]: "},
      {"an addition to a term",
       [](RoleDecision& role) { role.required_affinity.to_terms = {{0, {{"a", "Is", {}}}, {}}}; },
       "affinity: matchExpressions[0]: "},
      {"labels in a term",
       [](RoleDecision& role) { role.required_affinity.new_terms = {{{{"a", "b"}}, {}, {}}}; },
       "affinity: match_labels"},
      {"a term without anything",
       [](RoleDecision& role) { role.required_affinity.new_terms = {{}}; },
       "affinity: a term that matches nothing"},
      {"a field",
       [](RoleDecision& role) {
         role.required_affinity.new_terms = {{{}, {}, {{"spec.x", "In", {"a"}}}}};
       },
       R"(affinity: unknown field "spec.x")"},
      {"a weight",
       [&](RoleDecision& role) { role.preferred_affinity = {{101, {{}, {requirement}, {}}}}; },
       "affinity: weight 101"},
      {"a toleration's key",
       [](RoleDecision& role) { role.tolerations = {{"", "Equal", "", "", {}}}; }, "tolerations: "},
      {"a toleration's operator",
       [](RoleDecision& role) { role.tolerations = {{"a", "In", "", "", {}}}; },
       R"(tolerations: operator "In")"},
      {"a toleration's value",
       [](RoleDecision& role) { role.tolerations = {{"a", "Exists", "b", "", {}}}; },
       "tolerations: a value for operator Exists"},
      {"a toleration's effect",
       [](RoleDecision& role) { role.tolerations = {{"a", "Exists", "", "Never", {}}}; },
       R"(tolerations: effect "Never")"},
      {"seconds without NoExecute",
       [](RoleDecision& role) { role.tolerations = {{"a", "Exists", "", "NoSchedule", 1}}; },
       "tolerations: tolerationSeconds without NoExecute"},
      {"a secret", [](RoleDecision& role) { role.image_pull_secrets = {"A"}; },
       "imagePullSecrets: "},
      {"a label", [](RoleDecision& role) { role.placed = std::string(64, 'a'); },
       "nodefit.dev/placed: "},
      {"an annotation", [](RoleDecision& role) { role.annotations = {{"nodefit.dev/env.A_", ""}}; },
       "annotations: "},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) {
      RoleDecision role;
      c.change(role);
      const Result<void> checked = check_values(role);
      const std::string message = checked.ok() ? "" : checked.error().message();
      REQUIRE(message.substr(0, c.want.empty() ? message.size() : c.want.size()) == c.want);
      if (!checked.ok()) REQUIRE(checked.error().code() == ErrorCode::kInternal);
    }
  }
}

}  // namespace nodefit::tests
