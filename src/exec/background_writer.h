// Writes on a thread of its own, so that the simulation does not wait for the disk while the disk keeps up.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "spindrift/error.h"

namespace spindrift {

// Jobs run one after the other, in the order they came. After one that failed nothing more is run: what lies on the
// disk is always a beginning of what was handed over.
class BackgroundWriter {
 public:
  using Job = std::function<Status()>;

  explicit BackgroundWriter(std::size_t capacity = 2);  // jobs that may wait
  ~BackgroundWriter();                                  // after the last job
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  double wait_for_room();  // until the next push will not wait; seconds that took
  void push(Job job);
  Status status() const;  // the first failure so far
  Status finish();        // waits for the last job; the first failure
  double busy_seconds() const;

 private:
  void run();

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool is_running_ = false;  // a job
  bool is_ending_ = false;
  Status status_ = Done{};  // the first failure
  double busy_seconds_ = 0.0;
  std::thread thread_;
};

}  // namespace spindrift
