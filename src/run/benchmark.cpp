// spindrift bench: the time of steps, stage by stage, beside what the memory allows.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/no_throw.h"
#include "base/timer.h"
#include "exec/memory.h"
#include "exec/parallel.h"
#include "run/tables.h"
#include "spindrift/benchmark.h"
#include "spindrift/observer.h"
#include "spindrift/scene.h"
#include "spindrift/simulation.h"
#include "spindrift/text.h"

namespace spindrift {

namespace {

// Watches the steps of a benchmark: processor time per stage, iterations and residuals of the pressure solver.
class StageClock : public Observer {
 public:
  // Reading the processor clock costs a microsecond, as much as a small stage: of many steps, some are sampled.
  explicit StageClock(int steps) : stride_(steps < kMostSamples ? 1 : std::max(8, steps / kMostSamples)) {}

  void stage_begin(std::string_view /*stage*/) override {
    if (is_sampled()) begin_ = cpu_seconds();
  }
  void stage_end(std::string_view stage, double /*wall_seconds*/) override {
    if (!is_sampled()) return;
    const double spent = cpu_seconds() - begin_;
    const auto same = std::find_if(stages_.begin(), stages_.end(), [&](const StageTime& s) { return s.name == stage; });
    if (same == stages_.end()) {
      stages_.push_back({std::string(stage), spent});
    } else {
      same->seconds += spent;
    }
  }
  void step_end(const StepReport& report) override {
    ++steps_;
    iterations_ += report.pressure.iterations;
    largest_residual_ = std::max(largest_residual_, report.pressure.residual);
  }

  std::vector<StageTime> share_of(double cpu) const {
    double sampled = 0.0;
    for (const StageTime& stage : stages_) sampled += stage.seconds;
    std::vector<StageTime> shares = stages_;
    for (StageTime& stage : shares) stage.seconds *= sampled > 0.0 ? cpu / sampled : 0.0;
    return shares;
  }
  int steps() const { return steps_; }
  double mean_iterations() const { return steps_ > 0 ? static_cast<double>(iterations_) / steps_ : 0.0; }
  double largest_residual() const { return largest_residual_; }

 private:
  static constexpr int kMostSamples = 64;  // enough for shares of a percent
  bool is_sampled() const { return steps_ % stride_ == 0; }

