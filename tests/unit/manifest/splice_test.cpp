#include "manifest/splice.h"

#include <catch2/catch.hpp>
#include <string>

#include "codec/json_layout.h"
#include "support/cpu_time.h"
#include "support/strict_json_patch.h"
#include "support/text_file.h"

namespace nodefit::tests {

namespace {

// The only document of the text.
Document document_of(const std::string& text) {
  DocumentSplitter splitter(text);
  const std::optional<Document> document = splitter.next();
  REQUIRE(document);
  REQUIRE_FALSE(splitter.next());
  return *document;
}

// A patch of lines `+ PATH JSON` (add) and `= PATH JSON` (replace).
std::string patch_of(const std::string& lines) {
  std::string patch;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string line = lines.substr(at, end - at);
    const std::size_t path_end = line.find(' ', 2);
    patch += patch.empty() ? "[" : ",";
    patch += line[0] == '+' ? R"({"op":"add","path":")" : R"({"op":"replace","path":")";
    patch += line.substr(2, path_end - 2) + R"(","value":)" + line.substr(path_end + 1) + "}";
    at = end + 1;
  }
  return patch + "]";
}

// The text, and the note where there is one; or the message. What comes out must read as a strict
// applier's result.
std::string splice(const std::string& text, const std::string& lines) {
  const Document document = document_of(text);
  const std::string patch = patch_of(lines);
  const Result<SplicedDocument> spliced = splice_patch(document, patch);
  if (!spliced.ok()) return "error: " + spliced.error().message();
  Document again = document;
  again.text = spliced->text;
  const Result<std::string> want = apply_json_patch(read_document(document).json, patch);
  REQUIRE(want.ok());
  CHECK(same_json(read_document(again).json, *want));
  return spliced->text + (spliced->note.empty() ? "" : "NOTE " + spliced->note + "\n");
}

std::string with_crlf(const std::string& text) {
  std::string crlf;
  for (const char c : text) {
    if (c == '\n') crlf += '\r';
    crlf += c;
  }
  return crlf;
}

constexpr const char* kImage = "= /spec/containers/0/image \"x:2\"";
constexpr const char* kEnv = R"(+ /spec/containers/0/env/- {"name":"A","value":"1"})";

}  // namespace

TEST_CASE("a patch is spliced into the text, and the rest stays") {
  const std::string path = "tests/unit/manifest/splices.txt";
  std::vector<TextCase> cases = read_text_cases(path);
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  for (TextCase& c : cases) {
    INFO(c.name);
    const std::size_t patch = c.input.find("--- patch\n");
    REQUIRE(patch != std::string::npos);
    const std::string got = splice(c.input.substr(0, patch), c.input.substr(patch + 10));
    if (update) {
      c.expected = got;
    } else {
      CHECK(got == c.expected);
    }
  }
  if (update) update_text_cases(path, cases);
}

TEST_CASE("line ends stay as they are") {
  const std::string text =
      "kind: Pod\nspec:\n  containers:\n  - image: x:1 # one\n    env:\n    - name: B\n";
  const std::string patch = std::string(kImage) + "\n" + kEnv + "\n+ /metadata {\"a\":\"b\"}";
  const std::string want =
      "kind: Pod\nspec:\n  containers:\n  - image: x:2 # one\n    env:\n    - name: B\n"
      "    - name: A\n      value: \"1\"\nmetadata:\n  a: b\n";
  CHECK(splice(text, patch) == want);
  CHECK(splice(with_crlf(text), patch) == with_crlf(want));
  const auto unended = [](const std::string& ended) { return ended.substr(0, ended.size() - 1); };
  CHECK(splice(unended(text), patch) == unended(want));
  CHECK(splice(unended(text) + "\n\n\n", patch) == unended(want) + "\n\n\n");
}

TEST_CASE("an empty patch changes nothing, whatever the text") {
  for (const std::string text : {"a: [", "{\"a\":  1}", "a: &x 1\n"}) {
    const Result<SplicedDocument> spliced = splice_patch(document_of(text), "");
    REQUIRE(spliced.ok());
    CHECK(spliced->text == text);
    CHECK(spliced->note.empty());
  }
}

TEST_CASE("JSON is indented by two") {
  CHECK(splice(R"({"b":1e0,"a":[{"image":"x"}]})", R"(= /a/0/image "y")") ==
        "{\n  \"b\": 1e0,\n  \"a\": [\n    {\n      \"image\": \"y\"\n    }\n  ]\n}"
        "NOTE written anew, indented by two, because it is JSON\n");
  CHECK(splice("{\n  \"a\": \"x\"\n}", "+ /b 1") == "{\n  \"a\": \"x\",\n  \"b\": 1\n}");
}

TEST_CASE("what can't be spliced is told") {
  CHECK(splice("a: [\n", "+ /b 1").starts_with("error: line 2: invalid YAML: "));
  CHECK(splice("a: 1\n", "+ /b/c 1") == R"(error: patch at "/b": nothing is there)");
  CHECK(splice("a: 1\n", "+ /a/c 1") == R"(error: patch at "/a": found "1", expected an object)");
  CHECK(splice("# a\n", "+ /b 1") == R"(error: patch at "": found "null", expected an object)");
}

TEST_CASE("large documents are spliced in time") {
  constexpr std::size_t kPods = 2000;
  const std::string pod = R"({"kind":"Pod","spec":{"containers":[{"image":"x:1"}]}})";
  const std::string blanks(200'000, ' ');
  std::string block = "items:\n";
  std::string flow = "{items: [" + blanks;
  std::string json = "{\"items\":[" + blanks;
  std::string patch;
  for (std::size_t i = 0; i < kPods; ++i) {
    block += "- kind: Pod\n  spec:\n    containers:\n    - image: x:1\n";
    flow.append(i == 0 ? "" : ",").append(pod);
    json.append(i == 0 ? "" : ",").append(pod);
    const std::string spec = "/items/" + std::to_string(i) + "/spec/";
    patch.append("= ").append(spec).append("containers/0/image \"x:2\"\n");
    patch.append("+ ").append(spec).append("nodeSelector {\"a\":\"b\"}\n");
  }
  const CpuTime took;
  for (const std::string& text : {block, flow + "]}", json + "]}"}) {
    const Result<SplicedDocument> spliced = splice_patch(document_of(text), patch_of(patch));
    REQUIRE(spliced.ok());
    CHECK(spliced->text.find("x:1") == std::string::npos);
    CHECK(spliced->note.empty() == !text.starts_with("{\""));
  }
  CHECK(took.seconds() < 10);
}

}  // namespace nodefit::tests
