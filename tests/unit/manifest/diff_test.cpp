#include "manifest/diff.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "support/cpu_time.h"

namespace nodefit::tests {

namespace {

// The old text with the diff in it, by patch(1). Context must fit exactly.
class Patcher {
 public:
  Patcher() {
    std::string pattern = (std::filesystem::temp_directory_path() / "nodefit-diff-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern;
  }
  ~Patcher() { std::filesystem::remove_all(folder_); }
  Patcher(const Patcher&) = delete;
  Patcher& operator=(const Patcher&) = delete;
  Patcher(Patcher&&) = delete;
  Patcher& operator=(Patcher&&) = delete;

  static bool there() { return run("patch --version >/dev/null 2>&1"); }

  std::string apply(const std::string& old_text, const std::string& diff) const {
    write("old", old_text);
    write("diff", diff);
    const std::string command =
        "cd '" + folder_.string() + "' && patch --binary --fuzz=0 -s -o new old diff >log 2>&1";
    if (!run(command)) return "patch failed: " + read("log");
    return read("new");
  }

 private:
  static bool run(const std::string& command) {
    // NOLINTNEXTLINE(cert-env33-c): a fixed command, in a folder of our own
    return std::system(command.c_str()) == 0;
  }
  void write(const char* name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string read(const char* name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::filesystem::path folder_;
};

std::string numbered(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += std::to_string(i) + "\n";
  return text;
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("a difference is written as diff -u writes it") {
  struct Case {
    const char* name;
    std::string old_text;
    std::string new_text;
    const char* want;
  };
  const Case cases[] = {
      {"equal texts have none", "a\n", "a\n", ""},
      {"a changed line has three lines around it", numbered(1, 9),
       numbered(1, 4) + "five\n" + numbered(6, 9),
       "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
      {"at the beginning there are fewer", numbered(1, 5), "one\n" + numbered(2, 5),
       "@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n"},
      {"an added line at the end", numbered(1, 5), numbered(1, 6),
       "@@ -3,3 +3,4 @@\n 3\n 4\n 5\n+6\n"},
      {"a removed line", numbered(1, 3), "1\n3\n", "@@ -1,3 +1,2 @@\n 1\n-2\n 3\n"},
      {"changes six lines apart share a hunk", numbered(1, 9), "1\nx\n" + numbered(3, 8) + "y\n",
       "@@ -1,9 +1,9 @@\n 1\n-2\n+x\n 3\n 4\n 5\n 6\n 7\n 8\n-9\n+y\n"},
      {"seven lines apart they don't", numbered(1, 10), "1\nx\n" + numbered(3, 9) + "y\n",
       "@@ -1,5 +1,5 @@\n 1\n-2\n+x\n 3\n 4\n 5\n@@ -7,4 +7,4 @@\n 7\n 8\n 9\n-10\n+y\n"},
      {"among lines that repeat there are three lines around it too",
       numbered(1, 5) + "x\nx\nx\n" + numbered(6, 12),
       numbered(1, 5) + "x\nx\nx\nx\n" + numbered(6, 12),
       "@@ -6,6 +6,7 @@\n x\n x\n x\n+x\n 6\n 7\n 8\n"},
      {"nothing becomes something", "", "a\n", "@@ -0,0 +1 @@\n+a\n"},
      {"something becomes nothing", "a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
      {"a last line without end", "a\nb", "a\nc",
       "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"},
      {"a line end that comes", "a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
      {"an unended line around a change", "a\nb", "x\nb",
       "@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"},
      {"carriage returns belong to lines", "a\r\nb\r\n", "a\r\nb\n",
       "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n"},
  };
  for (const Case& c : cases) {
    INFO(c.name);
    std::string want = c.want;
    if (!want.empty()) want.insert(0, "--- a.yaml\n+++ b.yaml\n");
    CHECK(unified_diff(c.old_text, c.new_text, "a.yaml", "b.yaml") == want);
  }
}

TEST_CASE("a name with a space ends with a tab, or patch(1) takes a part of it") {
  REQUIRE(unified_diff("a\n", "b\n", "my job.yaml", "job.yaml")
              .starts_with("--- my job.yaml\t\n+++ job.yaml\n"));
}

TEST_CASE("patch makes the new text of the old one and the difference") {
  if (!Patcher::there()) return;
  const Patcher patcher;
  std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same run every time
  const auto text = [&] {
    std::string made;
    const std::size_t lines = random() % 40;
    for (std::size_t i = 0; i < lines; ++i)
      made.append(1, static_cast<char>('a' + random() % 4)) += '\n';
    if (random() % 3 == 0) made += "end";
    return made;
  };
  for (int i = 0; i < 100; ++i) {
    const std::string old_text = text();
    const std::string new_text = text();
    if (old_text == new_text) continue;
    const std::string diff = unified_diff(old_text, new_text, "old", "new");
    CAPTURE(diff);
    CHECK(patcher.apply(old_text, diff) == new_text);
  }
  // More differences than a window has.
  const std::string old_text = numbered(1, 3000);
  std::string new_text;
  for (int i = 1; i <= 3000; ++i) new_text += (i % 3 == 0 ? "x" : "") + std::to_string(i) + "\n";
  const std::string diff = unified_diff(old_text, new_text, "old", "new");
  CHECK(count(diff, "\n+") - 1 == 1000);
  CHECK(patcher.apply(old_text, diff) == new_text);
}

TEST_CASE("huge texts without a line in common are told apart in time") {
  std::string old_text;
  std::string new_text;
  for (int i = 0; i < 20'000; ++i) {
    old_text += "a" + std::to_string(i) + "\n";
    new_text += "b" + std::to_string(i) + "\n";
  }
  const CpuTime took;
  const std::string diff = unified_diff(old_text, new_text, "a", "b");
  CHECK(took.seconds() < 10);
  CHECK(count(diff, "\n-a") == 20'000);
  CHECK(count(diff, "\n+b") == 20'000);
}

TEST_CASE("of more than a million lines all change but those at the ends") {
  std::string old_text = "1\n2\n3\n4\n5\n";
  std::string new_text = old_text;
  for (int i = 0; i < 600'000; ++i) {
    old_text += "a\n";
    new_text += "b\n";
  }
  old_text += "6\n7";
  new_text += "6\n7";
  const std::string diff = unified_diff(old_text, new_text, "a", "b");
  CHECK(diff.starts_with("--- a\n+++ b\n@@ -3,600005 +3,600005 @@\n 3\n 4\n 5\n-a\n"));
  CHECK(diff.ends_with("+b\n 6\n 7\n\\ No newline at end of file\n"));
  if (Patcher::there()) CHECK(Patcher().apply(old_text, diff) == new_text);
}

}  // namespace nodefit::tests
