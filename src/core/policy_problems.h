// Problems found in a policy, and their words, shared by the engine's checks and the codec.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "field_path.h"
#include "nodefit/policy.h"

namespace nodefit {

// "a, b or c"
std::string join_with_or(std::span<const std::string_view> words);

// `expected a, b or c, found "x"`, and a suggestion where there is one.
std::string expected_one_of(std::span<const std::string_view> words, std::string_view found);

// `expected 1 or more, found 0`
std::string expected_at_least(std::int64_t least, std::int64_t found);

class ProblemList {
 public:
  void error(std::string path, std::string message) {
    errors_.push_back({std::move(path), std::move(message)});
  }
  void warn(std::string path, std::string message) {
    warnings_.push_back({std::move(path), std::move(message)});
  }
  // Adds the error of `result` if it has one; whether it had none.
  bool expect(const std::string& path, const Result<void>& result) {
    if (!result.ok()) error(path, result.error().message());
    return result.ok();
  }

  std::size_t error_count() const { return errors_.size(); }
  std::vector<PolicyProblem>& errors() { return errors_; }
  std::vector<PolicyProblem>& warnings() { return warnings_; }

 private:
  std::vector<PolicyProblem> errors_;
  std::vector<PolicyProblem> warnings_;
};

// Adds an error where a list has more than `most` entries; whether it hasn't.
bool check_count(const std::string& path, std::size_t count, std::size_t most,
                 ProblemList& problems);

}  // namespace nodefit
