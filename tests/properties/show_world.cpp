#include <string_view>

#include "properties/world.h"

namespace nodefit::tests {

namespace {

// Appends pieces of flow-style YAML to lines.
class Line {
 public:
  explicit Line(std::string& out) : out_(out) {}

  Line& add(std::string_view text) {
    out_ += text;
    return *this;
  }
  Line& word(std::string_view key, std::string_view value) {
    return value.empty() ? *this : add(" ").add(key).add("=").add(value);
  }
  Line& flag(std::string_view key, bool value) { return value ? add(" ").add(key) : *this; }
  Line& labels(std::string_view key, const Labels& labels) {
    if (labels.empty()) return *this;
    add(" ").add(key).add("={");
    for (const auto& [name, value] : labels.entries())
      add(" ").add(name).add(": '").add(value).add("'");
    return add(" }");
  }
  Line& resources(std::string_view key, const ResourceList& list) {
    if (list.empty()) return *this;
    add(" ").add(key).add("={");
    for (const auto& [name, quantity] : list)
      add(" ").add(name).add(": ").add(quantity.to_string());
    return add(" }");
  }
  Line& list(std::string_view key, const std::vector<std::string>& items) {
    if (items.empty()) return *this;
    add(" ").add(key).add("=[");
    for (const std::string& item : items) add(" ").add(item);
    return add(" ]");
  }
  Line& env(std::string_view key, const Env& env) {
    if (env.empty()) return *this;
    add(" ").add(key).add("={");
    for (const auto& [name, value] : env) add(" ").add(name).add(": ").add(value);
    return add(" }");
  }
  Line& terms(std::string_view key, const std::vector<NodeSelectorTermSpec>& terms) {
    add(" ").add(key).add("=[");
    for (std::size_t i = 0; i < terms.size(); ++i) {
      add(i == 0 ? "{" : " | {");
      labels("labels", terms[i].match_labels);
      for (const RequirementSpec& r : terms[i].match_expressions)
        add(" ").add(r.key).add(" ").add(r.op).list("", r.values);
      for (const RequirementSpec& r : terms[i].match_fields)
        add(" field ").add(r.key).add(" ").add(r.op).list("", r.values);
      add(" }");
    }
    return add("]");
  }
  Line& taints(const std::vector<Taint>& taints) {
    for (const Taint& t : taints)
      add(" taint ").add(t.key).add("=").add(t.value).add(":").add(t.effect);
    return *this;
  }

