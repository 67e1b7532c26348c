// What every reader of YAML in this folder has in common: driving yaml-cpp over a text and telling
// what is wrong with it. A reader gets values one after the other, as they stand in the text.
//
// What yaml-cpp lets pass and no reader should see is a problem here: a quote that never closes, a
// second document, tags other than !!str, !!map and !!seq, a last key without colon, and what it
// reads otherwise than go-yaml does. What it complains of is told by what most likely led to it.
//
// Limits: yaml-cpp counts positions in ints, so a text has less than 2 GiB. In brackets it reads
// ahead, at up to 250 bytes of bookkeeping for each bracket, comma and colon, before it hands
// anything on: a reader says how many of these it can afford.
//
// Thread-safety: a handler belongs to one thread.

#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/yaml_problem.h"

namespace nodefit {

class YamlHandler : private YAML::EventHandler {
 public:
  // Sequences and mappings within each other. Deep enough for every Kubernetes object, and
  // recursion to it fits any stack.
  static constexpr std::size_t kDepthMax = 64;

  // Reads the whole text. False where that ended early: then the last problem says why.
  bool read(std::size_t structure_ahead_max);

  // In the order found.
  std::vector<YamlProblem> take_problems() { return std::move(problems_); }

 protected:
  // Where a value stands, and the number of its anchor: 1 for the first in the text, 0 for none.
  struct Place {
    TextPosition position;
    std::size_t offset = 0;
    std::size_t anchor = 0;
  };
  enum class Brackets : bool { kSequence, kMapping };

  // `text` is UTF-8, begins without a byte order mark and lives as long as the handler. Positions
  // count its first line as `first_line`.
  explicit YamlHandler(std::string_view text, std::size_t first_line = 1)
      : text_(text), lines_before_(first_line - 1) {}

  virtual void on_document() = 0;
  virtual void on_null(const Place& place) = 0;
  virtual void on_alias(const Place& place) = 0;  // of the value with that anchor
  // `quoted`: by quotes, a block scalar or !!str, so that it is a string whatever it says.
  virtual void on_scalar(const Place& place, const std::string& value, bool quoted) = 0;
  virtual void on_open(const Place& place, Brackets kind) = 0;
  virtual void on_close() = 0;  // of what was opened last

  // Whether a key stands there whose value comes next.
  virtual bool key_pending() const = 0;
  // Of what comes next.
  virtual std::string path() const = 0;
  // Where what was opened last stands.
  virtual std::optional<TextPosition> innermost() const = 0;

  void add_problem(TextPosition position, std::string message);
  [[noreturn]] void stop(TextPosition position, std::string message);
  // Without the path, which may be as long as the limits allow.
  [[noreturn]] void stop_at_limit(TextPosition position, std::string message);
  [[noreturn]] void stop_at_depth(TextPosition position);

  std::string_view text() const { return text_; }
  TextPosition position_at(std::size_t offset) const;

 private:
  class Source;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override;
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

  void begin_brackets(YAML::EmitterStyle::value style);
  void end_brackets();
  TextPosition position_of(const YAML::Mark& mark) const;
  Place place_of(const YAML::Mark& mark, YAML::anchor_t anchor);
  void check_tag(const Place& place, std::string_view tag, std::string_view allowed);
  bool add_open_quote();
  void add_syntax_error(TextPosition position, const std::string& message);
  void add_syntax_error(const YAML::Exception& error);

  std::string_view text_;
  std::size_t lines_before_;
  std::vector<YamlProblem> problems_;
  Source* source_ = nullptr;     // while reading
  std::size_t last_scalar_ = 0;  // where in the text it begins
  std::size_t flow_depth_ = 0;
  bool after_scalar_ = false;  // it was the last thing handed on
  bool may_lack_colon_ = false;
  bool document_seen_ = false;
  bool value_seen_ = false;
};

}  // namespace nodefit
