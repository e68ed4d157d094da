#include "spindrift/benchmark.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/no_throw.h"
#include "run/tables/stats_line.h"
#include "spindrift/text.h"

namespace spindrift {
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
