#include "server/admission.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "codec/admission_review.h"
#include "codec/json_patch.h"
#include "codec/object_json.h"
#include "codec/workload_json.h"

namespace nodefit {

namespace {

bool is_to_be_decided(const AdmissionReview& review) {
  return review.operation == "CREATE" && review.sub_resource.empty() && review.object != nullptr &&
         workload_kind(*review.object).has_value();
}

// Of the profiles that roles were given, each once, in the order of the roles.
std::string profiles_of(const Decision& decision, const Plan* plan) {
  if (plan == nullptr) return {};
  std::vector<std::size_t> profiles;
  for (const RoleDecision& role : decision.roles) {
    const bool is_new = role.profile && std::find(profiles.begin(), profiles.end(),
                                                  *role.profile) == profiles.end();
    if (is_new) profiles.push_back(*role.profile);
  }
  std::string names;
  for (const std::size_t profile : profiles) {
    if (!names.empty()) names += ',';
    names += plan->policy().profiles()[profile].name;
  }
  return names;
}

class Admission {
 public:
  Admission(const AdmissionReview& review, const Plan* plan, const DecideOptions& options,
            const NamespaceLookup& namespace_labels)
      : review_(review), plan_(plan), options_(options), namespace_labels_(namespace_labels) {
    answer_.api_version = review.api_version;
    answer_.uid = review.uid;
    record_.uid = review.uid;
    record_.operation = review.operation;
    record_.kind = review.kind.name;
    record_.name_space = review.name_space;
    record_.name = review.name;
    record_.dry_run = review.dry_run;
    if (plan != nullptr) record_.policy_hash = plan->policy().hash();
  }

  AdmissionOutcome run() {
    if (review_.error) {
      refuse(*review_.error);
    } else if (is_to_be_decided(review_)) {
      decide_object();
    }
    return outcome();
  }

  AdmissionOutcome failed(const std::string& what) {
    answer_.patch.clear();
    answer_.warnings.clear();
    answer_.audit_annotations.clear();
    record_.patched = false;
    refuse({ErrorCode::kInternal, what});
    return outcome();
  }

 private:
  void decide_object() {
    Result<Workload> workload = read_workload(*review_.object);
    if (!workload.ok()) return refuse(std::move(workload).error());
    if (!review_.name_space.empty()) workload->name_space = review_.name_space;
    if (workload->name.empty()) workload->name = review_.name;
    workload->namespace_labels = namespace_labels_(workload->name_space);
    record_.name_space = workload->name_space;
    record_.name = workload->name.empty() ? read_generate_name(*review_.object) : workload->name;
    const Decision decision = decide(*workload, plan_, options_);
    record_.reason = decision.reason;
    record_.profile = profiles_of(decision, plan_);
    answer_.warnings = decision.warnings;
    patch(decision);
    answer_.audit_annotations.emplace_back("reason", to_string(record_.reason));
    if (!record_.profile.empty())
      answer_.audit_annotations.emplace_back("profile", record_.profile);
  }

  void patch(const Decision& decision) {
    Result<Patch> patch = make_patch(decision, *review_.object);
    if (!patch.ok()) {
      // Nothing of what was decided comes to pass, so nothing of it is told.
      answer_.warnings.clear();
      record_.profile.clear();
      return refuse(std::move(patch).error());
    }
    answer_.patch = std::move(patch->text);
    answer_.warnings.insert(answer_.warnings.end(), patch->warnings.begin(), patch->warnings.end());
    record_.patched = !answer_.patch.empty();
  }

  void refuse(Error error) {
    const bool ours = error.code() == ErrorCode::kInternal;
    record_.reason = ours ? Reason::kInternalError : Reason::kNotManaged;
    answer_.warnings.push_back("nodefit: admitted unchanged: " + error.message());
    record_.error = std::move(error);
  }

  AdmissionOutcome outcome() {
    return {200, "application/json", write_admission_answer(answer_), std::move(record_)};
  }

  const AdmissionReview& review_;
  const Plan* plan_;
  const DecideOptions& options_;
  const NamespaceLookup& namespace_labels_;
  AdmissionAnswer answer_;
  AdmissionRecord record_;
};

AdmissionOutcome no_review(Error error) {
  AdmissionOutcome outcome{400, "text/plain; charset=utf-8", error.message() + "\n", {}};
  outcome.record.error = std::move(error);
  return outcome;
}

}  // namespace

AdmissionOutcome admit(std::string_view body, JsonDocument& document, const Plan* plan,
                       const DecideOptions& options, const NamespaceLookup& namespace_labels) {
  AdmissionReview review = read_admission_review(body, document);
  if (!review.can_be_answered()) return no_review(*std::move(review.error));
  Admission admission(review, plan, options, namespace_labels);
  try {
    return admission.run();
  } catch (const std::exception& error) {
    return admission.failed(error.what());
  }
}

}  // namespace nodefit
