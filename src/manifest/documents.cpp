#include "manifest/documents.h"

#include <algorithm>
#include <utility>

#include "codec/json_document.h"
#include "codec/yaml_json.h"
#include "codec/yaml_tree.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kSeparator = "---";
constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) - begin + 1);
}

std::size_t line_end(std::string_view text, std::size_t from) {
  return std::min(text.find('\n', from), text.size());
}

// From the beginning of a line on; the text's end where there is none.
std::size_t find_separator(std::string_view text, std::size_t from) {
  if (text.substr(from).starts_with(kSeparator)) return from;
  const std::size_t found = text.find("\n---", from);
  return found == std::string_view::npos ? text.size() : found + 1;
}

bool looks_like_json(std::string_view text) {
  if (!text.starts_with('{')) return false;
  const std::size_t second = text.find_first_not_of(kWhiteSpace, 1);
  return second != std::string_view::npos && (text[second] == '"' || text[second] == '}');
}

// How long the JSON object is that `text` begins with, going by brackets and strings alone; nullopt
// where it doesn't end.
std::optional<std::size_t> object_length(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    i = text.find_first_of("{}[]\"", i);
    if (i == std::string_view::npos) return std::nullopt;
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
      }
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (--depth == 0) {
      return i + 1;
    }
  }
  return std::nullopt;
}

// What a part that is no row of JSON objects holds, by its lines up to the first with a value.
struct Contents {
  bool empty = true;
  std::string_view source;
};

Contents look_at(std::string_view text) {
  constexpr std::string_view kSource = "# Source: ";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Contents contents;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = line_end(text, at);
    const std::string_view line = text.substr(at, end - at);
    const std::string_view trimmed = trim(line);
    if (line.starts_with(kSource) && contents.source.empty()) {
      contents.source = trim(line.substr(kSource.size()));
    }
    if (!trimmed.empty() && !trimmed.starts_with('#') && trim(line.substr(0, 4)) != "...") {
      contents.empty = false;
      return contents;
    }
    at = end + 1;
  }
  return contents;
}

}  // namespace

DocumentSplitter::DocumentSplitter(std::string_view text) : text_(text) {
  if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  part_end_ = find_separator(text_, at_);
}

std::optional<Document> DocumentSplitter::next() {
  while (true) {
    if (at_ < part_end_ || !after_separator_.empty()) {
      if (std::optional<Document> document = take()) return document;
    }
    if (part_end_ == text_.size()) return std::nullopt;
    pass_separator();
  }
}

// nullopt: only white space is left of a row of objects.
std::optional<Document> DocumentSplitter::take() {
  const std::string_view part = text_.substr(at_, part_end_ - at_);
  const std::size_t blanks = std::min(part.find_first_not_of(kWhiteSpace), part.size());
  const std::string_view rest = part.substr(blanks);
  if (in_objects_) advance(at_ + blanks);
  if (in_objects_ && rest.empty()) {
    in_objects_ = false;
    return std::nullopt;
  }
  if (!looks_like_json(rest) || !after_separator_.empty()) return take_rest(Document::Form::kYaml);
  const std::optional<std::size_t> length = object_length(rest);
  if (!length) return take_rest(Document::Form::kJson);
  const std::size_t next = rest.find_first_not_of(kWhiteSpace, *length);
  const bool ends_well = next == std::string_view::npos || rest[next] == '{';
  if (!in_objects_ && !ends_well) return take_rest(Document::Form::kYaml);
  if (!in_objects_) advance(at_ + blanks);
  in_objects_ = true;
  return make(at_ + *length, Document::Form::kJson);
}

Document DocumentSplitter::take_rest(Document::Form form) {
  const Contents contents = look_at(text_.substr(at_, part_end_ - at_));
  if (contents.empty && after_separator_.empty()) form = Document::Form::kEmpty;
  Document document = make(part_end_, form);
  document.source = contents.source;
  document.after_separator = std::exchange(after_separator_, {});
  in_objects_ = false;
  return document;
}

Document DocumentSplitter::make(std::size_t end, Document::Form form) {
  Document document;
  document.text = text_.substr(at_, end - at_);
  document.offset = at_;
  document.first_line = line_;
  document.form = form;
  advance(end);
  return document;
}

void DocumentSplitter::advance(std::size_t end) {
  const std::string_view passed = text_.substr(at_, end - at_);
  line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
  at_ = end;
}

void DocumentSplitter::pass_separator() {
  const std::size_t end = line_end(text_, at_);
  const std::size_t begin = at_ + kSeparator.size();
  const std::string_view after = trim(text_.substr(begin, end - begin));
  if (!after.starts_with('#')) after_separator_ = after;
  advance(std::min(end + 1, text_.size()));
  part_end_ = find_separator(text_, at_);
}

DocumentJson read_document(const Document& document) {
  if (!document.after_separator.empty()) {
    return {"", YamlProblem{{document.first_line - 1, 1},
                            "",
                            "expected nothing but a comment behind ---, found " +
                                quoted(document.after_separator)}};
  }
  if (document.form == Document::Form::kEmpty) return {"null", std::nullopt};
  std::string json_message;
  if (document.form == Document::Form::kJson) {
    JsonDocument parsed;
    const Result<void> is_json = parsed.parse(document.text);
    if (is_json.ok()) return {std::string(document.text), std::nullopt};
    json_message = is_json.error().message();
    // YAML knows numbers without limits, but the API's decoder of JSON doesn't.
    if (is_json.error().code() == ErrorCode::kTooLarge)
      return {"", YamlProblem{{document.first_line, 1}, "", json_message}};
    if (document.text.size() > YamlTree::kBytesMax)
      return {"", YamlProblem{{document.first_line, 1}, "", json_message}};
  }
  YamlJson yaml = yaml_to_json(document.text, document.first_line);
  if (!yaml.problem) return {std::move(yaml.json), std::nullopt};
  YamlProblem problem = *std::move(yaml.problem);
  if (!json_message.empty()) problem.message = json_message + "; as YAML: " + problem.message;
  return {"", std::move(problem)};
}

}  // namespace nodefit
