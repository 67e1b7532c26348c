// Node selector terms and their requirements <-> JSON, as core/v1 spells them. For the codecs of
// this folder.

#pragma once

#include <string_view>
#include <vector>

#include "codec/json_reader.h"
#include "codec/json_writer.h"
#include "nodefit/selector.h"

namespace nodefit {

// matchExpressions and matchFields. Operators and values are whatever was written; matching judges
// them.
NodeSelectorTermSpec read_selector_term(const JsonReader& term);

void write_requirement(JsonWriter& json, const RequirementSpec& requirement);

// An object with matchExpressions and matchFields, each where there are some. match_labels aren't
// written: core/v1 doesn't know them.
void write_selector_term(JsonWriter& json, const NodeSelectorTermSpec& term);

}  // namespace nodefit
