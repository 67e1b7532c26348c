#include "manifest/splice.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "codec/json_document.h"
#include "codec/json_layout.h"
#include "codec/patch_text.h"
#include "codec/yaml_tree.h"
#include "codec/yaml_writer.h"
#include "manifest/yaml_edit.h"
#include "manifest/yaml_lines.h"

namespace nodefit {

namespace {

bool json_reads_as(std::string_view text, std::string_view json) {
  JsonDocument parsed;
  return parsed.parse(text).ok() && same_json(text, json);
}

bool reads_as(std::string_view text, const Document& document, std::string_view json) {
  Document again = document;
  again.text = text;
  const DocumentJson read = read_document(again);
  return !read.problem && same_json(read.json, json);
}

// The same last line as `like` has: ended, or not.
std::string ended_like(std::string text, std::string_view like) {
  if (!like.ends_with('\n') && text.ends_with('\n')) text.pop_back();
  return text;
}

std::string write_json(const Document& document, std::string_view json) {
  return ended_like(indented_json(json), document.text);
}

// Block YAML below the comments and blank lines that the document begins with.
std::string write_yaml(const Document& document, std::string_view json) {
  const std::string_view text = document.text;
  std::size_t head = 0;
  while (head < text.size()) {
    const std::size_t end = std::min(text.find('\n', head), text.size());
    const std::string_view line = text.substr(head, end - head);
    const std::size_t content = line.find_first_not_of(" \t\r");
    if (content != std::string_view::npos && line[content] != '#') break;
    head = std::min(end + 1, text.size());
  }
  const YamlTree::Outcome read = YamlTree::parse(text);
  const YamlLines lines(text);
  YamlLayout layout;
  if (read.tree.root() != nullptr) layout = layout_of(lines, *read.tree.root());
  std::string out(text.substr(0, head));
  YamlWriter(out, layout).block(json, 0);
  out += layout.line_break;  // also where there was none, which a literal at the end would miss
  return out;
}

// JSON that was laid out as it will be loses nothing.
std::string json_note(const Document& document) {
  const bool same = write_json(document, document.text) == document.text;
  return same ? "" : "written anew, indented by two, because it is JSON";
}

Result<SplicedDocument> write_anew(const Document& document, std::string_view json, bool is_json,
                                   std::string_view why) {
  SplicedDocument spliced;
  if (is_json) {
    spliced.note = json_note(document);
    spliced.text = write_json(document, json);
  } else {
    spliced.text = write_yaml(document, json);
    spliced.note = "written anew, without its comments, because " + std::string(why);
  }
  const bool reads_well =
      is_json ? json_reads_as(spliced.text, json) : reads_as(spliced.text, document, json);
  if (!reads_well) {
    return Error(ErrorCode::kInternal,
                 "the patched document reads differently when written: use "
                 "the patch itself (-o patch)");
  }
  return spliced;
}

}  // namespace

Result<SplicedDocument> splice_patch(const Document& document, std::string_view patch) {
  Result<std::vector<PatchOperation>> operations = read_patch(patch);
  if (!operations.ok()) return std::move(operations).error();
  if (operations->empty()) return SplicedDocument{std::string(document.text), ""};
  DocumentJson read = read_document(document);
  if (read.problem) {
    return invalid_argument("line " + std::to_string(read.problem->position.line) + ": " +
                            read.problem->message);
  }
  const Result<std::string> json = apply_patch(read.json, *operations);
  if (!json.ok()) return json.error();
  // The JSON of JSON is its own text.
  const bool is_json = document.form == Document::Form::kJson && read.json == document.text;
  read.json = std::string();  // which may be as large as the document
  if (is_json) return write_anew(document, *json, true, "");
  const Result<std::string> edited = edit_yaml(document.text, *operations, document.first_line);
  if (!edited.ok()) return write_anew(document, *json, false, edited.error().message());
  if (reads_as(*edited, document, *json)) return SplicedDocument{*edited, ""};
  return write_anew(document, *json, false, "its layout is unusual");
}

}  // namespace nodefit
