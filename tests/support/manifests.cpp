#include "support/manifests.h"

#include <stdexcept>

#include "codec/yaml_json.h"
#include "support/table.h"

namespace nodefit::tests {

namespace {

bool is_separator(std::string_view line) {
  return line == "---" || line == "..." || line.starts_with("--- ") || line.starts_with("---\t");
}

// The text of each document. A marker within a block scalar's text would have to stand at the
// line's beginning, where YAML takes it for one too.
std::vector<std::string> split_documents(std::string_view text) {
  std::vector<std::string> documents(1);
  for (std::string line : split(text, "\n")) {
    if (line.ends_with('\r')) line.pop_back();
    if (is_separator(line)) {
      documents.emplace_back();
      line = line.size() > 4 ? line.substr(4) : "";
    }
    documents.back() += line + "\n";
  }
  return documents;
}

}  // namespace

std::vector<std::string> manifests_to_json(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> texts;
  std::size_t number = 0;
  for (const std::string& document : split_documents(text)) {
    ++number;
    YamlJson result = yaml_to_json(document);
    if (result.problem) {
      throw std::runtime_error("document " + std::to_string(number) + ": " +
                               result.problem->message);
    }
    if (result.json != "null") texts.push_back(std::move(result.json));
  }
  return texts;
}

}  // namespace nodefit::tests
