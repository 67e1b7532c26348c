// Values that a catalogue under construction shares with its snapshots.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace nodefit {

// What a builder makes between two snapshots belongs to one edition.
using Edition = std::uint64_t;

// A T, or nothing, that copies share until it is written to. Whoever writes names the edition being
// worked on: what was made for it is in no snapshot yet and changes in place, what is older is
// copied first, because other threads may read it. (That no one else holds it, use_count() == 1,
// wouldn't do: it doesn't order this thread's writes behind the last reads of a thread that let
// go.)
template <class T>
class CopyOnWrite {
 public:
  CopyOnWrite() = default;
  CopyOnWrite(T value, Edition edition)
      : block_(std::make_shared<Block>(Block{edition, std::move(value)})) {}

  bool empty() const { return block_ == nullptr; }
  // Not of nothing.
  const T& operator*() const { return block_->value; }
  const T* operator->() const { return &block_->value; }

  bool belongs_to(Edition edition) const { return !empty() && block_->edition == edition; }

  // Nothing becomes T().
  T& edit(Edition edition) {
    if (!belongs_to(edition)) *this = CopyOnWrite(empty() ? T() : block_->value, edition);
    return block_->value;
  }

 private:
  struct Block {
    Edition edition;
    T value;
  };

  std::shared_ptr<Block> block_;
};

}  // namespace nodefit
