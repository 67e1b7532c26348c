#include "codec/patch_tree.h"

#include <algorithm>
#include <optional>

#include "codec/json_reader.h"
#include "codec/json_writer.h"

namespace nodefit {

namespace {

Error fault(const std::string& path, std::string_view what) {
  return {ErrorCode::kInternal, "patch at " + path + ": " + std::string(what)};
}

}  // namespace

std::string pointer_token(std::string_view key) {
  if (key.find_first_of("~/") == std::string_view::npos) return std::string(key);
  std::string token;
  for (const char c : key) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else {
      token += c;
    }
  }
  return token;
}

// Walks a tree and a document side by side.
class PatchTree::Walk {
 public:
  // `value` is what stands at path_; nullopt: nothing.
  Result<void> visit(const PatchTree& tree, std::optional<JsonValue> value) {
    if (tree.empty()) return {};
    if (tree.leaf_ != Leaf::kNone) return visit_leaf(tree, value);
    if (!value || value->is_null()) return add_whole(tree);
    return tree.members_.empty() ? visit_list(tree, *value) : visit_object(tree, *value);
  }

  std::vector<PatchOperation> take() { return std::move(operations_); }

 private:
  Result<void> visit_leaf(const PatchTree& tree, const std::optional<JsonValue>& value);
  Result<void> visit_object(const PatchTree& tree, const JsonValue& value);
  Result<void> visit_list(const PatchTree& tree, const JsonValue& value);
  Result<void> add_whole(const PatchTree& tree);
  Result<void> visit_below(std::string_view token, const PatchTree& tree,
                           std::optional<JsonValue> value);

  std::string path_;
  std::vector<PatchOperation> operations_;
};

Result<void> PatchTree::Walk::visit_leaf(const PatchTree& tree,
                                         const std::optional<JsonValue>& value) {
  if (!value) {
    if (tree.leaf_ == Leaf::kReplace) return fault(path_, "nothing is there to be replaced");
    operations_.push_back({PatchOperation::Kind::kAdd, path_, tree.value_});
    return {};
  }
  if (std::string(simdjson::minify(*value)) == tree.value_) return {};
  if (tree.leaf_ == Leaf::kSet)
    return invalid_argument("patch at " + path_ + ": another value is there");
  const PatchOperation::Kind kind =
      tree.leaf_ == Leaf::kReplace ? PatchOperation::Kind::kReplace : PatchOperation::Kind::kAdd;
  operations_.push_back({kind, path_, tree.value_});
  return {};
}

Result<void> PatchTree::Walk::visit_object(const PatchTree& tree, const JsonValue& value) {
  simdjson::dom::object object;
  if (value.get(object) != simdjson::SUCCESS || !tree.elements_.empty() ||
      !tree.appended_.empty()) {
    return fault(path_, "expected an object, found " + describe(value));
  }
  if (const std::optional<std::string_view> doubled = find_doubled_key(object)) {
    return invalid_argument("patch at " + path_ + ": key " + quoted(*doubled) + " stands twice");
  }
  for (const auto& [key, below] : tree.members_) {
    JsonValue member;
    const bool found = object.at_key(key).get(member) == simdjson::SUCCESS;
    Result<void> visited =
        visit_below(pointer_token(key), *below, found ? std::optional(member) : std::nullopt);
    if (!visited.ok()) return visited;
  }
  return {};
}

Result<void> PatchTree::Walk::visit_list(const PatchTree& tree, const JsonValue& value) {
  simdjson::dom::array array;
  if (value.get(array) != simdjson::SUCCESS)
    return fault(path_, "expected a list, found " + describe(value));
  std::size_t index = 0;
  auto next = tree.elements_.begin();
  for (const JsonValue& element : array) {
    if (next == tree.elements_.end()) break;
    if (index == next->first) {
      if (Result<void> visited = visit_below(std::to_string(index), *next->second, element);
          !visited.ok()) {
        return visited;
      }
      ++next;
    }
    ++index;
  }
  if (next != tree.elements_.end())
    return fault(path_, "no element " + std::to_string(next->first));
  for (const std::string& json : tree.appended_)
    operations_.push_back({PatchOperation::Kind::kAdd, path_ + "/-", json});
  return {};
}

Result<void> PatchTree::Walk::add_whole(const PatchTree& tree) {
  PatchOperation operation{PatchOperation::Kind::kAdd, path_, {}};
  JsonWriter json(operation.value);
  if (!tree.write(json)) return fault(path_, "nothing is there to be changed");
  operations_.push_back(std::move(operation));
  return {};
}

Result<void> PatchTree::Walk::visit_below(std::string_view token, const PatchTree& tree,
                                          std::optional<JsonValue> value) {
  const std::size_t size = path_.size();
  path_.append("/").append(token);
  Result<void> visited = visit(tree, value);
  path_.resize(size);
  return visited;
}

PatchTree& PatchTree::member(std::string_view key) {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const auto& member) { return member.first == key; });
  if (found != members_.end()) return *found->second;
  return *members_.emplace_back(key, std::make_unique<PatchTree>()).second;
}

PatchTree& PatchTree::element(std::size_t index) {
  if (elements_.empty() || elements_.back().first != index) {
    elements_.emplace_back(index, std::make_unique<PatchTree>());
  }
  return *elements_.back().second;
}

void PatchTree::append(std::string json) { appended_.push_back(std::move(json)); }

void PatchTree::set(std::string json) {
  leaf_ = Leaf::kSet;
  value_ = std::move(json);
}

void PatchTree::set_ours(std::string json) {
  leaf_ = Leaf::kSetOurs;
  value_ = std::move(json);
}

void PatchTree::replace(std::string json) {
  leaf_ = Leaf::kReplace;
  value_ = std::move(json);
}

bool PatchTree::empty() const {
  const auto is_empty = [](const auto& entry) { return entry.second->empty(); };
  return leaf_ == Leaf::kNone && appended_.empty() &&
         std::all_of(members_.begin(), members_.end(), is_empty) &&
         std::all_of(elements_.begin(), elements_.end(), is_empty);
}

bool PatchTree::write(JsonWriter& json) const {
  if (leaf_ != Leaf::kNone) {
    json.raw(value_);
    return leaf_ != Leaf::kReplace;
  }
  if (!appended_.empty()) {
    json.begin_list();
    for (const std::string& element : appended_) json.raw(element);
    json.end_list();
    return elements_.empty();
  }
  json.begin_object();
  for (const auto& [key, below] : members_) {
    if (below->empty()) continue;
    json.key(key);
    if (!below->write(json)) return false;
  }
  json.end_object();
  return elements_.empty();
}

Result<std::vector<PatchOperation>> PatchTree::operations(const JsonValue& document) const {
  Walk walk;
  if (Result<void> visited = walk.visit(*this, document); !visited.ok())
    return std::move(visited).error();
  return walk.take();
}

}  // namespace nodefit
