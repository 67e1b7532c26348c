#include "codec/yaml_tree.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "codec/yaml_handler.h"
#include "codec/yaml_syntax.h"
#include "core/field_path.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

// Each begins a value at most, and half of them at least do.
constexpr std::size_t kStructureMax = 2 * YamlTree::kNodesMax;

// What JSON calls the key, by which two of them are the same.
std::string identity(const YamlNode& key) {
  if (key.is_scalar(ScalarKind::kBoolean)) return key.scalar.boolean ? "true" : "false";
  if (key.is_scalar(ScalarKind::kInteger)) {
    return (key.scalar.negative ? "-" : "") + std::to_string(key.scalar.magnitude);
  }
  return key.text;
}

bool is_merge_key(const YamlNode& key) {
  return key.kind == YamlNode::Kind::kScalar && !key.quoted && key.text == "<<";
}

bool is_mapping(const YamlNode* node) { return node->kind == YamlNode::Kind::kMapping; }

}  // namespace

class YamlTreeBuilder final : public YamlHandler {
 public:
  explicit YamlTreeBuilder(std::string_view text) : YamlHandler(text) {}

  YamlTree take_tree() { return std::move(tree_); }

 private:
  void on_document() override {}

  void on_null(const Place& place) override {
    YamlNode& node = make(YamlNode::Kind::kScalar, place);
    node.scalar.kind = ScalarKind::kNull;
    if (const YamlNode* const key = pending_key()) node.position = key->position;
    finish(node, place.anchor);
  }

  void on_alias(const Place& place) override {
    const auto anchored = anchors_.find(place.anchor);
    if (anchored == anchors_.end()) {
      stop(place.position, "an alias inside of what it stands for");
    }
    count(place.position, *anchored->second);
    attach(*anchored->second);
  }

  void on_scalar(const Place& place, const std::string& value, bool quoted) override {
    YamlNode& node = make(YamlNode::Kind::kScalar, place);
    node.text = value;
    node.quoted = quoted;
    if (!quoted) node.scalar = resolve_plain_scalar(value);
    finish(node, place.anchor);
  }

  void on_open(const Place& place, Brackets kind) override {
    YamlNode& node = make(
        kind == Brackets::kMapping ? YamlNode::Kind::kMapping : YamlNode::Kind::kSequence, place);
    if (frames_.size() == YamlTree::kDepthMax) stop_at_depth(node.position);
    frames_.push_back({&node, place.anchor, nullptr, {}, {}, 0});
  }

  void on_close() override {
    if (is_mapping(frames_.back().node)) merge(frames_.back());
    close();
  }

  // A sequence or mapping whose end hasn't come.
  struct Frame {
    YamlNode* node;
    std::size_t anchor;
    const YamlNode* key = nullptr;  // a mapping's, whose value hasn't come
    // Of a mapping: the entries by what JSON calls their keys.
    std::unordered_map<std::string, std::size_t> entry_of;
    // The value of `<<`, its key, and how many entries stand before it.
    YamlNode::Entry merge;
    std::size_t merge_at = 0;
  };

  bool key_pending() const override { return pending_key() != nullptr; }

  std::string path() const override {
    std::string path;
    for (const Frame& frame : frames_) {
      if (frame.node->kind == YamlNode::Kind::kSequence) {
        path = at_index(path, frame.node->elements.size());
      } else if (frame.key != nullptr) {
        path = at_key(path, frame.key->text);
      }
    }
    return path;
  }

  std::optional<TextPosition> innermost() const override {
    if (frames_.empty()) return std::nullopt;
    return frames_.back().node->position;
  }

  const YamlNode* pending_key() const { return frames_.empty() ? nullptr : frames_.back().key; }

  YamlNode& make(YamlNode::Kind kind, const Place& place) {
    YamlNode& node = tree_.nodes_.emplace_back();
    node.kind = kind;
    node.position = place.position;
    node.offset = place.offset;
    count(node.position, node);
    return node;
  }

  // Holds `node`, new or standing for a second time, against the limits.
  void count(TextPosition position, const YamlNode& node) {
    node_count_ += node.size;
    if (node_count_ > YamlTree::kNodesMax) {
      stop_at_limit(position, "expected at most " + std::to_string(YamlTree::kNodesMax) +
                                  " values, each alias counted as what it stands for");
    }
    if (frames_.size() + node.height > YamlTree::kDepthMax) stop_at_depth(position);
  }

