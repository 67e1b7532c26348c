// The documents of a text that people write, print or render: YAML of several documents, JSON of
// several objects, what `helm template` and kubectl print. They are told apart in the text, before
// anything is parsed, so that a bad one spoils no other.
//
//   DocumentSplitter splitter(text);
//   while (const std::optional<Document> document = splitter.next()) {
//     if (document->form == Document::Form::kEmpty) continue;
//     const DocumentJson read = read_document(*document);
//     ...
//   }
//
// Source: YAMLReader of k8s.io/apimachinery/pkg/util/yaml (v0.34): every line that begins with
// `---` separates, also one in a block scalar or in quotes, where YAML has no such lines either; a
// comment may follow on it and nothing else. `...` and directives belong to their document. A
// document that begins with `{"` may be a row of JSON objects, each of which is one then.
//
// Limits: none on the text, of which nothing is copied: the time is linear, the memory constant.
// What reads a document has limits (read_document).
//
// Thread-safety: a splitter belongs to one thread; functions are pure.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/yaml_problem.h"

namespace nodefit {

struct Document {
  enum class Form : std::uint8_t {
    kEmpty,  // white space, comments and end markers at most
    kYaml,
    kJson,  // an object that looks like JSON; where it isn't, it may still be YAML
  };

  // Without the line of the separator. What stands between the end of one document and the begin of
  // the next belongs to none, and is to be kept where documents are written back.
  std::string_view text;
  std::size_t offset = 0;      // of `text` in the whole text
  std::size_t first_line = 1;  // the line on which `text` begins
  Form form = Form::kEmpty;
  // Of `# Source: web/templates/deployment.yaml`, which Helm puts first; empty where there is none.
  std::string_view source;
  // What follows the `---` before this document and mustn't be there; such a document isn't read.
  std::string_view after_separator;
};

class DocumentSplitter {
 public:
  // `text` must outlive the splitter and its documents. A byte order mark belongs to no document.
  explicit DocumentSplitter(std::string_view text);

  // The next document from top to bottom; those of no bytes at all are left out.
  std::optional<Document> next();

 private:
  std::optional<Document> take();
  Document take_rest(Document::Form form);
  Document make(std::size_t end, Document::Form form);
  void advance(std::size_t end);
  void pass_separator();

  std::string_view text_;
  std::size_t at_ = 0;        // the first byte that isn't passed
  std::size_t line_ = 1;      // the line of at_
  std::size_t part_end_ = 0;  // where the part between separators ends that at_ lies in
  bool in_objects_ = false;   // the part is a row of JSON objects, some of which are passed
  std::string_view after_separator_;
};

struct DocumentJson {
  std::string json;                    // valid, as JsonDocument has it
  std::optional<YamlProblem> problem;  // then `json` is empty; the position is in the whole text
};

// The document as JSON text, YAML typed as sigs.k8s.io/yaml types it; "null" for an empty one.
// Problems: what JsonDocument, yaml_to_json and the splitter refuse, whose limits hold.
DocumentJson read_document(const Document& document);

}  // namespace nodefit
