#include "properties/render_json.h"

#include <nlohmann/json.hpp>

namespace nodefit::tests {

namespace {

using Json = nlohmann::ordered_json;

class Renderer {
 public:
  explicit Renderer(std::uint64_t spelling) : state_(spelling) {}

  Json pod(const PodTemplate& pod) {
    Json json = Json::object();
    json["metadata"] = Json::object();
    put(json["metadata"], "labels", map(pod.labels));
    put(json["metadata"], "annotations", map(pod.annotations));
    json["spec"] = spec(pod);
    return json;
  }

  Json job_spec(const Workload& job) {
    Json json = Json::object();
    if (job.suspended) json["runPolicy"]["suspend"] = true;
    if (!job.managed_by.empty()) json["runPolicy"]["managedBy"] = job.managed_by;
    for (const Role& role : job.roles) {
      Json& replica = json["tfReplicaSpecs"][role.key];
      if (role.replicas != 1 || !odd()) replica["replicas"] = role.replicas;
      replica["restartPolicy"] = "Never";
      replica["template"] = pod(role.pod);
    }
    return json;
  }

  static Json map(const Labels& labels) {
    Json json = Json::object();
    for (const auto& [key, value] : labels.entries()) json[key] = value;
    return json;
  }

 private:
  // True now and then, never with spelling 0.
  bool odd() {
    if (state_ == 0) return false;
    state_ = (state_ * 6364136223846793005ULL + 1442695040888963407ULL) | 1;
    return (state_ >> 33) % 4 == 0;
  }

  // What is empty may be left out, null or empty.
  void put(Json& object, const char* key, Json value) {
    if (!value.empty()) {
      object[key] = std::move(value);
    } else if (odd()) {
      object[key] = odd() ? Json() : std::move(value);
    }
  }

  static void put_text(Json& object, const char* key, const std::string& text) {
    if (!text.empty()) object[key] = text;
  }

  Json quantities(const ResourceList& list) {
    Json json = Json::object();
    for (const auto& [name, quantity] : list) {
      const bool number = quantity.is_integer() && quantity < Quantity::from_integer(1000) && odd();
      json[name] =
          number ? Json(quantity.divide(Quantity::from_integer(1))) : Json(quantity.to_string());
    }
    return json;
  }

  Json resources(const ResourceRequirements& resources) {
    Json json = Json::object();
    put(json, "requests", quantities(resources.requests));
    put(json, "limits", quantities(resources.limits));
    return json;
  }

  Json container(const Container& container) {
    Json json = {{"name", container.name}, {"image", container.image}};
    put_text(json, "imagePullPolicy", container.image_pull_policy);
    Json env = Json::array();
    for (const std::string& name : container.env) {
      if (odd()) {
        env.push_back(
            {{"name", name}, {"valueFrom", {{"fieldRef", {{"fieldPath", "metadata.name"}}}}}});
      } else {
        env.push_back({{"name", name}, {"value", "mine"}});
      }
    }
    put(json, "env", std::move(env));
    if (container.has_env_from) json["envFrom"] = {{{"configMapRef", {{"name", "c"}}}}};
    if (container.restartable) json["restartPolicy"] = "Always";
    Json limits = resources(container.resources);
    if (container.has_resource_claims) limits["claims"] = {{{"name", "gpu"}}};
    put(json, "resources", std::move(limits));
    return json;
  }

  Json containers(const std::vector<Container>& list) {
    Json json = Json::array();
    for (const Container& c : list) json.push_back(container(c));
    return json;
  }

  Json requirements(const std::vector<RequirementSpec>& list) {
    Json json = Json::array();
    for (const RequirementSpec& r : list) {
      Json one = {{"key", r.key}, {"operator", r.op}};
      put(one, "values", Json(r.values));
      json.push_back(std::move(one));
    }
    return json;
  }

