#include "codec/patch_text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "codec/json_cursor.h"
#include "codec/json_document.h"
#include "codec/json_writer.h"

namespace nodefit {

namespace {

constexpr std::size_t kPatchSize = 2048;  // of a Pod that is pinned: 1.3 KB

Result<PatchOperation> read_operation(std::string_view json) {
  const std::string op = text_member(json, "op");
  const std::optional<std::string_view> value = find_member(json, "value");
  PatchOperation operation{PatchOperation::Kind::kAdd, text_member(json, "path"), {}};
  if (op == "replace") operation.kind = PatchOperation::Kind::kReplace;
  if ((op != "add" && op != "replace") || !value || !operation.path.starts_with('/')) {
    return invalid_argument("expected an operation add or replace with path and value, found " +
                            quoted(json));
  }
  operation.value = *value;
  return operation;
}

// The operations by the places that they change.
struct Change {
  std::vector<std::string> tokens;  // of what is below, in the order of the operations
  std::vector<Change> below;
  std::map<std::string, std::size_t, std::less<>> index_of;
  std::vector<std::string_view> appended;
  const PatchOperation* operation = nullptr;

  Change& at(const std::string& token) {
    const auto [entry, is_new] = index_of.try_emplace(token, below.size());
    if (is_new) {
      tokens.push_back(token);
      below.emplace_back();
    }
    return below[entry->second];
  }
  const Change* find(std::string_view token) const {
    const auto found = index_of.find(token);
    return found == index_of.end() ? nullptr : &below[found->second];
  }
  bool is_leaf() const { return operation != nullptr; }
  bool is_untouched() const { return !is_leaf() && below.empty() && appended.empty(); }
};

Error at_path(std::string_view path, std::string_view message) {
  return invalid_argument("patch at " + quoted(path) + ": " + std::string(message));
}

Result<void> add_operation(Change& root, const PatchOperation& operation) {
  std::vector<std::string> tokens = pointer_tokens(operation.path);
  const std::string last = std::move(tokens.back());
  tokens.pop_back();
  Change* change = &root;
  for (const std::string& token : tokens) {
    change = &change->at(token);
    if (change->is_leaf()) return at_path(operation.path, "lies below what another one changes");
  }
  if (last == "-") {
    change->appended.push_back(operation.value);
    return {};
  }
  change = &change->at(last);
  if (!change->is_untouched()) return at_path(operation.path, "changes what another one changes");
  change->operation = &operation;
  return {};
}

// Writes a document with the changes in it.
class Applying {
 public:
  Result<void> visit(const Change& change, JsonCursor& json);
  std::string take() { return std::move(out_); }

 private:
  Result<void> visit_object(const Change& change, JsonCursor& json);
  Result<void> add_members(const Change& change, const std::vector<bool>& seen);
  Result<void> visit_list(const Change& change, JsonCursor& json);
  Result<void> visit_below(std::string_view token, const Change& change, JsonCursor& json);

  std::string out_;
  JsonWriter writer_{out_};
  std::string path_;
};

Result<void> Applying::visit(const Change& change, JsonCursor& json) {
  if (change.is_leaf()) {
    json.take();
    writer_.raw(change.operation->value);
    return {};
  }
  if (change.is_untouched()) {
    writer_.raw(json.take());
    return {};
  }
  if (json.peek() == '{' && change.appended.empty()) return visit_object(change, json);
  if (json.peek() == '[') return visit_list(change, json);
  return at_path(path_, "found " + quoted(json.take()) + ", expected " +
                            (change.appended.empty() ? "an object" : "a list"));
}

Result<void> Applying::visit_object(const Change& change, JsonCursor& json) {
  std::vector<bool> seen(change.below.size());
  writer_.begin_object();
  json.open();
  while (json.next('}')) {
    const std::string key = json.key();
    writer_.key(key);
    const auto found = change.index_of.find(key);
    if (found == change.index_of.end()) {
      writer_.raw(json.take());
      continue;
    }
    if (seen[found->second]) return at_path(path_, "key " + quoted(key) + " stands twice");
    seen[found->second] = true;
    Result<void> visited = visit_below(key, change.below[found->second], json);
    if (!visited.ok()) return visited;
  }
  if (Result<void> added = add_members(change, seen); !added.ok()) return added;
  writer_.end_object();
  return {};
}

Result<void> Applying::add_members(const Change& change, const std::vector<bool>& seen) {
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i]) continue;
    const std::string& key = change.tokens[i];
    const Change& added = change.below[i];
    if (!added.is_leaf() || added.operation->kind == PatchOperation::Kind::kReplace) {
      return at_path(path_ + "/" + pointer_token(key), "nothing is there");
    }
    writer_.key(key).raw(added.operation->value);
  }
  return {};
}

