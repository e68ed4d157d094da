#include "run/bench/stage_clock.h"

#include <algorithm>

#include "base/timer.h"

namespace spindrift {

void StageClock::stage_begin(std::string_view /*stage*/) {
  if (is_sampled()) begin_ = cpu_seconds();
}

void StageClock::stage_end(std::string_view stage, double /*wall_seconds*/) {
  if (!is_sampled()) return;
  const double spent = cpu_seconds() - begin_;
  const auto same = std::find_if(stages_.begin(), stages_.end(), [&](const StageTime& s) { return s.name == stage; });
  if (same == stages_.end()) {
    stages_.push_back({std::string(stage), spent});
  } else {
    same->seconds += spent;
  }
}

void StageClock::step_end(const StepReport& report) {
  ++steps_;
  iterations_ += report.pressure.iterations;
  largest_residual_ = std::max(largest_residual_, report.pressure.residual);
}

std::vector<StageTime> StageClock::share_of(double cpu) const {
  double sampled = 0.0;
  for (const StageTime& stage : stages_) sampled += stage.seconds;
  std::vector<StageTime> shares = stages_;
  for (StageTime& stage : shares) stage.seconds *= sampled > 0.0 ? cpu / sampled : 0.0;
  return shares;
}

}  // namespace spindrift
