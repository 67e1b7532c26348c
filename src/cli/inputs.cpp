#include "cli/inputs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

namespace nodefit::cli {

namespace {

namespace fs = std::filesystem;

Error unreadable(const std::string& name, const std::string& reason) {
  return {ErrorCode::kNotFound, shown_name(name) + ": can't be read: " + reason};
}

std::string last_error() { return std::error_code(errno, std::generic_category()).message(); }

bool is_manifest(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".yaml" || extension == ".yml" || extension == ".json";
}

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

Result<std::vector<std::string>> list_folder(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;  // of a file that is just being deleted
    if (at->is_directory(ignored)) {
      if (is_hidden(at->path())) at.disable_recursion_pending();
    } else if (is_manifest(at->path()) && at->is_regular_file(ignored)) {
      files.push_back(at->path().string());
    }
  }
  if (error) return unreadable(folder, error.message());
  if (files.empty()) {
    return Error(ErrorCode::kNotFound,
                 folder + ": no files *.yaml, *.yml or *.json in this folder");
  }
  std::sort(files.begin(), files.end());
  return files;
}

Result<std::string> read_all(std::istream& in, const std::string& name) {
  std::string text;
  std::array<char, 65536> buffer;
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kFileBytesMax) {
      return too_large(shown_name(name) + ": more than " + std::to_string(kFileBytesMax >> 20U) +
                       " MiB; split it into several files");
    }
  }
  if (in.bad()) return unreadable(name, last_error());
  return text;
}

}  // namespace

Result<std::vector<std::string>> list_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (path == kStdin || !fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    Result<std::vector<std::string>> listed = list_folder(path);
    if (!listed.ok()) return std::move(listed).error();
    files.insert(files.end(), listed->begin(), listed->end());
  }
  return files;
}

Result<std::string> read_file(const std::string& name) {
  if (name == kStdin) return read_all(std::cin, name);
  std::error_code error;
  if (fs::is_directory(name, error)) return unreadable(name, "it is a folder");
  std::ifstream file(name, std::ios::binary);
  if (!file) return unreadable(name, last_error());
  return read_all(file, name);
}

std::string shown_name(const std::string& name) { return name == kStdin ? "<stdin>" : name; }

}  // namespace nodefit::cli
