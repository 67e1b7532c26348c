// The order of label keys within a node.

#pragma once

#include <string_view>

namespace nodefit {

// Length before bytes: node labels share long prefixes ("feature.node.kubernetes.io/cpu-cpuid."),
// so that comparing bytes reads 20 to 40 of them before the first difference, while lengths mostly
// differ at once. tests/bench, node_selector_term: 2.0 times faster than by bytes alone at 60
// labels.
inline bool key_less(std::string_view a, std::string_view b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace nodefit
