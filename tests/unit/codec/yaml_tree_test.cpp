#include "codec/yaml_tree.h"

#include <catch2/catch.hpp>
#include <sstream>
#include <string>

#include "support/cpu_time.h"

namespace nodefit::tests {

namespace {

// The tree in flow style, quotes around what is text; aliases as what they stand for.
std::string show(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::kSequence) {
    std::string text = "[";
    for (const YamlNode* element : node.elements) text += show(*element) + ",";
    return text + "]";
  }
  if (node.kind == YamlNode::Kind::kMapping) {
    std::string text = "{";
    for (const YamlNode::Entry& entry : node.entries) {
      text += show(*entry.key) + ":" + show(*entry.value) + ",";
    }
    return text + "}";
  }
  if (node.is_scalar(ScalarKind::kNull)) return "null";
  if (node.is_scalar(ScalarKind::kString)) return "'" + node.text + "'";
  return node.text;
}

std::string show(std::string_view text) {
  const YamlTree::Outcome outcome = YamlTree::parse(text);
  std::string shown;
  for (const YamlProblem& problem : outcome.problems) {
    shown += std::to_string(problem.position.line) + ":" + std::to_string(problem.position.column) +
             " " + problem.path + ": " + problem.message + "\n";
  }
  if (!shown.empty()) return shown;
  return outcome.tree.root() == nullptr ? "nothing" : show(*outcome.tree.root());
}

std::string repeat(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("YAML is read as a tree") {
  struct Case {
    const char* name;
    std::string text;
    const char* want;
  };
  const Case cases[] = {
      {"nothing", "", "nothing"},
      {"comments", "# a\n", "nothing"},
      {"block and flow", "a: b\nc: [1, x, {d: ~}]\n", "{'a':'b','c':[1,'x',{'d':null,},],}"},
      {"quotes make text", "a: \"1\"\nb: 'yes'\nc: |\n  2\n", "{'a':'1','b':'yes','c':'2\n',}"},
      {"!!str makes text", "a: !!str 1\nb: !!str null\nc: ! 5\n", "{'a':'1','b':'null','c':'5',}"},
      {"!!map and !!seq say what is so anyway", "a: !!map {b: !!seq []}\n", "{'a':{'b':[],},}"},
      {"escapes", R"(a: "\u00e9\t\x41")", "{'a':'\xC3\xA9\tA',}"},
      {"a byte order mark",
       "\xEF\xBB\xBF"
       "a: b\n",
       "{'a':'b',}"},
      {"carriage returns", "a: b\r\nc:\r\n  - d\r\n", "{'a':'b','c':['d',],}"},
      {"JSON", R"({"a": ["b", 1.5, true, null]})", "{'a':['b',1.5,true,null,],}"},
      {"document marks", "---\na: b\n...\n", "{'a':'b',}"},
      {"an alias", "a: &x [1]\nb: *x\n", "{'a':[1,],'b':[1,],}"},
      {"a doubled anchor stands for what it was set to last", "- &x 1\n- *x\n- &x 2\n- *x\n",
       "[1,1,2,2,]"},
      {"a merge", "a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\n",
       "{'a':{'b':1,'c':2,},'d':{'b':1,'c':3,},}"},
      {"of several merged ones the first counts",
       "a: &x {b: 1}\nc: &y {b: 2, d: 3}\ne: {<<: [*x, *y]}\n",
       "{'a':{'b':1,},'c':{'b':2,'d':3,},'e':{'b':1,'d':3,},}"},
      {"a merge of a merge", "a: &x {b: 1}\nc: &y {<<: *x, d: 2}\ne: {<<: *y}\n",
       "{'a':{'b':1,},'c':{'b':1,'d':2,},'e':{'b':1,'d':2,},}"},
      {"a quoted << is a key", "'<<': {a: b}\n", "{'<<':{'a':'b',},}"},
      {"keys by their types", "1: a\nyes: b\n", "{1:'a',yes:'b',}"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(show(c.text) == c.want);
  }
}

TEST_CASE("what isn't YAML, or more than a reader expects, is told with its place") {
  struct Case {
    const char* name;
    std::string text;
    const char* want;
  };
  const Case cases[] = {
      {"keys that are doubled", "a: 1\nb:\n  c: 1\n  \"c\": 2\na: 3\n",
       "4:3 b.c: doubled key; the first is at line 3, column 3\n"
       "5:1 a: doubled key; the first is at line 1, column 1\n"},
      {"keys that JSON spells alike", "1: a\n0x1: b\nyes: c\n\"true\": d\n",
       "2:1 0x1: doubled key; the first is at line 1, column 1\n"
       "4:1 true: doubled key; the first is at line 3, column 1\n"},
      {"two merges", "a: &x {b: 1}\nc: {<<: *x, <<: *x}\n",
       "2:13 c[\"<<\"]: doubled key; the first is at line 2, column 5\n"},
      {"a key that isn't text", "? [a]\n: b\n~: c\n",
       "1:3 : expected a text as key\n3:1 : expected a text as key\n"},
      {"a tag", "a: !!binary aGk=\nb: !mine [c]\n",
       "1:4 a: expected no tag but !!str here, found \"!!binary\"\n"
       "2:4 b: expected no tag but !!seq here, found \"!mine\"\n"},
      {"a merge of text", "a: {<<: b}\n",
       "1:9 a[\"<<\"]: expected a mapping or a list of mappings to merge\n"},
      {"a merge behind a key that it sets too", "a: &x {b: 1}\nc: {b: 2, <<: *x}\n",
       "2:11 c[\"<<\"]: expected << before \"b\", which both it and the mapping itself set\n"},
      {"an alias within what it stands for", "a: &x [*x]\n",
       "1:8 a[0]: an alias inside of what it stands for\n"},
      {"an alias of nothing", "a: *x\n",
       "1:4 : invalid YAML: an alias of an anchor that isn't defined above it\n"},
      {"a double quote that never closes", "a: \"b\nc: d\n",
       "1:4 : invalid YAML: a quote that never closes\n"},
      {"a single quote that never closes", "a: &x 'it''s\n",
       "1:4 : invalid YAML: a quote that never closes\n"},
      {"a tab as indentation", "a:\n \tb: c\n",
       "2:2 : invalid YAML: expected spaces as indentation, found a tab\n"},
      {"two documents", "a: b\n---\nc: d\n", "2:1 : expected one document, found a second\n"},
      {"what isn't UTF-8", "a: b\nc: \xFF\n", "2:4 : expected UTF-8, found the byte \"\\xff\"\n"},
      {"UTF-16",
       std::string("\xFF\xFE"
                   "a\0:\0",
                   6),
       "1:1 : expected UTF-8, found the byte \"\\xff\"\n"},
      {"a NUL", std::string("a: b\0c", 6),
       "1:5 : expected text, found the control character \"\\x00\"\n"},
      {"a control character", "a: \x1B[1m\n",
       "1:4 : expected text, found the control character \"\\x1b\"\n"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    CHECK(show(c.text) == c.want);
  }
}

TEST_CASE("each node knows where it stands") {
  const YamlTree::Outcome outcome = YamlTree::parse("a: b\nc:\n  - &x d\n  - {e: *x}\nf:\ng: ~\n");
  const YamlNode& root = *outcome.tree.root();
  const auto value = [&](std::size_t i) { return root.entries[i].value; };
  CHECK(root.position == TextPosition{1, 1});
  CHECK(root.entries[1].key->position == TextPosition{2, 1});
  CHECK(value(0)->position == TextPosition{1, 4});
  CHECK(value(1)->position == TextPosition{3, 3});
  // An alias stands where its anchor does, a null where its key does.
  CHECK(value(1)->elements[1]->entries[0].value->position == TextPosition{3, 5});
  CHECK(value(2)->position == TextPosition{5, 1});
  CHECK(value(3)->position == TextPosition{6, 1});
}

TEST_CASE("a text of 1 MiB, 64 levels and 100,000 values is read, one more of any isn't") {
  const std::string mebibyte = "a: " + std::string(YamlTree::kBytesMax - 3, 'x');
  CHECK(YamlTree::parse(mebibyte).problems.empty());
  CHECK(show(mebibyte + "x") == "1:1 : expected at most 1048576 bytes, found 1048577\n");

  CHECK(YamlTree::parse(repeat("[", 64) + repeat("]", 64)).problems.empty());
  CHECK(show(repeat("[", 65) + repeat("]", 65)) ==
        "1:65 : expected at most 64 lists and mappings within each other\n");
  CHECK(show("a: &x " + repeat("[", 40) + repeat("]", 40) + "\nb: " + repeat("[", 24) + "*x" +
             repeat("]", 24)) ==
        "2:28 : expected at most 64 lists and mappings within each other\n");

  const std::string most = "[" + repeat("1,", YamlTree::kNodesMax - 1) + "]";
  const YamlTree::Outcome outcome = YamlTree::parse(most);
  CHECK(outcome.problems.empty());
  CHECK(outcome.tree.root()->size == YamlTree::kNodesMax);
  CHECK(show("[1," + most.substr(1)) ==
        "1:200000 : expected at most 100000 values, each alias counted as what it stands for\n");
}

TEST_CASE("hostile texts are refused in bounded time") {
  std::ostringstream laughs;
  std::ostringstream merges;
  laughs << "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n";
  merges << "m0: &m0 {k: 1}\n";
  for (int i = 1; i < 2'000; ++i) {
    laughs << "a" << i << ": &a" << i << " [" << repeat("*a" + std::to_string(i - 1) + ", ", 9)
           << "]\n";
    merges << "m" << i << ": &m" << i << " {<<: *m" << i - 1 << ", k" << i << ": 1}\n";
  }
  struct Case {
    const char* name;
    std::string text;
  };
  const Case cases[] = {
      {"brackets", repeat("[", 100'000)},
      {"a mebibyte of brackets", repeat("[", YamlTree::kBytesMax)},
      {"brackets on a line each", repeat("[\n", 100'000)},
      {"braces", repeat("{", 100'000)},
      {"nested flow mappings", repeat("{a: ", 50'000)},
      {"dashes", repeat("- ", 100'000)},
      {"question marks", repeat("? ", 100'000)},
      {"colons", repeat(": ", 100'000)},
      {"tags", repeat("!", 100'000)},
      {"anchors", repeat("&a ", 100'000)},
      {"quotes", repeat("\"", 99'999)},
      {"directives", repeat("%TAG ! x\n", 50'000)},
      {"documents", repeat("---\n", 100'000)},
      {"indentation",
       [] {
         std::string text;
         for (std::size_t i = 0; i < 1'000; ++i) text += repeat(" ", i) + "a:\n";
         return text;
       }()},
      {"the billion laughs", laughs.str()},
      {"merges of merges", merges.str()},
      {"twice the limit", repeat("a: b\n", 2 * YamlTree::kBytesMax / 5)},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    const CpuTime took;
    const YamlTree::Outcome outcome = YamlTree::parse(c.text);
    CHECK_FALSE(outcome.problems.empty());
    CHECK(outcome.tree.root() == nullptr);
    CHECK(took.seconds() < 10);  // 0.5 s at most under sanitizers, on a quiet machine
  }
}

TEST_CASE("an alias costs no memory, and a walk sees what it stands for") {
  const YamlTree::Outcome outcome = YamlTree::parse("- &x [1, 2, 3]\n" + repeat("- *x\n", 1'000));
  REQUIRE(outcome.problems.empty());
  const YamlNode& root = *outcome.tree.root();
  CHECK(root.size == 1 + 1'001 * 4);
  CHECK(root.elements[0] == root.elements[1'000]);
}

}  // namespace nodefit::tests
