#include "manifest/diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "manifest/line_changes.h"

namespace nodefit {

namespace {

constexpr std::size_t kContext = 3;
constexpr std::ptrdiff_t kComparedLinesMax = 1'000'000;

using Lines = std::vector<std::string_view>;  // with their line breaks

Lines split_lines(std::string_view text) {
  Lines lines;
  lines.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

// A number for each line, equal for equal lines.
class Numbering {
 public:
  std::vector<std::uint32_t> of(const Lines& lines) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(lines.size());
    for (const std::string_view line : lines) {
      const auto next = static_cast<std::uint32_t>(number_of_.size());
      numbers.push_back(number_of_.try_emplace(line, next).first->second);
    }
    return numbers;
  }

 private:
  std::unordered_map<std::string_view, std::uint32_t> number_of_;
};

void append_line(std::string& out, char mark, std::string_view line) {
  out += mark;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// `-3,4`: from the third line on, four; the line before where there are none.
std::string range(std::size_t begin, std::size_t count) {
  const std::size_t first = count == 0 ? begin : begin + 1;
  return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

class HunkWriter {
 public:
  HunkWriter(const Lines& old_lines, const Lines& new_lines, std::size_t passed)
      : old_(old_lines), new_(new_lines), passed_(passed) {}

  std::string write(const std::vector<LineChange>& changes) {
    for (auto first = changes.begin(); first != changes.end();) {
      auto last = first;
      while (last + 1 != changes.end() && (last + 1)->old_begin - last->old_end <= 2 * kContext)
        ++last;
      write_hunk(first, last);
      first = last + 1;
    }
    return std::move(out_);
  }

 private:
  using Iterator = std::vector<LineChange>::const_iterator;

  void write_hunk(Iterator first, Iterator last) {
    const std::size_t before = std::min(kContext, first->old_begin);
    const std::size_t old_begin = first->old_begin - before;
    const std::size_t new_begin = first->new_begin - before;
    const std::size_t old_end = std::min(last->old_end + kContext, old_.size());
    const std::size_t new_end = last->new_end + (old_end - last->old_end);
    out_ += "@@ -" + range(passed_ + old_begin, old_end - old_begin) + " +" +
            range(passed_ + new_begin, new_end - new_begin) + " @@\n";
    std::size_t at = old_begin;
    for (Iterator change = first; change <= last; ++change) {
      for (; at < change->old_begin; ++at) append_line(out_, ' ', old_[at]);
      for (; at < change->old_end; ++at) append_line(out_, '-', old_[at]);
      for (std::size_t i = change->new_begin; i < change->new_end; ++i)
        append_line(out_, '+', new_[i]);
    }
    for (; at < old_end; ++at) append_line(out_, ' ', old_[at]);
  }

  const Lines& old_;
  const Lines& new_;
  std::size_t passed_;  // lines before these
  std::string out_;
};

// The beginning of the line that ends before `at`, which is the beginning of one.
std::size_t line_before(std::string_view text, std::size_t at) {
  return at < 2 ? 0 : text.rfind('\n', at - 2) + 1;  // npos + 1 is 0
}

// How much both begin with, in whole lines but for the last kContext of them.
std::size_t common_beginning(std::string_view a, std::string_view b) {
  const auto stop = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  auto at = static_cast<std::size_t>(stop - a.begin());
  at = at == 0 ? 0 : a.rfind('\n', at - 1) + 1;
  for (std::size_t lines = 0; lines < kContext; ++lines) at = line_before(a, at);
  return at;
}

// How much both end with, in whole lines but for the first kContext of them.
std::size_t common_ending(std::string_view a, std::string_view b) {
  const auto stop = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  std::size_t at = a.size() - static_cast<std::size_t>(stop - a.rbegin());
  for (std::size_t lines = 0; lines <= kContext; ++lines) {
    const std::size_t line = a.find('\n', at);
    if (line == std::string_view::npos) return 0;
    at = line + 1;
  }
  return a.size() - at;
}

// One hunk in which all lines but those around it change.
class WholeHunk {
 public:
  WholeHunk(std::string_view old_text, std::string_view new_text)
      : old_(old_text), new_(new_text) {}

  std::string write(std::size_t passed) {
    const std::string before = take_context_before();
    const std::string after = take_context_after();
    out_ += "@@ -" + range(passed, context_ + count_lines(old_)) + " +" +
            range(passed, context_ + count_lines(new_)) + " @@\n" + before;
    append_lines('-', old_);
    append_lines('+', new_);
    return out_ + after;
  }

 private:
  static std::size_t count_lines(std::string_view text) {
    const bool unended = !text.empty() && !text.ends_with('\n');
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + (unended ? 1 : 0);
  }

  std::string take_context_before() {
    std::string context;
    for (std::size_t i = 0; i < kContext; ++i) {
      const std::size_t size = old_.find('\n') + 1;  // npos + 1 is 0
      if (size == 0 || new_.substr(0, size) != old_.substr(0, size)) break;
      append_line(context, ' ', old_.substr(0, size));
      old_.remove_prefix(size);
      new_.remove_prefix(size);
      ++context_;
    }
    return context;
  }

  std::string take_context_after() {
    std::string context;
    for (std::size_t i = 0; i < kContext; ++i) {
      const std::string_view line = last_line(old_);
      if (line.empty() || line != last_line(new_)) break;
      std::string written;
      append_line(written, ' ', line);
      context.insert(0, written);
      old_.remove_suffix(line.size());
      new_.remove_suffix(line.size());
      ++context_;
    }
    return context;
  }

  static std::string_view last_line(std::string_view text) {
    return text.substr(line_before(text, text.size()));
  }

  void append_lines(char mark, std::string_view text) {
    while (!text.empty()) {
      const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
      append_line(out_, mark, text.substr(0, size));
      text.remove_prefix(size);
    }
  }

  std::string_view old_;
  std::string_view new_;
  std::size_t context_ = 0;  // lines of both
  std::string out_;
};

// nullopt: `cut`, the texts end before lines that they share, and one of those is wanted as
// context.
std::optional<std::string> write_hunks(std::string_view old_text, std::string_view new_text,
                                       std::size_t passed, bool cut) {
  const auto count = std::count(old_text.begin(), old_text.end(), '\n') +
                     std::count(new_text.begin(), new_text.end(), '\n');
  if (count > kComparedLinesMax) return WholeHunk(old_text, new_text).write(passed);
  const Lines old_lines = split_lines(old_text);
  const Lines new_lines = split_lines(new_text);
  Numbering numbering;
  const std::vector<std::uint32_t> old_numbers = numbering.of(old_lines);
  const std::vector<std::uint32_t> new_numbers = numbering.of(new_lines);
  const std::vector<LineChange> changes = line_changes(old_numbers, new_numbers);
  if (cut && changes.back().old_end + kContext > old_lines.size()) return std::nullopt;
  return HunkWriter(old_lines, new_lines, passed).write(changes);
}

}  // namespace

std::string unified_diff(std::string_view old_text, std::string_view new_text,
                         std::string_view old_name, std::string_view new_name) {
  if (old_text == new_text) return {};
  const std::size_t beginning = common_beginning(old_text, new_text);
  const std::string_view head = old_text.substr(0, beginning);
  old_text.remove_prefix(beginning);
  new_text.remove_prefix(beginning);
  const std::size_t ending = common_ending(old_text, new_text);
  const auto passed = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
  std::string diff;
  // Behind a tab patch(1) expects a date; without one it takes a name with a space for a shorter
  // one.
  const auto ended = [](std::string_view name) {
    return std::string(name) + (name.find(' ') == std::string_view::npos ? "\n" : "\t\n");
  };
  diff.append("--- ").append(ended(old_name)).append("+++ ").append(ended(new_name));
  // A change among lines that repeat may be told further down than the texts begin to differ.
  const std::optional<std::string> hunks =
      write_hunks(old_text.substr(0, old_text.size() - ending),
                  new_text.substr(0, new_text.size() - ending), passed, ending > 0);
  return diff + (hunks ? *hunks : write_hunks(old_text, new_text, passed, false).value());
}

}  // namespace nodefit
