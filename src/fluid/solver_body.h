// The body of solver.h, for the file of each fluid that instantiates it.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/timer.h"
#include "fluid/solver.h"
#include "fluid/state_fields.h"
#include "spindrift/observer.h"

namespace spindrift {

// Runs the rows of a step: notifies the observer, times, checks.
template <class State>
Status run_step(State& state, std::span<const Stage<State>> rows, std::span<StageTime> times, Observer* observer) {
#ifdef SPINDRIFT_CHECKED
  constexpr int kMostWatchedTiles = 32;  // hashing all fields after every row is slow
  std::optional<FieldWatch<State>> watch;
  if (state.tiles.count() <= kMostWatchedTiles) watch.emplace(state);
#endif
  double begin = wall_seconds();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (observer) {
      observer->stage_begin(rows[i].name);
      begin = wall_seconds();  // the observer's own time is not the row's
    }
#ifdef SPINDRIFT_CHECKED
    if (watch)
      SPINDRIFT_CHECK(!watch->run(rows[i]));  // else a field changed that the row does not name
    else
#endif
      rows[i].run(state);
    const double end = wall_seconds();
    times[i].seconds += end - begin;
    if (observer) observer->stage_end(rows[i].name, end - begin);
    begin = end;
    if (state.failure) {
      Error error = *state.failure;
      error.message = std::string(rows[i].name) + ", at " + std::to_string(state.time) + " s: " + error.message;
      return error;
    }
#ifdef SPINDRIFT_CHECKED
    check_invariants(state);
#endif
  }
  return Done{};
}

template <class State>
Result<std::unique_ptr<Solver<State>>> Solver<State>::create(const Physics& scene) {
  auto state = FluidKind<State>::make(scene);
  if (!state) return state.error();
  auto solver = std::make_unique<Solver>();
  solver->start_with(std::move(*state));
  return solver;
}

template <class State>
Result<std::unique_ptr<Solver<State>>> Solver<State>::resume(const Physics& scene, const Checkpoint& checkpoint) {
  auto state = FluidKind<State>::make_empty(scene);
  if (!state) return state.error();
  auto solver = std::make_unique<Solver>();
  StateLoader archive(checkpoint);
  visit_clock(archive, *solver);
  archive_fields(archive, **state);
  if (Status complete = complete_state(archive, **state); !complete) return complete.error();
  solver->start_with(std::move(*state));
  return solver;
}

template <class State>
Checkpoint Solver<State>::save() const {
  StateSaver archive;
  visit_clock(archive, *this);
  archive_fields(archive, std::as_const(*state_));
  return archive.take();
}

template <class State>
void Solver<State>::start_with(std::unique_ptr<State> state) {
  state_ = std::move(state);
  choose_rows();
}

template <class State>
void Solver<State>::choose_rows() {
  rows_ = FluidKind<State>::step(state_->scene);
  times_.clear();
  for (const auto& row : rows_) times_.push_back({row.name, 0.0});
}

template <class State>
template <class Archive, class Self>
void Solver<State>::visit_clock(Archive& archive, Self& solver) {
  archive.value("frame", solver.frame_);
  archive.value("stepped_by_hand", solver.was_stepped_by_hand_);
  archive.value("frame_substeps", solver.sums_.substeps);
  archive.value("frame_by_hand", solver.sums_.by_hand);
  archive.value("frame_pressure_iterations", solver.sums_.pressure_iterations);
  archive.value("frame_pressure_residual", solver.sums_.pressure_residual);
  archive.value("frame_pressure_converged", solver.sums_.pressure_converged);
  archive.value("frame_pressure_fell_back", solver.sums_.pressure_fell_back);
  archive.value("frame_viscosity_iterations", solver.sums_.viscosity_iterations);
  archive.value("frame_viscosity_residual", solver.sums_.viscosity_residual);
  archive.value("frame_viscosity_converged", solver.sums_.viscosity_converged);
  if constexpr (Archive::kLoads) {
    if (solver.frame_ < 0 || solver.sums_.substeps < 0) archive.refuse("frame", "is negative");
  }
}

template <class State>
Result<StepReport> Solver<State>::take_step(double dt, Observer* observer) {
  state_->dt = dt;
  state_->report = StepReport{};
  state_->report.dt = dt;
  FluidKind<State>::begin_step(*state_);
  if (Status status = run_step<State>(*state_, rows_, times_, observer); !status) return status.error();
  FluidKind<State>::end_step(*state_);
  state_->time += dt;
  ++state_->step;
  if (observer) observer->step_end(state_->report);
  return state_->report;
}

// In frames.
inline constexpr double kTimeRounding = 1e-9;

