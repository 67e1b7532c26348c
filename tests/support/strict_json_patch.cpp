#include "support/strict_json_patch.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace nodefit::tests {

namespace {

using Json = nlohmann::ordered_json;
using Pointer = std::vector<std::string>;

Result<Json> parse_document(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return invalid_argument("the document isn't JSON");
  return json;
}

// A patch that says "op" twice is no patch (RFC 6902 A.13), though parsers take the last one.
Result<Json> parse_patch(std::string_view text) {
  std::vector<std::set<std::string>> keys;
  bool doubled = false;
  const auto look = [&](int, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key) {
      doubled = doubled || !keys.back().insert(parsed.get<std::string>()).second;
    }
    return true;
  };
  Json json = Json::parse(text, look, false);
  if (json.is_discarded()) return invalid_argument("the patch isn't JSON");
  if (doubled) return invalid_argument("the patch has a doubled key");
  return json;
}

Result<Pointer> parse_pointer(std::string_view text) {
  Pointer tokens;
  if (text.empty()) return tokens;
  if (text.front() != '/')
    return invalid_argument("pointer " + std::string(text) + " doesn't begin with '/'");
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/') {
      tokens.emplace_back();
    } else if (text[i] != '~') {
      tokens.back() += text[i];
    } else if (i + 1 < text.size() && (text[i + 1] == '0' || text[i + 1] == '1')) {
      tokens.back() += text[++i] == '0' ? '~' : '/';
    } else {
      return invalid_argument("pointer " + std::string(text) + " has a '~' without 0 or 1");
    }
  }
  return tokens;
}

std::optional<std::size_t> parse_index(const std::string& token) {
  if (token.empty() || (token.front() == '0' && token.size() > 1)) return std::nullopt;
  std::size_t index = 0;
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc() || stop != token.data() + token.size()) return std::nullopt;
  return index;
}

// The child of `value` by one token, or nullptr.
Json* step(Json& value, const std::string& token) {
  if (value.is_object()) {
    const auto member = value.find(token);
    return member == value.end() ? nullptr : &*member;
  }
  const std::optional<std::size_t> index = parse_index(token);
  if (!value.is_array() || !index || *index >= value.size()) return nullptr;
  return &value[*index];
}

Json* find(Json& document, const Pointer& pointer) {
  Json* value = &document;
  for (const std::string& token : pointer) {
    value = step(*value, token);
    if (value == nullptr) return nullptr;
  }
  return value;
}

Error missing(std::string_view what) { return invalid_argument("no " + std::string(what)); }

Result<void> add(Json& document, const Pointer& pointer, Json value) {
  if (pointer.empty()) {
    document = std::move(value);
    return {};
  }
  Json* const parent = find(document, {pointer.begin(), pointer.end() - 1});
  if (parent == nullptr) return missing("parent to add to");
  const std::string& token = pointer.back();
  if (parent->is_object()) {
    (*parent)[token] = std::move(value);
    return {};
  }
  if (!parent->is_array()) return missing("object or list to add to");
  const std::optional<std::size_t> index = token == "-" ? parent->size() : parse_index(token);
  if (!index || *index > parent->size()) return missing("such place in the list");
  parent->insert(parent->begin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
  return {};
}

Result<Json> remove(Json& document, const Pointer& pointer) {
  Json* const target = find(document, pointer);
  if (target == nullptr) return missing("value to remove");
  Json removed = *target;
  if (pointer.empty()) {
    document = nullptr;
    return removed;
  }
  Json& parent = *find(document, {pointer.begin(), pointer.end() - 1});
  if (parent.is_object()) {
    parent.erase(pointer.back());
  } else {
    parent.erase(*parse_index(pointer.back()));
  }
  return removed;
}

// Members in any order are the same object; numbers are compared by value.
bool same(const Json& a, const Json& b) { return nlohmann::json(a) == nlohmann::json(b); }

class Operation {
 public:
  static Result<Operation> read(const Json& json);
  Result<void> apply(Json& document) const;

 private:
  Operation() = default;

  std::string op_;
  Pointer path_;
  Pointer from_;
  Json value_;
};

Result<std::string> text_member(const Json& json, const std::string& key) {
  const auto member = json.find(key);
  if (member == json.end() || !member->is_string())
    return missing("string \"" + key + "\" in the operation");
  return member->get<std::string>();
}

Result<Pointer> pointer_member(const Json& json, const std::string& key) {
  Result<std::string> text = text_member(json, key);
  if (!text.ok()) return std::move(text).error();
  return parse_pointer(*text);
}

Result<Operation> Operation::read(const Json& json) {
  if (!json.is_object()) return invalid_argument("an operation isn't an object");
  Operation operation;
  Result<std::string> op = text_member(json, "op");
  if (!op.ok()) return std::move(op).error();
  Result<Pointer> path = pointer_member(json, "path");
  if (!path.ok()) return std::move(path).error();
  operation.op_ = *std::move(op);
  operation.path_ = *std::move(path);
  if (operation.op_ == "add" || operation.op_ == "replace" || operation.op_ == "test") {
    if (!json.contains("value")) return missing("\"value\" in the operation");
    operation.value_ = json["value"];
  } else if (operation.op_ == "move" || operation.op_ == "copy") {
    Result<Pointer> from = pointer_member(json, "from");
    if (!from.ok()) return std::move(from).error();
    operation.from_ = *std::move(from);
  } else if (operation.op_ != "remove") {
    return missing("operation " + operation.op_);
  }
  return operation;
}

Result<void> Operation::apply(Json& document) const {
  if (op_ == "add") return add(document, path_, value_);
  if (op_ == "copy" || op_ == "move") {
    const Json* const source = find(document, from_);
    if (source == nullptr) return missing("value to " + op_);
    const Json value = *source;
    if (op_ == "move") {
      const bool into_itself =
          from_.size() < path_.size() && std::equal(from_.begin(), from_.end(), path_.begin());
      if (into_itself) return invalid_argument("a move into itself");
      if (Result<Json> removed = remove(document, from_); !removed.ok())
        return std::move(removed).error();
    }
    return add(document, path_, value);
  }
  Json* const target = find(document, path_);
  if (target == nullptr) return missing("value to " + op_);
  if (op_ == "remove") {
    Result<Json> removed = remove(document, path_);
    return removed.ok() ? Result<void>() : Result<void>(std::move(removed).error());
  }
  if (op_ == "test") {
    if (!same(*target, value_)) return invalid_argument("a test failed: " + target->dump());
    return {};
  }
  *target = value_;
  return {};
}

}  // namespace

Result<std::string> apply_json_patch(std::string_view document, std::string_view patch) {
  if (patch.empty()) return std::string(document);
  Result<Json> json = parse_document(document);
  if (!json.ok()) return std::move(json).error();
  Result<Json> operations = parse_patch(patch);
  if (!operations.ok()) return std::move(operations).error();
  if (!operations->is_array()) return invalid_argument("the patch isn't a list");
  for (std::size_t i = 0; i < operations->size(); ++i) {
    const std::string place = "operation " + std::to_string(i);
    Result<Operation> operation = Operation::read((*operations)[i]);
    if (!operation.ok()) return std::move(operation).error().with_context(place);
    if (Result<void> applied = operation->apply(*json); !applied.ok()) {
      return std::move(applied).error().with_context(place);
    }
  }
  return json->dump();
}

}  // namespace nodefit::tests
