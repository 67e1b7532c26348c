#include "cli/explain_texts.h"

#include "manifest/diff.h"
#include "manifest/splice.h"

namespace nodefit::cli {

namespace {

// The file with its documents spliced; what lies between them stays.
std::string spliced_text(const ExplainedFile& file, std::vector<std::string>& notes) {
  std::string out;
  std::size_t at = 0;
  for (const ExplainedDocument& document : file.documents) {
    const std::string& patch = document.patch;
    if (patch.empty()) continue;
    const Document& source = document.document;
    Result<SplicedDocument> spliced = splice_patch(source, patch);
    if (!spliced.ok()) {
      notes.push_back(file.name + ":" + std::to_string(source.first_line) +
                      ": left as it is: " + spliced.error().message());
      continue;
    }
    if (!spliced->note.empty())
      notes.push_back(file.name + ":" + std::to_string(source.first_line) + ": " + spliced->note);
    out.append(file.text, at, source.offset - at).append(spliced->text);
    at = source.offset + source.text.size();
  }
  return out.append(file.text, at);
}

std::string color_diff(const std::string& diff, const Style& style) {
  if (!style.colored()) return diff;
  std::string out;
  for (std::size_t at = 0; at < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', at), diff.size());
    const std::string_view line = std::string_view(diff).substr(at, end - at);
    if (line.starts_with("+++") || line.starts_with("---")) {
      out += style.bold(line);
    } else if (line.starts_with('+')) {
      out += style.green(line);
    } else if (line.starts_with('-')) {
      out += style.red(line);
    } else {
      out += line.starts_with("@@") ? style.cyan(line) : std::string(line);
    }
    out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string patch_text(const std::vector<std::unique_ptr<ExplainedFile>>& files) {
  std::string out;
  for (const std::unique_ptr<ExplainedFile>& file : files) {
    for (const ExplainedDocument& document : file->documents) {
      const std::string& patch = document.patch;
      out.append(patch.empty() ? "[]" : patch).append("\n");
    }
  }
  return out;
}

std::string diff_text(const std::vector<std::unique_ptr<ExplainedFile>>& files, const Style& style,
                      std::vector<std::string>& notes) {
  std::string out;
  for (const std::unique_ptr<ExplainedFile>& file : files) {
    if (!file->changes) continue;
    const std::string name = printable(file->name);
    out += color_diff(unified_diff(file->text, spliced_text(*file, notes), name, name), style);
  }
  return out;
}

std::string manifest_text(const std::vector<std::unique_ptr<ExplainedFile>>& files,
                          std::vector<std::string>& notes) {
  std::string out;
  for (const std::unique_ptr<ExplainedFile>& file : files) {
    const std::string text = spliced_text(*file, notes);
    if (!out.empty() && !text.empty() && !text.starts_with("---")) {
      if (out.back() != '\n') out += '\n';
      out += "---\n";
    }
    out += text;
  }
  return out;
}

}  // namespace nodefit::cli
