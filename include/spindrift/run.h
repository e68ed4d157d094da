// A run: a scene simulated into a folder, with frames, statistics, pictures, report and checkpoints, as the scene's
// [output] asks; and pictures of a run that is there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/observer.h"
#include "spindrift/report.h"
#include "spindrift/scene.h"
#include "spindrift/simulation.h"

namespace spindrift {

// Whoever wants to see how a run gets on, or to stop it, implements this. What holds for an Observer holds here.
class RunWatcher : public Observer {
 public:
  virtual void run_begin(const Scene& /*scene*/, const Simulation& /*start*/, bool /*is_resumed*/) {}
  virtual void frame_end(const FrameReport& /*report*/) {}
  virtual void picture_end(const std::string& /*file*/, double /*wall_seconds*/) {}  // of `render_run`
  virtual void warning(const std::string& /*message*/) {}
  virtual void note(const std::string& /*message*/) {}  // of what is no mistake, but good to know
};

// Sums and extremes over the frames of a run.
struct RunTotals {
  int frames = 0;  // completed, the initial state not counted
  double time = 0.0;
  std::int64_t substeps = 0;
  std::int64_t particles = 0;
  double largest_volume = 0.0;
  double largest_volume_drift = 0.0;  // while there is a tenth of the largest volume: a rest of drops measures badly
  double largest_pressure_residual = 0.0;
  int unconverged_frames = 0;  // the pressure solver stopped at its limit
  double largest_viscosity_residual = 0.0;
  int unconverged_viscosity_frames = 0;
  int fallback_frames = 0;             // multigrid gave way to pcg
  double unmet_inflow = 0.0;           // m^3 that sources could not emit
  std::int64_t escaped_particles = 0;  // the most in any frame
  double wall_seconds = 0.0;
  double cpu_seconds = 0.0;
  std::int64_t peak_rss_bytes = 0;
  std::vector<StageTime> stage_seconds;
  std::uint64_t state_hash = 0;  // of the last frame
};

// What writing the frames came to. Checkpoints and statistics are not counted.
struct OutputTotals {
  std::int64_t files = 0;
  std::int64_t bytes = 0;
  double make_seconds = 0.0;   // of the thread that makes and writes files: meshing, painting, packing
  double write_seconds = 0.0;  // the same thread's, in the writing itself
  double wait_seconds = 0.0;   // of the simulation, for that thread
};

struct RunOptions {
  std::string folder{};                  // empty: out/<name of the scene's file>, or out/scene if it has none
  int frames = 0;                        // 0: as the scene says
  int threads = 0;                       // 0: every core
  bool resume = false;                   // go on from the newest checkpoint in the folder, with the same bits
  bool overwrite = false;                // replace the results of another run there; without, they are an error
  bool ignore_disk_space = false;        // begin also where the disk has less room than the run is expected to need
  std::vector<std::string> overrides{};  // told in run.json: what read_scene was given beside the file
};

struct RunOutcome {
  std::string folder, report;
  std::string movie;         // empty: none was made
  bool interrupted = false;  // the watcher asked to stop; `resume` goes on from there
  int frames = 0;            // asked for
  RunTotals totals;
  OutputTotals output;
};

// Meshes that the scene names must have their files: the folder's scene.toml and checkpoints refer to them. A folder
// that another run or render_run is writing into, in this process or another, is an error that names the process.
Result<RunOutcome> run_scene(const Scene& scene, const RunOptions& options = {}, RunWatcher* watcher = nullptr);

struct RenderOptions {
  std::vector<std::string> overrides{};    // table.key=value, of the keys that are about pictures
  std::string frames{};                    // `a..b`, `a` or empty: all
  std::string camera{}, target{};          // `x,y,z` or empty
  std::string style{};                     // water, particles or empty
  int width = 0, height = 0, samples = 0;  // 0: as the scene says
  int threads = 0;                         // 0: every core
};

struct RenderOutcome {
  std::string movie;         // empty: none was made
  std::size_t drawn = 0;     // pictures
  std::size_t in_movie = 0;  // pictures, with those of earlier calls
  bool interrupted = false;
};

// Draws the frames of the run in a folder from its files, into the same folder.
Result<RenderOutcome> render_run(const std::string& folder, const RenderOptions& options = {},
                                 RunWatcher* watcher = nullptr);

}  // namespace spindrift
