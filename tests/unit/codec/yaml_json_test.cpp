#include "codec/yaml_json.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/cpu_time.h"
#include "support/table.h"

namespace nodefit::tests {

namespace {

using Json = nlohmann::json;

// The JSON, or "LINE:COLUMN PATH: MESSAGE".
std::string show(std::string_view yaml) {
  const YamlJson result = yaml_to_json(yaml);
  if (!result.problem) return result.json;
  CHECK(result.json.empty());
  std::ostringstream out;
  out << result.problem->position.line << ':' << result.problem->position.column << ' '
      << result.problem->path << ": " << result.problem->message;
  return out.str();
}

}  // namespace

TEST_CASE("YAML is read as sigs.k8s.io/yaml reads it") {
  std::size_t agreed = 0;
  std::size_t refused = 0;
  std::size_t accepted = 0;
  for (const Row& row : read_oracle_table("yaml_json", 4)) {
    const std::string& yaml = row.columns[1];
    const bool ours_on_purpose = !row.columns[3].empty();
    const bool upstream_takes_it = row.columns[0] == "ok";
    const YamlJson result = yaml_to_json(yaml);
    INFO("line " << row.line << ": " << yaml << "\n" << show(yaml));
    CHECK(result.problem.has_value() == (upstream_takes_it == ours_on_purpose));
    if (result.problem) {
      ++(ours_on_purpose ? refused : agreed);
      CHECK(result.json.empty());
    } else if (upstream_takes_it) {
      ++agreed;
      CHECK(Json::parse(result.json) == Json::parse(row.columns[2]));
    } else {
      ++accepted;
      CHECK(Json::accept(result.json));
    }
  }
  CHECK(agreed > 3'000);
  // What these are is in tests/oracle/yaml_json.go.
  CHECK(refused == 67);
  CHECK(accepted == 23);
}

TEST_CASE("keys stay in the order written, merged ones last") {
  CHECK(show("b: 1\na: {<<: {d: 1, c: 2}, e: 3}\n") == R"({"b":1,"a":{"e":3,"c":2,"d":1}})");
}

TEST_CASE("numbers beyond 64 bits keep an exponent, so that they stay numbers for everyone") {
  CHECK(show("a: 1e20\nb: 123456789012345678901234567890\nc: 18446744073709551615\nd: 1.5") ==
        R"({"a":1e+20,"b":1.2345678901234568e+29,"c":18446744073709551615,"d":1.5})");
}

TEST_CASE("what is wrong with a document is told with its place") {
  struct Case {
    const char* name;
    std::string yaml;
    const char* problem;
  };
  const Case cases[] = {
      {"a doubled key", "spec:\n  a: 1\n  b: 2\n  'a': 3\n",
       "4:3 spec.a: doubled key; the first is at line 2, column 3"},
      {"keys that JSON gives the same name", "yes: 1\ntrue: 2",
       "2:1 true: doubled key; the first is at line 1, column 1"},
      {"null as key", "a:\n  - ~: 1", "2:5 a[0]: expected a text as key, found null"},
      {"a list as key", "a: {[b]: 1}", "1:5 a: expected a text as key, found a list or a mapping"},
      {"an alias of a list as key", "a: &x [1]\n*x : 2",
       "2:1 : expected a text as key, found an alias of a list or a mapping"},
      {"infinity", "a: [1, .inf]",
       "1:8 a[1]: expected a number that JSON has, found .inf; text needs quotes"},
      {"a second <<", "a: {<<: {b: 1}, <<: {c: 1}}",
       "1:17 a: expected one << in a mapping; the first is at line 1, column 5"},
      {"a scalar behind <<", "a: {<<: b}",
       "1:5 a: expected a mapping or a list of mappings to merge"},
      {"a key before << that both set", "a:\n  b: 1\n  <<: {b: 2}",
       "2:3 a.b: expected << before this key, which what is merged sets too"},
      {"an alias of nothing", "a: *x",
       "1:4 : invalid YAML: an alias of an anchor that isn't defined above it"},
      {"an alias inside of itself", "a: &x [*x]",
       "1:8 a[0]: an alias inside of what it stands for"},
      {"a quote that never closes", "a: 1\nb: \"x\n",
       "2:4 : invalid YAML: a quote that never closes"},
      {"a tab as indentation", "a:\n\tb: 1",
       "2:1 : invalid YAML: expected spaces as indentation, found a tab"},
      {"a key without colon", "a: 1\nb", "2:1 : invalid YAML: expected a colon behind the key"},
      {"a second document", "a: 1\n---\nb: 2", "2:1 : expected one document, found a second"},
      {"a tag", "a: !!binary YQ==", "1:4 a: expected no tag but !!str here, found \"!!binary\""},
      {"an open bracket", "a: [1, 2\nb: 3",
       "2:2 : invalid YAML: expected a comma or ]; text with a bracket in it needs quotes (the "
       "bracket opens at line 1, column 4)"},
      {"NUL", std::string("a: b\0", 5),
       "1:5 : expected text, found the control character \"\\x00\""},
      {"UTF-16", "\xFF\xFE", "1:1 : expected UTF-8, found the byte \"\\xff\""},
      {"a lone CR", "a: 1\rb: 2", "1:5 : expected LF or CRLF as line break, found CR"},
      {"a line separator", "a: x\xE2\x80\xA8y",
       "1:5 : expected text, found the control character U+2028"},
      {"a next line", "a: x\xC2\x85y", "1:5 : expected text, found the control character U+0085"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(show(c.yaml) == c.problem);
  }
}

TEST_CASE("hostile documents become problems in bounded time") {
  const auto repeat = [](std::string_view text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
  };
  std::ostringstream laughs;
  std::ostringstream merges;
  laughs << "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n";
  merges << "m0: &m0 {k: 1}\n";
  for (int i = 1; i < 40; ++i) {
    laughs << "a" << i << ": &a" << i << " [" << repeat("*a" + std::to_string(i - 1) + ", ", 9)
           << "]\n";
  }
  for (int i = 1; i < 5'000; ++i)
    merges << "m" << i << ": &m" << i << " {<<: *m" << i - 1 << ", k" << i << ": 1}\n";
  const std::string cases[] = {
      repeat("[", 1'000'000),
      repeat("{a: ", 1'000'000),
      repeat("- ", 1'000'000),
      repeat("? ", 1'000'000),
      repeat("[\n", 1'000'000),
      "[" + repeat("a,", 1'000'000) + "]",
      "{" + repeat("a: ,", 1'000'000),
      repeat("&a ", 1'000'000),
      repeat("!", 1'000'000),
      repeat("\"", 999'999),
      repeat("a: b\n", 1'000'000),
      laughs.str(),
      merges.str(),
  };
  for (const std::string& yaml : cases) {
    INFO(yaml.substr(0, 20));
    const CpuTime took;
    CHECK(yaml_to_json(yaml).problem);
    CHECK(took.seconds() < 20);  // 3 s at most under sanitizers, on a quiet machine
  }
}

TEST_CASE("64 levels are read, through aliases too, one more isn't") {
  const auto brackets = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(show(brackets(64)) == brackets(64));
  CHECK(show(brackets(65)) == "1:65 : expected at most 64 lists and mappings within each other");
  const std::string anchored = "- &x " + brackets(32) + "\n- ";
  const auto deep = [&](std::size_t depth) {
    return anchored + std::string(depth, '[') + "*x" + std::string(depth, ']');
  };
  CHECK_FALSE(yaml_to_json(deep(31)).problem);
  CHECK(show(deep(32)) == "2:35 : expected at most 64 lists and mappings within each other");
}

}  // namespace nodefit::tests
