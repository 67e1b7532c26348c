// The files that a command is pointed at.
//
// Thread-safety: functions are safe to call from any thread.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "nodefit/result.h"

namespace nodefit::cli {

// More than `kubectl get nodes -o json` prints for 15,000 nodes (15 KB each), and as much as fits
// into memory with what is made of it.
inline constexpr std::size_t kFileBytesMax = std::size_t{256} << 20U;

// What stands for standard input on the command line.
inline constexpr const char* kStdin = "-";

// The files that `paths` stand for: a file for itself, a folder for the files *.yaml, *.yml and
// *.json in it and in all folders below, in the order of their names. Folders whose name begins
// with a dot are left out. Errors: a path that isn't there or can't be listed; a folder without
// such files.
Result<std::vector<std::string>> list_files(const std::vector<std::string>& paths);

// The text of a file, or of standard input. Errors: can't be read; more than kFileBytesMax.
Result<std::string> read_file(const std::string& name);

// What messages call the file: "<stdin>" for "-".
std::string shown_name(const std::string& name);

}  // namespace nodefit::cli
