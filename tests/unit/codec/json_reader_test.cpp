#include "codec/json_reader.h"

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "support/table.h"

namespace nodefit::tests {

namespace {

// What `read` finds wrong with the text; empty for nothing.
std::string problem_of(const std::string& text,
                       const std::function<void(const JsonReader&)>& read) {
  JsonDocument document;
  if (Result<void> parsed = document.parse(text); !parsed.ok()) return parsed.error().message();
  JsonProblem problem;
  const JsonReader root(document.root(), problem);
  read(root);
  return problem.found() ? problem.take().message() : "";
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("members are read by type") {
  const std::string text =
      R"({"text": "té\u0000x", "yes": true, "n": 2, "real": 2.0, "exponent": 2e3,
      "negative": -9223372036854775808, "list": ["a", ""], "labels": {"b": "1", "a": null},
      "resources": {"string": "1500m", "integer": 3, "big": 18446744073709551615, "real": 0.5, "null": null}})";
  const std::string problem = problem_of(text, [](const JsonReader& json) {
    CHECK(json.text("text") == std::string("t\xC3\xA9\0x", 5));
    CHECK(json.flag("yes"));
    CHECK(json.integer("n") == 2);
    CHECK(json.integer("real") == 2);
    CHECK(json.integer("exponent") == 2000);
    CHECK(json.integer("negative") == INT64_MIN);
    CHECK(json.texts("list") == std::vector<std::string>{"a", ""});
    CHECK(json.labels("labels") == Labels{{"a", ""}, {"b", "1"}});
    const ResourceList resources = json.resources("resources");
    CHECK(*resources.find("string") == Quantity::parse("1500m").value());
    CHECK(*resources.find("integer") == Quantity::from_integer(3));
    CHECK(*resources.find("big") == Quantity::parse("18446744073709551615").value());
    CHECK(*resources.find("real") == Quantity::parse("500m").value());
    CHECK(resources.find("null")->is_zero());
  });
  REQUIRE(problem.empty());
}

TEST_CASE("what is absent or null is read as empty") {
  for (const std::string text : {"{}", R"({"a": null})"}) {
    const std::string problem = problem_of(text, [](const JsonReader& json) {
      CHECK_FALSE(json.has("a"));
      CHECK(json.text("a").empty());
      CHECK_FALSE(json.flag("a"));
      CHECK_FALSE(json.integer("a"));
      CHECK_FALSE(json.object("a"));
      CHECK(json.texts("a").empty());
      CHECK(json.labels("a").empty());
      CHECK(json.resources("a").empty());
      json.each_object("a", [](const JsonReader&) { CHECK(false); });
      json.each_entry("a", [](std::string_view, const JsonReader&) { CHECK(false); });
    });
    REQUIRE(problem.empty());
  }
}

TEST_CASE("the first problem is told with its path") {
  using Read = std::function<void(const JsonReader&)>;
  struct Case {
    const char* name;
    std::string text;
    Read read;
    std::string want;
  };
  const Read text = [](const JsonReader& json) { json.text("a"); };
  const Read integer = [](const JsonReader& json) { json.integer("a"); };
  const Read object = [](const JsonReader& json) { json.object("a"); };
  const Read labels = [](const JsonReader& json) { json.labels("a"); };
  const Read resources = [](const JsonReader& json) { json.resources("a"); };
  const Read objects = [](const JsonReader& json) {
    json.each_object("a", [](const JsonReader& item) { item.text("b"); });
  };
  const Case cases[] = {
      {"a root that is no object", "[]", text, "expected an object, found a list"},
      {"a root with a doubled key", R"({"b": 1, "c": 2, "b": 1})", text,
       R"(key "b" stands twice: decoders differ in which one counts)"},
      {"a number for a string", R"({"a": 5})", text, "a: expected a string, found 5"},
      {"an object for a string", R"({"a": {}})", text, "a: expected a string, found an object"},
      {"a string for a flag", R"({"a": "true"})", [](const JsonReader& json) { json.flag("a"); },
       R"(a: expected true or false, found "true")"},
      {"a string for an integer", R"({"a": "2"})", integer,
       R"(a: expected a whole number, found "2")"},
      {"a fraction for an integer", R"({"a": 2.5})", integer,
       "a: expected a whole number, found 2.5"},
      {"2^63 for an integer", R"({"a": 9223372036854775808})", integer,
       "a: expected a whole number, found 9223372036854775808"},
      {"1e300 for an integer", R"({"a": 1e300})", integer,
       "a: expected a whole number, found 1e+300"},
      {"a list for an object", R"({"a": []})", object, "a: expected an object, found a list"},
      {"a doubled key in an object", R"({"a": {"x/y": 1, "x/y": 1}})", object,
       R"(a: key "x/y" stands twice: decoders differ in which one counts)"},
      {"a list for labels", R"({"a": ["b"]})", labels, "a: expected an object, found a list"},
      {"a number for a label", R"({"a": {"b.c/d": 1}})", labels,
       R"(a["b.c/d"]: expected a string, found 1)"},
      {"a doubled label", R"({"a": {"b": "1", "b": "1"}})", labels,
       R"(a: key "b" stands twice: decoders differ in which one counts)"},
      {"null among strings", R"({"a": [null]})", [](const JsonReader& json) { json.texts("a"); },
       "a[0]: expected a string, found null"},
      {"an object for a list", R"({"a": {}})", objects, "a: expected a list, found an object"},
      {"null among objects", R"({"a": [{}, null]})", objects,
       "a[1]: expected an object, found null"},
      {"a wrong type within a list", R"({"a": [{"b": "x"}, {"b": false}, {"b": 1}]})", objects,
       "a[1].b: expected a string, found false"},
      {"a quantity that is none", R"({"a": {"cpu": "lots"}})", resources,
       R"(a.cpu: invalid quantity "lots": expected a number and at most one of n u m k M G T P E, )"
       R"(Ki Mi Gi Ti Pi Ei or an exponent, as in "500m", "2Gi" or "1e3")"},
      {"true for a quantity", R"({"a": {"cpu": true}})", resources,
       "a.cpu: expected a quantity as a string or number, found true"},
      {"a long string is not repeated", R"({"a": {"cpu": ")" + std::string(1000, 'x') + R"("}})",
       [](const JsonReader& json) { json.object("a")->integer("cpu"); },
       "a.cpu: expected a whole number, found a string of 1000 bytes"},
      {"an unknown key", R"({"a": 1, "b": 2})",
       [](const JsonReader& json) { json.allow_only({"a"}); }, R"(unknown key "b")"},
      {"too many elements", R"({"a": [{})" + repeated(",{}", 50'000) + "]}", objects,
       "more than 50000 list elements and map entries"},
      {"the first of two", R"({"a": {"b": 1, "c": 2}})",
       [](const JsonReader& json) {
         const std::optional<JsonReader> inner = json.object("a");
         inner->text("c");
         inner->text("b");
       },
       "a.c: expected a string, found 2"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(problem_of(c.text, c.read) == c.want); }
  }
}

TEST_CASE("a list of resources is bounded, whatever the order of their names") {
  std::string resources;
  for (int i = 256; i > 0; --i) resources += "\"r" + std::to_string(i) + "\": 1,";
  const auto read = [](const JsonReader& json) { json.resources("a"); };
  REQUIRE(
      problem_of(R"({"a": {)" + resources.substr(0, resources.size() - 1) + "}}", read).empty());
  REQUIRE(problem_of(R"({"a": {)" + resources + R"("r0": 1}})", read) ==
          "a.r0: more than 256 resources");
}

TEST_CASE("doubled keys are found among many") {
  std::string members;
  for (int i = 0; i < 10'000; ++i) members += "\"key" + std::to_string(i) + "\": 1,";
  const auto read = [](const JsonReader&) {};
  REQUIRE(problem_of("{" + members + R"("last": 1})", read).empty());
  REQUIRE(problem_of("{" + members + R"("key77": 1})", read) ==
          R"(key "key77" stands twice: decoders differ in which one counts)");
  REQUIRE(problem_of(R"({"": 1, "": 2})", read) ==
          R"(key "" stands twice: decoders differ in which one counts)");
  REQUIRE(problem_of(R"({"a\u0062": 1, "ab": 2})", read) ==
          R"(key "ab" stands twice: decoders differ in which one counts)");
}

TEST_CASE("quantities as JSON tokens are read as apimachinery reads them", "[oracle]") {
  for (const Row& row : read_oracle_table("quantity_json", 3)) {
    const std::string& token = row.columns[0];
    CAPTURE(row.line, token);
    ResourceList resources;
    const std::string problem =
        problem_of(R"({"a": {"b": )" + token + "}}",
                   [&](const JsonReader& json) { resources = json.resources("a"); });
    // simdjson refuses the whole document for what Go reads as text: integers past 64 bits and
    // numbers past every double. Beyond 1.7e29 our own limit says so.
    const bool refused_early = problem.find("integers within 64 bits") != std::string::npos ||
                               problem.find("is too large") != std::string::npos;
    if (refused_early) continue;
    // A JSON number of value zero, whose exponent Go looks at.
    if (token == "0e99999999999999999999") continue;
    // A string's escapes are undone here, not there.
    if (token.find('\\') != std::string::npos) continue;
    REQUIRE((problem.empty() ? "ok" : "error") == row.columns[1]);
    if (!problem.empty()) continue;
    std::string nanos;
    Int128 value = resources.find("b")->nanos();
    const bool negative = value < 0;
    do {
      nanos.insert(nanos.begin(), static_cast<char>('0' + static_cast<int>(negative ? -(value % 10)
                                                                                    : value % 10)));
      value /= 10;
    } while (value != 0);
    REQUIRE((negative ? "-" : "") + nanos == row.columns[2]);
  }
}

}  // namespace nodefit::tests
