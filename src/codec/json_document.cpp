#include "codec/json_document.h"

#include <simdjson.h>

#include <string>

namespace nodefit {

namespace {

// A review of a big Pod is 30 KB.
constexpr std::size_t kKeptTextSizeMax = 256UL * 1024;

Error invalid_json(std::string_view expected) {
  return invalid_argument("invalid JSON: expected " + std::string(expected));
}

Error to_error(simdjson::error_code code) {
  switch (code) {
    case simdjson::DEPTH_ERROR:
      return too_large("JSON nested deeper than " + std::to_string(JsonDocument::kDepthMax) +
                       " levels");
    case simdjson::CAPACITY:
      return too_large("JSON text of 4 GiB or more");
    case simdjson::MEMALLOC:
      return {ErrorCode::kUnavailable, "no memory to parse JSON"};
    case simdjson::EMPTY:
      return invalid_json("a value, found nothing");
    case simdjson::UTF8_ERROR:
      return invalid_json("UTF-8");
    case simdjson::NUMBER_ERROR:
      // simdjson doesn't tell a number that is none from one that is too large.
      return too_large(
          "invalid JSON: expected numbers as JSON spells them, integers within 64 bits");
    case simdjson::STRING_ERROR:
      return invalid_json("escapes in strings as JSON spells them, surrogates in pairs");
    case simdjson::UNESCAPED_CHARS:
      return invalid_json("control characters in strings to be escaped");
    case simdjson::UNCLOSED_STRING:
      return invalid_json("a closing quote");
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return invalid_json("true, false or null for a word without quotes");
    case simdjson::TAPE_ERROR:
      return invalid_json("one value with matching brackets, commas and colons");
    default:
      return {ErrorCode::kInternal, std::string("simdjson: ") + simdjson::error_message(code)};
  }
}

}  // namespace

struct JsonDocument::State {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  bool parsed = false;
};

JsonDocument::JsonDocument() : state_(std::make_unique<State>()) {}
JsonDocument::~JsonDocument() = default;
JsonDocument::JsonDocument(JsonDocument&& other) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&& other) noexcept = default;

Result<void> JsonDocument::parse(std::string_view text) {
  clear();
  if (text.empty()) return to_error(simdjson::EMPTY);
  // simdjson keeps the depth limit when it grows its buffers by itself.
  simdjson::error_code code = simdjson::SUCCESS;
  if (state_->parser.capacity() == 0) code = state_->parser.allocate(text.size(), kDepthMax);
  if (code == simdjson::SUCCESS)
    code = state_->parser.parse(text.data(), text.size()).get(state_->root);
  if (code != simdjson::SUCCESS) return to_error(code);
  state_->parsed = true;
  return {};
}

const JsonValue& JsonDocument::root() const {
  if (!state_->parsed) std::abort();
  return state_->root;
}

void JsonDocument::clear() {
  if (state_->parser.capacity() > kKeptTextSizeMax) state_ = std::make_unique<State>();
  state_->parsed = false;
}

}  // namespace nodefit
