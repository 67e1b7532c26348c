#include <openssl/evp.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/admission_review.h"
#include "codec/json_writer.h"
#include "core/utf8.h"
#include "nodefit/validation.h"

namespace nodefit {

namespace {

// `text` as a JSON string in base64. Patches are bounded by what json_patch makes: far from where
// OpenSSL's ints end.
std::string base64_string(std::string_view text) {
  std::string out(1 + (text.size() + 2) / 3 * 4 + 1, '"');
  auto* const to = reinterpret_cast<unsigned char*>(out.data() + 1);
  const auto* const from = reinterpret_cast<const unsigned char*>(text.data());
  EVP_EncodeBlock(to, from, static_cast<int>(text.size()));
  out.back() = '"';  // in place of the NUL that OpenSSL writes
  return out;
}

// At most `size_max` bytes, cut between characters; no control characters.
std::string printable(std::string_view text, std::size_t size_max) {
  std::string out(text.substr(0, utf8_prefix_length(text.substr(0, size_max))));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return out;
}

// As they are while they all fit, else cut, and then as many as fit.
std::vector<std::string> within_limits(const std::vector<std::string>& warnings) {
  std::size_t size = 0;
  for (const std::string& warning : warnings) size += warning.size();
  const bool all_fit = size <= kWarningsSizeMax;
  // Room for the one that says how many are missing.
  std::size_t room = all_fit ? kWarningsSizeMax : kWarningsSizeMax - kWarningSizeMax;
  std::vector<std::string> kept;
  for (const std::string& warning : warnings) {
    std::string text = printable(warning, all_fit ? kWarningsSizeMax : kWarningSizeMax);
    if (text.size() > room) break;
    room -= text.size();
    kept.push_back(std::move(text));
  }
  if (kept.size() < warnings.size()) {
    kept.push_back("nodefit: " + std::to_string(warnings.size() - kept.size()) + " more warnings");
  }
  return kept;
}

// A key becomes WEBHOOK/KEY, which must be a qualified name.
bool is_audit_key(std::string_view key) {
  return key.find('/') == std::string_view::npos && validate_qualified_name(key).ok();
}

void write_warnings(JsonWriter& json, const std::vector<std::string>& warnings) {
  if (warnings.empty()) return;
  json.key("warnings").begin_list();
  for (const std::string& warning : within_limits(warnings)) json.text(warning);
  json.end_list();
}

void write_audit_annotations(JsonWriter& json, const AdmissionAnswer& answer) {
  if (answer.audit_annotations.empty()) return;
  json.key("auditAnnotations").begin_object();
  for (const auto& [key, value] : answer.audit_annotations) {
    if (is_audit_key(key)) json.key(key).text(value);
  }
  json.end_object();
}

}  // namespace

std::string write_admission_answer(const AdmissionAnswer& answer) {
  std::string out;
  out.reserve(1024 + answer.patch.size() / 3 * 4);
  JsonWriter json(out);
  json.begin_object();
  json.key("apiVersion").text(answer.api_version).key("kind").text("AdmissionReview");
  json.key("response").begin_object();
  json.key("uid").text(answer.uid).key("allowed").boolean(true);
  if (!answer.patch.empty()) {
    json.key("patchType").text("JSONPatch").key("patch").raw(base64_string(answer.patch));
  }
  if (answer.status_code != 0) {
    json.key("status").begin_object().key("code").integer(answer.status_code);
    json.key("message").text(answer.status_message).end_object();
  }
  write_warnings(json, answer.warnings);
  write_audit_annotations(json, answer);
  json.end_object().end_object();
  return out;
}

}  // namespace nodefit
