// YAML text as a tree that knows where each of its nodes stands, for messages with line and column.
//
// The events of yaml-cpp become plain nodes: scalars typed as Kubernetes types them
// (yaml_scalar.h), aliases resolved to the one node they stand for, `<<` merged as sigs.k8s.io/yaml
// does. What yaml-cpp lets pass is an error here: doubled keys, keys that are lists, tags other
// than !!str,
// !!map and !!seq, a quote that never closes, a second document.
//
// Thread-safety: parsing is a pure function; a tree is immutable.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/yaml_problem.h"
#include "codec/yaml_scalar.h"

namespace nodefit {

struct YamlNode {
  enum class Kind : std::uint8_t { kScalar, kSequence, kMapping };
  struct Entry {
    const YamlNode* key = nullptr;  // a scalar
    const YamlNode* value = nullptr;
    bool merged = false;  // by `<<`, so that it stands elsewhere
  };

  Kind kind = Kind::kScalar;
  TextPosition position;  // a null that isn't written has that of its key
  // Of `position` in the text, a byte order mark not counted: the first byte of a bracket, a quote,
  // a dash, a text, an anchor or a tag.
  std::size_t offset = 0;

  // Of a scalar. `text` is what was written, unescaped; empty for null.
  std::string text;
  bool quoted = false;  // quotes, a block scalar or !!str: a string whatever the text
  PlainScalar scalar;

  std::vector<const YamlNode*> elements;  // of a sequence
  std::vector<Entry> entries;  // of a mapping, in the order written, merged ones included

  // Of what a walk sees: how many nodes from here down, this one included, and how many levels of
  // sequences and mappings.
  std::size_t size = 1;
  std::size_t height = 0;

  bool is_scalar(ScalarKind scalar_kind) const {
    return kind == Kind::kScalar && scalar.kind == scalar_kind;
  }
};

class YamlTree {
 public:
  // A ConfigMap, from which policies come, holds no more.
  static constexpr std::size_t kBytesMax = std::size_t{1} << 20U;
  // Deep enough for every Kubernetes object, and recursion to it fits any stack.
  static constexpr std::size_t kDepthMax = 64;
  // With aliases expanded; a node for every ten bytes of the largest text. A walk over the whole
  // tree, which sees an aliased node once for every alias, takes no more steps than this.
  static constexpr std::size_t kNodesMax = 100'000;

  // All that is wrong, in the order found; after an error in the syntax there is nothing more. With
  // problems the tree is whole only as far as they leave it so: a doubled key keeps its first
  // value.
  struct Outcome;
  static Outcome parse(std::string_view text);

  // nullptr where the text couldn't be read as YAML, or holds no document. It lives as long as the
  // tree.
  const YamlNode* root() const { return root_; }

 private:
  friend class YamlTreeBuilder;

  std::deque<YamlNode> nodes_;  // whose addresses stay
  const YamlNode* root_ = nullptr;
};

struct YamlTree::Outcome {
  YamlTree tree;
  std::vector<YamlProblem> problems;
};

}  // namespace nodefit
