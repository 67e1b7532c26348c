// The nodes of a cluster, indexed for decisions.
//
// A `CatalogueBuilder` takes nodes as they come and go and tells which of them changed in anything
// that a decision reads; `snapshot()` is an immutable Catalogue that shares with its predecessor
// all that didn't change. Label pairs are stored once, however many nodes carry them, and no longer
// than one does.
//
//   CatalogueBuilder builder;
//   for (const NodeSpec& spec : listed) builder.upsert(spec);
//   std::shared_ptr<const Catalogue> catalogue = builder.snapshot();
//
// Source: core/v1 Node.
//
// Thread-safety: a Catalogue and its Nodes may be read by any number of threads, also while its
// builder goes on and after it is gone. A builder belongs to one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nodefit/labels.h"
#include "nodefit/resources.h"
#include "nodefit/selector.h"
#include "nodefit/slot_set.h"
#include "nodefit/taint.h"

namespace nodefit {

// A Node as read from its object.
struct NodeSpec {
  std::string name;
  Labels labels;
  std::vector<Taint> taints;
  ResourceList capacity;
  std::optional<ResourceList> allocatable;  // absent: the capacity counts
  bool unschedulable = false;               // cordoned
};

// A label pair that the catalogue stores (src/core/label_index.h).
class StoredLabel;

// A node at a glance (src/core/node_summary.h).
struct NodeSummary;

// A node in a catalogue, which must outlive its use. Has find() like Labels, so that selectors
// match it.
class Node {
 public:
  const std::string& name() const { return name_; }
  // The value of label `key`.
  std::optional<std::string_view> find(std::string_view key) const;
  const std::vector<Taint>& taints() const { return taints_; }
  // Rounded as the API server stores it.
  const ResourceList& allocatable() const { return allocatable_; }
  bool unschedulable() const { return unschedulable_; }
  // "linux/amd64" from kubernetes.io/os and kubernetes.io/arch; an absent label counts as linux or
  // amd64.
  const std::string& platform() const { return platform_; }
  // topology.kubernetes.io/zone; empty where there is none.
  std::string_view zone() const { return zone_; }

 private:
  friend class CatalogueBuilder;

  Node(const NodeSpec& spec, ResourceList allocatable, std::vector<const StoredLabel*> labels);

  std::string name_;
  std::vector<const StoredLabel*> labels_;  // in the order of Labels::entries()
  std::vector<Taint> taints_;
  ResourceList allocatable_;
  std::string platform_;
  std::string_view zone_;
  bool unschedulable_;
};

class Catalogue {
 public:
  // All slots are below this; some may be empty.
  NodeSlot slot_count() const;
  std::size_t node_count() const;
  // Distinct labels, by key and value, that nodes carry.
  std::size_t label_count() const;
  // nullptr for an empty slot.
  const Node* node(NodeSlot slot) const;
  // The block of summaries that holds the one of `slot`, which is below slot_count(). An empty slot
  // has that of nothing.
  const NodeSummary* summaries(NodeSlot slot) const;
  std::optional<NodeSlot> find(std::string_view name) const;
  // The slots of all nodes in the order of their names.
  std::span<const NodeSlot> by_name() const;
  // The slots, ascending, of the nodes that carry this label with this value.
  std::span<const NodeSlot> with_label(std::string_view key, std::string_view value) const;

 private:
  friend class CatalogueBuilder;

  struct State;

  explicit Catalogue(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

class CatalogueBuilder {
 public:
  CatalogueBuilder();
  CatalogueBuilder(const CatalogueBuilder&) = delete;  // two builders would share label storage
  CatalogueBuilder& operator=(const CatalogueBuilder&) = delete;
  CatalogueBuilder(CatalogueBuilder&& other) noexcept;
  CatalogueBuilder& operator=(CatalogueBuilder&& other) noexcept;
  ~CatalogueBuilder();

  // Takes a new or changed node. Returns its slot, or nullopt where nothing that a decision reads
  // has changed (heartbeats, conditions, images): then no new snapshot is due. A new node gets the
  // lowest empty slot.
  std::optional<NodeSlot> upsert(const NodeSpec& spec);
  // Returns the slot that became empty, or nullopt where there was no such node.
  std::optional<NodeSlot> erase(std::string_view name);
  std::shared_ptr<const Catalogue> snapshot();

 private:
  NodeSlot take_slot();

  std::unique_ptr<Catalogue::State> state_;  // what the next snapshot will be
  std::vector<NodeSlot> empty_slots_;        // a heap, lowest first
};

}  // namespace nodefit
