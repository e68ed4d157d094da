#include "live/pace.h"

#include <algorithm>
#include <limits>

namespace spindrift {

namespace {

constexpr double kMostLag = 0.1;  // s of real time that a scene may fall behind before it gives up catching up
constexpr double kWindow = 1.0;   // s over which the pace is measured

}  // namespace

void Pace::restart(double now, double time) {
  last_ = window_start_ = now;
  target_ = window_time_ = time;
  reached_ = speed_;
}

void Pace::go_on(double now, double time) {
  const double passed = std::max(0.0, now - last_);
  last_ = now;
  if (speed_ == 0.0) {
    target_ = std::numeric_limits<double>::infinity();
  } else {
    if (target_ == std::numeric_limits<double>::infinity()) target_ = time;
    target_ = std::min(target_ + std::min(passed, kMostLag) * speed_, time + kMostLag * speed_);
  }
  if (now - window_start_ < kWindow) return;
  reached_ = (time - window_time_) / (now - window_start_);
  window_start_ = now;
  window_time_ = time;
}

}  // namespace spindrift
