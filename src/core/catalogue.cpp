#include "nodefit/catalogue.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "copy_on_write.h"
#include "label_index.h"
#include "label_key.h"
#include "node_summary.h"
#include "slot_list.h"

namespace nodefit {

namespace {

struct Block {
  std::array<NodeSummary, kBlockSize> summaries;
  std::array<std::shared_ptr<const Node>, kBlockSize> nodes;
};

ResourceList effective_allocatable(const NodeSpec& spec) {
  ResourceList allocatable = spec.allocatable ? *spec.allocatable : spec.capacity;
  allocatable.round_up_to_milli();
  return allocatable;
}

std::string platform_of(const Node& node) {
  std::string platform(node.find("kubernetes.io/os").value_or("linux"));
  return platform.append("/").append(node.find("kubernetes.io/arch").value_or("amd64"));
}

bool are_equal(const std::vector<const StoredLabel*>& stored, const Labels& labels) {
  return std::equal(stored.begin(), stored.end(), labels.entries().begin(), labels.entries().end(),
                    [](const StoredLabel* label, const Labels::Entry& entry) {
                      return label->key() == entry.first && label->value() == entry.second;
                    });
}

// Makes `slot`, whose node carries `old` so far, carry `wanted`. Both are in the same order: one
// walk over both finds what stays.
std::vector<const StoredLabel*> relabel(LabelIndex& index, NodeSlot slot,
                                        std::span<const StoredLabel* const> old,
                                        const Labels& wanted, Edition edition) {
  std::vector<const StoredLabel*> labels;
  labels.reserve(wanted.entries().size());
  auto next = old.begin();
  for (const auto& [key, value] : wanted.entries()) {
    while (next != old.end() && key_less((*next)->key(), key))
      index.remove(**next++, slot, edition);
    const bool stays = next != old.end() && (*next)->key() == key && (*next)->value() == value;
    labels.push_back(stays ? *next++ : index.add(key, value, slot, edition));
  }
  while (next != old.end()) index.remove(**next++, slot, edition);
  return labels;
}

}  // namespace

struct Catalogue::State {
  Edition edition = 1;
  NodeSlot slot_count = 0;
  std::vector<CopyOnWrite<Block>> blocks;
  SlotList by_name;
  LabelIndex labels;

  // `slot` is below slot_count.
  const Node* node(NodeSlot slot) const {
    return blocks[slot / kBlockSize]->nodes[slot % kBlockSize].get();
  }

  void set_node(NodeSlot slot, std::shared_ptr<const Node> node) {
    Block& block = blocks[slot / kBlockSize].edit(edition);
    block.summaries[slot % kBlockSize] =
        node == nullptr
            ? NodeSummary()
            : summarize_node(node->allocatable(), node->taints(), node->unschedulable());
    block.nodes[slot % kBlockSize] = std::move(node);
  }

  // Where in by_name the node is or would be.
  std::size_t rank(std::string_view name) const {
    const std::span<const NodeSlot> slots = slots_of(by_name);
    const auto at =
        std::lower_bound(slots.begin(), slots.end(), name,
                         [&](NodeSlot slot, std::string_view n) { return node(slot)->name() < n; });
    return static_cast<std::size_t>(at - slots.begin());
  }

