// Random objects, written as YAML in random styles, with random patches: what splice_patch makes
// reads as what a strict applier makes, and no line is touched that need not be.

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "codec/json_layout.h"
#include "codec/patch_tree.h"
#include "codec/yaml_writer.h"
#include "manifest/diff.h"
#include "manifest/splice.h"
#include "support/strict_json_patch.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::ordered_json;

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

  // From 0 to sides - 1.
  std::size_t roll(std::size_t sides) { return random_() % sides; }
  bool one_in(std::size_t sides) { return roll(sides) == 0; }
  template <class T, std::size_t count>
  const T& pick(const T (&choices)[count]) {
    return choices[roll(count)];
  }

 private:
  std::mt19937 random_;
};

std::string roll_text(Dice& dice) {
  static const std::string kTexts[] = {"a",          "tensorflow/tensorflow:2.15.0",
                                       "yes",        "1",
                                       "",           "a: b",
                                       "# a",        "it's",
                                       "\"x\"",      "x\ny\n",
                                       "\xC3\xA9",   "- a",
                                       "long words", "x\n\n  y",
                                       "x  # no",    "null",
                                       "\\",         "a\tb"};
  return dice.pick(kTexts);
}

Json roll_value(Dice& dice, std::size_t depth) {
  static const std::string kKeys[] = {"a", "b", "image", "yes", "x/y", "c d", "7", "\xC3\xBC"};
  const std::size_t kind = dice.roll(depth == 0 ? 4 : 9);
  if (kind == 0) return nullptr;
  if (kind == 1) return dice.one_in(2) ? Json(dice.one_in(2)) : Json(dice.roll(1000));
  if (kind < 4) return roll_text(dice);
  Json value = kind < 6 ? Json::array() : Json::object();
  for (std::size_t i = dice.roll(4); i > 0; --i) {
    if (value.is_array()) {
      value.push_back(roll_value(dice, depth - 1));
    } else {
      value[dice.pick(kKeys)] = roll_value(dice, depth - 1);
    }
  }
  return value;
}

// Writes YAML as many people would.
class Scribe {
 public:
  explicit Scribe(Dice& dice)
      : dice_(dice), step_(1 + dice.roll(4)), list_step_(dice.roll(3)), gap_(1 + dice.roll(3)) {}

  std::string write(const Json& object) {
    if (dice_.one_in(3)) out_ += "# first\n";
    block(object, 0);
    if (dice_.one_in(4)) out_ += "\n# last\n\n";
    // A literal would be another text without its last line end.
    if (dice_.one_in(4) && !out_.ends_with("y\n")) out_.pop_back();
    return dice_.one_in(4) ? with_crlf() : out_;
  }

 private:
  void block(const Json& value, std::size_t column) {
    bool first = true;
    for (auto item = value.begin(); item != value.end(); ++item) {
      if (!first || column == 0) begin_line(column);
      first = false;
      if (value.is_array()) {
        out_.append("-").append(gap_, ' ');
        below(*item, column, column + 1 + gap_, true);
      } else {
        out_.append(key(item.key())).append(":");
        below(*item, column, column + (item->is_array() ? list_step_ : step_), false);
      }
    }
  }

  void begin_line(std::size_t column) {
    if (dice_.one_in(12)) out_ += "\n";
    if (dice_.one_in(12)) out_.append(column, ' ').append("# beside\n");
    if (dice_.one_in(24)) out_.append("# outside\n");
    out_.append(column, ' ');
  }

  void below(const Json& value, std::size_t column, std::size_t inner, bool after_dash) {
    const char* const space = after_dash ? "" : " ";
    if (dice_.one_in(30) && !value.empty()) {
      // Nobody refers to it, but whoever changes what has a name changes it for others.
      out_.append(space).append(after_dash ? "&n " : "&n");
      if (value.is_structured()) {
        out_ += after_dash ? "" : " ";
        out_ += value.dump();
        return end_line();
      }
    }
    if (value.is_structured() && !value.empty() && !dice_.one_in(8)) {
      if (!after_dash) {
        end_line();
        out_.append(inner, ' ');
      }
      return block(value, inner);
    }
    if (value.is_string() && value.get<std::string>().ends_with("y\n") && dice_.one_in(2)) {
      out_.append(space).append("|\n");
      for (const char* const line : {"x\n", "y\n"}) out_.append(column + step_, ' ').append(line);
      return;
    }
    if (value.is_null() && dice_.one_in(2) && !after_dash) return end_line();
    out_.append(space).append(flow(value));
    end_line();
  }

