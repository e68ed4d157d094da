// run.json: what was run, with which program, and what it came to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spindrift/report.h"
#include "spindrift/vec.h"

namespace spindrift {

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

  void add(const FrameReport& report);
};

// What writing the frames came to. Checkpoints and statistics are not counted.
struct OutputTotals {
  std::int64_t files = 0;
  std::int64_t bytes = 0;
  double make_seconds = 0.0;   // of the thread that makes and writes files: meshing, painting, packing
  double write_seconds = 0.0;  // the same thread's, in the writing itself
  double wait_seconds = 0.0;   // of the simulation, for that thread
};

struct RunRecord {
  std::string version;
  std::string title;
  std::string scene_file;
  std::vector<std::string> overrides;  // table.key=value
  std::string scene_json;              // as resolved, every default filled in
  int dimension = 3;
  bool is_smoke = false;  // then totals of particles have no meaning
  Vec<int, 3> cells{};
  int threads = 1;
  std::optional<int> resumed_at;  // the frame of the checkpoint that this run began with
  bool finished = false;          // all frames asked for
  bool interrupted = false;
  std::string error;  // why it failed
  RunTotals totals;
  OutputTotals output;
};

std::string run_json(const RunRecord& record);

}  // namespace spindrift
