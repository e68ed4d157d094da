#include "output/estimate_disk.h"

#include <algorithm>
#include <cmath>

#include "output/output_kinds.h"
#include "settings/outputs.h"
#include "sim/estimate.h"

namespace spindrift {
namespace {

FluidShare all_of(const Scene& scene, const FluidAmount& fluid) {
  FluidShare share{fluid.particles, fluid.cells, 1.0};
  for (int a = 0; a < scene.dimension(); ++a) share.cells *= scene.domain.cells()[a];
  return share;
}

// Lines of a table have a number of about ten letters in each column.
double table_bytes(const Scene& scene, const RegionSettings& region, double cells) {
  constexpr double kOfNumber = 10.0, kSteps = 4.0;  // in a frame, about, where the scene does not say
  const double substeps = scene.time.substeps > 0 ? scene.time.substeps : kSteps;
  const double steps = substeps * scene.time.frames + 1.0, asked = region.rate * scene.time.frames / scene.time.fps;
  const double times = region.rate > 0.0 ? std::min(asked + 1.0, steps) : due_frames(scene, region.every, region.rate);
  return kOfNumber * (7.0 + 2.0 * scene.dimension()) * cells * times;
}

// A box is taken to be as wet as it can be.
double region_bytes(const Scene& scene, const RegionSettings& region, const FluidAmount& fluid) {
  const CellRange range = cells_of_region(region, scene.domain);
  const double cells = 1.0 * range.cells[0] * range.cells[1] * range.cells[2];
  if (is_table(region)) return table_bytes(scene, region, cells);
  const FluidShare inside{std::min(fluid.particles, cells * scene.particles_per_cell()), std::min(fluid.cells, cells),
                          cells};
  double bytes = 0.0;
  for (const OutputKind& kind : output_kinds())
    if (kind.is_of_region(region)) bytes += kind.bytes(scene, inside);
  return bytes * due_frames(scene, region.every, region.rate);
}

// Which key writes files of a kind less often.
std::string rarer(const OutputKind& kind, const Scene& scene) {
  const std::string key = std::string("output.") + kind.folder;
  const OutputTimes times = times_of(kind, scene);
  if (times.rate > 0.0) return "lower " + key + "_rate";
  return times.every != scene.output.every ? "raise " + key + "_every"
                                           : "raise output.every, which writes fewer frames";
}

double checkpoint_file(const Scene& scene, const FluidAmount& fluid) {
  constexpr double kOfCell = 30.0, kTileCells = 3.0;  // for each cell of liquid: tiles are partly full, and have a rim
  return state_bytes_per_particle(scene) * fluid.particles +
         kOfCell * (scene.is_smoke() ? 1.0 : kTileCells) * fluid.cells;
}

// While one is written, one more than are kept.
double checkpoint_count(const Scene& scene) {
  const CheckpointSettings& settings = scene.checkpoint;
  if (settings.every_frames == 0) return settings.is_on() ? 2.0 : 0.0;  // by time: few runs take so long
  return std::min(settings.keep + 1.0, std::floor(scene.time.frames / settings.every_frames) + 1.0);
}

}  // namespace

DiskEstimate estimate_disk(const Scene& scene, const Estimate& expected) {
  const FluidAmount &start = expected.at_start, &end = expected.at_end;
  const FluidAmount mean{0.5 * (start.particles + end.particles), 0.5 * (start.cells + end.cells)};
  constexpr double kMovie = 0.15;  // of the pictures
  std::vector<MemoryUse> uses;
  double picture = 0.0;
  for (const OutputKind& kind : output_kinds()) {
    if (!kind.is_of_run(scene)) continue;
    const double bytes = kind.bytes(scene, all_of(scene, mean));
    const bool is_picture = kind.is_of_run == &wants_pictures;
    if (is_picture) picture = bytes;
    const OutputTimes times = times_of(kind, scene);
    const double of_movie = is_picture && scene.output.movie ? 1.0 + kMovie : 1.0;
    uses.push_back({of_movie * bytes * due_frames(scene, times.every, times.rate), rarer(kind, scene)});
  }
  double regions = 0.0;
  for (const RegionSettings& region : scene.regions) regions += region_bytes(scene, region, mean);
  uses.push_back({regions, "let the regions be smaller, or rarer"});
  uses.push_back({checkpoint_file(scene, end) * checkpoint_count(scene), "lower checkpoint.keep"});
  constexpr double kLine = 2.0 * 1500.0 + 40;                   // in stats.jsonl and again in the report; in memory.csv
  constexpr double kPage = 20e3, kView = 190e3, kInText = 4.0;  // a report; a quick view; three pictures as text
  const double report = kPage + kInText * (wants_quick_views(scene) ? kView : picture);
  uses.push_back({kLine * (scene.time.frames + 1.0) + report, "run fewer frames"});
  double sum = 0.0;
  for (const MemoryUse& use : uses) sum += use.bytes;
  return {static_cast<std::int64_t>(std::min(sum, 9e18)), best_advice(uses)};
}

}  // namespace spindrift
