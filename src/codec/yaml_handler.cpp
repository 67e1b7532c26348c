#include "codec/yaml_handler.h"

#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <istream>
#include <sstream>
#include <utility>

#include "codec/yaml_syntax.h"
#include "core/utf8.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";
// Each begins a value in a list or mapping, or stands in a text.
constexpr std::string_view kStructure = "[{,:";

// Thrown through yaml-cpp to end the parsing; why is in the list of problems.
struct Stop {};

// What stands first beside comments, white space and the mark where a document begins.
std::string_view first_token(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with("---")) line.remove_prefix(3);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (!line.empty() && line.front() != '#') return line;
  }
  return {};
}

// yaml-cpp writes the escapes \N and \_ as the bytes 0x85 and 0xA0, which isn't UTF-8; nothing else
// isn't either.
std::string with_latin_bytes_encoded(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t size = utf8_sequence_length(text);
    if (size == 0) valid += '\xC2';
    valid += text.substr(0, std::max<std::size_t>(size, 1));
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return valid;
}

}  // namespace

// The text as yaml-cpp reads it, in pieces of 2 KiB, counting how far it is ahead.
class YamlHandler::Source final : public std::stringbuf {
 public:
  Source(YamlHandler& handler, std::size_t ahead_max)
      : std::stringbuf(std::string(handler.text_), std::ios_base::in),
        handler_(handler),
        ahead_max_(ahead_max) {}

  void begin_anew() { ahead_ = 0; }

 protected:
  std::streamsize xsgetn(char* piece, std::streamsize size) override {
    const std::streamsize read = std::stringbuf::xsgetn(piece, size);
    ahead_ += static_cast<std::size_t>(std::count_if(
        piece, piece + read, [](char c) { return kStructure.find(c) != std::string_view::npos; }));
    if (ahead_ > ahead_max_) {
      handler_.stop_at_limit(handler_.innermost().value_or(handler_.position_at(0)),
                             "expected at most " + std::to_string(ahead_max_) +
                                 " brackets, commas and colons within a pair of brackets; "
                                 "without brackets, or as JSON, there may be more");
    }
    return read;
  }

 private:
  YamlHandler& handler_;
  std::size_t ahead_max_;
  std::size_t ahead_ = 0;
};

bool YamlHandler::read(std::size_t structure_ahead_max) {
  try {
    Source source(*this, structure_ahead_max);
    source_ = &source;
    std::istream stream(&source);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(*this)) {
    }
    const std::string_view first = first_token(text_);
    const bool only_marks = first.starts_with('!') || first.starts_with('%');
    if (value_seen_ || !only_marks) return true;
    add_syntax_error(position_at(0), "expected a value, found tags or directives alone");
  } catch (const Stop&) {
    return false;  // whoever threw has told why
  } catch (const YAML::Exception& error) {
    add_syntax_error(error);
  } catch (const std::exception& error) {
    add_syntax_error(position_at(0), error.what());
  }
  return false;
}

void YamlHandler::add_problem(TextPosition position, std::string message) {
  problems_.push_back({position, path(), std::move(message)});
}

void YamlHandler::stop(TextPosition position, std::string message) {
  add_problem(position, std::move(message));
  throw Stop();
}

void YamlHandler::stop_at_limit(TextPosition position, std::string message) {
  problems_.push_back({position, "", std::move(message)});
  throw Stop();
}

void YamlHandler::stop_at_depth(TextPosition position) {
  stop_at_limit(position, "expected at most " + std::to_string(kDepthMax) +
                              " lists and mappings within each other");
}

void YamlHandler::OnDocumentStart(const YAML::Mark& mark) {
  if (document_seen_) stop(position_of(mark), "expected one document, found a second");
  document_seen_ = true;
  on_document();
}

void YamlHandler::OnDocumentEnd() {
  if (add_open_quote()) throw Stop();
  if (!may_lack_colon_ || !is_key_without_colon(text_, last_scalar_)) return;
  add_syntax_error(position_at(last_scalar_), "expected a colon behind the key");
  throw Stop();
}

void YamlHandler::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const bool after_scalar = after_scalar_;
  const Place place = place_of(mark, anchor);
  may_lack_colon_ = after_scalar && flow_depth_ == 0 && key_pending();
  on_null(place);
}

void YamlHandler::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  on_alias(place_of(mark, anchor));
}

