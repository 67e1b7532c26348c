// Any bytes as a Pod, a TFJob and a recorded decision: no crash; a decision that was read is
// written and read back the same; a patch that is made for a workload applies strictly, and what
// comes out can be read.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "codec/decision_json.h"
#include "codec/json_document.h"
#include "codec/json_patch.h"
#include "codec/workload_json.h"
#include "support/change_everything.h"
#include "support/strict_json_patch.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_recorded_decision(std::string_view text) {
  const auto read = nodefit::read_recorded_decision(text);
  if (!read.ok()) return;
  const std::string written = nodefit::write_recorded_decision(*read);
  const auto again = nodefit::read_recorded_decision(written);
  require(again.ok() && nodefit::write_recorded_decision(*again) == written);
}

void check_workload(const std::string& text) {
  nodefit::JsonDocument document;
  if (!document.parse(text).ok()) return;
  const auto workload = nodefit::read_workload(document.root());
  if (!workload.ok()) return;
  const auto patch =
      nodefit::make_patch(nodefit::tests::change_everything(*workload), document.root());
  if (!patch.ok()) return;
  const auto patched = nodefit::tests::apply_json_patch(text, patch->text);
  require(patched.ok());
  require(document.parse(*patched).ok());
  const auto again = nodefit::read_workload(document.root());
  require(again.ok() && again->roles.size() == workload->roles.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_recorded_decision(text);
  check_workload(text);
  // Most inputs would lack the right first words.
  check_workload(R"({"apiVersion":"v1","kind":"Pod","metadata":{},"spec":)" + text + "}");
  check_workload(R"({"apiVersion":"kubeflow.org/v1","kind":"TFJob","spec":{"tfReplicaSpecs":)" +
                 text + "}}");
  return 0;
}
