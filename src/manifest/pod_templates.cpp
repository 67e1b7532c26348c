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
    "each of its pods is bound to a node, whose image the webhook gives it; the template stays";

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

JsonCursor opened(std::string_view json) {
  JsonCursor cursor(json);
  cursor.open();
  return cursor;
}

// What the pointer leads to in the object, by members alone; nullopt where that is no object.
std::optional<std::string_view> find_object(std::string_view object, std::string_view pointer) {
  std::optional<std::string_view> found = object;
  for (const std::string& token : pointer_tokens(pointer)) {
    found = find_member(*found, token);
    if (!found || !is_object(*found)) return std::nullopt;
  }
  return found;
}

void add_templates(const Controller& controller, std::string_view json, ManifestObject& object) {
  using Shape = PodTemplateUnit::Shape;
  const std::optional<std::string_view> place = find_object(json, controller.path);
  if (!place) return;
  const std::string pointer = object.pointer + std::string(controller.path);
  if (!controller.by_role) {
    object.units.push_back({Shape::kTemplate, pointer, "", *place});
    return;
  }
  JsonCursor roles = opened(*place);
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
  // One choice for all of its nodes would be wrong on most, and pins would take it off them.
  if (controller->note == kAtBoundPods) return;
  add_templates(*controller, json, object);
  if (object.units.empty())
    object.note = "it has no pod template at " + std::string(controller->path);
}

// What tells of an object, found in one pass; empty where it isn't there.
struct Header {
  std::string api_version;
  std::string kind;
  std::string_view metadata;
  std::string_view items;
  std::string_view request;

  bool is_list() const { return kind.ends_with("List") && items.starts_with('['); }
  bool is_review() const {
    return kind == "AdmissionReview" && group_of(api_version) == "admission.k8s.io";
  }
};

Header read_header(std::string_view object) {
  Header header;
  std::string_view api_version;
  std::string_view kind;
  JsonCursor json = opened(object);
  while (json.next('}')) {
    const std::string key = json.key();
    const std::string_view value = json.take();
    std::string_view* const place = key == "apiVersion" ? &api_version
                                    : key == "kind"     ? &kind
                                    : key == "metadata" ? &header.metadata
                                    : key == "items"    ? &header.items
                                    : key == "request"  ? &header.request
                                                        : nullptr;
    if (place != nullptr && place->empty()) *place = value;
  }
  if (api_version.starts_with('"')) header.api_version = unquote_json(api_version);
  if (kind.starts_with('"')) header.kind = unquote_json(kind);
  return header;
}

class ObjectFinder {
 public:
  // `name_space`: of the review around the object; empty where there is none.
  Result<void> visit(std::string_view json, const std::string& pointer,
                     std::string_view name_space);
  std::vector<ManifestObject> take() { return std::move(objects_); }

 private:
  Result<void> visit_items(std::string_view list, const std::string& pointer);
  Result<void> visit_review(std::string_view request, const std::string& pointer);
  void add(std::string_view json, const Header& header, const std::string& pointer,
           std::string_view name_space);

  std::vector<ManifestObject> objects_;
};

Result<void> ObjectFinder::visit(std::string_view json, const std::string& pointer,
                                 std::string_view name_space) {
  const Header header = is_object(json) ? read_header(json) : Header();
  if (header.kind.empty()) {
    return invalid_argument((pointer.empty() ? "" : pointer + ": ") +
                            "expected an object with apiVersion and kind, found " + quoted(json));
  }
  if (header.is_list()) return visit_items(header.items, pointer);
  if (header.is_review()) return visit_review(header.request, pointer);
  add(json, header, pointer, name_space);
  return {};
}

void ObjectFinder::add(std::string_view json, const Header& header, const std::string& pointer,
                       std::string_view name_space) {
  ManifestObject& object = objects_.emplace_back();
  object.api_version = header.api_version;
  object.kind = header.kind;
  object.pointer = pointer;
  object.name_space = text_member(header.metadata, "namespace");
  object.name = text_member(header.metadata, "name");
  if (object.name.empty()) object.name = text_member(header.metadata, "generateName");
  if (!name_space.empty()) object.name_space = name_space;
  add_units(json, object);
}

Result<void> ObjectFinder::visit_items(std::string_view list, const std::string& pointer) {
  // So that a long list of short objects doesn't take its memory several times while it grows.
  std::size_t count = 0;
  for (JsonCursor items = opened(list); items.next(']'); ++count) items.take();
  objects_.reserve(objects_.size() + count);
  JsonCursor items = opened(list);
  for (std::size_t index = 0; items.next(']'); ++index) {
    Result<void> visited = visit(items.take(), pointer + "/items/" + std::to_string(index), "");
    if (!visited.ok()) return visited;
  }
  return {};
}

// In a review the request's namespace counts.
Result<void> ObjectFinder::visit_review(std::string_view request, const std::string& pointer) {
  const std::optional<std::string_view> object = find_member(request, "object");
  if (!object || !is_object(*object)) return {};
  const std::size_t before = objects_.size();
  Result<void> visited =
      visit(*object, pointer + "/request/object", text_member(request, "namespace"));
  const std::string operation = text_member(request, "operation");
  const std::string sub_resource = text_member(request, "subResource");
  const bool creates = operation.empty() || operation == "CREATE";
  if (creates && sub_resource.empty()) return visited;
  for (std::size_t i = before; i < objects_.size(); ++i) {
    objects_[i].units.clear();
    objects_[i].note = "the webhook decides on CREATE alone, this review is of " +
                       (creates ? "the subresource " + sub_resource : operation);
  }
  return visited;
}

}  // namespace

Result<std::vector<ManifestObject>> find_objects(std::string_view json) {
  ObjectFinder finder;
  if (Result<void> visited = finder.visit(JsonCursor(json).take(), "", ""); !visited.ok())
    return std::move(visited).error();
  return finder.take();
}

std::string unit_object(const PodTemplateUnit& unit) {
  if (unit.shape == PodTemplateUnit::Shape::kObject) return std::string(unit.json);
  std::string text;
  JsonWriter pod(text);
  pod.begin_object().key("apiVersion").text("v1").key("kind").text("Pod");
  JsonCursor parts = opened(unit.json);
  while (parts.next('}')) {
    const std::string key = parts.key();
    const std::string_view value = parts.take();
    if (key == "spec" || (key == "metadata" && !is_object(value))) pod.key(key).raw(value);
    if (key != "metadata" || !is_object(value)) continue;
    pod.key(key).begin_object();
    JsonCursor metadata = opened(value);
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