  std::optional<NodeSlot> at_rank(std::size_t rank, std::string_view name) const {
    const std::span<const NodeSlot> slots = slots_of(by_name);
    if (rank == slots.size() || node(slots[rank])->name() != name) return std::nullopt;
    return slots[rank];
  }
};

Node::Node(const NodeSpec& spec, ResourceList allocatable, std::vector<const StoredLabel*> labels)
    : name_(spec.name),
      labels_(std::move(labels)),
      taints_(spec.taints),
      allocatable_(std::move(allocatable)),
      platform_(platform_of(*this)),
      zone_(find("topology.kubernetes.io/zone").value_or("")),
      unschedulable_(spec.unschedulable) {}

std::optional<std::string_view> Node::find(std::string_view key) const {
  const auto at = std::lower_bound(
      labels_.begin(), labels_.end(), key,
      [](const StoredLabel* label, std::string_view k) { return key_less(label->key(), k); });
  if (at == labels_.end() || (*at)->key() != key) return std::nullopt;
  return (*at)->value();
}

NodeSlot Catalogue::slot_count() const { return state_->slot_count; }

std::size_t Catalogue::node_count() const { return by_name().size(); }

std::size_t Catalogue::label_count() const { return state_->labels.size(); }

const Node* Catalogue::node(NodeSlot slot) const {
  return slot < state_->slot_count ? state_->node(slot) : nullptr;
}

const NodeSummary* Catalogue::summaries(NodeSlot slot) const {
  return state_->blocks[slot / kBlockSize]->summaries.data();
}

std::optional<NodeSlot> Catalogue::find(std::string_view name) const {
  return state_->at_rank(state_->rank(name), name);
}

std::span<const NodeSlot> Catalogue::by_name() const { return slots_of(state_->by_name); }

std::span<const NodeSlot> Catalogue::with_label(std::string_view key,
                                                std::string_view value) const {
  return state_->labels.find(key, value);
}

CatalogueBuilder::CatalogueBuilder() : state_(std::make_unique<Catalogue::State>()) {}
CatalogueBuilder::CatalogueBuilder(CatalogueBuilder&& other) noexcept = default;
CatalogueBuilder& CatalogueBuilder::operator=(CatalogueBuilder&& other) noexcept = default;
CatalogueBuilder::~CatalogueBuilder() = default;

NodeSlot CatalogueBuilder::take_slot() {
  if (!empty_slots_.empty()) {
    std::pop_heap(empty_slots_.begin(), empty_slots_.end(), std::greater<>());
    const NodeSlot slot = empty_slots_.back();
    empty_slots_.pop_back();
    return slot;
  }
  const NodeSlot slot = state_->slot_count++;
  if (slot % kBlockSize == 0) state_->blocks.emplace_back(Block(), state_->edition);
  return slot;
}

std::optional<NodeSlot> CatalogueBuilder::upsert(const NodeSpec& spec) {
  const std::size_t rank = state_->rank(spec.name);
  const std::optional<NodeSlot> present = state_->at_rank(rank, spec.name);
  const Node* const old = present ? state_->node(*present) : nullptr;
  ResourceList allocatable = effective_allocatable(spec);
  if (old != nullptr && old->unschedulable_ == spec.unschedulable && old->taints_ == spec.taints &&
      old->allocatable_ == allocatable && are_equal(old->labels_, spec.labels)) {
    return std::nullopt;
  }

  const NodeSlot slot = present ? *present : take_slot();
  std::span<const StoredLabel* const> carried;
  if (old != nullptr) carried = old->labels_;
  std::vector<const StoredLabel*> labels =
      relabel(state_->labels, slot, carried, spec.labels, state_->edition);
  state_->set_node(
      slot, std::shared_ptr<const Node>(new Node(spec, std::move(allocatable), std::move(labels))));
  if (!present) insert_at(state_->by_name, rank, slot, state_->edition);
  return slot;
}

std::optional<NodeSlot> CatalogueBuilder::erase(std::string_view name) {
  const std::size_t rank = state_->rank(name);
  const std::optional<NodeSlot> slot = state_->at_rank(rank, name);
  if (!slot) return std::nullopt;
  relabel(state_->labels, *slot, state_->node(*slot)->labels_, Labels(), state_->edition);
  erase_at(state_->by_name, rank, state_->edition);
  state_->set_node(*slot, nullptr);
  empty_slots_.push_back(*slot);
  std::push_heap(empty_slots_.begin(), empty_slots_.end(), std::greater<>());
  return slot;
}

std::shared_ptr<const Catalogue> CatalogueBuilder::snapshot() {
  auto snapshot = std::shared_ptr<const Catalogue>(
      new Catalogue(std::make_shared<const Catalogue::State>(*state_)));
  ++state_->edition;  // from here on everything made so far belongs to the snapshot too
  return snapshot;
}

}  // namespace nodefit
