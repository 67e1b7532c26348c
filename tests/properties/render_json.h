// A workload as the document that would be submitted.

#pragma once

#include <cstdint>
#include <string>

#include "nodefit/workload.h"

namespace nodefit::tests {

// `spelling` 0 leaves out what is empty and writes quantities as strings; any other number mixes in
// what users write beside that: nulls, empty lists and maps, numbers for quantities, a preferred
// affinity.
std::string render(const Workload& workload, std::uint64_t spelling);

}  // namespace nodefit::tests
