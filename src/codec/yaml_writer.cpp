#include "codec/yaml_writer.h"

#include <algorithm>
#include <array>

#include "codec/json_cursor.h"
#include "codec/json_writer.h"
#include "codec/yaml_scalar.h"
#include "core/ascii.h"

namespace nodefit {

namespace {

struct Escape {
  std::string_view bytes;
  std::string_view escaped;
};

// What is UTF-8 and no control character of JSON's, but a line break or not printable for YAML. Of
// C1 (U+0080 to U+009F) there is more, see needs_escape.
constexpr std::array kEscapes = {
    Escape{"\x7F", "\\x7F"},           Escape{"\xE2\x80\xA8", "\\u2028"},
    Escape{"\xE2\x80\xA9", "\\u2029"}, Escape{"\xEF\xBB\xBF", "\\uFEFF"},
    Escape{"\xEF\xBF\xBE", "\\uFFFE"}, Escape{"\xEF\xBF\xBF", "\\uFFFF"},
};

bool is_c1(std::string_view text) {
  return text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
}

const Escape* find_escape(std::string_view text) {
  const auto* const found =
      std::find_if(kEscapes.begin(), kEscapes.end(),
                   [&](const Escape& escape) { return text.starts_with(escape.bytes); });
  return found == kEscapes.end() ? nullptr : found;
}

bool is_printable(std::string_view text, std::string_view but) {
  for (; !text.empty(); text.remove_prefix(1)) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x20 && but.find(text.front()) == std::string_view::npos) return false;
    if (byte >= 0x7F && (is_c1(text) || find_escape(text) != nullptr)) return false;
  }
  return true;
}

bool is_inner(char c) {
  constexpr std::string_view kOthers = "_./:@+-=$(),;* ";
  return is_alphanumeric(c) || kOthers.find(c) != std::string_view::npos;
}

bool has_something(JsonCursor json) {
  const char open = json.peek();
  if (open != '{' && open != '[') return false;
  json.open();
  return json.next(open == '{' ? '}' : ']');
}

// Whether the lines can stand as they are below `|`.
bool is_literal(std::string_view text) {
  const bool has_lines = text.find('\n') < text.size() - 1;
  if (!has_lines || text.front() == ' ' || text.front() == '\n' || text.front() == '\t' ||
      text.ends_with("\n\n") || !is_printable(text, "\n\t")) {
    return false;
  }
  // Blanks at a line's end are invisible, and lines of blanks alone are indentation for some.
  return text.find(" \n") == std::string_view::npos &&
         text.find("\t\n") == std::string_view::npos && !text.ends_with(' ') &&
         !text.ends_with('\t');
}

void append_flow(std::string& out, JsonCursor& json) {
  const char open = json.peek();
  if (open != '{' && open != '[') {
    const std::string_view value = json.take();
    out += value.starts_with('"') ? yaml_flow_string(unquote_json(value)) : std::string(value);
    return;
  }
  const char close = open == '{' ? '}' : ']';
  out += open;
  bool first = true;
  json.open();
  while (json.next(close)) {
    if (!first) out += ", ";
    first = false;
    if (open == '{') out.append(yaml_flow_string(json.key())).append(": ");
    append_flow(out, json);
  }
  out += close;
}

}  // namespace

bool is_plain_yaml(std::string_view text) {
  if (text.empty() || text.ends_with(' ') || text.ends_with(':')) return false;
  const char first = text.front();
  if ((!is_alphanumeric(first) || is_digit(first)) && first != '/' && first != '_') return false;
  if (!std::all_of(text.begin(), text.end(), is_inner)) return false;
  if (text.find(": ") != std::string_view::npos) return false;
  return resolve_plain_scalar(text).kind == ScalarKind::kString;
}

bool is_printable_line(std::string_view text) { return is_printable(text, ""); }

std::string yaml_single_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + "'";
}

