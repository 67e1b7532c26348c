#include "codec/decision_json.h"

#include <algorithm>
#include <utility>

#include "codec/json_document.h"
#include "codec/json_reader.h"
#include "codec/json_writer.h"
#include "codec/selector_json.h"

namespace nodefit {

namespace {

constexpr std::size_t kHashSize = 16;

void write_container(JsonWriter& json, const RecordedDecision::Container& container) {
  json.key(container.name).begin_list().text(container.from).text(container.to);
  if (!container.env.empty()) {
    json.begin_object();
    for (const auto& [name, value] : container.env) json.key(name).text(value);
    json.end_object();
  }
  json.end_list();
}

void write_pins(JsonWriter& json, const RecordedDecision& decision) {
  json.key("pins").begin_object();
  if (!decision.node_selector.empty()) {
    json.key("nodeSelector").begin_object();
    for (const auto& [key, value] : decision.node_selector.entries()) json.key(key).text(value);
    json.end_object();
  }
  if (!decision.terms.empty()) {
    json.key("terms").begin_list();
    for (const NodeSelectorTermSpec& term : decision.terms) write_selector_term(json, term);
    json.end_list();
  }
  json.end_object();
}

std::optional<Reason> parse_reason(std::string_view text) {
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    if (to_string(reason) == text) return reason;
  }
  return std::nullopt;
}

bool is_policy_hash(std::string_view text) {
  return text.size() == kHashSize && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

RecordedDecision::Container read_container(std::string_view name, const JsonReader& json) {
  RecordedDecision::Container container{std::string(name), {}, {}, {}};
  std::size_t items = 0;
  json.each_item([&](const JsonReader& item) {
    switch (items++) {
      case 0:
        container.from = item.as_text();
        return;
      case 1:
        container.to = item.as_text();
        return;
      case 2:
        item.each_member([&](std::string_view variable, const JsonReader& value) {
          container.env.emplace_back(variable, value.as_text());
        });
        return;
      default:
        return;
    }
  });
  if (items < 2 || items > 3) json.report(invalid_argument("expected two images and perhaps env"));
  return container;
}

NodeSelectorTermSpec read_term(const JsonReader& json) {
  json.allow_only({"matchExpressions", "matchFields"});
  for (const std::string_view key : {"matchExpressions", "matchFields"}) {
    json.each_object(key, [](const JsonReader& requirement) {
      requirement.allow_only({"key", "operator", "values"});
    });
  }
  return read_selector_term(json);
}

RecordedDecision read(const JsonReader& json) {
  RecordedDecision decision;
  json.allow_only({"reason", "profile", "policy", "containers", "pins"});
  const std::string reason = json.text("reason");
  if (const std::optional<Reason> known = parse_reason(reason)) {
    decision.reason = *known;
  } else {
    json.report(invalid_argument("unknown reason " + nodefit::quoted(reason)));
  }
  decision.profile = json.text("profile");
  decision.policy_hash = json.text("policy");
  if (!decision.policy_hash.empty() && !is_policy_hash(decision.policy_hash)) {
    json.report(invalid_argument("policy " + nodefit::quoted(decision.policy_hash) +
                                 ": expected 16 hexadecimal digits"));
  }
  json.each_entry("containers", [&](std::string_view name, const JsonReader& container) {
    decision.containers.push_back(read_container(name, container));
  });
  if (const std::optional<JsonReader> pins = json.object("pins")) {
    pins->allow_only({"nodeSelector", "terms"});
    decision.node_selector = pins->labels("nodeSelector");
    pins->each_object("terms",
                      [&](const JsonReader& term) { decision.terms.push_back(read_term(term)); });
  }
  return decision;
}

}  // namespace

std::string write_recorded_decision(const RecordedDecision& decision) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("reason").text(to_string(decision.reason));
  if (!decision.profile.empty()) json.key("profile").text(decision.profile);
  if (!decision.policy_hash.empty()) json.key("policy").text(decision.policy_hash);
  if (!decision.containers.empty()) {
    json.key("containers").begin_object();
    for (const RecordedDecision::Container& container : decision.containers)
      write_container(json, container);
    json.end_object();
  }
  if (!decision.node_selector.empty() || !decision.terms.empty()) write_pins(json, decision);
  json.end_object();
  return text;
}

Result<RecordedDecision> read_recorded_decision(std::string_view text) {
  if (text.size() > kAnnotationsSizeMax) {
    return too_large("a decision of " + std::to_string(text.size()) + " bytes: expected at most " +
                     std::to_string(kAnnotationsSizeMax));
  }
  JsonDocument document;
  if (Result<void> parsed = document.parse(text); !parsed.ok()) return std::move(parsed).error();
  JsonProblem problem;
  RecordedDecision decision = read(JsonReader(document.root(), problem));
  if (problem.found()) return problem.take();
  return decision;
}

}  // namespace nodefit
