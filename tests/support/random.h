// Randomness for tests.

#pragma once

#include <cstdint>
#include <random>

namespace nodefit::tests {

// The same numbers in every run and on every machine, so that a failure can be seen again. (Their
// distributions aren't the same everywhere: take remainders.)
inline std::mt19937 repeatable_random(std::uint32_t seed) { return std::mt19937(seed); }

}  // namespace nodefit::tests
