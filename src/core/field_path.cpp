#include "field_path.h"

#include <algorithm>

#include "ascii.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

constexpr std::size_t kPlainKeySizeMax = 80;  // where quoted() cuts

bool is_plain(std::string_view key) {
  return !key.empty() && key.size() <= kPlainKeySizeMax &&
         std::all_of(key.begin(), key.end(),
                     [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
}

}  // namespace

std::string at_key(std::string_view path, std::string_view key) {
  std::string longer(path);
  if (!is_plain(key)) return longer.append("[").append(quoted(key)).append("]");
  if (!path.empty()) longer += '.';
  return longer.append(key);
}

std::string at_index(std::string_view path, std::size_t index) {
  return std::string(path).append("[").append(std::to_string(index)).append("]");
}

std::string_view parent_path(std::string_view path) {
  const std::size_t end = path.find_last_of(".[");
  return end == std::string_view::npos ? std::string_view() : path.substr(0, end);
}

}  // namespace nodefit
