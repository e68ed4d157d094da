// When probes are read: after every frame, at a rate or at given times, each time after the first sub-step at or after
// it. Steps are never made to fit. All follows from the time, so that a run that goes on reads at the same steps.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace spindrift {

class ProbeClock {
 public:
  // At `rate` readings a second; 0: at every frame, or every n-th.
  explicit ProbeClock(double rate, int every = 1) : rate_(rate), every_(std::max(every, 1)) {}
  // At these times; none: at every frame.
  explicit ProbeClock(std::vector<double> times) : times_(std::move(times)), last_(times_.empty() ? -1 : 0) {
    std::sort(times_.begin(), times_.end());
  }

  // Readings up to here are made: those of a run that goes on at this time.
  void start_at(double time, int frame) { last_ = number(time, frame); }

  // Whether a reading is due now; asked after every sub-step, and at the start.
  bool is_due(double time, int frame) {
    const std::int64_t now = number(time, frame);
    if (now == last_) return false;
    last_ = now;
    return true;
  }

 private:
  // Of readings that were due so far.
  std::int64_t number(double time, int frame) const {
    constexpr double kRounding = 1e-6;  // of the time between two readings, or of a time
    if (!times_.empty())
      return std::upper_bound(times_.begin(), times_.end(), time * (1.0 + kRounding)) - times_.begin();
    return rate_ > 0.0 ? static_cast<std::int64_t>(std::floor(time * rate_ + kRounding)) : frame / every_;
  }

  double rate_ = 0.0;
  int every_ = 1;  // frames
  std::vector<double> times_;
  std::int64_t last_ = -1;
};

}  // namespace spindrift