Result<void> Applying::visit_list(const Change& change, JsonCursor& json) {
  std::size_t found = 0;
  writer_.begin_list();
  json.open();
  for (std::size_t index = 0; json.next(']'); ++index) {
    const std::string token = std::to_string(index);
    const Change* const element = change.find(token);
    if (element == nullptr) {
      writer_.raw(json.take());
      continue;
    }
    if (element->is_leaf() && element->operation->kind == PatchOperation::Kind::kAdd) {
      return at_path(element->operation->path, "expected additions to a list at its end");
    }
    ++found;
    if (Result<void> visited = visit_below(token, *element, json); !visited.ok()) return visited;
  }
  if (found != change.below.size()) return at_path(path_, "changes an element that isn't there");
  for (const std::string_view element : change.appended) writer_.raw(element);
  writer_.end_list();
  return {};
}

Result<void> Applying::visit_below(std::string_view token, const Change& change, JsonCursor& json) {
  const std::size_t size = path_.size();
  path_.append("/").append(pointer_token(token));
  Result<void> visited = visit(change, json);
  path_.resize(size);
  return visited;
}

}  // namespace

std::string to_text(const std::vector<PatchOperation>& operations) {
  std::string text;
  if (operations.empty()) return text;
  text.reserve(kPatchSize);
  JsonWriter json(text);
  json.begin_list();
  for (const PatchOperation& operation : operations) {
    const bool replaces = operation.kind == PatchOperation::Kind::kReplace;
    json.begin_object().key("op").text(replaces ? "replace" : "add");
    json.key("path").text(operation.path).key("value").raw(operation.value).end_object();
  }
  json.end_list();
  return text;
}

Result<std::vector<PatchOperation>> read_patch(std::string_view text) {
  std::vector<PatchOperation> operations;
  if (text.empty()) return operations;
  JsonDocument document;
  if (Result<void> parsed = document.parse(text); !parsed.ok())
    return std::move(parsed).error().with_context("patch");
  JsonCursor json(text);
  if (json.peek() != '[')
    return invalid_argument("patch: expected a list of operations, found " + quoted(text));
  json.open();
  while (json.next(']')) {
    Result<PatchOperation> operation = read_operation(json.take());
    if (!operation.ok()) return std::move(operation).error().with_context("patch");
    operations.push_back(*std::move(operation));
  }
  return operations;
}

std::vector<std::string> pointer_tokens(std::string_view pointer) {
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      tokens.emplace_back();
    } else if (pointer[i] == '~' && i + 1 < pointer.size()) {
      ++i;
      tokens.back() += pointer[i] == '1' ? '/' : '~';
    } else {
      tokens.back() += pointer[i];
    }
  }
  return tokens;
}

Result<std::string> apply_patch(std::string_view json,
                                const std::vector<PatchOperation>& operations) {
  Change root;
  for (const PatchOperation& operation : operations) {
    if (Result<void> added = add_operation(root, operation); !added.ok())
      return std::move(added).error();
  }
  Applying applying;
  JsonCursor cursor(json);
  if (Result<void> visited = applying.visit(root, cursor); !visited.ok())
    return std::move(visited).error();
  return applying.take();
}

}  // namespace nodefit
