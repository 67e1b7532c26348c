#include "codec/json_layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>
#include <vector>

#include "codec/json_cursor.h"
#include "codec/json_writer.h"

namespace nodefit {

namespace {

void break_line(std::string& out, std::size_t depth) { out.append("\n").append(2 * depth, ' '); }

void append_indented(std::string& out, JsonCursor& json, std::size_t depth) {
  const char open = json.peek();
  if (open != '{' && open != '[') {
    out += json.take();
    return;
  }
  const char close = open == '{' ? '}' : ']';
  out += open;
  json.open();
  bool empty = true;
  while (json.next(close)) {
    if (!empty) out += ',';
    break_line(out, depth + 1);
    if (open == '{') out.append(json_string(json.key())).append(": ");
    append_indented(out, json, depth + 1);
    empty = false;
  }
  if (!empty) break_line(out, depth);
  out += close;
}

bool is_integer(std::string_view number) {
  return number.find_first_of(".eE") == std::string_view::npos && number != "-0";
}

// One spelling for each value: that of an integer where the value is one that doubles tell apart.
std::string canonical_number(std::string_view number) {
  constexpr double kExactMax = 9007199254740992.0;  // 2^53
  if (is_integer(number)) return std::string(number);
  double value = 0;
  const char* const end = number.data() + number.size();
  if (std::from_chars(number.data(), end, value).ec != std::errc()) return std::string(number);
  if (value == 0) return "0";
  std::array<char, 32> digits{};
  const bool is_whole = std::trunc(value) == value && std::abs(value) <= kExactMax;
  const char* const stop =
      is_whole ? std::to_chars(digits.begin(), digits.end(), static_cast<long long>(value)).ptr
               : std::to_chars(digits.begin(), digits.end(), value).ptr;
  return {digits.data(), static_cast<std::size_t>(stop - digits.data())};
}

void append_canonical(std::string& out, JsonCursor& json);

void append_canonical_object(std::string& out, JsonCursor& json) {
  std::vector<std::pair<std::string, std::string>> members;
  json.open();
  while (json.next('}')) {
    std::string& value = members.emplace_back(json_string(json.key()), "").second;
    append_canonical(value, json);
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  out += '{';
  for (const auto& [key, value] : members) out.append(key).append(":").append(value).append(",");
  out += '}';
}

void append_canonical(std::string& out, JsonCursor& json) {
  switch (json.peek()) {
    case '{':
      return append_canonical_object(out, json);
    case '[':
      out += '[';
      json.open();
      while (json.next(']')) {
        append_canonical(out, json);
        out += ',';
      }
      out += ']';
      return;
    case '"':
      out += json_string(unquote_json(json.take()));
      return;
    case 't':
    case 'f':
    case 'n':
      out += json.take();
      return;
    default:
      out += canonical_number(json.take());
  }
}

std::string canonical(std::string_view json) {
  std::string out;
  JsonCursor cursor(json);
  append_canonical(out, cursor);
  return out;
}

// Whether both are the same value with their members in the same order, which needs no memory.
bool same_in_order(JsonCursor& a, JsonCursor& b) {
  const char open = a.peek();
  if (open != b.peek()) return false;
  if (open != '{' && open != '[') {
    const std::string_view left = a.take();
    const std::string_view right = b.take();
    return left == right || canonical(left) == canonical(right);
  }
  const char close = open == '{' ? '}' : ']';
  a.open();
  b.open();
  while (true) {
    const bool more = a.next(close);
    if (more != b.next(close)) return false;
    if (!more) return true;
    if (open == '{' && a.key() != b.key()) return false;
    if (!same_in_order(a, b)) return false;
  }
}

}  // namespace

std::string indented_json(std::string_view json) {
  std::string out;
  JsonCursor cursor(json);
  append_indented(out, cursor, 0);
  return out + "\n";
}

bool same_json(std::string_view a, std::string_view b) {
  JsonCursor left(a);
  JsonCursor right(b);
  return same_in_order(left, right) || canonical(a) == canonical(b);
}

}  // namespace nodefit
