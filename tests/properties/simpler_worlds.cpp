#include <type_traits>
#include <utility>

#include "properties/world.h"

namespace nodefit::tests {

namespace {

// Collects worlds that differ from one in a single thing less.
class Simplifier {
 public:
  explicit Simplifier(const World& world) : world_(world) {}

  // `change` makes a copy of the world simpler and tells whether it did.
  template <class Change>
  void offer(Change change) {
    World copy = world_;
    if (!change(copy)) return;
    copy.checked = nullptr;
    for (Role& role : copy.workload.roles) {
      if (!role.pod.annotations.find(kDecisionAnnotation)) role.pod.recorded.reset();
    }
    found_.push_back(std::move(copy));
  }

  // Without each element of the list that `list_in` finds in a world, but for the last `least`
  // ones.
  template <class ListIn>
  void without_each(ListIn list_in, std::size_t least = 0) {
    const std::size_t size = list_in(world_).size();
    for (std::size_t i = 0; size > least && i < size; ++i) {
      offer([&](World& copy) {
        auto& list = list_in(copy);
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      });
    }
  }

  template <class LabelsIn>
  void without_each_label(LabelsIn labels_in) {
    const std::size_t size = labels_in(world_).entries().size();
    for (std::size_t i = 0; i < size; ++i) {
      offer([&](World& copy) {
        std::vector<Labels::Entry> entries = labels_in(copy).entries();
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
        labels_in(copy) = Labels(std::move(entries));
        return true;
      });
    }
  }

  // Without each resource of the list that `list_in` finds.
  template <class ListIn>
  void without_each_resource(ListIn list_in) {
    for (const auto& entry : list_in(world_)) {
      offer([&](World& copy) {
        ResourceList kept;
        for (const auto& [name, quantity] : list_in(copy)) {
          if (name != entry.first) kept[name] = quantity;
        }
        list_in(copy) = std::move(kept);
        return true;
      });
    }
  }

  // With what `field_in` finds as in an object just made.
  template <class FieldIn>
  void reset(FieldIn field_in) {
    offer([&](World& copy) {
      auto& field = field_in(copy);
      const std::remove_reference_t<decltype(field)> empty{};
      if (field == empty) return false;
      field = empty;
      return true;
    });
  }

  // The same for types that can't be compared.
  template <class OptionalIn>
  void reset_optional(OptionalIn optional_in) {
    offer([&](World& copy) { return std::exchange(optional_in(copy), std::nullopt).has_value(); });
  }

  std::vector<World> take() { return std::move(found_); }

