// JSON values written as YAML in block style, as people write manifests.
//
// What comes out reads as the same value for every YAML 1.1 and 1.2 parser: strings that one of
// them would take for something else (`yes`, `08`, `1_0`, `null`, `2001-01-01`), and all that begin
// with a digit, a sign or a dot, have quotes. Texts of several lines are literals (`|`) where that
// is safe.
//
// The JSON must be valid and nested at most JsonDocument::kDepthMax deep.
//
// Thread-safety: a writer belongs to one thread; functions are pure.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nodefit {

class JsonCursor;

// How a document is indented, in columns.
struct YamlLayout {
  std::size_t mapping_step = 2;  // of a mapping below its key
  std::size_t list_step = 0;     // of a list below its key
  std::size_t dash_width = 2;    // from a dash to its element
  std::string_view line_break = "\n";
};

class YamlWriter {
 public:
  // Writes to the end of `out`, which must outlive the writer.
  YamlWriter(std::string& out, const YamlLayout& layout) : out_(&out), layout_(layout) {}

  // `key: VALUE` or `- VALUE` at this column, to which the line is indented already; without a line
  // break at the end.
  void entry(std::string_view key, std::string_view json, std::size_t column);
  void element(std::string_view json, std::size_t column);
  // The lines of a list or an object with something in it, at this column.
  void block(std::string_view json, std::size_t column);
  // A line break and the indentation to this column.
  void new_line(std::size_t column);

 private:
  void write_block(JsonCursor& json, std::size_t column);
  void write_list(JsonCursor& json, std::size_t column);
  // Behind the colon of a key that stands at this column.
  void write_below_key(JsonCursor& json, std::size_t column);
  // Behind a dash at this column.
  void write_below_dash(JsonCursor& json, std::size_t column);
  // A scalar or empty brackets; the lines of a literal go to this column.
  void write_leaf(std::string_view json, std::size_t column);
  bool write_literal(std::string_view text, std::size_t column);

  std::string* out_;
  YamlLayout layout_;
};

// `text` on one line, with quotes only where it needs them.
std::string yaml_string(std::string_view text);
// The same between brackets, where commas need quotes, too.
std::string yaml_flow_string(std::string_view text);
// The value in flow style: `{name: A, value: "1"}`.
std::string yaml_flow(std::string_view json);
std::string yaml_single_quoted(std::string_view text);
std::string yaml_double_quoted(std::string_view text);
// Whether `text` without quotes is this string for every parser, as the value or key of a block.
bool is_plain_yaml(std::string_view text);
// Whether it can stand in single quotes: on one line, all characters printable.
bool is_printable_line(std::string_view text);

}  // namespace nodefit