std::string yaml_double_quoted(std::string_view text) {
  const std::string json = json_string(text);
  std::string_view rest = json;
  std::string quoted;
  quoted.reserve(json.size());
  while (!rest.empty()) {
    const Escape* const escape = find_escape(rest);
    if (escape != nullptr) {
      quoted += escape->escaped;
      rest.remove_prefix(escape->bytes.size());
    } else if (is_c1(rest)) {
      constexpr std::string_view kHexDigits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(rest[1]);
      quoted += "\\x";
      quoted += kHexDigits[byte >> 4U];
      quoted += kHexDigits[byte & 0xFU];
      rest.remove_prefix(2);
    } else {
      quoted += rest.front();
      rest.remove_prefix(1);
    }
  }
  return quoted;
}

std::string yaml_string(std::string_view text) {
  if (is_plain_yaml(text)) return std::string(text);
  const bool looks_better_single = text.find_first_of("\"\\") != std::string_view::npos &&
                                   text.find('\'') == std::string_view::npos;
  if (looks_better_single && is_printable_line(text)) return yaml_single_quoted(text);
  return yaml_double_quoted(text);
}

std::string yaml_flow_string(std::string_view text) {
  const bool has_comma = text.find(',') != std::string_view::npos;
  return has_comma && is_plain_yaml(text) ? yaml_double_quoted(text) : yaml_string(text);
}

std::string yaml_flow(std::string_view json) {
  std::string out;
  JsonCursor cursor(json);
  append_flow(out, cursor);
  return out;
}

void YamlWriter::entry(std::string_view key, std::string_view json, std::size_t column) {
  out_->append(yaml_string(key)).append(":");
  JsonCursor cursor(json);
  write_below_key(cursor, column);
}

void YamlWriter::element(std::string_view json, std::size_t column) {
  JsonCursor cursor(json);
  out_->append("-");
  write_below_dash(cursor, column);
}

void YamlWriter::block(std::string_view json, std::size_t column) {
  JsonCursor cursor(json);
  write_block(cursor, column);
}

void YamlWriter::new_line(std::size_t column) {
  out_->append(layout_.line_break).append(column, ' ');
}

void YamlWriter::write_block(JsonCursor& json, std::size_t column) {
  if (json.peek() == '[') return write_list(json, column);
  bool first = true;
  json.open();
  while (json.next('}')) {
    if (!first) new_line(column);
    first = false;
    out_->append(yaml_string(json.key())).append(":");
    write_below_key(json, column);
  }
}

void YamlWriter::write_list(JsonCursor& json, std::size_t column) {
  bool first = true;
  json.open();
  while (json.next(']')) {
    if (!first) new_line(column);
    first = false;
    out_->append("-");
    write_below_dash(json, column);
  }
}

void YamlWriter::write_below_key(JsonCursor& json, std::size_t column) {
  if (has_something(json)) {
    const std::size_t below =
        column + (json.peek() == '{' ? layout_.mapping_step : layout_.list_step);
    new_line(below);
    return write_block(json, below);
  }
  out_->append(" ");
  write_leaf(json.take(), column + layout_.mapping_step);
}

void YamlWriter::write_below_dash(JsonCursor& json, std::size_t column) {
  const std::size_t below = column + layout_.dash_width;
  out_->append(layout_.dash_width - 1, ' ');
  if (has_something(json)) return write_block(json, below);
  write_leaf(json.take(), below);
}

void YamlWriter::write_leaf(std::string_view json, std::size_t column) {
  if (json.starts_with('"')) {
    const std::string text = unquote_json(json);
    if (!write_literal(text, column)) out_->append(yaml_string(text));
  } else if (json.starts_with('{') || json.starts_with('[')) {
    out_->append(json.starts_with('{') ? "{}" : "[]");
  } else {
    out_->append(json);
  }
}

bool YamlWriter::write_literal(std::string_view text, std::size_t column) {
  if (text.empty() || !is_literal(text)) return false;
  out_->append(text.ends_with('\n') ? "|" : "|-");
  if (text.ends_with('\n')) text.remove_suffix(1);
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    new_line(line.empty() ? 0 : column);
    out_->append(line);
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
}

}  // namespace nodefit
