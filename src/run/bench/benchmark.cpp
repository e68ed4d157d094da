#include "spindrift/benchmark.h"

#include <algorithm>
#include <filesystem>

#include "base/no_throw.h"
#include "base/timer.h"
#include "exec/memory.h"
#include "exec/parallel.h"
#include "run/bench/roofline.h"
#include "run/bench/stage_clock.h"
#include "spindrift/simulation.h"

namespace spindrift {
namespace {

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
  Observer nobody;
  Clock clock;
  LoopLog log;
  if (Status ran = take_steps(simulation, report.is_smoke, kCountedSteps, nobody, watcher, clock); !ran) return ran;
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
  Observer nobody;
  Clock ignored, clock;
  StageClock stages(options.steps);
  const bool is_smoke = scene.is_smoke();
  if (Status warm = take_steps(*simulation, is_smoke, options.warmup, nobody, watcher, ignored); !warm)
    return warm.error();
  if (Status ran = take_steps(*simulation, is_smoke, options.steps, stages, watcher, clock); !ran) return ran.error();
  BenchReport report = make_report(scene, *simulation, stages, clock);
  report.copy_bandwidth = measure_copy_bandwidth(report.threads, static_cast<std::size_t>(options.bandwidth_bytes));
  if (Status counted = count_loops(*simulation, watcher, report); !counted) return counted.error();
  return report;
}

}  // namespace

Result<BenchReport> benchmark(const Scene& scene, const BenchOptions& options, Observer* watcher) {
  Observer nobody;
  return no_throw("measuring a scene", [&] { return measure(scene, options, watcher ? *watcher : nobody); });
}

}  // namespace spindrift
