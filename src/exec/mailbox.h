// What one thread leaves for another, in the order in which it came.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace spindrift {

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

  // All that is there. If there is nothing yet, waits for the first, but for no more than so many seconds.
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
