// A JSON text, parsed and checked as a whole: its syntax, its UTF-8, its numbers, how deep it
// nests.
//
// Only src/codec looks inside. Other layers hold a document and pass its root to the readers
// (workload_json, node_json) and to make_patch; what the readers return is copied, never a view.
//
//   JsonDocument document;
//   if (Result<void> parsed = document.parse(body); !parsed.ok()) return ...;
//   const Result<Workload> workload = read_workload(document.root());
//
// Limits: 64 levels, where a Kubernetes object has under 20 and an admission review adds two;
// integers within 64 bits, because simdjson knows no others; 4 GiB. While it is parsed a text takes
// up to 15 times its size in address space, about a third of that in memory.
//
// Thread-safety: a document belongs to one thread at a time.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "nodefit/result.h"

namespace simdjson::dom {
// NOLINTNEXTLINE(readability-identifier-naming): theirs
class element;
}  // namespace simdjson::dom

namespace nodefit {

using JsonValue = simdjson::dom::element;

class JsonDocument {
 public:
  static constexpr std::size_t kDepthMax = 64;

  JsonDocument();
  ~JsonDocument();
  JsonDocument(JsonDocument&& other) noexcept;
  JsonDocument& operator=(JsonDocument&& other) noexcept;
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  // Takes the place of what was there before. `text` isn't needed afterwards.
  // Errors: not JSON, not UTF-8, a lone surrogate, a number beyond 64 bits, nested too deep.
  // Doubled keys are found by the readers, in the objects that they read.
  Result<void> parse(std::string_view text);

  // Valid until the next parse() or clear(). Only after a parse() without error.
  const JsonValue& root() const;

  // Forgets the text. Buffers stay for the next one, unless this one was so long that keeping them
  // for ever would let one request fix the memory of a connection.
  void clear();

 private:
  struct State;

  std::unique_ptr<State> state_;
};

}  // namespace nodefit
