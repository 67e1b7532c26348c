// `explain -o patch`, `-o diff` and `-o manifest`: the files as nodefit would change them.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/explain.h"
#include "cli/style.h"

namespace nodefit::cli {

// A JSON patch (RFC 6902) a line, one for each document that isn't empty, in order; `[]` where
// nothing changes.
std::string patch_text(const std::vector<std::unique_ptr<ExplainedFile>>& files);

// What changes in each file, as patch(1) reads it. Notes say which documents had to be written
// anew.
std::string diff_text(const std::vector<std::unique_ptr<ExplainedFile>>& files, const Style& style,
                      std::vector<std::string>& notes);

// All documents of all files, those without a change byte for byte, as one YAML stream.
std::string manifest_text(const std::vector<std::unique_ptr<ExplainedFile>>& files,
                          std::vector<std::string>& notes);

}  // namespace nodefit::cli