void YamlHandler::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  const Place place = place_of(mark, anchor);
  last_scalar_ = place.offset;
  value_seen_ = true;
  after_scalar_ = true;
  if (tag != "!") check_tag(place, tag, "str");
  const bool quoted = tag != "?";
  const std::string_view written = text_.substr(std::min(place.offset, text_.size()));
  if (quoted && is_folded_keeping_breaks(written)) {
    stop(place.position, "expected >, >- or |+, found >+, whose last line breaks get lost");
  }
  if (flow_depth_ > 0 && (!quoted || value.empty())) {
    if (const auto expected = read_otherwise_in_brackets(written, value)) {
      stop(place.position, std::string(*expected));
    }
  }
  if (quoted && utf8_prefix_length(value) < value.size()) {
    return on_scalar(place, with_latin_bytes_encoded(value), quoted);
  }
  on_scalar(place, value, quoted);
}

void YamlHandler::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  const Place place = place_of(mark, anchor);
  begin_brackets(style);
  check_tag(place, tag, "seq");
  on_open(place, Brackets::kSequence);
}

void YamlHandler::OnSequenceEnd() {
  end_brackets();
  on_close();
}

void YamlHandler::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value style) {
  const Place place = place_of(mark, anchor);
  begin_brackets(style);
  check_tag(place, tag, "map");
  on_open(place, Brackets::kMapping);
}

void YamlHandler::OnMapEnd() {
  end_brackets();
  on_close();
}

// In flow style there is nothing but flow style.
void YamlHandler::begin_brackets(YAML::EmitterStyle::value style) {
  value_seen_ = true;
  if (style == YAML::EmitterStyle::Flow || flow_depth_ > 0) ++flow_depth_;
}

void YamlHandler::end_brackets() {
  if (flow_depth_ > 0) --flow_depth_;
}

TextPosition YamlHandler::position_of(const YAML::Mark& mark) const {
  return {static_cast<std::size_t>(std::max(mark.line, 0)) + lines_before_ + 1,
          static_cast<std::size_t>(std::max(mark.column, 0)) + 1};
}

TextPosition YamlHandler::position_at(std::size_t offset) const {
  TextPosition position = nodefit::position_at(text_, offset);
  position.line += lines_before_;
  return position;
}

YamlHandler::Place YamlHandler::place_of(const YAML::Mark& mark, YAML::anchor_t anchor) {
  source_->begin_anew();
  after_scalar_ = false;
  may_lack_colon_ = false;
  return {position_of(mark), static_cast<std::size_t>(std::max(mark.pos, 0)), anchor};
}

void YamlHandler::check_tag(const Place& place, std::string_view tag, std::string_view allowed) {
  if (tag == "?") return;
  std::string written(tag);
  if (tag.starts_with(kTagPrefix)) {
    tag.remove_prefix(kTagPrefix.size());
    if (tag == allowed) return;
    written = "!!" + std::string(tag);
  }
  add_problem(place.position,
              "expected no tag but !!" + std::string(allowed) + " here, found " + quoted(written));
}

// yaml-cpp reads a quoted scalar that never closes to the end of the text, so it is the last one.
bool YamlHandler::add_open_quote() {
  const std::string_view last = text_.substr(std::min(last_scalar_, text_.size()));
  if (quoted_size(without_properties(last))) return false;
  add_syntax_error(position_at(last_scalar_), "a quote that never closes");
  return true;
}

void YamlHandler::add_syntax_error(TextPosition position, const std::string& message) {
  problems_.push_back({position, "", "invalid YAML: " + message});
}

void YamlHandler::add_syntax_error(const YAML::Exception& error) {
  const TextPosition position = position_of(error.mark);
  if (add_open_quote()) return;
  if (const std::optional<std::size_t> tab =
          find_indenting_tab(text_, position.line - lines_before_)) {
    add_syntax_error(position_at(*tab), "expected spaces as indentation, found a tab");
    return;
  }
  std::string message = explain_syntax_error(error.msg);
  const bool in_brackets =
      error.msg == YAML::ErrorMsg::END_OF_MAP_FLOW || error.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW;
  if (const std::optional<TextPosition> bracket = innermost(); in_brackets && bracket) {
    message += " (the bracket opens at " + to_text(*bracket) + ")";
  }
  add_syntax_error(position, message);
}

}  // namespace nodefit
