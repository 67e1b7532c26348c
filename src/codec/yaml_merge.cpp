#include "codec/yaml_merge.h"

#include <algorithm>

#include "codec/json_cursor.h"

namespace nodefit {

namespace {

// False where the value isn't a mapping.
bool add_members(std::string_view mapping, std::vector<JsonMember>& members) {
  JsonCursor json(mapping);
  if (json.peek() != '{') return false;
  json.open();
  while (json.next('}')) {
    const std::string_view key = json.raw_key();
    members.push_back({key, json.take()});
  }
  return true;
}

bool add_members_of_list(std::string_view list, std::vector<JsonMember>& members) {
  JsonCursor json(list);
  json.open();
  while (json.next(']')) {
    if (!add_members(json.take(), members)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<JsonMember>> merged_members(std::string_view value, bool is_alias) {
  std::vector<JsonMember> members;
  const bool is_list = value.starts_with('[') && !is_alias;
  if (!(is_list ? add_members_of_list(value, members) : add_members(value, members))) {
    return std::nullopt;
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const JsonMember& a, const JsonMember& b) { return a.key < b.key; });
  const auto end =
      std::unique(members.begin(), members.end(),
                  [](const JsonMember& a, const JsonMember& b) { return a.key == b.key; });
  members.erase(end, members.end());
  return members;
}

}  // namespace nodefit
