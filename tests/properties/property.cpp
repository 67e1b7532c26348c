#include "properties/property.h"

namespace nodefit::tests {

const ProfileSpec* Trial::pinned_to(std::size_t role) const {
  const RoleDecision& decided = decision.roles[role];
  const bool decides = decided.reason == Reason::kDecided || decided.reason == Reason::kObserved;
  if (!decides || !decided.profile || decided.placed == "follow") return nullptr;
  return &world->policy.profiles.at(*decided.profile);
}

Trial make_trial(const World& world) {
  Trial trial;
  trial.policy = make_policy(world);
  trial.plan = make_plan(world, trial.policy, world.nodes);
  trial.options = options_of(world);
  return make_trial(trial, world);
}

Trial make_trial(const Trial& like, const World& world) {
  Trial trial = like;
  trial.world = &world;
  trial.decision = trial.decide_again(world.workload);
  trial.patched = apply(world.workload, trial.decision);
  trial.would_be = apply_even_if_observed(world.workload, trial.decision);
  return trial;
}

const std::vector<Property>& all_properties() {
  static const std::vector<Property> kProperties = {
      {"deciding twice changes nothing", check_deciding_twice},
      {"deciding again without the annotation changes nothing that was decided",
       check_deciding_without_record},
      {"pods of a decided job are left as they are", check_pods_of_job},
      {"pods of a decided job whose images were reverted get them back",
       check_reverted_pods_of_job},
      {"every node on which a decided pod may land is one of its profile", check_agreement},
      {"what had a node still has one", check_never_unschedulable},
      {"all replicas of a job's decided roles fit at once", check_decided_roles_fit_at_once},
      {"a job that could run as a whole still can", check_job_still_fits},
      {"only taints that matter and may be tolerated are tolerated", check_tolerations},
      {"what the user wrote stays, word for word and in order", check_user_values},
      {"TensorFlow's major.minor stays", check_major_minor},
      {"all managed main containers get the profile's images, or none does", check_all_or_nothing},
      {"what isn't nodefit's to touch isn't changed at all", check_left_alone},
      {"mode observe changes nothing, mode enforce does", check_observed},
      {"environment variables are the policy's and override nobody's", check_env},
      {"only missing GPU limits are filled in, all of them", check_gpu_limits},
      {"every outcome is explained by the same words", check_explained},
      {"the chosen profile admits the workload", check_profile_admits},
      {"no profile before the chosen one surely fits", check_first_profile_wins},
      {"the order in which nodes were listed doesn't matter", check_order_of_nodes},
      {"a plan that grew with its nodes decides as one made of them", check_grown_plan},
      {"Kubernetes' rules are read alike here and in the engine", check_rules},
      {"the patch does to the document what the decision does to the workload", check_patch}};
  return kProperties;
}

}  // namespace nodefit::tests
