#include "policy_problems.h"

#include "did_you_mean.h"

namespace nodefit {

std::string join_with_or(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string expected_one_of(std::span<const std::string_view> words, std::string_view found) {
  return "expected " + join_with_or(words) + ", found " + quoted(found) +
         did_you_mean(found, words);
}

std::string expected_at_least(std::int64_t least, std::int64_t found) {
  return "expected " + std::to_string(least) + " or more, found " + std::to_string(found);
}

bool check_count(const std::string& path, std::size_t count, std::size_t most,
                 ProblemList& problems) {
  if (count <= most) return true;
  problems.error(path, "expected at most " + std::to_string(most) + " entries, found " +
                           std::to_string(count));
  return false;
}

}  // namespace nodefit
