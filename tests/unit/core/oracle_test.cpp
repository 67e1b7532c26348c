// Every row of the tables that Kubernetes' own Go code wrote (tests/oracle) must come out the same
// here.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "nodefit/quantity.h"
#include "nodefit/reference.h"
#include "nodefit/resources.h"
#include "nodefit/selector.h"
#include "nodefit/taint.h"
#include "nodefit/validation.h"
#include "support/table.h"

namespace nodefit::tests {

namespace {

// 2^127: where nodefit refuses a quantity that upstream holds with arbitrary precision.
bool beyond_our_limit(std::string nanos) {
  constexpr std::string_view kLimit = "170141183460469231731687303715884105728";
  if (nanos.starts_with('-')) nanos.erase(0, 1);
  return nanos.size() != kLimit.size() ? nanos.size() > kLimit.size() : nanos >= kLimit;
}

std::string nanos_text(Int128 nanos) {
  std::string digits;
  const bool negative = nanos < 0;
  do {
    const int digit = static_cast<int>(nanos % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    nanos /= 10;
  } while (nanos != 0);
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// "ok" and the nanos, or "error": what the tables' columns say of a quantity.
void require_quantity(const Result<Quantity>& quantity, const std::string& status,
                      const std::string& nanos) {
  if (status == "ok" && beyond_our_limit(nanos)) {
    REQUIRE_FALSE(quantity.ok());
    REQUIRE(quantity.error().code() == ErrorCode::kTooLarge);
    return;
  }
  REQUIRE((quantity.ok() ? "ok" : "error") == status);
  if (quantity.ok()) REQUIRE(nanos_text(quantity->nanos()) == nanos);
}

Labels read_labels(const std::string& text) {
  std::vector<Labels::Entry> entries;
  for (const std::string& entry : split(text, ",")) {
    const std::vector<std::string> sides = split(entry, "=");
    entries.emplace_back(percent_decode(sides.at(0)),
                         sides.size() > 1 ? percent_decode(sides[1]) : "");
  }
  return Labels(std::move(entries));
}

RequirementSpec read_requirement(const std::string& text) {
  std::vector<std::string> atoms = split(text, "|");
  std::transform(atoms.begin(), atoms.end(), atoms.begin(), percent_decode);
  return {atoms.at(0), atoms.at(1), {atoms.begin() + 2, atoms.end()}};
}

std::vector<NodeSelectorTermSpec> read_node_selector(const std::string& text) {
  std::vector<NodeSelectorTermSpec> terms;
  for (const std::string& term_text : split(text, " || ")) {
    NodeSelectorTermSpec& term = terms.emplace_back();
    if (term_text == "-") continue;
    for (const std::string& requirement : split(term_text, " && ")) {
      const bool field = requirement.starts_with('@');
      (field ? term.match_fields : term.match_expressions)
          .push_back(read_requirement(requirement.substr(field ? 1 : 0)));
    }
  }
  return terms;
}

ResourceList read_resources(const std::string& text) {
  ResourceList list;
  if (text == "-") return list;
  for (const std::string& entry : split(text, ",")) {
    const std::vector<std::string> sides = split(entry, "=");
    list[percent_decode(sides.at(0))] = Quantity::parse(percent_decode(sides.at(1))).value();
  }
  return list;
}

PodResources read_pod(const std::string& text) {
  PodResources pod;
  for (const std::string& part : split(text, " ; ")) {
    const std::vector<std::string> words = split(part, " ");
    const ResourceRequirements resources{read_resources(words.at(1)), read_resources(words.at(2))};
    if (words[0] == "C") pod.containers.push_back(resources);
    if (words[0] == "I") pod.init_containers.push_back({resources, false});
    if (words[0] == "S") pod.init_containers.push_back({resources, true});
    if (words[0] == "O") pod.overhead = resources.requests;
    if (words[0] == "P") pod.pod_level = resources;
  }
  return pod;
}

std::string print_requests(const PodResources& pod) {
  std::string text;
  for (const auto& [name, quantity] : pod_requests(pod)) {
    text += (text.empty() ? "" : ",") + name + "=" + nanos_text(quantity.nanos());
  }
  return text;
}

}  // namespace

TEST_CASE("image references are read as distribution/reference reads them", "[oracle]") {
  for (const Row& row : read_oracle_table("references", 7)) {
    CAPTURE(row.line, row.columns[0]);
    const Result<ImageReference> reference = ImageReference::parse(row.columns[0]);
    REQUIRE((reference.ok() ? "ok" : "error") == row.columns[1]);
    if (!reference.ok()) continue;
    REQUIRE(reference->text() == row.columns[0]);
    REQUIRE(reference->domain() == row.columns[2]);
    REQUIRE(reference->path() == row.columns[3]);
    REQUIRE(reference->tag() == row.columns[4]);
    REQUIRE(reference->digest() == row.columns[5]);
    REQUIRE(reference->normalized() == row.columns[6]);
  }
}

TEST_CASE("quantities are read and printed as apimachinery does", "[oracle]") {
  for (const Row& row : read_oracle_table("quantities", 4)) {
    CAPTURE(row.line, row.columns[0]);
    const Result<Quantity> quantity = Quantity::parse(row.columns[0]);
    require_quantity(quantity, row.columns[1], row.columns[2]);
    if (!quantity.ok()) continue;
    // What upstream prints without the magnitude (2000E as "2") can't be wanted here.
    const Result<Quantity> printed = Quantity::parse(row.columns[3]);
    if (printed.ok() && *printed == *quantity) REQUIRE(quantity->to_string() == row.columns[3]);
    REQUIRE(Quantity::parse(quantity->to_string()).value() == *quantity);
  }
}

TEST_CASE("JSON numbers become quantities by their shortest decimal", "[oracle]") {
  for (const Row& row : read_oracle_table("quantity_doubles", 4)) {
    CAPTURE(row.line, row.columns[0], row.columns[1]);
    const std::uint64_t bits = std::stoull(row.columns[0], nullptr, 16);
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    require_quantity(Quantity::from_double(number), row.columns[2], row.columns[3]);
  }
}

TEST_CASE("JSON strings become quantities with the white space around them ignored", "[oracle]") {
  for (const Row& row : read_oracle_table("quantity_json", 3)) {
    const std::string& token = row.columns[0];
    CAPTURE(row.line, token);
    if (!token.starts_with('"') || !token.ends_with('"') || token.size() < 2)
      continue;  // other tokens are the codec's
    require_quantity(
        Quantity::parse_json_string(std::string_view(token).substr(1, token.size() - 2)),
        row.columns[1], row.columns[2]);
  }
}

TEST_CASE("quantities compare and add up as in apimachinery", "[oracle]") {
  for (const Row& row : read_oracle_table("quantity_sums", 4)) {
    CAPTURE(row.line, row.columns[0], row.columns[1]);
    const Quantity a = Quantity::parse(row.columns[0]).value();
    const Quantity b = Quantity::parse(row.columns[1]).value();
    const std::string order = a < b ? "-1" : a > b ? "1" : "0";
    REQUIRE(order == row.columns[2]);
    REQUIRE((a + b).to_string() == row.columns[3]);
  }
}

TEST_CASE("node selectors are checked and match as in component-helpers", "[oracle]") {
  for (const Row& row : read_oracle_table("node_selector", 5)) {
    CAPTURE(row.line, row.columns[0], row.columns[1], row.columns[2]);
    const std::vector<NodeSelectorTermSpec> terms = read_node_selector(row.columns[0]);
    const Labels labels = read_labels(row.columns[1]);
    const std::string node_name = percent_decode(row.columns[2]);
    const Result<NodeSelector> selector = NodeSelector::make(terms);
    REQUIRE((selector.ok() ? "valid" : "invalid") == row.columns[3]);
    const bool matches = NodeSelector::make_lenient(terms).matches(labels, node_name);
    REQUIRE((matches ? "match" : "nomatch") == row.columns[4]);
    if (selector.ok()) REQUIRE(selector->matches(labels, node_name) == matches);
  }
}

TEST_CASE("label selectors are checked and match as in apimachinery", "[oracle]") {
  for (const Row& row : read_oracle_table("label_selector", 4)) {
    CAPTURE(row.line, row.columns[0], row.columns[1]);
    if (row.columns[0] == "-") continue;  // no selector at all isn't a LabelSelector here
    LabelSelectorSpec spec;
    std::vector<Labels::Entry> match_labels;
    for (const std::string& text : split(row.columns[0], " && ")) {
      const RequirementSpec requirement = read_requirement(text);
      if (split(text, "|").at(1) == "=") {  // an operator "=" that someone wrote is "%3D" here
        match_labels.emplace_back(requirement.key, requirement.values.at(0));
      } else {
        spec.match_expressions.push_back(requirement);
      }
    }
    spec.match_labels = Labels(std::move(match_labels));
    const Result<LabelSelector> selector = LabelSelector::make(spec);
    REQUIRE((selector.ok() ? "valid" : "invalid") == row.columns[2]);
    if (selector.ok())
      REQUIRE((selector->matches(read_labels(row.columns[1])) ? "match" : "nomatch") ==
              row.columns[3]);
  }
}

TEST_CASE("taints keep away and tolerations tolerate as for the scheduler", "[oracle]") {
  for (const Row& row : read_oracle_table("tolerations", 4)) {
    CAPTURE(row.line, row.columns[0], row.columns[1]);
    std::vector<Toleration> tolerations;
    for (const std::string& text : split(row.columns[0], " && ")) {
      std::vector<std::string> atoms = split(text, "|");
      std::transform(atoms.begin(), atoms.end(), atoms.begin(), percent_decode);
      const std::optional<std::int64_t> seconds =
          atoms.at(4).empty() ? std::nullopt : std::optional(std::stoll(atoms[4]));
      tolerations.push_back({atoms[0], atoms[1], atoms[2], atoms[3], seconds});
    }
    std::vector<Taint> taints;
    for (const std::string& text : split(row.columns[1], " && ")) {
      const std::vector<std::string> atoms = split(text, "|");
      taints.push_back(
          {percent_decode(atoms.at(0)), percent_decode(atoms.at(1)), percent_decode(atoms.at(2))});
    }
    const Taint* const untolerated = find_untolerated_taint(taints, tolerations);
    REQUIRE((untolerated == nullptr ? "none" : std::to_string(untolerated - taints.data())) ==
            row.columns[2]);
    if (row.columns[3] != "-")
      REQUIRE((tolerates(tolerations.at(0), taints.at(0)) ? "true" : "false") == row.columns[3]);
  }
}

TEST_CASE("a pod requests what component-helpers counts, before and after defaulting", "[oracle]") {
  for (const Row& row : read_oracle_table("pod_requests", 3)) {
    CAPTURE(row.line, row.columns[0]);
    PodResources pod = read_pod(row.columns[0]);
    REQUIRE(print_requests(pod) == row.columns[2]);
    set_defaults(pod);
    REQUIRE(print_requests(pod) == row.columns[1]);
  }
}

TEST_CASE("names are accepted as apimachinery's validation accepts them", "[oracle]") {
  for (const Row& row : read_oracle_table("validation", 3)) {
    const auto& [kind, input, want] = std::tie(row.columns[0], row.columns[1], row.columns[2]);
    CAPTURE(row.line, kind, input);
    const Result<void> valid = kind == "qualified-name"       ? validate_qualified_name(input)
                               : kind == "label-value"        ? validate_label_value(input)
                               : kind == "dns-1123-label"     ? validate_dns_label(input)
                               : kind == "dns-1123-subdomain" ? validate_dns_subdomain(input)
                               : kind == "env-var-name"
                                   ? validate_env_name(input)
                                   : Error(ErrorCode::kInternal, "unknown kind");
    REQUIRE((valid.ok() ? "ok" : "error") == want);
  }
}

}  // namespace nodefit::tests
