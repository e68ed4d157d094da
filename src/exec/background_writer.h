// Writes on its own thread, so that the simulation does not wait while the disk keeps up. Without threads, push runs
// the job.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "spindrift/error.h"

namespace spindrift {

// Runs jobs in order, and none after one that failed: the files on disk are always those of the first jobs.
class BackgroundWriter {
 public:
  using Job = std::function<Status()>;

  explicit BackgroundWriter(std::size_t capacity = 2);  // jobs that may wait
  ~BackgroundWriter();                                  // waits for the last job
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  double wait_for_room();  // until the next push will not wait; returns the seconds
  void push(Job job);
  Status status() const;  // the first failure so far
  Status finish();        // waits for the last job; the first failure
  double busy_seconds() const;

 private:
  struct Queue;
  std::unique_ptr<Queue> queue_;
};

}  // namespace spindrift
