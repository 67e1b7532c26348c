#include "manifest/documents.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/cpu_time.h"

namespace nodefit::tests {

namespace {

std::vector<Document> split_documents(std::string_view text) {
  std::vector<Document> documents;
  DocumentSplitter splitter(text);
  while (const std::optional<Document> document = splitter.next()) documents.push_back(*document);
  return documents;
}

// `LINE:yaml|TEXT` for each document.
std::vector<std::string> show(const std::string& text) {
  std::vector<std::string> shown;
  for (const Document& document : split_documents(text)) {
    CHECK(document.text == std::string_view(text).substr(document.offset, document.text.size()));
    const char* form = document.form == Document::Form::kEmpty  ? "empty"
                       : document.form == Document::Form::kYaml ? "yaml"
                                                                : "json";
    std::string line = std::to_string(document.first_line) + ":" + form + "|";
    line.append(document.text);
    if (!document.source.empty()) line.append("|").append(document.source);
    if (!document.after_separator.empty()) line.append("|!").append(document.after_separator);
    shown.push_back(std::move(line));
  }
  return shown;
}

std::string repeat(std::string_view part, std::size_t count) {
  std::string text;
  text.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

// "JSON", or "LINE:COLUMN MESSAGE".
std::string read(const Document& document) {
  const DocumentJson read = read_document(document);
  if (!read.problem) return read.json;
  CHECK(read.json.empty());
  return std::to_string(read.problem->position.line) + ":" +
         std::to_string(read.problem->position.column) + " " + read.problem->message;
}

}  // namespace

TEST_CASE("a text is split into its documents") {
  using Shown = std::vector<std::string>;
  struct Case {
    const char* name;
    std::string text;
    Shown want;
  };
  const Case cases[] = {
      {"nothing holds none", "", {}},
      {"a byte order mark alone holds none", "\xEF\xBB\xBF", {}},
      {"one document", "a: b\n", {"1:yaml|a: b\n"}},
      {"one that isn't ended", "a: b", {"1:yaml|a: b"}},
      {"a separator at the beginning makes no document", "---\na: b\n", {"2:yaml|a: b\n"}},
      {"a separator between two", "a: b\n---\nc: d\n", {"1:yaml|a: b\n", "3:yaml|c: d\n"}},
      {"a separator at the end", "a: b\n---", {"1:yaml|a: b\n"}},
      {"separators in a row", "---\n---\n---\na: b\n", {"4:yaml|a: b\n"}},
      {"an empty document has white space",
       "a: b\n---\n \n---\n",
       {"1:yaml|a: b\n", "3:empty| \n"}},
      {"comments make no document",
       "# a\n---\n# b\n...\n",
       {"1:empty|# a\n", "3:empty|# b\n...\n"}},
      {"a separator may have blanks and a comment behind it",
       "--- \t# x\na: b\n---  \nc: d\n",
       {"2:yaml|a: b\n", "4:yaml|c: d\n"}},
      {"anything else behind it is told",
       "--- a: b\nc: d\n---\ne: f\n",
       {"2:yaml|c: d\n|!a: b", "4:yaml|e: f\n"}},
      {"at the end, too", "a: b\n----\n", {"1:yaml|a: b\n", "3:yaml||!-"}},
      {"in a block scalar it separates, as it does for Kubernetes and YAML",
       "a: |\n  b\n---\nc: d\n",
       {"1:yaml|a: |\n  b\n", "4:yaml|c: d\n"}},
      {"indented it doesn't", "a: |\n  b\n  ---\n  c\n", {"1:yaml|a: |\n  b\n  ---\n  c\n"}},
      {"carriage returns", "a: b\r\n---\r\nc: d\r\n", {"1:yaml|a: b\r\n", "3:yaml|c: d\r\n"}},
      {"a byte order mark", "\xEF\xBB\xBF---\na: b\n", {"2:yaml|a: b\n"}},
      {"an end marker stays", "a: b\n...\n---\nc: d\n", {"1:yaml|a: b\n...\n", "4:yaml|c: d\n"}},
      {"a directive stays where it is",
       "%YAML 1.1\n---\na: b\n",
       {"1:yaml|%YAML 1.1\n", "3:yaml|a: b\n"}},
      {"Helm's comment",
       "---\n# Source: web/templates/a.yaml\r\na: b\n",
       {"2:yaml|# Source: web/templates/a.yaml\r\na: b\n|web/templates/a.yaml"}},
      {"JSON", "{\"a\": 1}\n", {"1:json|{\"a\": 1}"}},
      {"JSON of several lines",
       " \n{\n  \"a\": \"}\\\"\"\n}\n",
       {"2:json|{\n  \"a\": \"}\\\"\"\n}"}},
      {"JSON in a row",
       "{\"a\":1}{\"b\":[{}]}\n\n{}\n",
       {"1:json|{\"a\":1}", "1:json|{\"b\":[{}]}", "3:json|{}"}},
      {"JSON in a row and what isn't",
       "{\"a\":1}\n{\"b\":2}\nx\n---\n{\"c\":3}",
       {"1:json|{\"a\":1}", "2:json|{\"b\":2}", "3:yaml|x\n", "5:json|{\"c\":3}"}},
      {"JSON in a row whose last one doesn't end",
       "{\"a\":1}\n{\"b\":",
       {"1:json|{\"a\":1}", "2:json|{\"b\":"}},
      {"an object that begins like JSON and goes on like YAML",
       "{\"a\": 1} # b\n",
       {"1:yaml|{\"a\": 1} # b\n"}},
      {"flow style is no JSON", "{a: b}\n", {"1:yaml|{a: b}\n"}},
      {"a template's braces", "{{ .Values.x }}\n", {"1:yaml|{{ .Values.x }}\n"}},
      {"JSON below a comment is YAML", "# a\n{\"a\": 1}\n", {"1:yaml|# a\n{\"a\": 1}\n"}},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(show(c.text) == c.want);
  }
}

TEST_CASE("a document is read as JSON, and a bad one spoils no other") {
  struct Case {
    const char* name;
    std::string text;
    std::vector<std::string> want;
  };
  const Case cases[] = {
      {"YAML", "a: {b: yes}\n", {R"({"a":{"b":true}})"}},
      {"an empty one", "# a\n", {"null"}},
      {"JSON as it is spelled", "{\"a\": 1e0}\n", {"{\"a\": 1e0}"}},
      {"flow style that begins like JSON", "{\"a\": b}\n", {R"({"a":"b"})"}},
      {"the lines of problems are those of the text",
       "a: b\n---\nc: [\n---\nd: e\n",
       {R"({"a":"b"})",
        "4:1 invalid YAML: expected a comma or ]; text with a bracket in it needs quotes (the "
        "bracket opens at line 3, column 4)",
        R"({"d":"e"})"}},
      {"JSON that isn't any has both opinions",
       "{\"a\":1}\n{\"b\": \"2\": 3}\n",
       {"{\"a\":1}",
        "2:10 invalid JSON: expected one value with matching brackets, commas and colons; as "
        "YAML: invalid YAML: expected a comma or }; text with a bracket in it needs quotes (the "
        "bracket opens at line 2, column 1)"}},
      {"text behind a separator",
       "a: b\n--- c: d\n",
       {R"({"a":"b"})", "2:1 expected nothing but a comment behind ---, found \"c: d\""}},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    std::vector<std::string> shown;
    for (const Document& document : split_documents(c.text)) shown.push_back(read(document));
    CHECK(shown == c.want);
  }
}

TEST_CASE("hostile texts are split in linear time") {
  constexpr std::size_t kCount = 200'000;
  const std::string texts[] = {
      repeat("---\n", kCount),
      repeat("---\n#\n", kCount),
      repeat("{}", kCount),
      repeat("{}", kCount) + repeat(" ", kCount),
      repeat("{} ", kCount) + "x",
      repeat("{\"a\":", kCount),
      repeat("[", kCount),
      "{}" + repeat("{\"", kCount),
      repeat("# Source: \n", kCount),
      repeat("--- x\n", kCount),
      repeat("{\"", kCount) + "\n---\n" + repeat("}", kCount),
  };
  const CpuTime took;
  for (const std::string& text : texts) {
    std::size_t size = 0;
    for (const Document& document : split_documents(text)) size += document.text.size();
    CHECK(size <= text.size());
  }
  CHECK(took.seconds() < 10);
}

}  // namespace nodefit::tests
