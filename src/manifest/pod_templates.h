// Which pods an object of the API makes, and how nodefit decides on them: the objects that the
// webhook decides on themselves, Pods and TFJobs, and for the command line those whose controllers
// make pods of a template, on which the webhook decides when these pods are created.
//
//   kind                     of            pod templates
//   Pod                      v1            itself
//   TFJob                    kubeflow.org/v1  itself, all its roles together
//   Deployment, StatefulSet, ReplicaSet  apps (extensions)  /spec/template
//   DaemonSet                apps (extensions)  none: each pod gets the image of its own node
//   ReplicationController    v1            /spec/template
//   Job                      batch         /spec/template
//   CronJob                  batch         /spec/jobTemplate/spec/template
//   Notebook                 kubeflow.org  /spec/template
//   PyTorchJob, MPIJob       kubeflow.org  /spec/{pytorch,mpi}ReplicaSpecs/ROLE/template
//   List, PodList, ...       any           those of its items
//   AdmissionReview          admission.k8s.io  those of /request/object, on CREATE of no
//   subresource
//
// Sources: the API references of Kubernetes 1.34 and training-operator v1.9. Groups count, and
// versions only where the webhook decides: a controller's template has the same place in all.
//
// Thread-safety: pure functions. The views in what they return lie in the JSON text given.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nodefit/result.h"

namespace nodefit {

// One thing that is decided as a whole.
struct PodTemplateUnit {
  enum class Shape : std::uint8_t {
    kObject,    // a Pod or TFJob: what the webhook gets
    kTemplate,  // a pod template, of which a controller makes pods
  };

  Shape shape = Shape::kObject;
  std::string pointer;    // RFC 6901, from the root of the document
  std::string role;       // of PyTorchJob and MPIJob: "Master", "Launcher"; otherwise empty
  std::string_view json;  // the object or the template
};

// An object of a document, with or without pods.
struct ManifestObject {
  std::string api_version;
  std::string kind;
  std::string name_space;  // of its own, or of the review around it; may be empty
  std::string name;        // of its own, or generateName; may be empty
  std::string pointer;     // of the object; "" for the document, /items/3 in a list
  std::vector<PodTemplateUnit> units;
  // What to say beside the decision, for example that the webhook decides at the object's pods, or
  // why there are no units in an object that looks as if there were. May be empty.
  std::string note;
};

// The objects of a document in its order. `json` must be valid (read_document) and nested at most
// JsonDocument::kDepthMax deep. Errors: a document, or an item of a list,
// that isn't an object or has no kind.
Result<std::vector<ManifestObject>> find_objects(std::string_view json);

// What JsonDocument and read_workload take: the object as it stands, or the Pod that the template
// makes. Such a Pod has the metadata and spec of the template, but no name, which is generated, and
// no namespace: as for a review, the caller sets the workload's, from ManifestObject::name_space.
std::string unit_object(const PodTemplateUnit& unit);

// The patch (json_patch.h) of a unit's object as one of the whole document.
Result<std::string> patch_of_document(const PodTemplateUnit& unit, std::string_view patch);

// Patches of distinct units of one document as one patch; empty ones are left out.
std::string join_patches(const std::vector<std::string>& patches);

}  // namespace nodefit
