// Reading typed values out of a YAML tree, collecting everything that isn't as expected.
//
// A value that can't be read is told once and left out; the caller goes on with the rest.
//
// Thread-safety: a YamlFields belongs to one thread.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codec/yaml_tree.h"

namespace nodefit {

// A place in a document. Where it can be written in a short form, `path` is that of the long one,
// and `written` the short one that people see.
struct FieldPath {
  std::string path;
  std::string written;

  FieldPath key(std::string_view name) const;
  FieldPath index(std::size_t position) const;
};

class YamlFields {
 public:
  struct Place {
    TextPosition position;
    std::string written;
  };
  struct Problem {
    TextPosition position;
    FieldPath at;
    std::string message;
  };

  // The entries of one mapping. What is read through it is told and remembered by its reader.
  class Mapping {
   public:
    // nullptr where there is none.
    const YamlNode* find(std::string_view key) const;
    // The same, with an error where there is none.
    const YamlNode* require(std::string_view key, std::string_view expected) const;
    FieldPath at(std::string_view key) const { return at_.key(key); }

    // nullopt, or empty: there is none, or none that could be read.
    std::optional<std::string> find_string(std::string_view key) const;
    std::string require_string(std::string_view key, std::string_view expected) const;
    std::optional<std::int64_t> find_integer(std::string_view key) const;
    std::optional<bool> find_boolean(std::string_view key) const;
    std::optional<std::size_t> find_word(std::string_view key,
                                         std::span<const std::string_view> words) const;
    std::optional<std::vector<std::string>> find_strings(
        std::string_view key, std::string_view expected_element = "a string") const;
    std::vector<std::pair<std::string, std::string>> find_string_map(
        std::string_view key, std::string_view expected) const;

   private:
    friend class YamlFields;

    Mapping(YamlFields& reader, FieldPath at, TextPosition position)
        : reader_(reader), at_(std::move(at)), position_(position) {}

    YamlFields& reader_;
    FieldPath at_;
    TextPosition position_;
    std::vector<std::pair<std::string_view, const YamlNode*>> values_;
    std::vector<std::string_view> suggested_;  // for misspelt keys: not missing
  };

  // `expected` completes "expected ..., found ..." where the node is of another kind.

  // Errors: not a mapping, unknown keys.
  Mapping read_mapping(const YamlNode& node, const FieldPath& at,
                       std::span<const std::string_view> known,
                       std::string_view expected = "a mapping");

  // The entries of a mapping whose keys aren't known beforehand. Errors: not a mapping, keys that
  // YAML doesn't read as text.
  std::vector<std::pair<std::string, const YamlNode*>> read_entries(const YamlNode& node,
                                                                    const FieldPath& at,
                                                                    std::string_view expected);

  // Calls read(element, its place) for each element. Nothing where `list` is nullptr. Errors: not a
  // list.
  template <class Read>
  void read_each(const YamlNode* list, const FieldPath& at, std::string_view expected, Read read) {
    if (list == nullptr || !check_list(*list, at, expected)) return;
    for (std::size_t i = 0; i < list->elements.size(); ++i) {
      read(*list->elements[i], at.index(i));
    }
  }

  // Unquoted numbers, true, yes and the like aren't strings; the error says to quote them.
  std::optional<std::string> read_string(const YamlNode& node, const FieldPath& at,
                                         std::string_view expected = "a string");
  std::optional<std::int64_t> read_integer(const YamlNode& node, const FieldPath& at);
  std::optional<bool> read_boolean(const YamlNode& node, const FieldPath& at);
  // One of `words`, as its index.
  std::optional<std::size_t> read_word(const YamlNode& node, const FieldPath& at,
                                       std::span<const std::string_view> words);

  // A list; an element that isn't a string is read as an empty one, so that the others keep their
  // index.
  std::vector<std::string> read_strings(const YamlNode& node, const FieldPath& at,
                                        std::string_view expected_element = "a string");
  // A mapping; an entry whose value isn't a string is left out.
  std::vector<std::pair<std::string, std::string>> read_string_map(const YamlNode& node,
                                                                   const FieldPath& at,
                                                                   std::string_view expected);

  void add_problem(const FieldPath& at, TextPosition position, std::string message);
  // "expected EXPECTED, found ...", and what to do about quotes where they are the trouble.
  void add_mismatch(const YamlNode& node, const FieldPath& at, std::string_view expected);

  // Remembers where `at` stands. Every read_ function does it for what it was given.
  void note(const FieldPath& at, TextPosition position);

  const std::vector<Problem>& problems() const { return problems_; }
  // By FieldPath::path.
  const std::unordered_map<std::string, Place>& places() const { return places_; }
  // Paths of what is absent because its key is misspelt.
  const std::vector<std::string>& misspelt() const { return misspelt_; }

 private:
  bool check_list(const YamlNode& node, const FieldPath& at, std::string_view expected);
  void add_string_mismatch(const YamlNode& node, const FieldPath& at, std::string_view expected);
  bool check_key(const YamlNode& key, const FieldPath& at);

  std::vector<Problem> problems_;
  std::unordered_map<std::string, Place> places_;
  std::vector<std::string> misspelt_;
};

// What a node is, in words: `"x"`, `the number 8`, `a list`.
std::string describe(const YamlNode& node);

}  // namespace nodefit
