// The lines of a YAML document, and where in them nodes of its tree begin and end. yaml-cpp tells
// the beginning of a node and nothing else.
//
// Ends are found by indentation alone, which in block style has the last word in all but odd cases
// (a quoted text whose next line is less indented). Whoever changes a text by what this says reads
// the result again.
//
// Thread-safety: immutable once built. Takes 24 bytes a line.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/yaml_tree.h"
#include "codec/yaml_writer.h"

namespace nodefit {

class YamlLines {
 public:
  // `text` without a byte order mark; it must outlive this.
  explicit YamlLines(std::string_view text);

  std::string_view text() const { return text_; }
  // "\r\n" where the first line ends so.
  std::string_view line_break() const { return line_break_; }

  std::size_t column_at(std::size_t offset) const;  // from 0, in bytes
  std::size_t line_end(std::size_t offset) const;   // before the line break
  // The end of the last line of the block list or mapping that begins at `offset`; comments as much
  // indented as its entries are part of it.
  std::size_t block_end(std::size_t offset) const;

 private:
  enum class Kind : std::uint8_t { kBlank, kComment, kDash, kOther, kDocumentEnd };
  struct Line {
    std::size_t begin;
    std::uint32_t indent;
    Kind kind;
  };

  static Kind kind_of(std::string_view content);
  std::size_t line_at(std::size_t offset) const;

  std::string_view text_;
  std::string_view line_break_ = "\n";
  std::vector<Line> lines_;
};

// How the node is written, by its first byte.
enum class YamlStyle : std::uint8_t {
  kBlock,       // a list or mapping
  kEmptyFlow,   // {} or []
  kFlow,        // other brackets
  kScalar,      // on one line, or in quotes
  kLines,       // a scalar of several lines, | and > among them
  kProperties,  // an anchor or a tag comes first
};
YamlStyle style_of(std::string_view text, const YamlNode& node);

// Where a scalar of style kScalar ends, quotes included; nullopt for any other node.
std::optional<std::size_t> scalar_end(std::string_view text, const YamlNode& node);

// Behind the last element or entry between the brackets of a node of style kFlow or kEmptyFlow; of
// the bracket itself where there is none.
std::optional<std::size_t> flow_end(std::string_view text, const YamlNode& node);

// The steps that most of the document's lists and mappings take.
YamlLayout layout_of(const YamlLines& lines, const YamlNode& root);

}  // namespace nodefit
