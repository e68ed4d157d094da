// Which loops a program runs, how many pieces they have and how long they take: what a benchmark looks at to find loops
// that are too short to be worth their fork and join.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spindrift {

struct LoopCount {
  std::string name;
  std::int64_t runs = 0;
  std::int64_t forks = 0;     // runs of more than one piece: those that are spread over threads where there are several
  std::int64_t pieces = 0;    // in all runs
  double seconds = 0.0;       // wall time of all runs
  double fork_seconds = 0.0;  // of those that are spread
};

// Counts the loops of all threads from its making to its end. One at a time.
class LoopLog {
 public:
  LoopLog();
  ~LoopLog();
  LoopLog(const LoopLog&) = delete;
  LoopLog& operator=(const LoopLog&) = delete;

  void pause();
  void go_on();
  std::vector<LoopCount> counts() const;  // those that took longest first
};

// Stands in a loop, for the log.
class LoopClock {
 public:
  LoopClock(const char* name, std::size_t pieces);
  ~LoopClock();
  LoopClock(const LoopClock&) = delete;
  LoopClock& operator=(const LoopClock&) = delete;

 private:
  const char* name_ = nullptr;  // null: nobody counts
  std::size_t pieces_;
  double begin_ = 0.0;
};

}  // namespace spindrift
