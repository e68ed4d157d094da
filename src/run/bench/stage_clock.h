// Watches the steps of a benchmark: processor time per stage, iterations and residuals of the pressure solver.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "spindrift/observer.h"

namespace spindrift {

class StageClock : public Observer {
 public:
  // Reading the processor clock costs a microsecond, as much as a small stage: of many steps, some are sampled.
  explicit StageClock(int steps) : stride_(steps < kMostSamples ? 1 : std::max(8, steps / kMostSamples)) {}

  void stage_begin(std::string_view stage) override;
  void stage_end(std::string_view stage, double wall_seconds) override;
  void step_end(const StepReport& report) override;

  std::vector<StageTime> share_of(double cpu) const;  // `cpu` seconds divided among the stages as they were sampled
  int steps() const { return steps_; }
  double mean_iterations() const { return steps_ > 0 ? static_cast<double>(iterations_) / steps_ : 0.0; }
  double largest_residual() const { return largest_residual_; }

 private:
  static constexpr int kMostSamples = 64;  // enough for shares of a percent
  bool is_sampled() const { return steps_ % stride_ == 0; }

  std::vector<StageTime> stages_;  // in the order in which they first ran
  int stride_;
  double begin_ = 0.0;
  int steps_ = 0;
  long long iterations_ = 0;
  double largest_residual_ = 0.0;
};

}  // namespace spindrift