  Json node_affinity(const PodTemplate& pod) {
    Json json = Json::object();
    if (odd()) {
      const Json spot = {{"matchExpressions", {{{"key", "spot"}, {"operator", "Exists"}}}}};
      json["preferredDuringSchedulingIgnoredDuringExecution"] = {
          {{"weight", 7}, {"preference", spot}}};
    }
    if (!pod.required_node_affinity) return json;
    Json terms = Json::array();
    for (const NodeSelectorTermSpec& term : *pod.required_node_affinity) {
      Json one = Json::object();
      put(one, "matchExpressions", requirements(term.match_expressions));
      put(one, "matchFields", requirements(term.match_fields));
      terms.push_back(std::move(one));
    }
    json["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"] = std::move(terms);
    return json;
  }

  Json affinity(const PodTemplate& pod) {
    Json json = Json::object();
    put(json, "nodeAffinity", node_affinity(pod));
    if (pod.has_required_pod_affinity) {
      json["podAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"] = {
          {{"topologyKey", "kubernetes.io/hostname"}}};
    }
    return json;
  }

  static Json tolerations(const std::vector<Toleration>& list) {
    Json json = Json::array();
    for (const Toleration& t : list) {
      Json one = Json::object();
      put_text(one, "key", t.key);
      put_text(one, "operator", t.op);
      put_text(one, "value", t.value);
      put_text(one, "effect", t.effect);
      if (t.toleration_seconds) one["tolerationSeconds"] = *t.toleration_seconds;
      json.push_back(std::move(one));
    }
    return json;
  }

  Json spec(const PodTemplate& pod) {
    Json json = Json::object();
    put(json, "initContainers", containers(pod.init_containers));
    put(json, "containers", containers(pod.containers));
    if (pod.pod_level_resources) json["resources"] = resources(*pod.pod_level_resources);
    put(json, "overhead", quantities(pod.overhead));
    put_text(json, "nodeName", pod.node_name);
    put_text(json, "runtimeClassName", pod.runtime_class_name);
    put(json, "nodeSelector", map(pod.node_selector));
    put(json, "affinity", affinity(pod));
    put(json, "tolerations", tolerations(pod.tolerations));
    Json secrets = Json::array();
    for (const std::string& secret : pod.image_pull_secrets) secrets.push_back({{"name", secret}});
    put(json, "imagePullSecrets", std::move(secrets));
    if (pod.has_resource_claims) json["resourceClaims"] = {{{"name", "gpu"}}};
    if (pod.has_claim_volumes)
      json["volumes"] = {{{"name", "v"}, {"persistentVolumeClaim", {{"claimName", "c"}}}}};
    if (pod.has_zone_spread) {
      json["topologySpreadConstraints"] = {
          {{"topologyKey", "topology.kubernetes.io/zone"}, {"whenUnsatisfiable", "DoNotSchedule"}}};
    }
    return json;
  }

  std::uint64_t state_;
};

}  // namespace

std::string render(const Workload& workload, std::uint64_t spelling) {
  Renderer renderer(spelling);
  const bool is_pod = workload.kind == Workload::Kind::kPod;
  Json json = {{"apiVersion", is_pod ? "v1" : "kubeflow.org/v1"},
               {"kind", is_pod ? "Pod" : "TFJob"}};
  if (is_pod) {
    json.update(renderer.pod(workload.roles[0].pod));
  } else {
    json["metadata"]["labels"] = Renderer::map(workload.labels);
    json["metadata"]["annotations"] = Renderer::map(workload.annotations);
    json["spec"] = renderer.job_spec(workload);
  }
  Json& metadata = json["metadata"];
  metadata["name"] = workload.name;
  metadata["namespace"] = workload.name_space;
  if (workload.controller) {
    metadata["ownerReferences"] = {{{"apiVersion", workload.controller->api_version},
                                    {"kind", workload.controller->kind},
                                    {"name", workload.controller->name},
                                    {"controller", true}}};
  }
  return json.dump();
}

}  // namespace nodefit::tests
