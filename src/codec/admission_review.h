// AdmissionReview: what the API server asks and what it is answered.
//
// Source: admission.k8s.io/v1 and v1beta1, which differ in nothing that is read or written here;
// how the API server checks an answer: apiserver's webhook/request/admissionreview.go; how it cuts
// warnings: its endpoints/filters/warning.go; audit annotations: pkg/admission/attributes.go.
//
// Thread-safety: pure functions; a review belongs to its document.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/json_document.h"
#include "nodefit/result.h"

namespace nodefit {

// Of `kind` and, with the plural as name, of `resource`.
struct GroupVersionName {
  std::string group;
  std::string version;
  std::string name;
};

struct AdmissionReview {
  // A uid is 36 characters; longer ones than this aren't sent back.
  static constexpr std::size_t kUidSizeMax = 256;

  // Both of these, or neither: only with them there can be an answer. They are there also where
  // something else is wrong.
  std::string api_version;  // admission.k8s.io/v1 or v1beta1
  std::string uid;

  GroupVersionName kind;
  GroupVersionName resource;
  std::string sub_resource;
  std::string operation;
  std::string name;  // empty with generateName
  std::string name_space;
  bool dry_run = false;
  // Of the same document, as long as it isn't parsed anew. nullptr where absent or null.
  std::shared_ptr<const JsonValue> object;
  std::shared_ptr<const JsonValue> old_object;

  std::optional<Error> error;

  bool can_be_answered() const { return !uid.empty(); }
};

// Parses `body` into `document`. Errors: no JSON (JsonDocument), no AdmissionReview of these
// versions, no request in it, no uid or one that is too long, a wrong type or a doubled key in what
// is read. What the objects are isn't looked at.
AdmissionReview read_admission_review(std::string_view body, JsonDocument& document);

// Every answer says `allowed: true`.
struct AdmissionAnswer {
  std::string api_version;  // the review's
  std::string uid;
  std::string patch;  // RFC 6902; empty: none
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, std::string>> audit_annotations;
  // For people who read the answer; the API server doesn't look at it where something is allowed.
  int status_code = 0;  // 0: no status
  std::string status_message;
};

// Up to this many bytes of warnings in all the API server passes on, and beyond it cuts each to 256
// characters. An answer keeps within both by itself, and its last warning says how many are
// missing.
inline constexpr std::size_t kWarningsSizeMax = 4096;
inline constexpr std::size_t kWarningSizeMax = 256;

// Compact JSON. Audit annotations are left out where the API server would drop them for their key;
// control characters in warnings, which end in an HTTP header, become blanks.
std::string write_admission_answer(const AdmissionAnswer& answer);

}  // namespace nodefit
