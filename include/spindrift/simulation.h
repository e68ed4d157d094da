// The simulator: a scene goes in, frames come out. Not a template: the scene's dimension selects the instance. Whatever
// needs memory may fail, and returns a Result.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "spindrift/checkpoint.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/observer.h"
#include "spindrift/probe.h"
#include "spindrift/report.h"
#include "spindrift/scene.h"

namespace spindrift {

// Particles, and cells with fluid.
struct FluidAmount {
  double particles = 0.0, cells = 0.0;
};

// What a scene would need, found without running it.
struct Estimate {
  Vec<int, 3> cells{};
  double cell_size = 0.0;
  std::int64_t particles = 0;
  std::int64_t bytes = 0;           // memory at its peak, files and pictures included
  std::int64_t bytes_at_least = 0;  // of that, without guesses: what splashes and sources may come to
  std::string advice;               // what would lower it most
  FluidAmount at_start, at_end;     // of a run
  int substeps = 1;                 // expected per frame
  int most_substeps = 1;            // in frames in which a solid is fastest on its way between keyframes
};
Result<Estimate> estimate(const Scene& scene);

// The rows of the scene's time step, in order.
Result<std::vector<std::string>> stage_names(const Scene& scene);

// The same with the fields of the state that each row reads and writes, names with blanks between them.
struct StageRow {
  std::string name, reads, writes;
};
Result<std::vector<StageRow>> stage_table(const Scene& scene);

// A recording as an ordinary scene, to be run at any size: with all its commands' edits made. What a hand moved has
// keyframes, what it poured are sources with a beginning and an end; settings that were changed have their last value,
// and what an edit added without a `start` is there from the beginning.
Result<Scene> played_scene(const Scene& recording);

class Simulation {
 public:
  // threads = 0 takes every core; there are 4096 at most. Refuses scenes that make no sense or do not fit into memory.
  static Result<Simulation> create(const Scene& scene, int threads = 0);
  // Goes on from a saved state with the same bits, whatever the number of threads. The scene must be the one it was
  // saved from, but for its outputs, its length and the names of its files; another one is refused, with the key.
  static Result<Simulation> resume(const Scene& scene, const Checkpoint& checkpoint, int threads = 0);
  Result<Checkpoint> save() const;

  // What was moved from can be assigned to and destroyed, and nothing else.
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  // Changes the scene that runs, from the next sub-step on, with its editor: all edits or none. What cannot change
  // while a scene runs is refused. The edits are noted in the recording. While a recording has commands to come, which
  // may name tables by their numbers, `edit` is refused; `take_over` makes the edits in place of those commands, and
  // returns how many they were.
  Status edit(const std::vector<std::string>& edits);
  Result<std::int64_t> take_over(const std::vector<std::string>& edits);
  std::int64_t commands_to_come() const;
  // The scene as it began, with every edit since as a command, and with the commands to come of a recording: running it
  // gives the same bits again. After advance_step there is none, since a scene that runs makes the sub-steps of its
  // frames.
  Result<Scene> recording() const;

  // A step that is broken off in the middle, for want of memory or by an exception of the observer's, is the last: from
  // then on all that returns a Result returns an error. `resume` from a checkpoint starts a new one.
  Result<FrameReport> advance_frame(Observer* observer = nullptr);
  // The same; `after_step` runs after each sub-step and may look at the simulation. An error of its ends the frame.
  Result<FrameReport> advance_frame(Observer* observer, const std::function<Status()>& after_step);
  Result<StepReport> advance_substep(Observer* observer = nullptr);  // the next sub-step of the frame
  // Of any length, also beyond the end of the frame, and without commands. What is left of the frame is then for
  // advance_substep and advance_frame.
  Result<StepReport> advance_step(double dt, Observer* observer = nullptr);

  Result<double> next_step() const;  // length of the sub-step that a frame would begin with now, s

  Result<FrameReport> measure() const;  // diagnostics of the present state; frame 0 before the first step
  Result<ParticleFrame> particles(ParticleFrame memory = {}) const;  // uses the memory of an earlier frame again
  Result<CellFrame> cells(CellFrame memory = {}) const;              // likewise
  Result<CellFrame> cells_in(const CellRange& range) const;          // a part of the domain, with distances
  Result<FluidCells> fluid_cells() const;
  Result<ProbeReadings> probe() const;  // of the scene's probes: a number for each of probe_columns(scene())
  Result<ProbeReadings> probe(const std::vector<ProbeSettings>& probes) const;  // of any
  Result<SurfaceProfile> surface_profile(const ProbeSettings& probe) const;     // of the kind surface
  const Scene& scene() const;                                                   // as it is now, all edits made
  double time() const;
  std::int64_t step() const;  // sub-steps completed
  int frame() const;          // frames completed
  std::int64_t particle_count() const;
  std::int64_t fluid_cell_count() const;
  int threads() const;

  class Model;  // the instance for the scene's dimension

 private:
  static Result<Simulation> start(const Scene& scene, const Checkpoint* checkpoint, int threads);
  explicit Simulation(std::unique_ptr<Model> model);
  std::unique_ptr<Model> model_;
};

}  // namespace spindrift
