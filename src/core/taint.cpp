#include "nodefit/taint.h"

#include <algorithm>

namespace nodefit {

bool tolerates(const Toleration& toleration, const Taint& taint) {
  if (!toleration.effect.empty() && toleration.effect != taint.effect) return false;
  if (!toleration.key.empty() && toleration.key != taint.key) return false;
  if (toleration.op == "Exists") return true;
  return (toleration.op.empty() || toleration.op == "Equal") && toleration.value == taint.value;
}

bool tolerates(const std::vector<Toleration>& tolerations, const Taint& taint) {
  return std::any_of(tolerations.begin(), tolerations.end(),
                     [&](const Toleration& toleration) { return tolerates(toleration, taint); });
}

bool filters(const Taint& taint) {
  return taint.effect == "NoSchedule" || taint.effect == "NoExecute";
}

const Taint* find_untolerated_taint(const std::vector<Taint>& taints,
                                    const std::vector<Toleration>& tolerations) {
  const auto found = std::find_if(taints.begin(), taints.end(), [&](const Taint& taint) {
    return filters(taint) && !tolerates(tolerations, taint);
  });
  return found == taints.end() ? nullptr : &*found;
}

}  // namespace nodefit
