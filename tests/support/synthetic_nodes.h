// Nodes as large clusters have them, for benchmarks and for tests that need many.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nodefit/catalogue.h"

namespace nodefit::tests {

// Nodes of six kinds in turn (plain x86, AVX-512, AMD, arm64, A100 with the taint
// nvidia.com/gpu=present:NoSchedule, time-sliced T4 that offers nvidia.com/gpu.shared), in three
// zones. Each has 60 labels, as the cloud, node feature discovery and the GPU operator leave them,
// four of which no other node has (host name, instance id, machine id, time stamp), and 6 or 7
// resources, of which memory differs from node to node. The same arguments give the same nodes;
// names depend on the position alone.
std::vector<NodeSpec> synthetic_nodes(std::size_t count, std::uint32_t seed);

}  // namespace nodefit::tests
