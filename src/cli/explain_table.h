// `explain -o table`: for people, who may never have heard of nodefit.

#pragma once

#include <string>

#include "cli/explain.h"
#include "cli/style.h"

namespace nodefit::cli {

// What became of the objects of a file; empty where none of them has pods.
std::string explain_table(const ExplainedFile& file, const ExplainSetting& setting,
                          const Style& style);

// What the columns mean and how many objects of all were left out, below everything.
std::string table_legend(std::size_t decided, std::size_t without_pods, const Style& style);

}  // namespace nodefit::cli
