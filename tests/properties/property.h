// The properties of decisions that must hold in every world.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "nodefit/decision.h"
#include "properties/apply_decision.h"
#include "properties/judgement.h"
#include "properties/scheduler.h"
#include "properties/world.h"

namespace nodefit::tests {

// A world with the decision made in it.
struct Trial {
  const World* world = nullptr;
  std::shared_ptr<const Policy> policy;
  std::shared_ptr<const Plan> plan;
  DecideOptions options;
  Decision decision;
  Workload patched;   // after the decision
  Workload would_be;  // the same, also where the decision is only observed

  const Workload& submitted() const { return world->workload; }
  Decision decide_again(const Workload& workload) const {
    return decide(workload, plan.get(), options);
  }
  // The profile that a role was pinned to, or nullptr.
  const ProfileSpec* pinned_to(std::size_t role) const;
};

// Throws std::logic_error where the decision can't be applied.
Trial make_trial(const World& world);
// With the policy, plan and options of another one.
Trial make_trial(const Trial& like, const World& world);

// What is wrong, in a sentence; empty: nothing.
using Check = std::string (*)(const Trial& trial);

struct Property {
  const char* name;  // a sentence, the name of its test
  Check check;
};

const std::vector<Property>& all_properties();

// Deciding again: property_again.cpp
std::string check_deciding_twice(const Trial& trial);
std::string check_deciding_without_record(const Trial& trial);
std::string check_pods_of_job(const Trial& trial);
std::string check_reverted_pods_of_job(const Trial& trial);
// Image and node: property_nodes.cpp
std::string check_agreement(const Trial& trial);
std::string check_never_unschedulable(const Trial& trial);
std::string check_decided_roles_fit_at_once(const Trial& trial);
std::string check_job_still_fits(const Trial& trial);
std::string check_tolerations(const Trial& trial);
// What stays: property_constancy.cpp
std::string check_user_values(const Trial& trial);
std::string check_major_minor(const Trial& trial);
std::string check_all_or_nothing(const Trial& trial);
std::string check_left_alone(const Trial& trial);
std::string check_observed(const Trial& trial);
// What is added: property_additions.cpp
std::string check_env(const Trial& trial);
std::string check_gpu_limits(const Trial& trial);
std::string check_explained(const Trial& trial);
// Which profile: property_choice.cpp
std::string check_profile_admits(const Trial& trial);
std::string check_first_profile_wins(const Trial& trial);
// The plan: property_plan.cpp
std::string check_order_of_nodes(const Trial& trial);
std::string check_grown_plan(const Trial& trial);
// The document: property_json.cpp
std::string check_patch(const Trial& trial);
// Kubernetes' rules as read here and there: property_rules.cpp
std::string check_rules(const Trial& trial);

}  // namespace nodefit::tests
