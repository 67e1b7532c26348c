#include "manifest/pod_templates.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "codec/json_cursor.h"
#include "codec/json_writer.h"
#include "codec/patch_text.h"

namespace nodefit {

namespace {

constexpr std::string_view kAtPods = "the webhook decides when its pods are created";
constexpr std::string_view kAtBoundPods =
    "the webhook decides when its pods are created, each bound to a node whose image it gets";

struct Controller {
  std::string_view group;
  std::string_view kind;
  std::string_view path;  // of the template, or of the templates by role
  bool by_role = false;
  std::string_view note = kAtPods;
};

constexpr std::string_view kTemplate = "/spec/template";

constexpr std::array kControllers = {
    Controller{"apps", "Deployment", kTemplate},
    Controller{"apps", "StatefulSet", kTemplate},
    Controller{"apps", "DaemonSet", kTemplate, false, kAtBoundPods},
    Controller{"apps", "ReplicaSet", kTemplate},
    Controller{"extensions", "Deployment", kTemplate},
    Controller{"extensions", "DaemonSet", kTemplate, false, kAtBoundPods},
    Controller{"extensions", "ReplicaSet", kTemplate},
    Controller{"", "ReplicationController", kTemplate},
    Controller{"batch", "Job", kTemplate},
    Controller{"batch", "CronJob", "/spec/jobTemplate/spec/template"},
    Controller{"kubeflow.org", "Notebook", kTemplate},
    Controller{"kubeflow.org", "PyTorchJob", "/spec/pytorchReplicaSpecs", true},
    Controller{"kubeflow.org", "MPIJob", "/spec/mpiReplicaSpecs", true},
};

// Of an apiVersion; empty for the core group.
std::string_view group_of(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

bool is_object(std::string_view json) { return json.starts_with('{'); }

// What the pointer leads to in the object, by members alone; nullopt where that is no object.
std::optional<std::string_view> find_object(std::string_view object, std::string_view pointer) {
  std::optional<std::string_view> found = object;
  for (const std::string& token : pointer_tokens(pointer)) {
    found = find_member(*found, token);
    if (!found || !is_object(*found)) return std::nullopt;
  }
  return found;
}

class ObjectFinder {
 public:
  void visit(std::string_view json, const std::string& pointer, std::string_view name_space);
  std::vector<ManifestObject> take() { return std::move(objects_); }

 private:
  void visit_items(std::string_view json, const std::string& pointer);
  void visit_review(std::string_view json, const std::string& pointer);

  std::vector<ManifestObject> objects_;
};

void add_templates(const Controller& controller, std::string_view json, ManifestObject& object) {
  using Shape = PodTemplateUnit::Shape;
  const std::optional<std::string_view> place = find_object(json, controller.path);
  if (!place) return;
  const std::string pointer = object.pointer + std::string(controller.path);
  if (!controller.by_role) {
    object.units.push_back({Shape::kTemplate, pointer, "", *place});
    return;
  }
  JsonCursor roles(*place);
  roles.open();
  while (roles.next('}')) {
    const std::string role = roles.key();
    const std::optional<std::string_view> pod = find_member(roles.take(), "template");
    if (!pod || !is_object(*pod)) continue;
    object.units.push_back(
        {Shape::kTemplate, pointer + "/" + pointer_token(role) + "/template", role, *pod});
  }
}

void add_units(std::string_view json, ManifestObject& object) {
  const std::string_view group = group_of(object.api_version);
  const bool is_tf_job = object.kind == "TFJob" && group == "kubeflow.org";
  if ((object.kind == "Pod" && object.api_version == "v1") ||
      (is_tf_job && object.api_version == "kubeflow.org/v1")) {
    object.units.push_back({PodTemplateUnit::Shape::kObject, object.pointer, "", json});
    return;
  }
  if (is_tf_job) {
    object.note = "nodefit decides on TFJobs of kubeflow.org/v1, not of " + object.api_version;
    return;
  }
  const auto* const controller =
      std::find_if(kControllers.begin(), kControllers.end(),
                   [&](const Controller& c) { return c.group == group && c.kind == object.kind; });
  if (controller == kControllers.end()) return;
  object.note = controller->note;
  add_templates(*controller, json, object);
  if (object.units.empty())
    object.note = "it has no pod template at " + std::string(controller->path);
}

bool is_list(std::string_view json, std::string_view kind) {
  const std::optional<std::string_view> items = find_member(json, "items");
  return kind.ends_with("List") && items && items->starts_with('[');
}

void ObjectFinder::visit(std::string_view json, const std::string& pointer,
                         std::string_view name_space) {
  ManifestObject object;
  object.api_version = text_member(json, "apiVersion");
  object.kind = text_member(json, "kind");
  object.pointer = pointer;
  if (is_list(json, object.kind)) return visit_items(json, pointer);
  if (object.kind == "AdmissionReview" && group_of(object.api_version) == "admission.k8s.io")
    return visit_review(json, pointer);
  if (const std::optional<std::string_view> metadata = find_member(json, "metadata")) {
    object.name_space = text_member(*metadata, "namespace");
    object.name = text_member(*metadata, "name");
    if (object.name.empty()) object.name = text_member(*metadata, "generateName");
  }
  if (!name_space.empty()) object.name_space = name_space;
  if (object.kind.empty()) object.note = "an object without kind";
  add_units(json, object);
  objects_.push_back(std::move(object));
}

void ObjectFinder::visit_items(std::string_view json, const std::string& pointer) {
  const std::optional<std::string_view> list = find_member(json, "items");
  JsonCursor items(*list);
  items.open();
  for (std::size_t index = 0; items.next(']'); ++index) {
    visit(items.take(), pointer + "/items/" + std::to_string(index), "");
  }
}

// In a review the request's namespace counts.
void ObjectFinder::visit_review(std::string_view json, const std::string& pointer) {
  const std::optional<std::string_view> request = find_member(json, "request");
  const std::optional<std::string_view> object =
      request ? find_member(*request, "object") : std::nullopt;
  if (object && is_object(*object))
    visit(*object, pointer + "/request/object", text_member(*request, "namespace"));
}

}  // namespace

Result<std::vector<ManifestObject>> find_objects(std::string_view json) {
  const std::string_view document = JsonCursor(json).take();
  if (!is_object(document))
    return invalid_argument("expected an object with apiVersion and kind, found " +
                            quoted(document));
  if (text_member(document, "kind").empty()) {
    return invalid_argument(
        "expected an object with apiVersion and kind, found one without kind: " + quoted(document));
  }
  ObjectFinder finder;
  finder.visit(document, "", "");
  return finder.take();
}

std::string unit_object(const PodTemplateUnit& unit) {
  if (unit.shape == PodTemplateUnit::Shape::kObject) return std::string(unit.json);
  std::string text;
  JsonWriter pod(text);
  pod.begin_object().key("apiVersion").text("v1").key("kind").text("Pod");
  JsonCursor parts(unit.json);
  parts.open();
  while (parts.next('}')) {
    const std::string key = parts.key();
    const std::string_view value = parts.take();
    if (key == "spec" || (key == "metadata" && !is_object(value))) pod.key(key).raw(value);
    if (key != "metadata" || !is_object(value)) continue;
    pod.key(key).begin_object();
    JsonCursor metadata(value);
    metadata.open();
    while (metadata.next('}')) {
      const std::string name = metadata.key();
      const std::string_view part = metadata.take();
      if (name != "name" && name != "generateName" && name != "namespace") pod.key(name).raw(part);
    }
    pod.end_object();
  }
  pod.end_object();
  return text;
}

Result<std::string> patch_of_document(const PodTemplateUnit& unit, std::string_view patch) {
  Result<std::vector<PatchOperation>> operations = read_patch(patch);
  if (!operations.ok()) return std::move(operations).error();
  for (PatchOperation& operation : *operations) operation.path.insert(0, unit.pointer);
  return to_text(*operations);
}

std::string join_patches(const std::vector<std::string>& patches) {
  std::string joined;
  for (const std::string& patch : patches) {
    if (patch.empty()) continue;
    const std::string_view inside = std::string_view(patch).substr(1, patch.size() - 2);
    joined.append(joined.empty() ? "[" : ",").append(inside);
  }
  return joined.empty() ? joined : joined + "]";
}

}  // namespace nodefit
