#include "support/table.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace nodefit::tests {

namespace {

// Decodes escapes of `marker` followed by `prefix` and two hexadecimal digits; a doubled marker is
// itself.
std::string unescape(std::string_view text, char marker, std::string_view prefix) {
  std::string out;
  while (!text.empty()) {
    if (text.front() != marker) {
      out += text.front();
      text.remove_prefix(1);
    } else if (text.size() > 1 && text[1] == marker) {
      out += marker;
      text.remove_prefix(2);
    } else {
      text.remove_prefix(1);
      if (!text.starts_with(prefix) || text.size() < prefix.size() + 2)
        throw std::runtime_error("broken escape");
      out += static_cast<char>(std::stoi(std::string(text.substr(prefix.size(), 2)), nullptr, 16));
      text.remove_prefix(prefix.size() + 2);
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> find_corpus_file(const std::string& name) {
  const char* const chosen = std::getenv("NODEFIT_CORPUS");
  const std::filesystem::path folder =
      chosen != nullptr ? chosen : NODEFIT_SOURCE_DIR "/../shared/corpus";
  const std::filesystem::path file = folder / name;
  if (!std::filesystem::exists(file)) return std::nullopt;
  return file.string();
}

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.emplace_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + separator.size());
  }
}

std::string percent_decode(std::string_view atom) { return unescape(atom, '%', ""); }

std::vector<Row> read_oracle_table(const std::string& name, std::size_t columns) {
  const std::string path = NODEFIT_SOURCE_DIR "/tests/oracle/tables/" + name + ".tsv";
  std::ifstream file(path);
  std::vector<Row> rows;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("# ") || line == "#") continue;
    Row row{number, split(line, "\t")};
    if (row.columns.empty()) row.columns.emplace_back();
    if (row.columns.size() != columns) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": expected " +
                               std::to_string(columns) + " columns, found " +
                               std::to_string(row.columns.size()));
    }
    for (std::string& column : row.columns) column = unescape(column, '\\', "x");
    rows.push_back(std::move(row));
  }
  if (rows.empty()) throw std::runtime_error(path + ": expected rows, found none");
  return rows;
}

}  // namespace nodefit::tests
