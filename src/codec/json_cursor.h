// Walks over a JSON text that is known to be valid (JsonDocument), value by value, where the values
// are to be kept as they are spelled: simdjson turns 1e0 into 1.0 and doesn't say where a value
// stands.
//
//   JsonCursor json(text);
//   json.open();
//   while (json.next('}')) {
//     const std::string key = json.key();
//     const std::string_view value = json.take();
//   }
//
// Takes time by the bytes passed, and never more than once for each. On text that isn't valid it
// gives something meaningless within the text, and comes to an end.
//
// Thread-safety: a cursor belongs to one thread; functions are pure.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nodefit {

class JsonCursor {
 public:
  // `text` must outlive the cursor and what it returns.
  explicit JsonCursor(std::string_view text) : text_(text) { skip_white_space(); }

  // The first byte of the value that comes: { [ " or of a number or word; \0 at the end.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // Into the object or list that comes.
  void open();
  // Whether another member (`bracket` is `}`) or element (`]`) comes; if not, behind the bracket.
  bool next(char bracket);
  // Past the key that comes, and its colon.
  std::string key();
  // The same key as it is spelled, quotes included.
  std::string_view raw_key();
  // Past the value that comes: its text, without white space around it.
  std::string_view take();

 private:
  void skip_white_space();
  void skip_string();

  std::string_view text_;
  std::size_t at_ = 0;
};

// The text that a JSON string, quotes included, stands for.
std::string unquote_json(std::string_view string);

// The value of the first member with this key; nullopt where there is none, or no object.
std::optional<std::string_view> find_member(std::string_view object, std::string_view key);

// The text of a member that is a string; empty for any other.
std::string text_member(std::string_view object, std::string_view key);

}  // namespace nodefit
