// The outcome of a benchmark, as a table for people and as JSON for programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spindrift/report.h"
#include "spindrift/vec.h"

namespace spindrift {

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
  double copy_bandwidth = 0.0;  // bytes/s
  double least_bytes = 0.0;     // per unit of work and step

  std::int64_t cells() const;
  double nanoseconds_per_unit(double seconds) const { return 1e9 * seconds / work; }
  double nonpressure_cpu_seconds() const;  // everything but the stages of the pressure solve
  double roofline_fraction() const;
};

std::string bench_json(const BenchReport& report);
std::string bench_table(const BenchReport& report);

}  // namespace spindrift
