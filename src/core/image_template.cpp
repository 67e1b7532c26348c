#include "nodefit/image_template.h"

#include <algorithm>
#include <cstddef>

namespace nodefit {

namespace {

constexpr std::array kVariables = {TemplateVariable::kRepository, TemplateVariable::kTag,
                                   TemplateVariable::kVersion, TemplateVariable::kJupyter};

std::string_view value_of(TemplateVariable variable, const ImageTemplate::Values& values) {
  switch (variable) {
    case TemplateVariable::kRepository:
      return values.repository;
    case TemplateVariable::kTag:
      return values.tag;
    case TemplateVariable::kVersion:
      return values.version;
    case TemplateVariable::kJupyter:
      return values.jupyter ? "-jupyter" : "";
  }
  std::abort();
}

}  // namespace

std::string_view to_string(TemplateVariable variable) {
  switch (variable) {
    case TemplateVariable::kRepository:
      return "repository";
    case TemplateVariable::kTag:
      return "tag";
    case TemplateVariable::kVersion:
      return "version";
    case TemplateVariable::kJupyter:
      return "jupyter";
  }
  std::abort();
}

Result<ImageTemplate> ImageTemplate::parse(std::string_view text) {
  ImageTemplate parsed;
  parsed.text_ = text;
  std::string_view rest = text;
  for (;;) {
    const std::size_t open = rest.find_first_of("{}");
    if (open == std::string_view::npos) {
      if (!rest.empty()) parsed.segments_.push_back({std::string(rest)});
      return parsed;
    }
    const std::size_t close = rest.find_first_of("{}", open + 1);
    if (rest[open] == '}' || close == std::string_view::npos || rest[close] == '{') {
      return invalid_argument("invalid image template " + quoted(text) +
                              ": expected every { to be closed by a } before the next {");
    }
    const std::string_view name = rest.substr(open + 1, close - open - 1);
    const auto* const variable =
        std::find_if(kVariables.begin(), kVariables.end(),
                     [&](TemplateVariable v) { return to_string(v) == name; });
    if (variable == kVariables.end()) {
      return invalid_argument("unknown variable " + quoted(name) + " in image template " +
                              quoted(text) +
                              ": expected {repository}, {tag}, {version} or {jupyter}");
    }
    parsed.segments_.push_back({std::string(rest.substr(0, open)), true, *variable});
    rest.remove_prefix(close + 1);
  }
}

Result<ImageReference> ImageTemplate::expand(const Values& values) const {
  std::string image;
  for (const Segment& segment : segments_) {
    image += segment.literal;
    if (segment.has_variable) image += value_of(segment.variable, values);
  }
  if (!values.digest.empty()) image.append("@").append(values.digest);
  Result<ImageReference> reference = ImageReference::parse(image);
  if (reference.ok()) return reference;
  return std::move(reference).error().with_context("image template " + quoted(text_));
}

bool ImageTemplate::uses(TemplateVariable variable) const {
  return std::any_of(segments_.begin(), segments_.end(), [&](const Segment& segment) {
    return segment.has_variable && segment.variable == variable;
  });
}

}  // namespace nodefit
