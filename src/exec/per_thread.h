// An object for each thread of a loop, which keeps its memory from loop to loop: blocks too large for the stack, lists
// that grow. What it holds from the piece before means nothing, and results must not depend on it.
#pragma once

#include <memory>
#include <vector>

#include "exec/parallel.h"

namespace spindrift {

template <class T>
class PerThread {
 public:
  // Before the loop: room for every thread that may run pieces of it.
  void prepare() {
    while (objects_.size() < static_cast<std::size_t>(thread_count())) objects_.push_back(std::make_unique<T>());
  }
  T& here() { return *objects_[thread_number()]; }
  T& of(int thread) { return *objects_[thread]; }

  template <class Visit>
  void for_each(Visit&& visit) {
    for (auto& object : objects_) visit(*object);
  }

 private:
  std::vector<std::unique_ptr<T>> objects_;
};

}  // namespace spindrift
