#include "solvers/liquid_solver.h"

#include <algorithm>
#include <cmath>

#include "base/timer.h"
#include "solvers/measure.h"
#include "solvers/step_driver.h"

namespace spindrift {

template <int D>
Result<std::unique_ptr<LiquidSolver<D>>> LiquidSolver<D>::create(const Scene& scene) {
  auto state = make_liquid_state<D>(scene);
  if (!state) return state.error();
  auto solver = std::make_unique<LiquidSolver>();
  solver->state_ = std::move(*state);
  solver->rows_ = liquid_step<D>(scene);
  for (const auto& row : solver->rows_) solver->times_.push_back({row.name, 0.0});
  return solver;
}

template <int D>
Result<StepReport> LiquidSolver<D>::advance_step(double dt, Observer* observer) {
  state_->dt = dt;
  state_->report = StepReport{};
  state_->report.dt = dt;
  if (Status status = run_step<LiquidState<D>>(*state_, rows_, times_, observer); !status) return status.error();
  state_->time += dt;
  ++state_->step;
  if (observer) observer->step_end(state_->report);
  return state_->report;
}

// Adaptive steps share what is left of the frame equally, so that no frame ends with a sliver.
template <int D>
double LiquidSolver<D>::step_length(double remaining) const {
  const TimeSettings& time = state_->scene.time;
  const double frame = 1.0 / time.fps;
  if (time.substeps > 0) return frame / time.substeps;
  const double longest = std::max(cfl_step(*state_), frame / time.max_substeps);
  return remaining / std::max(1.0, std::ceil(remaining / longest - 1e-9));
}

template <int D>
Result<FrameReport> LiquidSolver<D>::advance_frame(Observer* observer) {
  const double wall = wall_seconds(), cpu = cpu_seconds();
  for (StageTime& time : times_) time.seconds = 0.0;
  const TimeSettings& time = state_->scene.time;
  const double frame_end = (frame_ + 1) / time.fps;
  FrameReport report;
  std::int64_t iterations = 0;
  while (time.substeps > 0 ? substeps_done_ < time.substeps : frame_end - state_->time > 1e-9 / time.fps) {
    auto step = advance_step(step_length(frame_end - state_->time), observer);
    if (!step) {
      Error error = step.error();
      error.message = "frame " + std::to_string(frame_ + 1) + ", " + error.message;
      return error;
    }
    ++report.substeps;
    ++substeps_done_;
    iterations += step->pressure.iterations;
    report.pressure_residual = std::max(report.pressure_residual, step->pressure.residual);
    report.pressure_converged &= step->pressure.converged;
    report.pressure_fell_back |= step->pressure.fell_back;
    if (observer && observer->should_stop()) {
      report.interrupted = true;
      break;
    }
  }
  if (!report.interrupted) {
    ++frame_;
    substeps_done_ = 0;
    state_->time = frame_ / time.fps;  // no drift of the clock over thousands of steps
  }
  report.pressure_iterations = static_cast<int>(std::lround(static_cast<double>(iterations) / std::max(1, report.substeps)));
  report.frame = frame_;
  measure(*state_, report);
  report.stage_seconds = times_;
  report.wall_seconds = wall_seconds() - wall;
  report.cpu_seconds = cpu_seconds() - cpu;
  return report;
}

template <int D>
FrameReport LiquidSolver<D>::measure_now() const {
  FrameReport report;
  report.frame = frame_;
  measure(*state_, report);
  return report;
}

template class LiquidSolver<2>;
template class LiquidSolver<3>;

}  // namespace spindrift
