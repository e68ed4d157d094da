// The frame loop: chooses the sub-steps of a frame, runs them, and reports.
#pragma once

#include <memory>
#include <vector>

#include "exec/parallel.h"
#include "solvers/liquid_step.h"
#include "spindrift/observer.h"

namespace spindrift {

template <int D>
class LiquidSolver {
 public:
  static Result<std::unique_ptr<LiquidSolver>> create(const Scene& scene);

  Result<FrameReport> advance_frame(Observer* observer);
  Result<StepReport> advance_step(double dt, Observer* observer);
  FrameReport measure_now() const;
  double step_length(double remaining) const;  // length of the next sub-step if `remaining` is left of the frame

  LiquidState<D>& state() { return *state_; }
  const LiquidState<D>& state() const { return *state_; }
  int frame() const { return frame_; }

 private:
  std::unique_ptr<LiquidState<D>> state_;
  std::vector<Stage<LiquidState<D>>> rows_;
  std::vector<StageTime> times_;
  int frame_ = 0;
  int substeps_done_ = 0;  // of the present frame: an interrupted frame goes on where it stopped
};

}  // namespace spindrift
