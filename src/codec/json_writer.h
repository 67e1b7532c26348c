// Writes compact JSON by appending to a string. Commas come by themselves; that brackets match and
// keys stand only in objects is the caller's care.
//
//   std::string out;
//   JsonWriter json(out);
//   json.begin_object().key("allowed").boolean(true).end_object();   // {"allowed":true}
//
// Whatever bytes come in, the output is valid JSON in UTF-8: bytes that aren't UTF-8 become U+FFFD.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nodefit {

class JsonWriter {
 public:
  // `out` must outlive the writer. What it holds already stays and isn't looked at.
  explicit JsonWriter(std::string& out) : out_(&out), begin_(out.size()) {}

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_list();
  JsonWriter& end_list();
  JsonWriter& key(std::string_view key);
  JsonWriter& text(std::string_view text);
  JsonWriter& integer(std::int64_t number);
  JsonWriter& boolean(bool value);
  // A value that is JSON already.
  JsonWriter& raw(std::string_view json);

 private:
  void separate();
  void append_quoted(std::string_view text);

  std::string* out_;
  std::size_t begin_;
};

// `text` as a JSON string, quotes included.
std::string json_string(std::string_view text);

}  // namespace nodefit
