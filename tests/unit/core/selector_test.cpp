#include "nodefit/selector.h"

#include <catch2/catch.hpp>
#include <string>

namespace nodefit::tests {

TEST_CASE("matchLabels of a term must all be there with their values") {
  const NodeSelectorTerm term =
      NodeSelectorTerm::make({Labels{{"arch", "amd64"}, {"gpu", ""}}, {}, {}}).value();
  REQUIRE(term.matches(Labels{{"arch", "amd64"}, {"gpu", ""}, {"zone", "a"}}, "n"));
  REQUIRE_FALSE(term.matches(Labels{{"arch", "amd64"}}, "n"));
  REQUIRE_FALSE(term.matches(Labels{{"arch", "arm64"}, {"gpu", ""}}, "n"));
}

TEST_CASE("labels, expressions and fields of a term are ANDed") {
  const NodeSelectorTerm term = NodeSelectorTerm::make({Labels{{"arch", "amd64"}},
                                                        {{"major", "Gt", {"7"}}},
                                                        {{"metadata.name", "NotIn", {"broken"}}}})
                                    .value();
  REQUIRE(term.matches(Labels{{"arch", "amd64"}, {"major", "8"}}, "good"));
  REQUIRE_FALSE(term.matches(Labels{{"arch", "amd64"}, {"major", "8"}}, "broken"));
  REQUIRE_FALSE(term.matches(Labels{{"arch", "amd64"}, {"major", "7"}}, "good"));
  REQUIRE_FALSE(term.matches(Labels{{"arch", "arm64"}, {"major", "8"}}, "good"));
}

TEST_CASE("an empty term and a selector without terms match no node") {
  REQUIRE_FALSE(NodeSelectorTerm::make({}).value().matches(Labels{{"a", "b"}}, "n"));
  REQUIRE_FALSE(NodeSelector::make({}).value().matches(Labels{{"a", "b"}}, "n"));
}

TEST_CASE("a term with an error spoils no other when a stored pod is read") {
  const std::vector<NodeSelectorTermSpec> terms = {{{}, {{"a", "Within", {"b"}}}, {}},
                                                   {{}, {{"a", "In", {"b"}}}, {}}};
  REQUIRE_FALSE(NodeSelector::make(terms).ok());
  REQUIRE(NodeSelector::make_lenient(terms).matches(Labels{{"a", "b"}}, "n"));
}

TEST_CASE("an empty label selector matches everything") {
  REQUIRE(LabelSelector::make({}).value().matches(Labels{}));
  REQUIRE(LabelSelector::make({}).value().matches(Labels{{"a", "b"}}));
}

TEST_CASE("a wrong selector is answered with its place and what was expected") {
  struct Case {
    const char* name;
    NodeSelectorTermSpec term;
    std::string want;
  };
  const Case cases[] = {
      {"an unknown operator",
       {{}, {{"a", "Equals", {"b"}}}, {}},
       R"(matchExpressions[0]: unknown operator "Equals": expected In, NotIn, Exists, DoesNotExist, Gt or Lt)"},
      {"no values for In",
       {{}, {{"a", "Exists", {}}, {"b", "In", {}}}, {}},
       R"(matchExpressions[1]: operator In on "b" with 0 values: expected at least one)"},
      {"values for Exists",
       {{}, {{"a", "Exists", {"true"}}}, {}},
       R"(matchExpressions[0]: operator Exists on "a" with 1 values: expected none)"},
      {"two values for Gt",
       {{}, {{"a", "Gt", {"1", "2"}}}, {}},
       R"(matchExpressions[0]: operator Gt on "a" with 2 values: expected one integer)"},
      {"a word for Lt",
       {{}, {{"a", "Lt", {"many"}}}, {}},
       R"(matchExpressions[0]: operator Lt on "a" with value "many": expected a 64-bit decimal integer)"},
      {"a field with Exists",
       {{}, {}, {{"metadata.name", "Exists", {}}}},
       R"(matchFields[0]: operator "Exists" on field "metadata.name": expected In or NotIn, fields know no other)"},
      {"a field with two values",
       {{}, {}, {{"metadata.name", "In", {"a", "b"}}}},
       R"(matchFields[0]: operator In on field "metadata.name" with 2 values: expected one)"},
      {"a key that no label can have",
       {Labels{{"a b", "c"}}, {}, {}},
       R"(matchLabels: invalid key "a b": expected an optional DNS name and a slash, then 1 to 63 letters, digits, '-', )"
       R"('_' or '.', beginning and ending with a letter or digit)"},
  };
  for (const Case& c : cases) {
    DYNAMIC_SECTION(c.name) { REQUIRE(NodeSelectorTerm::make(c.term).error().message() == c.want); }
  }
  REQUIRE(
      NodeSelector::make({{Labels{{"a", "b"}}, {}, {}}, {{}, {{"a", "?", {}}}, {}}})
          .error()
          .message() ==
      R"(nodeSelectorTerms[1]: matchExpressions[0]: unknown operator "?": expected In, NotIn, Exists, DoesNotExist, Gt )"
      "or Lt");
  REQUIRE(LabelSelector::make({{}, {{"a", "Gt", {"1"}}}}).error().message() ==
          "matchExpressions[0]: operator Gt: expected In, NotIn, Exists or DoesNotExist, label "
          "selectors know no other");
}

}  // namespace nodefit::tests
