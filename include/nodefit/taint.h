// Taints and tolerations as the scheduler reads them.
//
// Sources: Kubernetes API `Taint`, `Toleration`; k8s.io/api/core/v1 Toleration.ToleratesTaint and
// k8s.io/component-helpers FindMatchingUntoleratedTaint, compared row by row by
// tests/oracle/tables/tolerations.tsv.
//
// Effects and operators stay the words that were written: an unknown effect keeps no pod away, an
// unknown operator tolerates nothing, and neither is nodefit's to correct.
//
// Thread-safety: values.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nodefit {

struct Taint {
  std::string key;
  std::string value;
  std::string effect;  // "NoSchedule", "NoExecute" or "PreferNoSchedule"

  friend bool operator==(const Taint&, const Taint&) = default;
};

struct Toleration {
  std::string key;     // empty: every key
  std::string op;      // "Exists", or "Equal" (also when empty)
  std::string value;   // read by Equal only
  std::string effect;  // empty: every effect
  // How long a pod stays on a node that gets a NoExecute taint. It doesn't matter for scheduling:
  // the pod is placed.
  std::optional<std::int64_t> toleration_seconds;

  friend bool operator==(const Toleration&, const Toleration&) = default;
};

bool tolerates(const Toleration& toleration, const Taint& taint);

bool tolerates(const std::vector<Toleration>& tolerations, const Taint& taint);

// Whether the taint keeps an intolerant pod off its node: NoSchedule and NoExecute do,
// PreferNoSchedule only lowers the node's score.
bool filters(const Taint& taint);

// The first taint that keeps a pod with these tolerations away, or nullptr. It points into
// `taints`.
const Taint* find_untolerated_taint(const std::vector<Taint>& taints,
                                    const std::vector<Toleration>& tolerations);

}  // namespace nodefit