  std::vector<StageTime> stages_;  // in the order in which they first ran
  int stride_;
  double begin_ = 0.0;
  int steps_ = 0;
  long long iterations_ = 0;
  double largest_residual_ = 0.0;
};

// Bytes read and written per second when `threads` threads copy an array far larger than the caches.
double measure_copy_bandwidth(int threads, std::size_t bytes) {
  constexpr std::size_t kPiece = 1 << 20;
  constexpr int kRepeats = 7;
  Buffer<char> from(bytes), to(bytes);
  ThreadPool pool(threads);
  double best = 0.0;
  pool.run([&] {
    // The first touch, by the threads that will copy.
    parallel_pieces("measure copy bandwidth", bytes, kPiece, [&](std::size_t begin, std::size_t end) {
      std::memset(&from[begin], 1, end - begin);
      std::memset(&to[begin], 2, end - begin);
    });
    for (int i = 0; i < kRepeats; ++i) {
      const double start = wall_seconds();
      parallel_pieces("measure copy bandwidth", bytes, kPiece,
                      [&](std::size_t begin, std::size_t end) { std::memcpy(&to[begin], &from[begin], end - begin); });
      best = std::max(best, 2.0 * static_cast<double>(bytes) / (wall_seconds() - start));
    }
  });
  return best;
}

double iteration_bytes(const Scene& scene) {
  switch (scene.pressure_solver()) {
    case PressureSolver::kGaussSeidel:
      return 16.0;
    case PressureSolver::kPcg:
      return 72.0;
    case PressureSolver::kMultigrid:
      break;
  }
  return scene.dimension() == 2 ? 100.0 : 92.0;
}

// The bytes a time step has to move to and from memory, per particle, if every array is read and written only as often
// as the method demands and nothing stays in a cache between stages.
// The count, in bytes, single precision, D = 2 | 3:
//   sort                 key written and read (4 + 4), the state read and written (2 x 4 x 2D)          40 |  56
//                        apic: and its D^2 coefficients                                               + 32 | +72
//   particles to grid    position and velocity read (16 | 24); sums and weights of the faces written and
//                        read, 16 D per cell, at 4 | 8 particles per cell                               24 |  30
//                        apic: coefficients read                                                      + 16 | +36
//   grid to particles    position and velocity read and written (32 | 48); new velocity and its change
//                        at the faces read, 8 D per cell                                                36 |  51
//                        apic: the coefficients written instead of the old velocity read               + 6 | +23
//   grid stages          100 | 140 per cell: normalise, save, forces, divergence, gradient, extrapolate
//   pressure             per cell and sweep of Gauss-Seidel: pressure read and written, right side and
//                        coefficients read                                                              16
//                        per cell and step of conjugate gradients with MIC(0): q = A p (12), x and r
//                        updated (24), forward and backward solve (24), p = z + b p (12)                72
//                        per cell and step of conjugate gradients with a V(2,2) cycle, its coarser
//                        grids included                                                                100 |  92
// Push-apart and the density term of the drift are left out: the bound is for the step without them.
double least_bytes_per_particle_step(const Scene& scene, double pressure_iterations, double cells_per_particle) {
  const bool is_2d = scene.dimension() == 2;
  const bool is_apic = scene.solver.transfer == Transfer::kApic;
  double particle_bytes = is_2d ? 40.0 + 24.0 + 36.0 : 56.0 + 30.0 + 51.0;
  if (is_apic) particle_bytes += is_2d ? 32.0 + 16.0 + 6.0 : 72.0 + 36.0 + 23.0;
  const double grid_bytes = is_2d ? 100.0 : 140.0;
  return particle_bytes + cells_per_particle * (grid_bytes + pressure_iterations * iteration_bytes(scene));
}

// Smoke, single precision, D = 2 | 3, with smoke and heat, MacCormack:
//   advection   per field first = from(back): read, write; then from and first read, result written: 20 bytes for each
//   of
//               D + 2 fields; the carrying velocity read in each of two passes for smoke: 8 D
//   total held  first, from and result read; first read, result read and written: 24 for each of 2 fields
//   forces      smoke and heat read, velocity across gravity read and written: 16
//   projection  velocity read, right side written, velocity and pressure read, velocity written: 12 D + 8
double least_bytes_per_cell_step(const Scene& scene, double pressure_iterations) {
  const double d = scene.dimension();
  return 20.0 * (d + 2.0) + 8.0 * d + 48.0 + 16.0 + 12.0 * d + 8.0 + pressure_iterations * iteration_bytes(scene);
}

struct Clock {
  double cpu = 0.0, wall = 0.0, work = 0.0;
};

// Steps with the clock running only inside them.
Status take_steps(Simulation& simulation, bool is_smoke, int steps, Observer& observer, Observer& watcher,
                  Clock& clock) {
  for (int i = 0; i < steps; ++i) {
    if (watcher.should_stop()) return Error{ErrorCode::kRunFailed, "interrupted"};
    const Result<double> dt = simulation.next_step();  // the fixed sub-step, or what the CFL number allows now
    if (!dt) return dt.error();
    const double cpu = cpu_seconds(), wall = wall_seconds();
    const Result<StepReport> step = simulation.advance_step(*dt, &observer);
    clock.cpu += cpu_seconds() - cpu;
    clock.wall += wall_seconds() - wall;
    if (!step) return step.error();
    clock.work += static_cast<double>(is_smoke ? simulation.fluid_cell_count() : simulation.particle_count());
  }
  return Done{};
}

BenchReport make_report(const Scene& scene, const Simulation& simulation, const StageClock& stages,
                        const Clock& clock) {
  BenchReport report;
  report.scene = std::filesystem::path(scene.file).stem().string();
  report.dimension = scene.dimension();
  report.grid = scene.domain.cells();
  report.fluid_cells = simulation.fluid_cell_count();
  report.particles = simulation.particle_count();
  report.threads = simulation.threads();
  report.steps = stages.steps();
  report.is_smoke = scene.is_smoke();
  report.work = std::max(1.0, clock.work);
  report.cpu_seconds = clock.cpu;
  report.wall_seconds = clock.wall;
  report.mean_iterations = stages.mean_iterations();
  report.largest_residual = stages.largest_residual();
  report.peak_rss_bytes = peak_rss_bytes();  // before the copy of the bandwidth adds its own
  report.stage_cpu_seconds = stages.share_of(clock.cpu);
  const double cells_per_particle = static_cast<double>(report.fluid_cells) * report.steps / report.work;
  report.least_bytes = scene.is_smoke()
                           ? least_bytes_per_cell_step(scene, report.mean_iterations)
                           : least_bytes_per_particle_step(scene, report.mean_iterations, cells_per_particle);
  return report;
}

// Loops are counted in steps of their own: keeping count takes time, and would be seen in the figures.
constexpr int kCountedSteps = 4;

Status count_loops(Simulation& simulation, Observer& watcher, BenchReport& report) {
  Observer silent;
  Clock clock;
  LoopLog log;
  if (Status ran = take_steps(simulation, report.is_smoke, kCountedSteps, silent, watcher, clock); !ran) return ran;
  log.pause();
  report.counted_seconds = clock.wall / kCountedSteps;
  for (const LoopCount& count : log.counts()) {
    const auto per_step = [](auto sum) { return static_cast<double>(sum) / kCountedSteps; };
    report.loops.push_back({count.name, per_step(count.runs), per_step(count.forks),
                            static_cast<double>(count.pieces) / static_cast<double>(count.runs),
                            per_step(count.seconds), per_step(count.fork_seconds)});
  }
  return Done{};
}

Result<BenchReport> measure(const Scene& scene, const BenchOptions& options, Observer& watcher) {
  Result<Simulation> simulation = Simulation::create(scene, options.threads);
  if (!simulation) return simulation.error();
  Observer silent;
  Clock ignored, clock;
  StageClock stages(options.steps);
  const bool is_smoke = scene.is_smoke();
  if (Status warm = take_steps(*simulation, is_smoke, options.warmup, silent, watcher, ignored); !warm)
    return warm.error();
  if (Status ran = take_steps(*simulation, is_smoke, options.steps, stages, watcher, clock); !ran) return ran.error();
  BenchReport report = make_report(scene, *simulation, stages, clock);
  report.copy_bandwidth = measure_copy_bandwidth(report.threads, static_cast<std::size_t>(options.bandwidth_bytes));
  if (Status counted = count_loops(*simulation, watcher, report); !counted) return counted.error();
  return report;
}

}  // namespace

Result<BenchReport> benchmark(const Scene& scene, const BenchOptions& options, Observer* watcher) {
  Observer silent;
  return no_throw("measuring a scene", [&] { return measure(scene, options, watcher ? *watcher : silent); });
}

namespace {

bool is_pressure_stage(const std::string& name) {
  return name.find("pressure") != std::string::npos || name == "project gas";
}

}  // namespace

std::int64_t BenchReport::cells() const { return std::int64_t{grid[0]} * grid[1] * (dimension == 3 ? grid[2] : 1); }

double BenchReport::nonpressure_cpu_seconds() const {
  double seconds = cpu_seconds;
  for (const StageTime& stage : stage_cpu_seconds)
    if (is_pressure_stage(stage.name)) seconds -= stage.seconds;
  return seconds;
}

double BenchReport::roofline_fraction() const {
  return copy_bandwidth > 0.0 ? least_bytes * work / copy_bandwidth / wall_seconds : 0.0;
}

namespace {

double sum_over_loops(const BenchReport& report, double LoopTime::* member) {
  double sum = 0.0;
  for (const LoopTime& loop : report.loops) sum += loop.*member;
  return sum;
}

}  // namespace

double BenchReport::regions_per_step() const { return sum_over_loops(*this, &LoopTime::regions_per_step); }

double BenchReport::mean_region_seconds() const {
  const double regions = regions_per_step();
  return regions > 0.0 ? sum_over_loops(*this, &LoopTime::region_seconds_per_step) / regions : 0.0;
}

double BenchReport::serial_fraction() const {
  if (counted_seconds <= 0.0) return 0.0;
  return std::max(0.0, 1.0 - sum_over_loops(*this, &LoopTime::region_seconds_per_step) / counted_seconds);
}

namespace {

std::string json_text(const BenchReport& report) {
  const std::string unit = report.is_smoke ? "cell" : "particle";
  JsonObject object;
  object.add("scene", report.scene).add("dimension", report.dimension).add("cells", report.cells());
  object.add("fluid_cells", report.fluid_cells);
  if (!report.is_smoke) object.add("particles", report.particles);
  object.add("threads", report.threads).add("steps", report.steps);
  object.add("cpu_ns_per_" + unit + "_step", report.nanoseconds_per_unit(report.cpu_seconds));
  object.add("wall_ns_per_" + unit + "_step", report.nanoseconds_per_unit(report.wall_seconds));
  object.add("nonpressure_cpu_ns_per_" + unit + "_step", report.nanoseconds_per_unit(report.nonpressure_cpu_seconds()));
  object.add("milliseconds_per_step", 1e3 * report.cpu_seconds / report.steps);
  object.add("pressure_iterations_mean", report.mean_iterations);
  object.add("pressure_residual_max", report.largest_residual);
  object.add("peak_rss_bytes", report.peak_rss_bytes);
  object.add("parallel_regions_per_step", report.regions_per_step());
  object.add("microseconds_per_region", 1e6 * report.mean_region_seconds());
  object.add("serial_fraction", report.serial_fraction());
  object.add_json("stage_seconds", stage_seconds_json(report.stage_cpu_seconds));
  object.add("copy_bandwidth", report.copy_bandwidth).add("roofline_fraction", report.roofline_fraction());
  return object.text();
}

std::string table_text(const BenchReport& r) {
  const auto row = [](const std::string& name, const std::string& value) {
    return fmt::format("  {:<30} {}\n", name, value);
  };
  const auto stage_row = [&](const std::string& name, double seconds) {
    return fmt::format("  {:<30} {:>9.3f} {:>10.3f} {:>9.1f} {:>6.1f} %\n", name, seconds, 1e3 * seconds / r.steps,
                       r.nanoseconds_per_unit(seconds), 100.0 * seconds / r.cpu_seconds);
  };
  const std::string unit = r.is_smoke ? "cell" : "particle";
  const std::int64_t units = r.is_smoke ? r.fluid_cells : r.particles;
  std::string out = fmt::format("{}: {} cells, {} of them {}, {}{} steps on {} thread{}\n\n", r.scene,
                                grid_text(r.grid, r.dimension), grouped(r.fluid_cells), r.is_smoke ? "gas" : "fluid",
                                r.is_smoke ? "" : grouped(r.particles) + " particles, ", r.steps, r.threads,
                                r.threads == 1 ? "" : "s");
  out += fmt::format("  {:<30} {:>9} {:>10} {:>9} {:>8}\n", "processor time", "s", "ms/step",
                     r.is_smoke ? "ns/cell" : "ns/part.", "share");
  for (const StageTime& stage : r.stage_cpu_seconds) out += stage_row(stage.name, stage.seconds);
  out += stage_row("everything but pressure", r.nonpressure_cpu_seconds());
  out += stage_row("total", r.cpu_seconds) + "\n";
  out += row("wall time", fmt::format("{:.3f} ms per step, {:.1f} ns per {} and step", 1e3 * r.wall_seconds / r.steps,
                                      r.nanoseconds_per_unit(r.wall_seconds), unit));
  out += row("parallel regions",
             fmt::format("{:.0f} per step, {:.1f} us each on average; {:.1f} % of the wall time outside of them",
                         r.regions_per_step(), 1e6 * r.mean_region_seconds(), 100.0 * r.serial_fraction()));
  out += row("pressure iterations", fmt::format("{:.1f} on average", r.mean_iterations));
  out += row("pressure residual", fmt::format("{:.2e} at most", r.largest_residual));
  out += row(
      "peak memory",
      fmt::format("{}, {:.0f} bytes per {}", bytes_text(static_cast<double>(r.peak_rss_bytes)),
                  static_cast<double>(r.peak_rss_bytes) / static_cast<double>(std::max<std::int64_t>(1, units)), unit));
  out += row("copy bandwidth", fmt::format("{:.1f} GB/s", 1e-9 * r.copy_bandwidth));
  out += row("least traffic", fmt::format("{:.0f} bytes per {} and step, {:.1f} % of the wall time", r.least_bytes,
                                          unit, 100.0 * r.roofline_fraction()));
  return out;
}

std::string loops_text(const BenchReport& report) {
  std::string out = fmt::format("  {:<38} {:>9} {:>8} {:>8} {:>9} {:>9} {:>10}\n", "loop", "runs/step", "regions",
                                "pieces", "us/run", "ms/step", "in regions");
  for (const LoopTime& loop : report.loops)
    out +=
        fmt::format("  {:<38} {:>9.1f} {:>8.1f} {:>8.1f} {:>9.1f} {:>9.3f} {:>10.3f}\n", loop.name, loop.runs_per_step,
                    loop.regions_per_step, loop.pieces_per_run, 1e6 * loop.seconds_per_step / loop.runs_per_step,
                    1e3 * loop.seconds_per_step, 1e3 * loop.region_seconds_per_step);
  return out;
}

}  // namespace

Result<std::string> to_json(const BenchReport& report) {
  return no_throw("writing a report", [&]() -> Result<std::string> { return json_text(report); });
}

Result<std::string> to_table(const BenchReport& report) {
  return no_throw("writing a report", [&]() -> Result<std::string> { return table_text(report); });
}

Result<std::string> loops_to_table(const BenchReport& report) {
  return no_throw("writing a report", [&]() -> Result<std::string> { return loops_text(report); });
}

}  // namespace spindrift
