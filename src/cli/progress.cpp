#include "cli/progress.h"

#include <unistd.h>

#include <iostream>
#include <string>

#include "cli/style.h"

namespace nodefit::cli {

namespace {

constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kInterval{100};
constexpr std::size_t kNameSizeMax = 50;

}  // namespace

Progress::Progress(std::size_t total)
    : total_(total), next_(Clock::now() + kPatience), terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::step(std::string_view name) {
  ++done_;
  if (!terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + kInterval;
  shown_ = true;
  if (name.size() > kNameSizeMax) name.remove_prefix(name.size() - kNameSizeMax);
  std::cerr << "\r\x1b[K" << done_ << "/" << total_ << " " << printable(name) << std::flush;
}

void Progress::finish() const {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
}

}  // namespace nodefit::cli
