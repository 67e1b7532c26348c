// Any bytes as the texts of an answer: it is JSON that parses, the patch comes back whole, warnings
// keep within their limits.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "codec/admission_review.h"
#include "codec/json_document.h"
#include "support/base64.h"

namespace {

using Json = nlohmann::json;

void require(bool holds) {
  if (!holds) std::abort();
}

// Up to the next NUL.
std::string take_text(std::string_view& rest) {
  std::string text(rest.substr(0, rest.find('\0')));
  rest.remove_prefix(std::min(text.size() + 1, rest.size()));
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  nodefit::AdmissionAnswer answer;
  answer.api_version = take_text(rest);
  answer.uid = take_text(rest);
  answer.patch = take_text(rest);
  const std::string key = take_text(rest);
  answer.audit_annotations.emplace_back(key, take_text(rest));
  while (!rest.empty()) answer.warnings.push_back(take_text(rest));

  const std::string written = nodefit::write_admission_answer(answer);
  nodefit::JsonDocument document;
  require(document.parse(written).ok());
  const Json response = Json::parse(written)["response"];
  require(response["allowed"] == true);
  require(response.contains("patch") == !answer.patch.empty());
  if (!answer.patch.empty()) {
    require(nodefit::tests::decode_base64(response["patch"].get<std::string>()) == answer.patch);
  }
  require(response.contains("warnings") == !answer.warnings.empty());
  std::size_t warnings = 0;
  for (const Json& warning : response.value("warnings", Json::array()))
    warnings += warning.get_ref<const std::string&>().size();
  require(warnings <= 3 * nodefit::kWarningsSizeMax);  // U+FFFD takes three bytes for one
  return 0;
}
