// The canonical text of a policy, and its hash.
//
// Thread-safety: pure functions.

#pragma once

#include <cstdint>
#include <string>

#include "nodefit/policy.h"

namespace nodefit {

// JSON with every key of the policy's text form, defaults spelled out, mappings and sets sorted.
// `policy` needn't have its dump yet.
std::string dump_policy(const Policy& policy);

// 16 hexadecimal digits.
std::string to_hex(std::uint64_t number);

}  // namespace nodefit
