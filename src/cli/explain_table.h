// `explain -o table`: for people, who may never have heard of nodefit.

#pragma once

#include <string>

#include "cli/explain.h"
#include "cli/style.h"

namespace nodefit::cli {

// What became of the objects of a file; empty where none of them has pods.
std::string explain_table(const ExplainedFile& file, const ExplainSetting& setting,
                          const Style& style);

// Whether some table of profiles is in it, whose columns the legend explains.
bool has_profile_table(const ExplainedFile& file);

// What the columns mean, if any were shown, and how many objects were left out; below everything.
std::string table_legend(bool explain_columns, std::size_t without_pods, const Style& style);

}  // namespace nodefit::cli
