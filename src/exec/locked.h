// A value that one thread at a time may look at.
#pragma once

#include <mutex>
#include <utility>

namespace spindrift {

template <class T>
class Locked {
 public:
  // Calls use(value) while nobody else does, and returns what it returns.
  template <class Use>
  decltype(auto) with(Use&& use) {
    const std::lock_guard lock(mutex_);
    return std::forward<Use>(use)(value_);
  }

 private:
  std::mutex mutex_;
  T value_{};
};

}  // namespace spindrift
