#include "support/text_file.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace nodefit::tests {

namespace {

constexpr std::string_view kCaseMark = "=== ";
constexpr std::string_view kExpectMark = "--- expect\n";

std::string full_path(const std::string& path) { return NODEFIT_SOURCE_DIR "/" + path; }

// Where the next case begins, or the end.
std::size_t find_case(std::string_view text, std::size_t from) {
  const std::size_t found = text.find("\n=== ", from);
  return found == std::string_view::npos ? text.size() : found + 1;
}

TextCase read_case(const std::string& path, std::string_view block) {
  const std::size_t name_end = block.find('\n');
  const std::size_t mark = block.find(kExpectMark);
  if (name_end == std::string_view::npos || mark == std::string_view::npos) {
    throw std::runtime_error(path + ": no \"--- expect\" in " + std::string(block));
  }
  TextCase one;
  one.name = block.substr(kCaseMark.size(), name_end - kCaseMark.size());
  one.input = block.substr(name_end + 1, mark - name_end - 1);
  one.expected = block.substr(mark + kExpectMark.size());
  return one;
}

}  // namespace

std::string read_source_file(const std::string& path) {
  std::ifstream file(full_path(path), std::ios::binary);
  if (!file) throw std::runtime_error("can't read " + full_path(path));
  std::ostringstream contents;
  contents << file.rdbuf();
  return contents.str();
}

std::vector<TextCase> read_text_cases(const std::string& path) {
  const std::string text = read_source_file(path);
  std::vector<TextCase> cases;
  for (std::size_t begin = find_case(text, 0); begin < text.size();) {
    const std::size_t end = find_case(text, begin);
    std::string_view block = std::string_view(text).substr(begin, end - begin);
    if (end < text.size()) block.remove_suffix(1);  // the empty line before the next
    cases.push_back(read_case(path, block));
    begin = end;
  }
  if (cases.empty()) throw std::runtime_error(path + ": expected cases, found none");
  return cases;
}

void update_text_cases(const std::string& path, const std::vector<TextCase>& cases) {
  if (std::getenv("UPDATE_GOLDEN") == nullptr) return;
  const std::string old = read_source_file(path);
  std::string text = old.substr(0, find_case(old, 0));
  for (const TextCase& one : cases) {
    if (&one != &cases.front()) text += '\n';
    text.append(kCaseMark).append(one.name).append("\n").append(one.input);
    text.append(kExpectMark).append(one.expected);
  }
  std::ofstream(full_path(path), std::ios::binary) << text;
}

}  // namespace nodefit::tests
