// Speed and memory of a scene's steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spindrift/error.h"
#include "spindrift/observer.h"
#include "spindrift/report.h"
#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

// A loop of the step, by its name.
struct LoopTime {
  std::string name;
  double runs_per_step = 0.0;
  double regions_per_step = 0.0;  // parallel runs: a fork and a join each
  double pieces_per_run = 0.0;
  double seconds_per_step = 0.0;         // wall
  double region_seconds_per_step = 0.0;  // wall, of parallel runs
};

struct BenchReport {
  std::string scene;
  int dimension = 3;
  Vec<int, 3> grid{};
  std::int64_t fluid_cells = 0;
  std::int64_t particles = 0;
  int threads = 1;
  int steps = 0;
  bool is_smoke = false;     // the unit of work: a cell of gas, or a particle
  double work = 0.0;         // particles or cells of gas summed over the steps
  double cpu_seconds = 0.0;  // of the steps, all threads
  double wall_seconds = 0.0;
  double mean_iterations = 0.0;
  double largest_residual = 0.0;
  std::int64_t peak_rss_bytes = 0;
  std::vector<StageTime> stage_cpu_seconds;
  std::vector<LoopTime> loops;   // longest first
  double counted_seconds = 0.0;  // wall, of a step while loops were counted
  double copy_bandwidth = 0.0;   // bytes/s
  double least_bytes = 0.0;      // per unit of work and step

  std::int64_t cells() const;
  double nanoseconds_per_unit(double seconds) const { return 1e9 * seconds / work; }
  double nonpressure_cpu_seconds() const;  // without the pressure solve
  double roofline_fraction() const;
  double regions_per_step() const;     // parallel ones
  double mean_region_seconds() const;  // wall
  double serial_fraction() const;      // of the wall time, outside of parallel regions
};

struct BenchOptions {
  int steps = 20;
  int warmup = 5;
  int threads = 0;                          // 0: every core
  std::int64_t bandwidth_bytes = 96 << 20;  // copied to measure the bandwidth; more than caches hold
};

// Times only the steps of a scene. It is an error if the watcher stops it.
Result<BenchReport> benchmark(const Scene& scene, const BenchOptions& options = {}, Observer* watcher = nullptr);

Result<std::string> to_json(const BenchReport& report);         // one object
Result<std::string> to_table(const BenchReport& report);        // as text
Result<std::string> loops_to_table(const BenchReport& report);  // a line for each loop

}  // namespace spindrift
