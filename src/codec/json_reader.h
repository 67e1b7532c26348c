// Reads typed values out of a parsed JSON document and remembers the first thing that is wrong,
// with its path. For the codecs of this folder alone: they read straight on as if all went well,
// because after a problem loops end, and ask at the end:
//
//   JsonProblem problem;
//   const JsonReader pod(root, problem);
//   if (const std::optional<JsonReader> spec = pod.object("spec")) {
//     node_name = spec->text("nodeName");
//     spec->each_object("containers", [&](const JsonReader& container) { ... });
//   }
//   if (problem.found()) return problem.take();
//
// which says "spec.containers[0].image: expected a string, found 5".
//
// `null` counts as absent, as it does for every decoder of Kubernetes. An object with a doubled key
// is a problem when it is read: decoders differ in which of the two they take.
//
// Limits: 50,000 list elements and map entries in all, where a big TFJob has 2,500, so that what a
// short hostile text (`[{},{},...`) becomes in memory stays bounded; 256 resources in one list.
//
// Lifetimes: a reader points to the reader that it came from and into the document and may outlive
// neither, so readers stay on the stack.

#pragma once

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/json_document.h"
#include "nodefit/labels.h"
#include "nodefit/resources.h"
#include "nodefit/result.h"

namespace nodefit {

// The first problem of a reading, and how much has been read.
class JsonProblem {
 public:
  bool found() const { return error_.has_value(); }
  void report(Error error);
  Error take() { return *std::move(error_); }
  // Counts one element or entry; false where it was one too many.
  bool count_element();

 private:
  std::optional<Error> error_;
  std::size_t elements_ = 0;
};

class JsonReader {
 public:
  // `root` must be an object.
  JsonReader(const JsonValue& root, JsonProblem& problem);

  // --- Members of this object. One of another type is a problem, and read as absent.

  bool has(std::string_view key) const { return find(key).has_value(); }
  std::string text(std::string_view key) const;  // empty where absent
  bool flag(std::string_view key) const;         // false where absent
  // A whole number, however it is spelled (2, 2.0, 2e0).
  std::optional<std::int64_t> integer(std::string_view key) const;
  std::optional<JsonReader> object(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  // Null as a label's value is the empty string: that is what Go's decoder makes of it, and what
  // people write (`nodeSelector: {gpu: }`).
  Labels labels(std::string_view key) const;
  // Quantities are JSON strings or numbers; null is zero, as for Quantity.UnmarshalJSON.
  ResourceList resources(std::string_view key) const;

  // visit(const JsonReader& element)
  template <class Visit>
  void each_object(std::string_view key, Visit visit) const {
    if (const std::optional<JsonReader> list = find(key)) {
      list->each_item([&](const JsonReader& item) {
        if (item.require_object()) visit(item);
      });
    }
  }
  // visit(std::string_view name, const JsonReader& value)
  template <class Visit>
  void each_entry(std::string_view key, Visit visit) const {
    if (const std::optional<JsonReader> map = find(key)) map->each_member(visit);
  }

  // A key that isn't among these is a problem.
  void allow_only(std::initializer_list<std::string_view> keys) const;

  // --- This value itself

  bool is_null() const { return value_.is_null(); }
  std::string as_text() const;
  // An object without doubled keys; anything else is a problem.
  bool require_object() const;
  // visit(const JsonReader& item)
  template <class Visit>
  void each_item(Visit visit) const;
  // visit(std::string_view name, const JsonReader& value)
  template <class Visit>
  void each_member(Visit visit) const;

  // --- Problems at this place: "PATH: expected WHAT, found ..."
  void expected(std::string_view what) const;
  void report(Error error) const;  // gets the path as context

 private:
  JsonReader(const JsonValue& value, const JsonReader& parent, std::string_view key)
      : value_(value), problem_(parent.problem_), parent_(&parent), key_(key) {}
  JsonReader(const JsonValue& value, const JsonReader& parent, std::size_t index)
      : value_(value), problem_(parent.problem_), parent_(&parent), index_(index) {}

  // The member, where it is there and not null.
  std::optional<JsonReader> find(std::string_view key) const;
  Quantity as_quantity() const;
  std::string path() const;

  JsonValue value_;
  JsonProblem* problem_;
  const JsonReader* parent_ = nullptr;
  std::string_view key_;
  std::optional<std::size_t> index_;  // of an item of a list, which has no key
};

// A key that stands twice in the object, or nullopt.
std::optional<std::string_view> find_doubled_key(const simdjson::dom::object& object);

// A member that is a text, whatever else is wrong with the object; empty for any other.
std::string_view text_member(const JsonValue& object, std::string_view key);

// What a message says about a value: `5`, `"text"`, `a list`, `an object`, `null`.
std::string describe(const JsonValue& value);

template <class Visit>
void JsonReader::each_item(Visit visit) const {
  simdjson::dom::array items;
  if (value_.get(items) != simdjson::SUCCESS) return expected("a list");
  std::size_t index = 0;
  for (const JsonValue& item : items) {
    if (problem_->found() || !problem_->count_element()) return;
    visit(JsonReader(item, *this, index++));
  }
}

template <class Visit>
void JsonReader::each_member(Visit visit) const {
  simdjson::dom::object members;
  if (!require_object() || value_.get(members) != simdjson::SUCCESS) return;
  for (const simdjson::dom::key_value_pair& member : members) {
    if (problem_->found() || !problem_->count_element()) return;
    visit(member.key, JsonReader(member.value, *this, member.key));
  }
}

}  // namespace nodefit
