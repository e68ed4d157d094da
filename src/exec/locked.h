// Values shared between threads.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace spindrift {

// A value that one thread at a time may access.
template <class T>
class Locked {
 public:
  // Returns use(value), called under the lock.
  template <class Use>
  decltype(auto) with(Use&& use) {
    const std::lock_guard lock(mutex_);
    return std::forward<Use>(use)(value_);
  }

 private:
  std::mutex mutex_;
  T value_{};
};

// A queue from one thread to another.
template <class T>
class Mailbox {
 public:
  void put(T letter) {
    {
      const std::lock_guard lock(mutex_);
      letters_.push_back(std::move(letter));
    }
    filled_.notify_one();
  }

  // Returns all letters. If there are none, waits up to this many seconds for the first.
  std::vector<T> take(double seconds) {
    std::unique_lock lock(mutex_);
    if (seconds > 0.0)
      filled_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !letters_.empty(); });
    return std::exchange(letters_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::vector<T> letters_;
};

}  // namespace spindrift
