// What snapshots of a catalogue share, and what they don't.

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "nodefit/catalogue.h"
#include "support/nodes.h"
#include "support/random.h"

namespace nodefit::tests {

namespace {

using Snapshot = std::shared_ptr<const Catalogue>;

}  // namespace

TEST_CASE("a label pair is stored once") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("a", {{"zone", "1"}, {"arch", "amd64"}}));
  builder.upsert(node_spec("b", {{"zone", "1"}}));
  const Snapshot catalogue = builder.snapshot();
  REQUIRE(catalogue->label_count() == 2);
  REQUIRE(catalogue->node(0)->find("zone")->data() == catalogue->node(1)->find("zone")->data());
}

TEST_CASE("a snapshot shares with the one before it every node that didn't change") {
  CatalogueBuilder builder;
  for (int i = 0; i < 300; ++i) builder.upsert(node_spec(std::to_string(i), {{"zone", "1"}}));
  const Snapshot before = builder.snapshot();
  const NodeSlot changed = builder.upsert(node_spec("7", {{"zone", "2"}})).value();
  const Snapshot after = builder.snapshot();
  for (NodeSlot slot = 0; slot < 300; ++slot) {
    REQUIRE((before->node(slot) == after->node(slot)) == (slot != changed));
  }
}

TEST_CASE("a snapshot stays as it was whatever its builder does") {
  CatalogueBuilder builder;
  builder.upsert(node_spec("a", {{"zone", "1"}, {"only", "a"}}));
  builder.upsert(node_spec("b", {{"zone", "1"}}));
  const Snapshot before = builder.snapshot();

  builder.upsert(node_spec("b", {{"zone", "2"}}));
  builder.erase("a");
  builder.upsert(node_spec("c", {{"zone", "1"}}));
  builder.upsert(node_spec("d", {{"only", "d"}}));
  const Snapshot after = builder.snapshot();
  builder = CatalogueBuilder();

  REQUIRE(names_in_order(*before) == std::vector<std::string>{"a", "b"});
  REQUIRE(slots_with_label(*before, "zone", "1") == Slots{0, 1});
  REQUIRE(slots_with_label(*before, "only", "a") == Slots{0});
  REQUIRE(before->node(0)->find("only") == "a");
  REQUIRE(before->label_count() == 2);
  REQUIRE(before->slot_count() == 2);
  REQUIRE(names_in_order(*after) == std::vector<std::string>{"b", "c", "d"});
  REQUIRE(slots_with_label(*after, "zone", "1") == Slots{0});
  REQUIRE(after->label_count() == 3);
}

TEST_CASE("labels that come and go leave nothing behind") {
  CatalogueBuilder builder;
  for (int i = 0; i < 10; ++i) {
    builder.upsert(node_spec("old-" + std::to_string(i), {{"zone", std::to_string(i % 3)}}));
  }
  for (int i = 0; i < 50'000; ++i) {
    const std::string unique = std::to_string(i);
    // A time stamp renewed, and an autoscaled node with its host name.
    builder.upsert(node_spec("old-0", {{"zone", "0"}, {"gfd.timestamp", unique}}));
    builder.upsert(node_spec("new-" + unique, {{"hostname", unique}}));
    if (i > 0) builder.erase("new-" + std::to_string(i - 1));
    if (i % 100 == 0) REQUIRE(builder.snapshot()->label_count() <= 6);
  }
  REQUIRE(builder.snapshot()->label_count() == 5);
  REQUIRE(builder.snapshot()->slot_count() == 12);
}

namespace {

// What a catalogue should say, kept in the plainest way.
struct Model {
  std::map<std::string, std::pair<NodeSlot, Labels>> nodes;

