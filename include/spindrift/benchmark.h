// How fast a scene's steps are, and what memory they take.
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
  double regions_per_step = 0.0;  // runs that are cut into pieces, which threads share: a fork and a join each
  double pieces_per_run = 0.0;
  double seconds_per_step = 0.0;         // wall
  double region_seconds_per_step = 0.0;  // wall, of the runs that are cut into pieces
};

struct BenchReport {
  std::string scene;
  int dimension = 3;
  Vec<int, 3> grid{};
  std::int64_t fluid_cells = 0;
  std::int64_t particles = 0;
  int threads = 1;
  int steps = 0;
  bool is_smoke = false;     // then the unit of work is a cell of gas, else a particle
  double work = 0.0;         // particles or cells of gas summed over the steps
  double cpu_seconds = 0.0;  // of the steps, all threads
  double wall_seconds = 0.0;
  double mean_iterations = 0.0;
  double largest_residual = 0.0;
  std::int64_t peak_rss_bytes = 0;
  std::vector<StageTime> stage_cpu_seconds;
  std::vector<LoopTime> loops;   // those that take longest first
  double counted_seconds = 0.0;  // wall, of a step while loops were counted
  double copy_bandwidth = 0.0;   // bytes/s
  double least_bytes = 0.0;      // per unit of work and step

  std::int64_t cells() const;
  double nanoseconds_per_unit(double seconds) const { return 1e9 * seconds / work; }
  double nonpressure_cpu_seconds() const;  // everything but the stages of the pressure solve
  double roofline_fraction() const;
  double regions_per_step() const;     // parallel ones
  double mean_region_seconds() const;  // wall
  double serial_fraction() const;      // of the wall time, outside of regions: what more threads cannot shorten
};

struct BenchOptions {
  int steps = 20;
  int warmup = 5;
  int threads = 0;                          // 0: every core
  std::int64_t bandwidth_bytes = 96 << 20;  // that are copied to know the memory's bandwidth; more than caches hold
};

// Times the steps of a scene and nothing else. The watcher may stop it, which is an error.
Result<BenchReport> benchmark(const Scene& scene, const BenchOptions& options = {}, Observer* watcher = nullptr);

Result<std::string> to_json(const BenchReport& report);         // one object
Result<std::string> to_table(const BenchReport& report);        // for people
Result<std::string> loops_to_table(const BenchReport& report);  // a line for each loop

}  // namespace spindrift
