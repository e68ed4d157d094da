// The frame loop: chooses the sub-steps of a frame, runs them, and reports.
#pragma once

#include <memory>
#include <vector>

#include "exec/parallel.h"
#include "solvers/liquid_step.h"
#include "spindrift/checkpoint.h"
#include "spindrift/observer.h"

namespace spindrift {

template <int D>
class LiquidSolver {
 public:
  static Result<std::unique_ptr<LiquidSolver>> create(const Scene& scene);
  static Result<std::unique_ptr<LiquidSolver>> resume(const Scene& scene, const Checkpoint& checkpoint);
  Checkpoint save() const;

  Result<FrameReport> advance_frame(Observer* observer);
  Result<StepReport> advance_step(double dt, Observer* observer);
  FrameReport measure_now() const;
  double step_length(double remaining) const;  // length of the next sub-step if `remaining` is left of the frame

  LiquidState<D>& state() { return *state_; }
  const LiquidState<D>& state() const { return *state_; }
  int frame() const { return frame_; }

 private:
  // What the sub-steps of the present frame came to so far: an interrupted frame goes on where it stopped.
  struct FrameSums {
    int substeps = 0;
    std::int64_t pressure_iterations = 0;
    double pressure_residual = 0.0;
    bool pressure_converged = true, pressure_fell_back = false;
    std::int64_t viscosity_iterations = 0;
    double viscosity_residual = 0.0;
    bool viscosity_converged = true;
  };
  void add_to_frame(const StepReport& step);
  void start_with(std::unique_ptr<LiquidState<D>> state);
  template <class Archive, class Solver>
  static void visit_clock(Archive& archive, Solver& solver);

  std::unique_ptr<LiquidState<D>> state_;
  std::vector<Stage<LiquidState<D>>> rows_;
  std::vector<StageTime> times_;
  int frame_ = 0;
  FrameSums sums_;
};

}  // namespace spindrift
