#include "properties/campaign.h"

#include <rapidcheck.h>

#include <cstdlib>
#include <exception>
#include <set>

namespace nodefit::tests {

namespace {

constexpr std::uint64_t kSeed = 20'240'229;
constexpr std::size_t kWorlds = 20'000;
constexpr int kSimplerMax = 20'000;  // worlds looked at to find a simpler one

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): one thread
  return text == nullptr ? otherwise : std::stoull(text);
}

// What is wrong in this world; empty: nothing, or the policy is none.
std::string judge(const World& world, Check check) {
  if (!make_policy(world)) return "";
  try {
    return check(make_trial(world));
  } catch (const std::exception& exception) {
    return exception.what();
  }
}

World simplest(const World& world, Check check) {
  const auto shrinkable = rc::shrinkable::shrinkRecur(World(world), [](const World& larger) {
    return rc::seq::fromContainer(simpler_worlds(larger));
  });
  int left = kSimplerMax;
  return rc::shrinkable::findLocalMin(
             shrinkable,
             [&](const World& smaller) { return --left > 0 && !judge(smaller, check).empty(); })
      .first;
}

}  // namespace

const Campaign& Campaign::run() {
  static const Campaign kCampaign;
  return kCampaign;
}

Campaign::Campaign()
    : seed_(from_environment("NODEFIT_PROPERTY_SEED", kSeed)),
      worlds_(from_environment("NODEFIT_PROPERTY_WORLDS", kWorlds)),
      first_(all_properties().size()) {
  for (std::size_t i = 0; i < worlds_; ++i) visit(seed_ + i);
  for (std::size_t i = 0; i < first_.size(); ++i) failures_.push_back(report(i));
}

void Campaign::visit(std::uint64_t seed) {
  const World world = roll_world(rc::Random(seed), stats_);
  try {
    visit(make_trial(world), seed);
  } catch (
      const std::exception&) {  // a decision that can't be applied breaks whatever is looked at
    for (First& first : first_) {
      if (first.count++ == 0) first.seed = seed;
    }
  }
}

void Campaign::visit(const Trial& trial, std::uint64_t seed) {
  std::set<Reason> reasons = {trial.decision.reason};
  for (const RoleDecision& role : trial.decision.roles) reasons.insert(role.reason);
  for (const Reason reason : reasons) ++reasons_[static_cast<std::size_t>(reason)];
  for (std::size_t i = 0; i < first_.size(); ++i) {
    bool fails = true;
    try {
      fails = !all_properties()[i].check(trial).empty();
    } catch (const std::exception&) {  // a later decision that can't be applied
    }
    if (fails && first_[i].count++ == 0) first_[i].seed = seed;
  }
}

std::string Campaign::report(std::size_t property) const {
  const First& first = first_[property];
  if (first.count == 0) return "";
  GeneratorStats unused;
  const Check check = all_properties()[property].check;
  const World world = simplest(roll_world(rc::Random(first.seed), unused), check);
  std::string text = "fails in " + std::to_string(first.count) + " of " + std::to_string(worlds_) +
                     " worlds, first with NODEFIT_PROPERTY_SEED=" + std::to_string(first.seed) +
                     " NODEFIT_PROPERTY_WORLDS=1; simplified:\n" + show(world);
  const std::shared_ptr<const Policy> policy = make_policy(world);
  const std::shared_ptr<const Plan> plan = make_plan(world, policy, world.nodes);
  text += show(decide(world.workload, plan.get(), options_of(world)), policy.get());
  return text + "wrong: " + judge(world, check) + "\n";
}

std::string Campaign::table() const {
  std::string text = "seed " + std::to_string(seed_) + ", " + std::to_string(worlds_) +
                     " worlds, " + std::to_string(stats_.repaired) + " policies repaired, " +
                     std::to_string(stats_.discarded) + " discarded; worlds with a reason:\n";
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    text += "  " + std::to_string(count(reason)) + " " + std::string(to_string(reason)) + "\n";
  }
  for (std::size_t i = 0; i < first_.size(); ++i) {
    if (first_[i].count > 0)
      text +=
          "  FAILS in " + std::to_string(first_[i].count) + ": " + all_properties()[i].name + "\n";
  }
  return text;
}

}  // namespace nodefit::tests
