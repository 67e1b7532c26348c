// Time that the test itself takes, however busy the machine is.

#pragma once

#include <ctime>

namespace nodefit::tests {

// Seconds of processor time since it was made, of all threads of the process.
class CpuTime {
 public:
  double seconds() const {
    return static_cast<double>(std::clock() - begin_) / static_cast<double>(CLOCKS_PER_SEC);
  }

 private:
  std::clock_t begin_ = std::clock();
};

}  // namespace nodefit::tests
