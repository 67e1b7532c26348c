// What is to be added to a JSON document, as a tree beside it, and the RFC 6902 operations that do
// it. For json_patch.
//
//   PatchTree tree;
//   tree.member("metadata").member("labels").member("a").set(R"("b")");
//
// becomes one operation by what the document holds: `add /metadata/labels/a` where labels are
// there, `add /metadata/labels {"a":"b"}` where they are absent or null, `add /metadata
// {"labels":{"a":"b"}}` where metadata is. So no operation needs what another one makes.

#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/json_document.h"
#include "codec/json_writer.h"
#include "nodefit/result.h"

namespace nodefit {

struct PatchOperation {
  enum class Kind { kAdd, kReplace };

  Kind kind;
  std::string path;   // a JSON pointer
  std::string value;  // JSON
};

class PatchTree {
 public:
  // The place below this one, made on first use. References stay valid as long as the tree.
  PatchTree& member(std::string_view key);  // of an object
  PatchTree& element(std::size_t index);    // of a list that has it; by ascending index

  // Another element behind those of the list.
  void append(std::string json);
  // A value where there is none, or an equal one, which then stays.
  void set(std::string json);
  // A value that takes the place of what is there, if anything is.
  void set_ours(std::string json);
  // A value that takes the place of one that must be there.
  void replace(std::string json);

  // Depth first, places in the order of their making, appended elements after changes within the
  // list. Errors: a doubled key in an object on the way, another value where one is to be set
  // (kInvalidArgument); an object, list, element or value to be replaced that isn't there as
  // expected (kInternal).
  Result<std::vector<PatchOperation>> operations(const JsonValue& document) const;

 private:
  enum class Leaf { kNone, kSet, kSetOurs, kReplace };
  class Walk;

  bool empty() const;
  // The whole value, for a place where there is none; false where it can't be made from nothing.
  bool write(JsonWriter& json) const;

  std::vector<std::pair<std::string, std::unique_ptr<PatchTree>>> members_;
  std::vector<std::pair<std::size_t, std::unique_ptr<PatchTree>>> elements_;
  std::vector<std::string> appended_;
  Leaf leaf_ = Leaf::kNone;
  std::string value_;
};

// `key` as a token of a JSON pointer (RFC 6901): "~" as "~0", "/" as "~1".
std::string pointer_token(std::string_view key);

}  // namespace nodefit
