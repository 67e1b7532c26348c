// `explain -o table`: for people, who may never have heard of nodefit.

#pragma once

#include <string>

#include "cli/explain.h"
#include "cli/style.h"

namespace nodefit::cli {

// What became of one object of a file; empty for one without pods of which there is nothing to say.
std::string explain_table(const ExplainedFile& file, const Document& document,
                          const ExplainedObject& object, const ExplainSetting& setting,
                          const Style& style);

// Whether it has a table of profiles in it, whose columns the legend explains.
bool has_profile_table(const ExplainedObject& object);

// What the columns mean, if any were shown, and how many objects were left out; below everything.
std::string table_legend(bool explain_columns, std::size_t without_pods, const Style& style);

}  // namespace nodefit::cli
