// The frame loop of liquid and smoke: chooses the sub-steps of a frame, runs them, and reports. FluidKind holds what
// differs.
#pragma once

#include <memory>
#include <vector>

#include "base/archive.h"
#include "exec/parallel.h"
#include "fluid/stage.h"
#include "spindrift/checkpoint.h"
#include "spindrift/observer.h"
#include "spindrift/scene.h"

namespace spindrift {

// Specialised in each fluid's solver file. Static functions:
//   Result<std::unique_ptr<State>> make(const Physics&)         with the scene's fluid, at time 0
//   Result<std::unique_ptr<State>> make_empty(const Physics&)   without fluid, to be loaded
//   std::vector<Stage<State>> step(const Physics&)              the rows that this scene runs
//   void begin_step(State&), end_step(State&)                   before and after the rows; state.dt is set
// Functions of the state:
//   Status change_scene(State&, const Physics&)                 continues with another scene
//   Status complete_state(StateLoader&, State&)                 checks loaded fields, and computes those not saved
//   void measure(const State&, FrameReport&)                    the physics in a line of stats.jsonl
//   double cfl_step(const State&)                               the longest allowed step, s
//   void check_invariants(const State&)                         after every row, in checked builds
template <class State>
struct FluidKind;

template <class State>
class Solver {
 public:
  static Result<std::unique_ptr<Solver>> create(const Physics& scene);
  static Result<std::unique_ptr<Solver>> resume(const Physics& scene, const Checkpoint& checkpoint);
  Checkpoint save() const;

  // Continues with another scene, in which nothing fixed has changed.
  Status change(const Physics& scene);

  // `before_step` runs before each sub-step; its error ends the frame.
  Result<FrameReport> advance_frame(Observer* observer, FunctionRef<Status()> before_step);
  Result<FrameReport> advance_frame(Observer* observer) {
    return advance_frame(observer, []() -> Status { return Done{}; });
  }
  // The parts of advance_frame, for callers that read the state between sub-steps.
  struct FrameClock {
    int frame = 0;  // the last one completed
    double wall = 0.0, cpu = 0.0;
  };
  FrameClock begin_frame();
  FrameReport end_frame(const FrameClock& begin, bool interrupted) const;
  Result<StepReport> advance_substep(Observer* observer);            // the next one of the frame
  Result<StepReport> advance_step(double dt, Observer* observer);    // of any length, also beyond the frame's end
  bool was_stepped_by_hand() const { return was_stepped_by_hand_; }  // by advance_step, ever
  FrameReport measure_now() const;
  double step_length(double remaining) const;  // length of the next sub-step if `remaining` is left of the frame

  State& state() { return *state_; }
  const State& state() const { return *state_; }
  int frame() const { return frame_; }

 private:
  // Sums over the sub-steps of a frame. Kept when a frame is interrupted.
  struct FrameSums {
    int substeps = 0;
    bool by_hand = false;  // partly by advance_step: the frame ends at a time, not after a number of sub-steps
    std::int64_t pressure_iterations = 0;
    double pressure_residual = 0.0;
    bool pressure_converged = true, pressure_fell_back = false;
    std::int64_t viscosity_iterations = 0;
    double viscosity_residual = 0.0;
    bool viscosity_converged = true;
  };
  double frame_end() const;
  bool is_at_frame_end() const;
  Result<StepReport> take_step(double dt, Observer* observer);
  void add_to_frame(const StepReport& step);
  void start_with(std::unique_ptr<State> state);
  void choose_rows();
  template <class Archive, class Self>
  static void visit_clock(Archive& archive, Self& solver);

  std::unique_ptr<State> state_;
  std::vector<Stage<State>> rows_;
  std::vector<StageTime> times_;
  int frame_ = 0;
  bool was_stepped_by_hand_ = false;
  FrameSums sums_;       // of the current frame
  FrameSums last_sums_;  // of the last complete frame
};

}  // namespace spindrift
