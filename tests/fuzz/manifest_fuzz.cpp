// Any bytes as a file of manifests: it is split without a gap or an overlap; every pod template
// that is read gets a patch of everything, which is spliced into the text or the document refused;
// what comes out reads as a strict applier's result, and is laid out as JSON or YAML that can be
// spliced again. The difference is written, too.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "codec/json_document.h"
#include "codec/json_layout.h"
#include "codec/json_patch.h"
#include "codec/workload_json.h"
#include "manifest/diff.h"
#include "manifest/documents.h"
#include "manifest/pod_templates.h"
#include "manifest/splice.h"
#include "support/change_everything.h"
#include "support/strict_json_patch.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// The patch of one unit, as one of the document; empty where it isn't read.
std::string patch_of(const nodefit::PodTemplateUnit& unit) {
  nodefit::JsonDocument document;
  if (!document.parse(nodefit::unit_object(unit)).ok()) return {};
  const auto workload = nodefit::read_workload(document.root());
  if (!workload.ok()) return {};
  const auto patch =
      nodefit::make_patch(nodefit::tests::change_everything(*workload), document.root());
  if (!patch.ok()) return {};
  const auto whole = nodefit::patch_of_document(unit, patch->text);
  require(whole.ok());
  return *whole;
}

void check_splice(const nodefit::Document& document, const std::string& json,
                  const std::string& patch) {
  const auto want = nodefit::tests::apply_json_patch(json, patch);
  const auto spliced = nodefit::splice_patch(document, patch);
  if (!spliced.ok()) return require(spliced.error().code() != nodefit::ErrorCode::kInternal);
  // The strict applier refuses doubled keys anywhere.
  nodefit::Document again = document;
  again.text = spliced->text;
  const nodefit::DocumentJson read = nodefit::read_document(again);
  require(!read.problem && (!want.ok() || nodefit::same_json(read.json, *want)));
  const std::string diff = nodefit::unified_diff(document.text, spliced->text, "a", "b");
  require(diff.empty() == (document.text == spliced->text));
}

void check_document(const nodefit::Document& document) {
  const nodefit::DocumentJson read = nodefit::read_document(document);
  if (read.problem) return require(read.json.empty() && !read.problem->message.empty());
  nodefit::JsonDocument parsed;
  if (!parsed.parse(read.json).ok()) return;
  const auto objects = nodefit::find_objects(read.json);
  if (!objects.ok()) return;
  std::vector<std::string> patches;
  for (const nodefit::ManifestObject& object : *objects) {
    for (const nodefit::PodTemplateUnit& unit : object.units) patches.push_back(patch_of(unit));
  }
  const std::string patch = nodefit::join_patches(patches);
  if (!patch.empty()) check_splice(document, read.json, patch);
}

void check_text(std::string_view text) {
  nodefit::DocumentSplitter splitter(text);
  std::size_t end = 0;
  while (const auto document = splitter.next()) {
    require(document->offset >= end);
    require(document->text.data() == text.data() + document->offset);
    end = document->offset + document->text.size();
    require(end <= text.size());
    check_document(*document);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  check_text(text);
  // Most inputs would lack the right first words.
  check_text("kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: a\n    image: b\n" + text);
  return 0;
}
