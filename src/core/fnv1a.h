// FNV-1a, 64 bits: short, the same everywhere, and good enough where nobody picks the input to
// collide.
//
// Source: draft-eastlake-fnv

#pragma once

#include <cstdint>
#include <string_view>

namespace nodefit {

constexpr std::uint64_t fnv1a(std::string_view bytes) {
  constexpr std::uint64_t kOffsetBasis = 0xcbf29ce484222325;
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t hash = kOffsetBasis;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

}  // namespace nodefit
