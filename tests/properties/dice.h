// Random choices for the generators: everything comes from one rc::Random, so that a seed tells the
// whole world.

#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace nodefit::tests {

class Dice {
 public:
  explicit Dice(rc::Random random) : random_(std::move(random)) {}

  // 0 to count - 1.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(random_.next() % static_cast<std::uint64_t>(count));
  }

  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(below(static_cast<std::size_t>(most - least + 1)));
  }

  bool percent(std::size_t chance) { return below(100) < chance; }

  template <class T>
  const T& of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

  // An index, each with the chance that its weight has among all.
  std::size_t weighted(std::initializer_list<std::size_t> weights) {
    std::size_t sum = 0;
    for (const std::size_t weight : weights) sum += weight;
    std::size_t left = below(sum);
    std::size_t index = 0;
    for (const std::size_t weight : weights) {
      if (left < weight) break;
      left -= weight;
      ++index;
    }
    return index;
  }

 private:
  rc::Random random_;
};

}  // namespace nodefit::tests