// Adaptive steps divide the rest of the frame equally, so that no frame ends with a tiny step.
template <class State>
double Solver<State>::step_length(double remaining) const {
  const TimeSettings& time = state_->scene.time;
  const double frame = 1.0 / time.fps;
  if (time.substeps > 0 && !sums_.by_hand) return frame / time.substeps;
  const double longest =
      time.substeps > 0 ? frame / time.substeps : std::max(cfl_step(*state_), frame / time.max_substeps);
  return remaining / std::max(1.0, std::ceil(remaining / longest - kTimeRounding));
}

template <class State>
void Solver<State>::add_to_frame(const StepReport& step) {
  ++sums_.substeps;
  sums_.pressure_iterations += step.pressure.iterations;
  sums_.pressure_residual = std::max(sums_.pressure_residual, step.pressure.residual);
  sums_.pressure_converged &= step.pressure.converged;
  sums_.pressure_fell_back |= step.pressure.fell_back;
  if (!step.viscosity) return;
  sums_.viscosity_iterations += step.viscosity->iterations;
  sums_.viscosity_residual = std::max(sums_.viscosity_residual, step.viscosity->residual);
  sums_.viscosity_converged &= step.viscosity->converged;
}

template <class State>
double Solver<State>::frame_end() const {
  return (frame_ + 1) / state_->scene.time.fps;
}

template <class State>
bool Solver<State>::is_at_frame_end() const {
  const TimeSettings& time = state_->scene.time;
  if (time.substeps > 0 && !sums_.by_hand) return sums_.substeps >= time.substeps;
  return frame_end() - state_->time <= kTimeRounding / time.fps;
}

template <class State>
Result<StepReport> Solver<State>::advance_substep(Observer* observer) {
  auto step = take_step(step_length(frame_end() - state_->time), observer);
  if (!step) {
    Error error = step.error();
    error.message = "frame " + std::to_string(frame_ + 1) + ", " + error.message;
    return error;
  }
  add_to_frame(*step);
  if (is_at_frame_end()) {
    ++frame_;
    last_sums_ = sums_;
    sums_ = {};
    state_->time = frame_ / state_->scene.time.fps;  // no drift of the clock over thousands of steps
  }
  return step;
}

// Counts the frames passed; later sub-steps continue to the end of the current frame.
template <class State>
Result<StepReport> Solver<State>::advance_step(double dt, Observer* observer) {
  auto step = take_step(dt, observer);
  if (!step) return step;
  add_to_frame(*step);
  was_stepped_by_hand_ = sums_.by_hand = true;
  for (; is_at_frame_end(); ++frame_) last_sums_ = std::exchange(sums_, {.by_hand = true});
  return step;
}

template <class State>
Result<FrameReport> Solver<State>::advance_frame(Observer* observer, FunctionRef<Status()> before_step) {
  const FrameClock begin = begin_frame();
  bool interrupted = false;
  while (frame_ == begin.frame && !interrupted) {
    if (Status ready = before_step(); !ready) return ready.error();
    if (auto step = advance_substep(observer); !step) return step.error();
    interrupted = frame_ == begin.frame && observer && observer->should_stop();
  }
  return end_frame(begin, interrupted);
}

template <class State>
typename Solver<State>::FrameClock Solver<State>::begin_frame() {
  for (StageTime& time : times_) time.seconds = 0.0;
  return {frame_, wall_seconds(), cpu_seconds()};
}

template <class State>
FrameReport Solver<State>::end_frame(const FrameClock& begin, bool interrupted) const {
  FrameReport report;
  report.interrupted = interrupted;
  const FrameSums& sums = report.interrupted ? sums_ : last_sums_;
  report.substeps = sums.substeps;
  auto mean = [&](std::int64_t sum) {
    return static_cast<int>(std::lround(static_cast<double>(sum) / std::max(1, sums.substeps)));
  };
  report.pressure_iterations = mean(sums.pressure_iterations);
  report.pressure_residual = sums.pressure_residual;
  report.pressure_converged = sums.pressure_converged;
  report.pressure_fell_back = sums.pressure_fell_back;
  if (state_->scene.is_viscous()) report.viscosity_iterations = mean(sums.viscosity_iterations);
  report.viscosity_residual = sums.viscosity_residual;
  report.viscosity_converged = sums.viscosity_converged;
  report.frame = frame_;
  measure(*state_, report);
  report.stage_seconds = times_;
  report.wall_seconds = wall_seconds() - begin.wall;
  report.cpu_seconds = cpu_seconds() - begin.cpu;
  return report;
}

template <class State>
Status Solver<State>::change(const Physics& scene) {
  if (Status changed = change_scene(*state_, scene); !changed) return changed;
  choose_rows();
  return Done{};
}

template <class State>
FrameReport Solver<State>::measure_now() const {
  FrameReport report;
  report.frame = frame_;
  measure(*state_, report);
  return report;
}

}  // namespace spindrift
