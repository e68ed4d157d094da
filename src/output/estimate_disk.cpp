#include "output/estimate_disk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "formats/files/files.h"
#include "output/output_kinds.h"
#include "settings/outputs.h"
#include "sim/estimate.h"
#include "spindrift/text.h"

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

std::int64_t free_disk_bytes(const std::string& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(existing_part(folder), error);
  constexpr std::uintmax_t kMost = 1ULL << 62;
  const bool is_unknown = error || space.capacity == 0 || space.available > kMost;  // /proc has no disk
  return is_unknown ? -1 : static_cast<std::int64_t>(space.available);
}

Status check_disk_space(const std::string& folder, const Scene& scene, const Estimate& expected, int done_frame,
                        std::int64_t removed_bytes) {
  const DiskEstimate disk = estimate_disk(scene, expected);
  const std::int64_t left = free_disk_bytes(folder);
  const double share = static_cast<double>(scene.time.frames - done_frame) / (scene.time.frames + 1);
  const double needed = static_cast<double>(disk.bytes) * std::clamp(share, 0.0, 1.0),
               available = static_cast<double>(left) + static_cast<double>(removed_bytes);
  if (left < 0 || needed <= available) return Done{};
  return Error{
      ErrorCode::kBadInput,
      fmt::format("the results need about {}, and the disk of {} has {} left; {}, choose another --out, or run "
                  "all the same with --ignore-disk-space",
                  bytes_text(needed), folder, bytes_text(available), disk.advice)};
}

std::string disk_text(const std::string& folder, const Scene& scene, const Estimate& expected) {
  const std::string needed = "about " + bytes_text(static_cast<double>(estimate_disk(scene, expected).bytes));
  const std::int64_t left = free_disk_bytes(folder);
  return left < 0 ? needed : fmt::format("{} of {} free", needed, bytes_text(static_cast<double>(left)));
}

}  // namespace spindrift
