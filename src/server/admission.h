// From the bytes of an admission review to the bytes of its answer. A review that has a uid is
// allowed, whatever is in it: where an object can't be read or patched it is admitted as it came,
// and a warning says why.
//
// CREATE of Pods and TFJobs is decided. Everything else (other operations, subresources, kinds) is
// allowed without a patch and without a word: reason NotManaged.
//
// There is no IO and no lock. Thread-safety: any number of threads at a time, each with a document
// of its own.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "codec/json_document.h"
#include "nodefit/decision.h"
#include "nodefit/labels.h"
#include "nodefit/plan.h"
#include "nodefit/reason.h"
#include "nodefit/result.h"

namespace nodefit {

// For a log line and for metrics. What wasn't read is empty. Texts are as they came: they are the
// log's to escape.
struct AdmissionRecord {
  std::string uid;
  std::string operation;
  std::string kind;
  std::string name_space;
  std::string name;  // the object's own; with generateName, whose name doesn't exist yet, that
  Reason reason = Reason::kNotManaged;
  std::string profile;      // of several roles' several: joined by commas
  std::string policy_hash;  // empty without a policy
  bool patched = false;
  bool dry_run = false;
  std::optional<Error> error;  // why the object, or the whole review, wasn't read or patched
};

struct AdmissionOutcome {
  int http_status = 200;  // or 400, where there is no review to answer
  std::string content_type;
  std::string body;
  AdmissionRecord record;
};

// The labels of a namespace; empty where it isn't known.
using NamespaceLookup = std::function<Labels(std::string_view name_space)>;

// `document` is where the review is parsed: keep it for the next one, because its buffers stay.
// `plan` may be null: the reason is CatalogueNotReady or NoPolicy then, as the options say.
AdmissionOutcome admit(std::string_view body, JsonDocument& document, const Plan* plan,
                       const DecideOptions& options, const NamespaceLookup& namespace_labels);

}  // namespace nodefit