  void close() {
    YamlNode& node = *frames_.back().node;
    const std::size_t anchor = frames_.back().anchor;
    frames_.pop_back();
    const auto take_in = [&](const YamlNode& child) {
      node.size += child.size;
      node.height = std::max(node.height, child.height);
    };
    for (const YamlNode* const element : node.elements) take_in(*element);
    for (const YamlNode::Entry& entry : node.entries) {
      take_in(*entry.key);
      take_in(*entry.value);
    }
    ++node.height;
    finish(node, anchor);
  }

  void finish(const YamlNode& node, std::size_t anchor) {
    if (anchor != 0) anchors_.insert_or_assign(anchor, &node);
    attach(node);
  }

  void attach(const YamlNode& node) {
    if (frames_.empty()) {
      tree_.root_ = &node;
      return;
    }
    Frame& frame = frames_.back();
    if (frame.node->kind == YamlNode::Kind::kSequence) {
      frame.node->elements.push_back(&node);
    } else if (frame.key == nullptr) {
      frame.key = &node;
    } else {
      add_entry(frame, {frame.key, &node});
      frame.key = nullptr;
    }
  }

  void add_entry(Frame& frame, YamlNode::Entry entry) {
    const YamlNode& key = *entry.key;
    if (key.kind != YamlNode::Kind::kScalar || key.is_scalar(ScalarKind::kNull)) {
      frame.key = nullptr;  // it has no place in a path
      add_problem(key.position, "expected a text as key");
      return;
    }
    if (is_merge_key(key) && frame.merge.key == nullptr) {
      frame.merge = entry;
      frame.merge_at = frame.node->entries.size();
      return;
    }
    const auto [first, is_new] = frame.entry_of.emplace(identity(key), frame.node->entries.size());
    if (is_new && !is_merge_key(key)) {
      frame.node->entries.push_back(entry);
      return;
    }
    const YamlNode& other =
        is_merge_key(key) ? *frame.merge.key : *frame.node->entries[first->second].key;
    add_problem(key.position, "doubled key; the first is at " + to_text(other.position));
  }

  void merge(Frame& frame) {
    if (frame.merge.key == nullptr) return;
    frame.key = frame.merge.key;  // for paths
    const YamlNode& value = *frame.merge.value;
    std::vector<const YamlNode*> sources = value.elements;
    if (is_mapping(&value)) sources = {&value};
    if (sources.empty() || !std::all_of(sources.begin(), sources.end(), is_mapping)) {
      add_problem(value.position, "expected a mapping or a list of mappings to merge");
      frame.key = nullptr;
      return;
    }
    std::vector<YamlNode::Entry> merged;
    for (const YamlNode* const source : sources) {
      for (const YamlNode::Entry& entry : source->entries) merge_entry(frame, entry, merged);
    }
    std::vector<YamlNode::Entry>& entries = frame.node->entries;
    entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(frame.merge_at), merged.begin(),
                   merged.end());
    frame.key = nullptr;
  }

  void merge_entry(Frame& frame, const YamlNode::Entry& entry,
                   std::vector<YamlNode::Entry>& merged) {
    constexpr std::size_t kMerged = static_cast<std::size_t>(-1);
    const auto [other, is_new] = frame.entry_of.emplace(identity(*entry.key), kMerged);
    if (is_new) {
      count(frame.merge.key->position, *entry.key);
      count(frame.merge.key->position, *entry.value);
      merged.push_back({entry.key, entry.value, true});
    } else if (other->second < frame.merge_at) {
      // sigs.k8s.io/yaml takes the merged value then, YAML itself the other.
      add_problem(frame.merge.key->position, "expected << before " + quoted(entry.key->text) +
                                                 ", which both it and the mapping itself set");
    }
  }

  YamlTree tree_;
  std::vector<Frame> frames_;
  std::unordered_map<std::size_t, const YamlNode*> anchors_;  // those whose end has come
  std::size_t node_count_ = 0;
};

YamlTree::Outcome YamlTree::parse(std::string_view text) {
  if (text.size() > kBytesMax) return {{}, {too_long(text.size(), kBytesMax)}};
  if (std::optional<YamlProblem> problem = find_unreadable(text)) return {{}, {*problem}};
  YamlTreeBuilder builder(without_byte_order_mark(text));
  // What was read until an error may end anywhere; nothing of it is to be trusted.
  if (!builder.read(kStructureMax)) return {{}, builder.take_problems()};
  return {builder.take_tree(), builder.take_problems()};
}

}  // namespace nodefit