 private:
  const World& world_;
  std::vector<World> found_;
};

void simplify_profile(Simplifier& simplifier, std::size_t index) {
  const auto at = [index](auto member) {
    return [index, member](auto& world) -> auto& { return world.policy.profiles[index].*member; };
  };
  simplifier.reset_optional(at(&ProfileSpec::provisionable));
  simplifier.reset_optional(at(&ProfileSpec::roles));
  simplifier.reset_optional(at(&ProfileSpec::max_pending));
  simplifier.reset_optional(at(&ProfileSpec::mode));
  simplifier.reset(at(&ProfileSpec::never_follow));
  simplifier.reset(at(&ProfileSpec::env));
  simplifier.reset(at(&ProfileSpec::image_pull_secrets));
  simplifier.without_each(at(&ProfileSpec::nodes), 1);
  simplifier.without_each(at(&ProfileSpec::tolerate));
  simplifier.without_each(at(&ProfileSpec::images), 1);
  const auto when = [index](World& world) -> WhenSpec& {
    return world.policy.profiles[index].when;
  };
  simplifier.reset_optional([=](World& world) -> auto& { return when(world).namespaces; });
  simplifier.reset_optional([=](World& world) -> auto& { return when(world).gpus_min; });
  simplifier.reset_optional([=](World& world) -> auto& { return when(world).gpus_max; });
  simplifier.reset_optional([=](World& world) -> auto& { return when(world).shared; });
  const auto image = [index](World& world) -> ProfileImageSpec& {
    return world.policy.profiles[index].images[0];
  };
  simplifier.reset_optional([=](World& world) -> auto& { return image(world).versions; });
  simplifier.reset_optional([=](World& world) -> auto& { return image(world).platforms; });
  simplifier.reset([=](World& world) -> auto& { return image(world).cuda; });
}

void simplify_policy(Simplifier& simplifier, const World& world) {
  for (std::size_t i = 0; i < world.policy.profiles.size() && world.policy.profiles.size() > 1;
       ++i) {
    simplifier.offer([i](World& copy) {
      copy.policy.profiles.erase(copy.policy.profiles.begin() + static_cast<std::ptrdiff_t>(i));
      if (i < copy.pending.size())
        copy.pending.erase(copy.pending.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    });
  }
  for (std::size_t i = 0; i < world.policy.profiles.size(); ++i) simplify_profile(simplifier, i);
  simplifier.without_each([](auto& w) -> auto& { return w.policy.families; }, 1);
  for (std::size_t i = 0; i < world.policy.families.size(); ++i) {
    simplifier.without_each([i](auto& w) -> auto& { return w.policy.families[i].repositories; }, 1);
    simplifier.reset([i](World& w) -> auto& { return w.policy.families[i].env; });
    simplifier.reset_optional([i](World& w) -> auto& { return w.policy.families[i].platforms; });
    simplifier.reset_optional([i](World& w) -> auto& { return w.policy.families[i].latest; });
  }
  simplifier.reset([](World& w) -> auto& { return w.policy.multi_arch; });
  simplifier.reset([](World& w) -> auto& { return w.policy.ignore_volumes; });
  simplifier.reset([](World& w) -> auto& { return w.policy.mode; });
  simplifier.reset([](World& w) -> auto& { return w.policy.pods; });
  simplifier.reset([](World& w) -> auto& { return w.policy.jobs; });
  simplifier.reset([](World& w) -> auto& { return w.pending; });
}

void simplify_containers(Simplifier& simplifier, std::size_t role,
                         std::vector<Container> PodTemplate::* list, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [=](auto member) {
      return
          [=](auto& world) -> auto& { return (world.workload.roles[role].pod.*list)[i].*member; };
    };
    simplifier.reset(at(&Container::env));
    simplifier.reset(at(&Container::image_pull_policy));
    simplifier.reset(at(&Container::has_env_from));
    simplifier.reset(at(&Container::has_resource_claims));
    simplifier.reset(at(&Container::restartable));
    const auto resources = [=](auto part) {
      return [=](auto& world) -> auto& {
        return (world.workload.roles[role].pod.*list)[i].resources.*part;
      };
    };
    simplifier.without_each_resource(resources(&ResourceRequirements::requests));
    simplifier.without_each_resource(resources(&ResourceRequirements::limits));
  }
}

void simplify_role(Simplifier& simplifier, const World& world, std::size_t index) {
  const PodTemplate& pod = world.workload.roles[index].pod;
  const auto at = [index](auto member) {
    return [index, member](auto& w) -> auto& { return w.workload.roles[index].pod.*member; };
  };
  simplifier.offer([index](World& w) {
    std::int64_t& replicas = w.workload.roles[index].replicas;
    return replicas > 1 && replicas-- > 1;
  });
  simplifier.without_each(at(&PodTemplate::init_containers));
  simplifier.without_each(at(&PodTemplate::containers), 1);
  simplifier.without_each(at(&PodTemplate::tolerations));
  simplifier.without_each_label(at(&PodTemplate::node_selector));
  simplifier.reset_optional(at(&PodTemplate::required_node_affinity));
  if (pod.required_node_affinity) {
    simplifier.without_each(
        [index](auto& w) -> auto& { return *w.workload.roles[index].pod.required_node_affinity; },
        1);
  }
  simplifier.reset_optional(at(&PodTemplate::pod_level_resources));
  simplifier.reset(at(&PodTemplate::overhead));
  simplifier.reset(at(&PodTemplate::node_name));
  simplifier.reset(at(&PodTemplate::runtime_class_name));
  simplifier.reset(at(&PodTemplate::image_pull_secrets));
  simplifier.reset(at(&PodTemplate::has_claim_volumes));
  simplifier.reset(at(&PodTemplate::has_zone_spread));
  simplifier.reset(at(&PodTemplate::has_required_pod_affinity));
  simplifier.reset(at(&PodTemplate::has_resource_claims));
  simplify_containers(simplifier, index, &PodTemplate::init_containers, pod.init_containers.size());
  simplify_containers(simplifier, index, &PodTemplate::containers, pod.containers.size());
}

// A Pod's labels and annotations stand twice in a Workload.
void simplify_metadata(Simplifier& simplifier, const World& world) {
  const bool is_pod = world.workload.kind == Workload::Kind::kPod;
  for (const bool annotations : {false, true}) {
    const Labels& marks = annotations ? world.workload.annotations : world.workload.labels;
    for (std::size_t i = 0; i < marks.entries().size(); ++i) {
      simplifier.offer([&](World& w) {
        Labels& own = annotations ? w.workload.annotations : w.workload.labels;
        std::vector<Labels::Entry> entries = own.entries();
        entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
        own = Labels(std::move(entries));
        PodTemplate& pod = w.workload.roles[0].pod;
        if (is_pod) (annotations ? pod.annotations : pod.labels) = own;
        return true;
      });
    }
  }
  simplifier.without_each_label([](auto& w) -> auto& { return w.workload.namespace_labels; });
  simplifier.reset_optional([](World& w) -> auto& { return w.workload.controller; });
  simplifier.reset([](World& w) -> auto& { return w.workload.managed_by; });
  simplifier.reset([](World& w) -> auto& { return w.workload.suspended; });
  for (std::size_t i = 0; i < world.workload.roles.size() && !is_pod; ++i) {
    simplifier.without_each_label([i](auto& w) -> auto& { return w.workload.roles[i].pod.labels; });
    simplifier.without_each_label(
        [i](auto& w) -> auto& { return w.workload.roles[i].pod.annotations; });
  }
}

void simplify_nodes(Simplifier& simplifier, const World& world) {
  for (std::size_t i = 0; i < world.nodes.size(); ++i) {
    simplifier.without_each_label([i](auto& w) -> auto& { return w.nodes[i].labels; });
    simplifier.without_each([i](auto& w) -> auto& { return w.nodes[i].taints; });
    simplifier.reset([i](World& w) -> auto& { return w.nodes[i].unschedulable; });
  }
}

}  // namespace

std::vector<World> simpler_worlds(const World& world) {
  Simplifier simplifier(world);
  simplifier.offer([](World& w) { return !std::exchange(w.future_nodes, {}).empty(); });
  simplifier.without_each([](auto& w) -> auto& { return w.nodes; });
  simplifier.without_each([](auto& w) -> auto& { return w.workload.roles; }, 1);
  simplify_policy(simplifier, world);
  for (std::size_t i = 0; i < world.workload.roles.size(); ++i) simplify_role(simplifier, world, i);
  simplify_metadata(simplifier, world);
  simplify_nodes(simplifier, world);
  simplifier.without_each([](auto& w) -> auto& { return w.future_nodes; });
  simplifier.reset([](World& w) -> auto& { return w.spelling; });
  return simplifier.take();
}

}  // namespace nodefit::tests
