// A line on the terminal while a command takes long.

#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace nodefit::cli {

// Shows how far a run over files is, on standard error and only where that is a terminal: after a
// second, then ten times a second. Belongs to one thread.
class Progress {
 public:
  explicit Progress(std::size_t total);

  void step(std::string_view name);  // before each file
  void finish() const;               // takes the line away

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t total_;
  std::size_t done_ = 0;
  Clock::time_point next_;
  bool terminal_;
  bool shown_ = false;
};

}  // namespace nodefit::cli