  void check(const Snapshot& catalogue) const {
    std::map<Labels::Entry, Slots> by_label;
    std::vector<std::string> all;
    for (const auto& [name, node] : nodes) {
      all.push_back(name);
      REQUIRE(catalogue->find(name) == node.first);
      for (const Labels::Entry& label : node.second.entries()) {
        by_label[label].push_back(node.first);
        REQUIRE(catalogue->node(node.first)->find(label.first) == label.second);
      }
    }
    REQUIRE(names_in_order(*catalogue) == all);
    REQUIRE(catalogue->label_count() == by_label.size());
    for (auto& [label, slots] : by_label) {
      std::sort(slots.begin(), slots.end());
      REQUIRE(slots_with_label(*catalogue, label.first, label.second) == slots);
    }
  }
};

Labels random_labels(std::mt19937& random) {
  std::vector<Labels::Entry> labels;
  for (std::size_t i = random() % 6; i > 0; --i) {
    labels.emplace_back("key-" + std::to_string(random() % 8), std::to_string(random() % 3));
  }
  return Labels(std::move(labels));
}

}  // namespace

TEST_CASE("random changes are read back, from older snapshots too") {
  std::mt19937 random = repeatable_random(4711);
  CatalogueBuilder builder;
  Model model;
  std::vector<std::pair<Snapshot, Model>> kept;
  for (int round = 0; round < 400; ++round) {
    for (std::size_t i = random() % 20; i > 0; --i) {
      const std::string name = "node-" + std::to_string(random() % 200);
      if (random() % 3 == 0) {
        REQUIRE(builder.erase(name).has_value() == (model.nodes.erase(name) == 1));
        continue;
      }
      const Labels labels = random_labels(random);
      const std::optional<NodeSlot> slot = builder.upsert(node_spec(name, labels));
      const auto known = model.nodes.find(name);
      REQUIRE(slot.has_value() == (known == model.nodes.end() || known->second.second != labels));
      if (slot) model.nodes[name] = {*slot, labels};
    }
    const Snapshot catalogue = builder.snapshot();
    model.check(catalogue);
    if (round % 40 == 0) kept.emplace_back(catalogue, model);
  }
  for (const auto& [catalogue, as_it_was] : kept) as_it_was.check(catalogue);
}

namespace {

// Whether every node is found by its name and by its labels "name" and "generation".
bool is_consistent(const Catalogue& catalogue) {
  for (const NodeSlot slot : catalogue.by_name()) {
    const Node* const node = catalogue.node(slot);
    if (node == nullptr || node->find("name") != node->name()) return false;
    if (catalogue.find(node->name()) != slot) return false;
    if (slots_with_label(catalogue, "name", node->name()) != Slots{slot}) return false;
    const std::string_view generation = node->find("generation").value_or("");
    const std::span<const NodeSlot> peers = catalogue.with_label("generation", generation);
    if (!std::binary_search(peers.begin(), peers.end(), slot)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("snapshots are read by threads while their builder goes on", "[threads]") {
  std::mutex mutex;
  Snapshot published = CatalogueBuilder().snapshot();
  std::atomic<bool> done = false;
  std::atomic<int> inconsistent = 0;
  std::atomic<int> reads = 0;
  std::vector<std::thread> readers;
  readers.reserve(4);
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        Snapshot catalogue;
        {
          const std::lock_guard lock(mutex);
          catalogue = published;
        }
        inconsistent += is_consistent(*catalogue) ? 0 : 1;
        ++reads;
      }
    });
  }

  std::mt19937 random = repeatable_random(1);
  CatalogueBuilder builder;
  for (int round = 0; round < 300 || reads < 100; ++round) {
    const std::string generation = std::to_string(round / 10);
    for (int i = 0; i < 5; ++i) {
      const std::string name = "node-" + std::to_string(random() % 150);
      if (random() % 4 == 0) {
        builder.erase(name);
      } else {
        builder.upsert(node_spec(name, {{"name", name}, {"generation", generation}}));
      }
    }
    // The last to hold the snapshot before may be a reader.
    Snapshot next = builder.snapshot();
    const std::lock_guard lock(mutex);
    published.swap(next);
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  REQUIRE(inconsistent == 0);
}

}  // namespace nodefit::tests
