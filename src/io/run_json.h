// run.json: what was run, with which program, and what it came to.
#pragma once

#include <cstdint>
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
  double largest_volume_drift = 0.0;
  double largest_pressure_residual = 0.0;
  int unconverged_frames = 0;          // the pressure solver stopped at its limit
  int fallback_frames = 0;             // multigrid gave way to pcg
  std::int64_t escaped_particles = 0;  // the most in any frame
  double wall_seconds = 0.0;
  double cpu_seconds = 0.0;
  std::int64_t peak_rss_bytes = 0;
  std::vector<StageTime> stage_seconds;
  std::uint64_t state_hash = 0;  // of the last frame

  void add(const FrameReport& report);
};

struct RunRecord {
  std::string version;
  std::string title;
  std::string scene_file;
  std::vector<std::string> overrides;  // table.key=value
  std::string scene_json;              // as resolved, every default filled in
  int dimension = 3;
  Vec<int, 3> cells{};
  int threads = 1;
  bool finished = false;  // all frames asked for
  bool interrupted = false;
  std::string error;  // why it failed
  RunTotals totals;
};

std::string run_json(const RunRecord& record);

}  // namespace spindrift
