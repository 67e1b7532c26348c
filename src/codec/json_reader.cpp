#include "codec/json_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/field_path.h"

namespace nodefit {

namespace {

constexpr std::size_t kElementsMax = 50'000;
// A ResourceList is made for the ten or twenty that exist: adding to one takes time by its length.
constexpr std::size_t kResourcesMax = 256;
constexpr std::size_t kDescribedSizeMax = 40;
// Up to here comparing each key with each takes less time than sorting them. A Pod's spec has
// about 25.
constexpr std::size_t kComparedKeysMax = 32;

std::optional<std::int64_t> to_integer(double number) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (std::trunc(number) != number || number < -kLimit || number >= kLimit) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

// The same for equal keys, and mostly not for others.
std::size_t mixed(std::string_view key) {
  if (key.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(key[i]); };
  return key.size() * 5 + byte(0) * 3 + byte(key.size() / 2) + byte(key.size() - 1) * 7;
}

std::optional<std::string_view> find_doubled_by_sorting(const simdjson::dom::object& object) {
  std::vector<std::string_view> keys;
  for (auto member = object.begin(); member != object.end(); ++member) keys.push_back(member.key());
  std::sort(keys.begin(), keys.end());
  const auto doubled = std::adjacent_find(keys.begin(), keys.end());
  return doubled == keys.end() ? std::nullopt : std::optional(*doubled);
}

}  // namespace

void JsonProblem::report(Error error) {
  if (!error_) error_ = std::move(error);
}

bool JsonProblem::count_element() {
  if (++elements_ <= kElementsMax) return true;
  report(too_large("more than " + std::to_string(kElementsMax) + " list elements and map entries"));
  return false;
}

std::optional<std::string_view> find_doubled_key(const simdjson::dom::object& object) {
  if (object.size() > kComparedKeysMax) return find_doubled_by_sorting(object);
  std::array<std::string_view, kComparedKeysMax> keys;
  auto* end = keys.begin();
  std::uint64_t seen = 0;  // most keys differ in this, and needn't be compared
  for (auto member = object.begin(); member != object.end(); ++member) {
    const std::string_view key = member.key();
    const std::uint64_t bit = std::uint64_t{1} << mixed(key) % 64;
    if ((seen & bit) != 0 && std::find(keys.begin(), end, key) != end) return key;
    seen |= bit;
    *end++ = key;
  }
  return std::nullopt;
}

std::string describe(const JsonValue& value) {
  using enum simdjson::dom::element_type;
  switch (value.type()) {
    case OBJECT:
      return "an object";
    case ARRAY:
      return "a list";
    case STRING: {
      const std::string_view text = value.get_string().value_unsafe();
      return text.size() <= kDescribedSizeMax
                 ? quoted(text)
                 : "a string of " + std::to_string(text.size()) + " bytes";
    }
    case INT64:
    case UINT64:
    case DOUBLE:
    case BOOL:
    case NULL_VALUE:
      return simdjson::minify(value);
  }
  std::abort();
}

JsonReader::JsonReader(const JsonValue& root, JsonProblem& problem)
    : value_(root), problem_(&problem) {
  require_object();
}

std::optional<JsonReader> JsonReader::find(std::string_view key) const {
  simdjson::dom::object members;
  JsonValue member;
  if (value_.get(members) != simdjson::SUCCESS ||
      members.at_key(key).get(member) != simdjson::SUCCESS || member.is_null()) {
    return std::nullopt;
  }
  return JsonReader(member, *this, key);
}

bool JsonReader::require_object() const {
  simdjson::dom::object members;
  if (value_.get(members) != simdjson::SUCCESS) {
    expected("an object");
    return false;
  }
  const std::optional<std::string_view> doubled = find_doubled_key(members);
  if (doubled) {
    report(invalid_argument("key " + quoted(*doubled) +
                            " stands twice: decoders differ in which one counts"));
  }
  return !doubled;
}

std::string JsonReader::text(std::string_view key) const {
  const std::optional<JsonReader> member = find(key);
  return member ? member->as_text() : std::string();
}

bool JsonReader::flag(std::string_view key) const {
  const std::optional<JsonReader> member = find(key);
  bool value = false;
  if (member && member->value_.get(value) != simdjson::SUCCESS) member->expected("true or false");
  return value;
}

std::optional<std::int64_t> JsonReader::integer(std::string_view key) const {
  const std::optional<JsonReader> member = find(key);
  if (!member) return std::nullopt;
  std::int64_t integer = 0;
  if (member->value_.get(integer) == simdjson::SUCCESS) return integer;
  double number = 0;
  std::optional<std::int64_t> whole;
  if (member->value_.is_double() && member->value_.get(number) == simdjson::SUCCESS)
    whole = to_integer(number);
  if (!whole) member->expected("a whole number");
  return whole;
}

std::optional<JsonReader> JsonReader::object(std::string_view key) const {
  std::optional<JsonReader> member = find(key);
  if (member && !member->require_object()) return std::nullopt;
  return member;
}

std::vector<std::string> JsonReader::texts(std::string_view key) const {
  std::vector<std::string> texts;
  if (const std::optional<JsonReader> list = find(key)) {
    list->each_item([&](const JsonReader& item) { texts.push_back(item.as_text()); });
  }
  return texts;
}

Labels JsonReader::labels(std::string_view key) const {
  std::vector<Labels::Entry> entries;
  each_entry(key, [&](std::string_view name, const JsonReader& value) {
    entries.emplace_back(name, value.value_.is_null() ? std::string() : value.as_text());
  });
  return Labels(std::move(entries));
}

ResourceList JsonReader::resources(std::string_view key) const {
  ResourceList resources;
  std::size_t count = 0;
  each_entry(key, [&](std::string_view name, const JsonReader& value) {
    if (++count > kResourcesMax) {
      return value.report(too_large("more than " + std::to_string(kResourcesMax) + " resources"));
    }
    resources[name] = value.as_quantity();
  });
  return resources;
}

void JsonReader::allow_only(std::initializer_list<std::string_view> keys) const {
  simdjson::dom::object members;
  if (value_.get(members) != simdjson::SUCCESS) return;
  for (const simdjson::dom::key_value_pair& member : members) {
    if (std::find(keys.begin(), keys.end(), member.key) == keys.end()) {
      return report(invalid_argument("unknown key " + quoted(member.key)));
    }
  }
}

std::string JsonReader::as_text() const {
  std::string_view text;
  if (value_.get(text) != simdjson::SUCCESS) expected("a string");
  return std::string(text);
}

Quantity JsonReader::as_quantity() const {
  using enum simdjson::dom::element_type;
  Result<Quantity> quantity = Quantity();
  switch (value_.type()) {
    case NULL_VALUE:
      break;
    case STRING:
      quantity = Quantity::parse_json_string(value_.get_string().value_unsafe());
      break;
    case INT64:
      quantity = Quantity::from_integer(value_.get_int64().value_unsafe());
      break;
    case UINT64:
      quantity = Quantity::parse(std::to_string(value_.get_uint64().value_unsafe()));
      break;
    case DOUBLE:
      quantity = Quantity::from_double(value_.get_double().value_unsafe());
      break;
    case OBJECT:
    case ARRAY:
    case BOOL:
      expected("a quantity as a string or number");
      break;
  }
  if (quantity.ok()) return *quantity;
  report(std::move(quantity).error());
  return {};
}

void JsonReader::expected(std::string_view what) const {
  report(invalid_argument("expected " + std::string(what) + ", found " + describe(value_)));
}

void JsonReader::report(Error error) const {
  if (problem_->found()) return;
  const std::string place = path();
  problem_->report(place.empty() ? std::move(error) : std::move(error).with_context(place));
}

std::string JsonReader::path() const {
  if (parent_ == nullptr) return {};
  const std::string path = parent_->path();
  return index_ ? at_index(path, *index_) : at_key(path, key_);
}

std::string_view text_member(const JsonValue& object, std::string_view key) {
  std::string_view text;
  return object.at_key(key).get(text) == simdjson::SUCCESS ? text : std::string_view();
}

}  // namespace nodefit
