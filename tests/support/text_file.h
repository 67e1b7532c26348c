// Files of the checkout, and tables of cases written as text.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nodefit::tests {

// The contents of a file, whose path is relative to the checkout. Throws std::runtime_error where
// it isn't there.
std::string read_source_file(const std::string& path);

// Cases of the form
//
//   === NAME
//   INPUT
//   --- expect
//   EXPECTED
//
// with an empty line before each but the first. What stands before the first is a comment.
struct TextCase {
  std::string name;
  std::string input;
  std::string expected;
};

// Throws std::runtime_error where the file isn't there, has no case or one without `--- expect`.
std::vector<TextCase> read_text_cases(const std::string& path);

// Where the environment variable UPDATE_GOLDEN is set: writes the file anew with these cases, below
// the comment that it has.
void update_text_cases(const std::string& path, const std::vector<TextCase>& cases);

}  // namespace nodefit::tests
