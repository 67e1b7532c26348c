#include "codec/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "codec/yaml_syntax.h"
#include "core/field_path.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kTagPrefix = "tag:yaml.org,2002:";

// Thrown through yaml-cpp to end the parsing; why is in the list of problems.
struct Stop {};

TextPosition position_of(const YAML::Mark& mark) {
  return {static_cast<std::size_t>(std::max(mark.line, 0)) + 1,
          static_cast<std::size_t>(std::max(mark.column, 0)) + 1};
}

std::string to_text(TextPosition position) {
  return "line " + std::to_string(position.line) + ", column " + std::to_string(position.column);
}

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

class YamlTreeBuilder final : public YAML::EventHandler {
 public:
  explicit YamlTreeBuilder(std::string_view text) : text_(text) {}

  YamlTree::Outcome take() { return {std::move(tree_), std::move(problems_)}; }

  void add_problem(TextPosition position, std::string message) {
    problems_.push_back({position, path(), std::move(message)});
  }
  void add_syntax_error(TextPosition position, const std::string& message) {
    problems_.push_back({position, "", "invalid YAML: " + message});
  }

  // What yaml-cpp complains of, by what most likely led to it.
  void add_syntax_error(const YAML::Exception& error) {
    const TextPosition position = position_of(error.mark);
    if (add_open_quote()) return;
    if (const std::optional<std::size_t> tab = find_indenting_tab(text_, position.line)) {
      add_syntax_error(position_at(text_, *tab), "expected spaces as indentation, found a tab");
      return;
    }
    std::string message = explain_syntax_error(error.msg);
    const bool in_brackets = error.msg == YAML::ErrorMsg::END_OF_MAP_FLOW ||
                             error.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW;
    if (in_brackets && !frames_.empty()) {
      message += " (the bracket opens at " + to_text(frames_.back().node->position) + ")";
    }
    add_syntax_error(position, message);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (tree_.root_ == nullptr) return;
    stop(position_of(mark), "expected one document, found a second");
  }

  void OnDocumentEnd() override {
    if (add_open_quote()) throw Stop();
  }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode& node = make(YamlNode::Kind::kScalar, mark);
    node.scalar.kind = ScalarKind::kNull;
    if (const YamlNode* const key = pending_key()) node.position = key->position;
    finish(node, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto anchored = anchors_.find(anchor);
    if (anchored == anchors_.end()) {
      stop(position_of(mark), "an alias inside of what it stands for");
    }
    count(position_of(mark), *anchored->second);
    attach(*anchored->second);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode& node = make(YamlNode::Kind::kScalar, mark);
    last_scalar_ = static_cast<std::size_t>(std::max(mark.pos, 0));
    node.text = value;
    node.quoted = tag != "?";
    if (!node.quoted) node.scalar = resolve_plain_scalar(value);
    if (tag != "!") check_tag(node.position, tag, "str");
    finish(node, anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::kSequence, mark, tag, anchor, "seq");
  }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::kMapping, mark, tag, anchor, "map");
  }

  void OnSequenceEnd() override { close(); }

  void OnMapEnd() override {
    merge(frames_.back());
    close();
  }

 private:
  // A sequence or mapping whose end hasn't come.
  struct Frame {
    YamlNode* node;
    YAML::anchor_t anchor;
    const YamlNode* key = nullptr;  // a mapping's, whose value hasn't come
    // Of a mapping: the entries by what JSON calls their keys.
    std::unordered_map<std::string, std::size_t> entry_of;
    // The value of `<<`, its key, and how many entries stand before it.
    YamlNode::Entry merge;
    std::size_t merge_at = 0;
  };

  // yaml-cpp reads a quoted scalar that never closes to the end of the text, so it is the last one.
  bool add_open_quote() {
    if (is_closed_if_quoted(text_.substr(std::min(last_scalar_, text_.size())))) return false;
    add_syntax_error(position_at(text_, last_scalar_), "a quote that never closes");
    return true;
  }

  [[noreturn]] void stop(TextPosition position, std::string message) {
    add_problem(position, std::move(message));
    throw Stop();
  }

  // Of what comes next.
  std::string path() const {
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

  const YamlNode* pending_key() const { return frames_.empty() ? nullptr : frames_.back().key; }

  YamlNode& make(YamlNode::Kind kind, const YAML::Mark& mark) {
    YamlNode& node = tree_.nodes_.emplace_back();
    node.kind = kind;
    node.position = position_of(mark);
    count(node.position, node);
    return node;
  }

  // Holds `node`, new or standing for a second time, against the limits.
  void count(TextPosition position, const YamlNode& node) {
    node_count_ += node.size;
    if (node_count_ > YamlTree::kNodesMax) stop_at_limit(position, too_many_values());
    if (frames_.size() + node.height > YamlTree::kDepthMax) stop_at_depth(position);
  }

  [[noreturn]] void stop_at_depth(TextPosition position) {
    stop_at_limit(position, "expected at most " + std::to_string(YamlTree::kDepthMax) +
                                " lists and mappings within each other");
  }

  // Without the path, which may be as long as the limits allow.
  [[noreturn]] void stop_at_limit(TextPosition position, std::string message) {
    problems_.push_back({position, "", std::move(message)});
    throw Stop();
  }

  void check_tag(TextPosition position, std::string_view tag, std::string_view allowed) {
    if (tag == "?") return;
    std::string written(tag);
    if (tag.starts_with(kTagPrefix)) {
      tag.remove_prefix(kTagPrefix.size());
      if (tag == allowed) return;
      written = "!!" + std::string(tag);
    }
    add_problem(position, "expected no tag but !!" + std::string(allowed) + " here, found " +
                              quoted(written));
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor, std::string_view allowed_tag) {
    YamlNode& node = make(kind, mark);
    check_tag(node.position, tag, allowed_tag);
    if (frames_.size() == YamlTree::kDepthMax) stop_at_depth(node.position);
    frames_.push_back({&node, anchor, nullptr, {}, {}, 0});
  }

  void close() {
    YamlNode& node = *frames_.back().node;
    const YAML::anchor_t anchor = frames_.back().anchor;
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

  void finish(const YamlNode& node, YAML::anchor_t anchor) {
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
      merged.push_back(entry);
    } else if (other->second < frame.merge_at) {
      // sigs.k8s.io/yaml takes the merged value then, YAML itself the other.
      add_problem(frame.merge.key->position, "expected << before " + quoted(entry.key->text) +
                                                 ", which both it and the mapping itself set");
    }
  }

  std::string_view text_;
  YamlTree tree_;
  std::vector<YamlProblem> problems_;
  std::vector<Frame> frames_;
  std::unordered_map<YAML::anchor_t, const YamlNode*> anchors_;  // those whose end has come
  std::size_t node_count_ = 0;
  std::size_t last_scalar_ = 0;  // where in the text it begins
};

YamlTree::Outcome YamlTree::parse(std::string_view text) {
  if (std::optional<YamlProblem> problem = find_unreadable(text)) return {{}, {*problem}};
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  YamlTreeBuilder builder(text);
  // What was read until an error may end anywhere; nothing of it is to be trusted.
  const auto without_tree = [&] { return Outcome{{}, builder.take().problems}; };
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Stop&) {
    return without_tree();
  } catch (const YAML::Exception& error) {
    builder.add_syntax_error(error);
    return without_tree();
  } catch (const std::exception& error) {
    builder.add_syntax_error({}, error.what());
    return without_tree();
  }
  return builder.take();
}

}  // namespace nodefit