  std::string flow(const Json& value) {
    static const std::string kNulls[] = {"null", "~", "Null"};
    if (value.is_null()) return dice_.pick(kNulls);
    if (!value.is_string()) return value.dump();
    const auto text = value.get<std::string>();
    if (dice_.one_in(3)) return yaml_double_quoted(text);
    if (dice_.one_in(3) && is_printable_line(text)) return yaml_single_quoted(text);
    return yaml_string(text);
  }

  std::string key(const std::string& name) {
    return dice_.one_in(6) ? yaml_double_quoted(name) : yaml_string(name);
  }

  void end_line() { out_ += dice_.one_in(8) ? "  # why\n" : dice_.one_in(16) ? "  \n" : "\n"; }

  std::string with_crlf() const {
    std::string crlf;
    for (const char c : out_) crlf += c == '\n' ? "\r\n" : std::string(1, c);
    return crlf;
  }

  Dice& dice_;
  std::string out_;
  std::size_t step_;
  std::size_t list_step_;
  std::size_t gap_;
};

void add_operation(Json& patch, const char* op, const std::string& path, const Json& value) {
  patch.push_back({{"op", op}, {"path", path}, {"value", value}});
}

// Operations of every kind that json_patch emits, at places all over the object.
void roll_patch(Dice& dice, const Json& value, const std::string& path, Json& patch) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      roll_patch(dice, value[i], path + "/" + std::to_string(i), patch);
    for (std::size_t i = dice.one_in(3) ? 1 + dice.roll(2) : 0; i > 0; --i)
      add_operation(patch, "add", path + "/-", roll_value(dice, 2));
  } else if (value.is_object()) {
    for (auto item = value.begin(); item != value.end(); ++item)
      roll_patch(dice, *item, path + "/" + pointer_token(item.key()), patch);
    for (const char* const key : {"new", "nodefit.dev/new"}) {
      if (dice.one_in(4))
        add_operation(patch, "add", path + "/" + pointer_token(key), roll_value(dice, 2));
    }
  } else if (value.is_null() && dice.one_in(2) && !std::isdigit(path.back())) {
    add_operation(patch, "add", path, roll_value(dice, 2));
  } else if (value.is_string() && dice.one_in(3)) {
    add_operation(patch, "replace", path, roll_text(dice));
  }
}

std::size_t count_removed_lines(const std::string& diff) {
  std::size_t count = 0;
  for (std::size_t at = diff.find("\n-"); at != std::string::npos; at = diff.find("\n-", at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("whatever the style and the patch, what is spliced reads as what was patched") {
  std::size_t spliced_in_place = 0;
  std::size_t written_anew = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Dice dice(seed);
    Json object = roll_value(dice, 4);
    if (!object.is_object() || object.empty()) object = {{"spec", object}};
    Json patch = Json::array();
    roll_patch(dice, object, "", patch);
    if (patch.empty()) continue;
    const std::string text = Scribe(dice).write(object);
    CAPTURE(seed, text, patch.dump());

    Document document;
    document.text = text;
    document.form = Document::Form::kYaml;
    const DocumentJson read = read_document(document);
    REQUIRE_FALSE(read.problem);
    REQUIRE(same_json(read.json, object.dump()));
    const Result<std::string> want = apply_json_patch(read.json, patch.dump());
    REQUIRE(want.ok());

    const Result<SplicedDocument> spliced = splice_patch(document, patch.dump());
    REQUIRE(spliced.ok());
    Document again = document;
    again.text = spliced->text;
    REQUIRE(same_json(read_document(again).json, *want));
    ++(spliced->note.empty() ? spliced_in_place : written_anew);
    if (!spliced->note.empty()) continue;
    const std::string diff = unified_diff(text, spliced->text, "", "");
    // The last line without an end counts as removed where something comes behind it.
    CHECK(count_removed_lines(diff) <= patch.size() + 1);
  }
  CAPTURE(spliced_in_place, written_anew);

  CHECK(spliced_in_place > 10 * written_anew);
  CHECK(written_anew > 50);
}

}  // namespace nodefit::tests
