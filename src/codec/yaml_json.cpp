#include "codec/yaml_json.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "codec/json_writer.h"
#include "codec/yaml_handler.h"
#include "codec/yaml_merge.h"
#include "codec/yaml_scalar.h"
#include "codec/yaml_scalar_json.h"
#include "codec/yaml_syntax.h"
#include "core/field_path.h"
#include "nodefit/result.h"

namespace nodefit {

namespace {

// At 250 bytes each: 25 MB, and 16 times the text.
std::size_t structure_ahead_max(std::size_t size) { return 100'000 + size / 16; }

class YamlJsonWriter final : public YamlHandler {
 public:
  YamlJsonWriter(std::string_view text, std::size_t first_line)
      : YamlHandler(text, first_line), json_(out_) {
    out_.reserve(text.size() + text.size() / 8);
  }

  std::string take_json() { return out_.empty() ? "null" : std::move(out_); }

 private:
  // A key of a mapping whose end hasn't come, as it stands in out_, quotes included. No key takes
  // 4 GiB: an escape makes six bytes of two, and a text has 512 MiB.
  struct Key {
    std::size_t begin;
    std::uint32_t size;
    std::uint32_t offset;  // in the document
  };

  // `<<` in a mapping.
  struct Merge {
    Place key;
    std::size_t anchors_before;
    std::size_t begin;    // in out_, where the value is written like any other, and
    std::string value;    // what it was, after it was taken from there
    bool pending = true;  // until then
    bool is_alias = false;
  };

  // A sequence or mapping whose end hasn't come.
  struct Frame {
    Brackets kind;
    Place place;
    std::size_t begin;         // in out_
    std::size_t first_key;     // of a mapping, in keys_
    std::size_t height = 0;    // of what it holds so far
    std::size_t elements = 0;  // of a sequence
    bool key_pending = false;  // a key stands there, its value doesn't
    std::optional<Merge> merge;
  };

  // What an anchor stands for: a part of out_ or of aside_.
  struct Anchored {
    std::size_t begin = 0;
    std::size_t size = 0;  // 0 until its end has come
    std::uint8_t height = 0;
    bool aside = false;
  };

  void on_document() override {}

  void on_null(const Place& place) override {
    if (expects_key()) stop(place.position, "expected a text as key, found null");
    const std::size_t before = out_.size();
    json_.raw("null");
    finish(begin_of(before), 0, place.anchor);
  }

  void on_scalar(const Place& place, const std::string& value, bool quoted) override {
    const PlainScalar scalar = quoted ? PlainScalar() : resolve_plain_scalar(value);
    if (!expects_key()) {
      const std::size_t before = out_.size();
      write_scalar(json_, place, value, scalar);
      return finish(begin_of(before), 0, place.anchor);
    }
    if (value == "<<" && !quoted) return begin_merge(place);
    write_key(place, value, scalar);
    if (place.anchor == 0) return;
    std::string text;
    JsonWriter json(text);
    write_scalar(json, place, value, scalar);
    remember(place.anchor, put_aside(place, text));
  }

  void on_alias(const Place& place) override {
    if (place.anchor > anchors_.size() || anchors_[place.anchor - 1].size == 0) {
      stop(place.position, "an alias inside of what it stands for");
    }
    const Anchored anchored = anchors_[place.anchor - 1];
    count_expanded(place, anchored.size);
    // A copy, because out_ may move when it grows.
    const std::string text(text_of(anchored));
    if (expects_key()) return write_alias_key(place, text);
    if (frames_.size() + anchored.height > kDepthMax) stop_at_depth(place.position);
    if (Merge* const merge = pending_merge()) merge->is_alias = true;
    const std::size_t before = out_.size();
    json_.raw(text);
    finish(begin_of(before), anchored.height, 0);
  }

  void on_open(const Place& place, Brackets kind) override {
    if (expects_key()) stop(place.position, "expected a text as key, found a list or a mapping");
    if (frames_.size() == kDepthMax) stop_at_depth(place.position);
    const std::size_t before = out_.size();
    kind == Brackets::kMapping ? json_.begin_object() : json_.begin_list();
    frames_.push_back({kind, place, begin_of(before), keys_.size(), 0, 0, false, {}});
  }

  void on_close() override {
    Frame& frame = frames_.back();
    if (frame.kind == Brackets::kMapping) {
      sort_keys(frame);
      if (frame.merge) apply_merge(frame);
      keys_.resize(frame.first_key);
      json_.end_object();
    } else {
      json_.end_list();
    }
    const std::size_t begin = frame.begin;
    const std::size_t height = frame.height + 1;
    const std::size_t anchor = frame.place.anchor;
    frames_.pop_back();
    finish(begin, height, anchor);
  }

  bool key_pending() const override { return !frames_.empty() && frames_.back().key_pending; }

  std::string path() const override {
    std::string path;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const Frame& frame = frames_[i];
      if (frame.kind == Brackets::kSequence) {
        path = at_index(path, frame.elements);
      } else if (frame.merge && frame.merge->pending) {
        path = at_key(path, "<<");
      } else if (frame.key_pending) {
        const bool last = i + 1 == frames_.size();
        path = at_key(path, name_of(keys_[(last ? keys_.size() : frames_[i + 1].first_key) - 1]));
      }
    }
    return path;
  }

  std::optional<TextPosition> innermost() const override {
    if (frames_.empty()) return std::nullopt;
    return frames_.back().place.position;
  }

  void write_scalar(JsonWriter& json, const Place& place, const std::string& text,
                    const PlainScalar& scalar) {
    if (write_json_scalar(json, text, scalar)) return;
    stop(place.position, "expected a number that JSON has, found " + text + "; text needs quotes");
  }

  void write_key(const Place& place, std::string_view text, const PlainScalar& scalar) {
    const std::optional<std::string> key = json_key(text, scalar);
    if (!key) {
      stop(place.position, "expected a text as key, found " +
                               (text.empty() ? "null" : std::string(text)) + " without quotes");
    }
    const std::size_t before = out_.size();
    json_.key(*key);
    const std::size_t begin = begin_of(before);
    keys_.push_back({begin, static_cast<std::uint32_t>(out_.size() - begin - 1),
                     static_cast<std::uint32_t>(place.offset)});
    frames_.back().key_pending = true;
  }

  // What JSON calls a number is what YAML calls it.
  void write_alias_key(const Place& place, std::string_view json) {
    if (json.front() == '[' || json.front() == '{') {
      stop(place.position, "expected a text as key, found an alias of a list or a mapping");
    }
    if (json.front() != '"') return write_key(place, json, resolve_plain_scalar(json));
    const std::size_t before = out_.size();
    json_.raw(json);
    out_ += ':';
    keys_.push_back({begin_of(before), static_cast<std::uint32_t>(json.size()),
                     static_cast<std::uint32_t>(place.offset)});
    frames_.back().key_pending = true;
  }

  bool expects_key() const {
    return !frames_.empty() && frames_.back().kind == Brackets::kMapping && !key_pending();
  }

  // Where what was written when out_ had this size begins: a comma may stand before it.
  std::size_t begin_of(std::size_t size_before) const {
    return size_before + (out_[size_before] == ',' ? 1 : 0);
  }

  void finish(std::size_t begin, std::size_t height, std::size_t anchor) {
    if (anchor != 0) {
      remember(anchor, {begin, out_.size() - begin, static_cast<std::uint8_t>(height), false});
    }
    if (frames_.empty()) return;
    Frame& frame = frames_.back();
    frame.height = std::max(frame.height, height);
    ++frame.elements;
    if (Merge* const merge = pending_merge()) end_merge(*merge, begin);
    frame.key_pending = false;
  }

  void remember(std::size_t anchor, Anchored anchored) {
    if (anchors_.size() < anchor) anchors_.resize(anchor);
    anchors_[anchor - 1] = anchored;
  }

  std::string_view text_of(const Anchored& anchored) const {
    return std::string_view(anchored.aside ? aside_ : out_).substr(anchored.begin, anchored.size);
  }

  Anchored put_aside(const Place& place, std::string_view text) {
    count_expanded(place, text.size());
    const std::size_t begin = aside_.size();
    aside_ += text;
    return {begin, text.size(), 0, true};
  }

  void count_expanded(const Place& place, std::size_t size) {
    expanded_ += size;
    if (expanded_ <= YamlJson::kExpandedMax) return;
    stop_at_limit(place.position, "expected at most " + std::to_string(YamlJson::kExpandedMax) +
                                      " bytes of JSON from aliases, each counted as what it "
                                      "stands for");
  }

  Merge* pending_merge() {
    if (frames_.empty() || !frames_.back().merge) return nullptr;
    Merge& merge = *frames_.back().merge;
    return merge.pending ? &merge : nullptr;
  }

  void begin_merge(const Place& place) {
    Frame& frame = frames_.back();
    if (frame.merge) {
      stop(place.position,
           "expected one << in a mapping; the first is at " + to_text(frame.merge->key.position));
    }
    frame.merge = Merge{place, anchors_.size(), out_.size(), "", true, false};
    frame.key_pending = true;
  }

  void end_merge(Merge& merge, std::size_t value_begin) {
    merge.pending = false;
    merge.value = out_.substr(value_begin);
    std::size_t begin_aside = 0;
    for (std::size_t i = merge.anchors_before; i < anchors_.size(); ++i) {
      Anchored& anchored = anchors_[i];
      if (anchored.size == 0 || anchored.aside || anchored.begin < value_begin) continue;
      if (begin_aside == 0) begin_aside = put_aside(merge.key, merge.value).begin;
      anchored.begin = anchored.begin - value_begin + begin_aside;
      anchored.aside = true;
    }
    out_.resize(merge.begin);
  }

  std::string_view text_of(const Key& key) const {
    return std::string_view(out_).substr(key.begin, key.size);
  }
  std::string_view name_of(const Key& key) const {
    return std::string_view(out_).substr(key.begin + 1, key.size - 2);
  }

  // Sorting takes no memory beside the keys', and finds doubled ones side by side.
  void sort_keys(const Frame& frame) {
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(frame.first_key);
    std::sort(begin, keys_.end(), [&](const Key& a, const Key& b) {
      const int order = text_of(a).compare(text_of(b));
      return order != 0 ? order < 0 : a.offset < b.offset;
    });
    const auto doubled = std::adjacent_find(
        begin, keys_.end(), [&](const Key& a, const Key& b) { return text_of(a) == text_of(b); });
    if (doubled == keys_.end()) return;
    const Key second = *std::next(doubled);
    stop_at_key(second, "doubled key; the first is at " + to_text(position_at(doubled->offset)));
  }

  [[noreturn]] void stop_at_key(Key key, std::string message) {
    keys_.push_back(key);  // for the path
    frames_.back().key_pending = true;
    stop(position_at(key.offset), std::move(message));
  }

  void apply_merge(const Frame& frame) {
    const Merge& merge = *frame.merge;
    const std::optional<std::vector<JsonMember>> members =
        merged_members(merge.value, merge.is_alias);
    if (!members) {
      stop(merge.key.position, "expected a mapping or a list of mappings to merge");
    }
    std::string added;
    for (const JsonMember& member : *members) {
      if (has_own(frame, member.key)) continue;
      if (!added.empty()) added += ',';
      added.append(member.key).append(":").append(member.value);
    }
    if (!added.empty()) json_.raw(added);
  }

  bool has_own(const Frame& frame, std::string_view name) {
    const auto own = std::lower_bound(
        keys_.begin() + static_cast<std::ptrdiff_t>(frame.first_key), keys_.end(), name,
        [&](const Key& key, std::string_view text) { return text_of(key) < text; });
    if (own == keys_.end() || text_of(*own) != name) return false;
    // sigs.k8s.io/yaml takes the merged value then, YAML itself the other.
    if (own->offset < frame.merge->key.offset) {
      stop_at_key(*own, "expected << before this key, which what is merged sets too");
    }
    return true;
  }

  std::string out_;
  std::string aside_ = ",";  // anchored values that don't stand in out_
  JsonWriter json_;
  std::vector<Frame> frames_;
  std::vector<Key> keys_;         // of all frames
  std::deque<Anchored> anchors_;  // by their number, from 1
  std::size_t expanded_ = 0;
};

}  // namespace

YamlJson yaml_to_json(std::string_view document, std::size_t first_line) {
  if (document.size() > YamlJson::kBytesMax) {
    return {"", YamlProblem{
                    {first_line, 1}, "", too_long(document.size(), YamlJson::kBytesMax).message}};
  }
  if (std::optional<YamlProblem> problem = find_unreadable(document)) {
    problem->position.line += first_line - 1;
    return {"", problem};
  }
  YamlJsonWriter writer(without_byte_order_mark(document), first_line);
  writer.read(structure_ahead_max(document.size()));
  const std::vector<YamlProblem> problems = writer.take_problems();
  if (!problems.empty()) return {"", problems.front()};
  return {writer.take_json(), std::nullopt};
}

}  // namespace nodefit