 private:
  std::string& out_;
};

void show_image(const ProfileImageSpec& image, std::string& out) {
  Line line(out);
  line.add("\n    ").add(image.family).add(": ").add(image.image).flag("cuda", image.cuda);
  if (image.platforms) line.list("platforms", *image.platforms);
  if (!image.versions) return;
  line.add(" versions=[");
  for (const VersionRuleSpec& rule : *image.versions)
    line.add(" ").add(rule.pattern).word("->", rule.target.value_or(""));
  line.add(" ]");
}

void show_profile(const ProfileSpec& profile, std::string& out) {
  Line line(out);
  line.add("\n  ")
      .add(profile.name)
      .add(":")
      .terms("nodes", profile.nodes)
      .word("gpu", profile.gpu.value_or(""));
  if (profile.roles) line.list("for", *profile.roles);
  if (profile.when.namespaces) {
    line.labels("when.namespaces", profile.when.namespaces->match_labels)
        .flag("when.namespaces.expressions", !profile.when.namespaces->match_expressions.empty());
  }
  if (profile.when.gpus_min) line.word("when.min", std::to_string(*profile.when.gpus_min));
  if (profile.when.gpus_max) line.word("when.max", std::to_string(*profile.when.gpus_max));
  if (profile.when.shared) line.word("when.shared", *profile.when.shared ? "true" : "false");
  line.list("tolerate", profile.tolerate)
      .list("secrets", profile.image_pull_secrets)
      .env("env", profile.env);
  if (profile.max_pending) line.word("maxPending", std::to_string(*profile.max_pending));
  if (profile.mode) line.word("mode", to_string(*profile.mode));
  line.flag("follow=never", profile.never_follow);
  if (profile.provisionable) {
    const ProvisionableSpec& p = *profile.provisionable;
    line.add("\n    provisionable:")
        .labels("labels", p.labels)
        .taints(p.taints)
        .resources("allocatable", p.allocatable);
    line.word("maxNodes", std::to_string(p.max_nodes)).flag("prefer", p.prefer);
  }
  for (const ProfileImageSpec& image : profile.images) show_image(image, out);
}

void show_node(const NodeSpec& node, std::string& out) {
  Line line(out);
  line.add("\n  ").add(node.name).add(":").labels("labels", node.labels).taints(node.taints);
  line.resources(node.allocatable ? "allocatable" : "capacity",
                 node.allocatable.value_or(node.capacity));
  line.flag("CORDONED", node.unschedulable);
}

void show_container(const Container& container, std::string_view list, std::string& out) {
  Line line(out);
  line.add("\n    ").add(list).add(" ").add(container.name).add(": ").add(container.image);
  line.word("pull", container.image_pull_policy)
      .list("env", container.env)
      .flag("envFrom", container.has_env_from);
  line.flag("claims", container.has_resource_claims).flag("sidecar", container.restartable);
  line.resources("requests", container.resources.requests)
      .resources("limits", container.resources.limits);
}

void show_record(const RecordedDecision& record, std::string& out) {
  Line line(out);
  line.add("\n    recorded: ").add(to_string(record.reason)).word("profile", record.profile);
  line.labels("nodeSelector", record.node_selector).terms("terms", record.terms);
  for (const RecordedDecision::Container& c : record.containers) {
    line.add("\n      ").add(c.name).add(": ").add(c.from).add(" -> ").add(c.to).env("env", c.env);
  }
}

Labels without_record(const Labels& annotations) {
  std::vector<Labels::Entry> entries = annotations.entries();
  std::erase_if(entries,
                [](const Labels::Entry& entry) { return entry.first == kDecisionAnnotation; });
  return Labels(std::move(entries));
}

void show_toleration(const Toleration& t, std::string& out) {
  Line(out)
      .add(" toleration ")
      .add(t.key)
      .add(" ")
      .add(t.op)
      .add(" ")
      .add(t.value)
      .add(":")
      .add(t.effect);
}

void show_role(const Role& role, std::string& out) {
  const PodTemplate& pod = role.pod;
  Line line(out);
  line.add("\n  ").add(to_string(role.kind)).add(" x ").add(std::to_string(role.replicas));
  line.labels("labels", pod.labels).labels("annotations", without_record(pod.annotations));
  line.word("nodeName", pod.node_name).word("runtimeClass", pod.runtime_class_name);
  line.labels("nodeSelector", pod.node_selector);
  if (pod.required_node_affinity) line.terms("affinity", *pod.required_node_affinity);
  for (const Toleration& t : pod.tolerations) show_toleration(t, out);
  line.list("secrets", pod.image_pull_secrets).flag("claimVolumes", pod.has_claim_volumes);
  line.flag("zoneSpread", pod.has_zone_spread).flag("podAffinity", pod.has_required_pod_affinity);
  line.flag("resourceClaims", pod.has_resource_claims).resources("overhead", pod.overhead);
  if (pod.pod_level_resources) {
    line.resources("pod.requests", pod.pod_level_resources->requests);
    line.resources("pod.limits", pod.pod_level_resources->limits);
  }
  for (const Container& container : pod.init_containers) show_container(container, "init", out);
  for (const Container& container : pod.containers) show_container(container, "main", out);
  if (pod.recorded) show_record(*pod.recorded, out);
}

}  // namespace

std::string show(const Workload& workload) {
  std::string out;
  Line line(out);
  line.add(workload.kind == Workload::Kind::kPod ? "Pod " : "TFJob ")
      .add(workload.name_space)
      .add("/")
      .add(workload.name);
  line.labels("namespaceLabels", workload.namespace_labels).flag("suspended", workload.suspended);
  line.word("managedBy", workload.managed_by);
  if (workload.kind == Workload::Kind::kTfJob) {
    line.labels("labels", workload.labels).labels("annotations", workload.annotations);
  }
  if (workload.controller) line.word("controller", workload.controller->kind);
  for (const Role& role : workload.roles) show_role(role, out);
  return out + "\n";
}

std::string show(const World& world) {
  const PolicySpec& policy = world.policy;
  std::string out = "policy:";
  Line line(out);
  line.word("mode", to_string(policy.mode))
      .word("pods", to_string(policy.pods))
      .word("jobs", to_string(policy.jobs));
  line.flag("volumes=ignore", policy.ignore_volumes).list("multiArch", policy.multi_arch);
  line.flag("NOT THERE", !world.has_policy).flag("NODES NOT LISTED", !world.has_nodes);
  for (const FamilySpec& family : policy.families) {
    line.add("\n  family ").add(family.name).add(":").list("repositories", family.repositories);
    line.word("latest", family.latest.value_or("")).env("env", family.env);
    if (family.platforms) line.list("platforms", *family.platforms);
  }
  for (const ProfileSpec& profile : policy.profiles) show_profile(profile, out);
  out += "\nnodes:";
  for (const NodeSpec& node : world.nodes) show_node(node, out);
  out += "\nfuture nodes:";
  for (const NodeSpec& node : world.future_nodes) show_node(node, out);
  out += "\npending:";
  for (const std::int64_t pending : world.pending) line.add(" ").add(std::to_string(pending));
  return out + "\n" + show(world.workload);
}

std::string show(const Decision& decision, const Policy* policy) {
  std::string out = "decision: ";
  Line line(out);
  line.add(to_string(decision.reason))
      .flag("observed", decision.observed)
      .list("warnings", decision.warnings);
  for (const RoleDecision& role : decision.roles) {
    line.add("\n  ")
        .add(to_string(role.reason))
        .word("placed", role.placed)
        .list("secrets", role.image_pull_secrets);
    if (role.profile && policy != nullptr)
      line.word("profile", policy->profiles()[*role.profile].name);
    line.env("nodeSelector", role.node_selector).env("annotations", role.annotations);
    for (const AffinityAddition::ToTerm& to : role.required_affinity.to_terms) {
      line.terms("to term " + std::to_string(to.term),
                 {{{}, to.match_expressions, to.match_fields}});
    }
    if (!role.required_affinity.new_terms.empty())
      line.terms("new terms", role.required_affinity.new_terms);
    for (const PreferredTerm& preferred : role.preferred_affinity) {
      line.terms("prefer " + std::to_string(preferred.weight), {preferred.preference});
    }
    for (const Toleration& t : role.tolerations) show_toleration(t, out);
    for (const ContainerDecision& c : role.containers) {
      line.add("\n    ").add(c.name).add(": ").add(c.from).add(" -> ").add(c.to).flag("managed",
                                                                                      c.managed);
      for (const EnvAddition& e : c.env)
        line.word(e.name, e.from_annotation ? "annotation " + e.value : e.value);
      line.list("limits", c.gpu_limits);
    }
    if (role.record) show_record(*role.record, out);
  }
  return out + "\n";
}

}  // namespace nodefit::tests
