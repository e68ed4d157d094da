// What the files of a run take on the disk. Sizes of compressed files and of meshes were measured on the shipped scenes
// (dam_break, falling_drop, rising_plume, campfire) and differ from scene to scene: the sum is right to a factor of
// two. Of smoke that has hardly begun to rise it is several times too large.
#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "settings/outputs.h"
#include "sim/memory_use.h"

namespace spindrift {
namespace {

double all_cells(const Scene& scene) {
  double cells = 1.0;
  for (int a = 0; a < scene.dimension(); ++a) cells *= scene.domain.cells()[a];
  return cells;
}

double particle_file(const Scene& scene, ParticleFormat format, const FluidAmount& fluid) {
  const double plain = frame_bytes_per_particle(scene) - (scene.has_column(Column::kColor) ? 9.0 : 0.0);  // as bytes
  switch (format) {
    case ParticleFormat::kPly:
      return plain * fluid.particles;
    case ParticleFormat::kVtp:
      return 0.7 * plain * fluid.particles;
    case ParticleFormat::kVdb:
      return 0.45 * plain * fluid.particles;
  }
  return 0.0;
}

double volume_file(const Scene& scene, VolumeFormat format, const FluidAmount& fluid, double all) {
  constexpr double kWithSmoke = 0.5;  // of the cells that are computed, on average over a run
  const double filled = std::min(fluid.cells, all) * (scene.is_smoke() ? kWithSmoke : 1.0);
  const double of_cell = 1.0 + 4.0 * (5.0 + (scene.is_smoke() ? 1.0 : 0.0) + (scene.has_fuel() ? 1.0 : 0.0));
  switch (format) {
    case VolumeFormat::kVti:
      return of_cell * (0.8 * filled + 0.01 * (all - filled));
    case VolumeFormat::kVdb:
      return 1.25 * of_cell * filled;
    case VolumeFormat::kRaw:
      return of_cell * all;
  }
  return 0.0;
}

// Lines of a table have a number of about ten letters in each column; a box is taken to be as wet as it can be.
double region_bytes(const Scene& scene, const RegionSettings& region, const FluidAmount& fluid) {
  constexpr double kOfNumber = 10.0;
  const CellRange range = cells_of_region(region, scene.domain);
  const double cells = 1.0 * range.cells[0] * range.cells[1] * range.cells[2];
  const double due = due_frames(scene, region.every, region.rate);
  if (is_table(region)) {
    constexpr double kSteps = 4.0;  // in a frame, about, where the scene does not say
    const double substeps = scene.time.substeps > 0 ? scene.time.substeps : kSteps;
    const double steps = substeps * scene.time.frames + 1.0, asked = region.rate * scene.time.frames / scene.time.fps;
    const double columns = 7.0 + 2.0 * scene.dimension();
    return kOfNumber * columns * cells * (region.rate > 0.0 ? std::min(asked + 1.0, steps) : due);
  }
  const FluidAmount inside{std::min(fluid.particles, cells * scene.particles_per_cell()), std::min(fluid.cells, cells)};
  double bytes = 0.0;
  for (const ParticleFormat format : region.particles) bytes += particle_file(scene, format, inside);
  for (const VolumeFormat format : region.volumes) bytes += volume_file(scene, format, inside, cells);
  if (region.kind == RegionSettings::Kind::kSlice) bytes += volume_file(scene, VolumeFormat::kVti, inside, cells);
  return bytes * due;
}

// A mesh grows with the surface of the liquid: some times that of a block, since it splashes.
double surface_file(const Scene& scene, const FluidAmount& fluid) {
  const int d = scene.dimension();
  const double block = math::pow(fluid.cells, (d - 1.0) / d) * math::pow(scene.surface.resolution, d - 1.0);
  switch (scene.surface.write) {
    case SurfaceFormat::kNone:
      return 0.0;
    case SurfaceFormat::kPly:
      return block * (d == 2 ? 250.0 : 450.0);
    case SurfaceFormat::kObj:
      return block * (d == 2 ? 250.0 : 600.0);
  }
  return 0.0;
}

double picture_file(const Scene& scene) {
  const PictureSize size = picture_size(scene);
  constexpr double kWater = 0.9, kBalls = 0.65, kSmoke = 0.12, kPainted = 0.4;  // bytes of a pixel
  const double of_pixel = !is_rendered(scene)              ? (scene.is_smoke() ? kSmoke : kPainted)
                          : picture_needs_particles(scene) ? kBalls
                                                           : kWater;
  return of_pixel * size.width * size.height;
}

double checkpoint_file(const Scene& scene, const FluidAmount& fluid) {
  constexpr double kOfCell = 30.0, kTileCells = 3.0;  // for each cell of liquid: tiles are partly full, and have a rim
  const double columns = frame_bytes_per_particle(scene) - 4.0 * (7.0 - 2.0 * scene.dimension());
  const double affine = scene.solver.transfer == Transfer::kApic ? 4.0 * scene.dimension() * scene.dimension() : 0.0;
  return (columns + affine) * fluid.particles + kOfCell * (scene.is_smoke() ? 1.0 : kTileCells) * fluid.cells;
}

// While one is written, one more than are kept.
double checkpoint_count(const Scene& scene) {
  const CheckpointSettings& settings = scene.checkpoint;
  if (settings.every_frames == 0) return settings.is_on() ? 2.0 : 0.0;  // by time: few runs take so long
  return std::min(settings.keep + 1.0, std::floor(scene.time.frames / settings.every_frames) + 1.0);
}

}  // namespace

void set_disk(Estimate& estimate, const Scene& scene, const FluidAmount& start, const FluidAmount& end) {
  const FluidAmount mean{0.5 * (start.particles + end.particles), 0.5 * (start.cells + end.cells)};
  const double frames = scene.time.frames + 1.0, written = std::floor(scene.time.frames / scene.output.every) + 1.0;
  const std::string rarer = "raise output.every, which writes fewer frames";
  double particles = 0.0, volumes = 0.0;
  if (wants_particles(scene))
    for (const ParticleFormat format : scene.output.formats) particles += particle_file(scene, format, mean);
  for (const VolumeFormat format : scene.output.volumes) volumes += volume_file(scene, format, mean, all_cells(scene));
  const OutputSettings& output = scene.output;
  const auto files = [&](int every, double rate) { return due_frames(scene, every > 0 ? every : output.every, rate); };
  double regions = 0.0;
  for (const RegionSettings& region : scene.regions) regions += region_bytes(scene, region, mean);
  const double surface = surface_file(scene, mean);
  const double picture = wants_pictures(scene) ? picture_file(scene) : 0.0;
  constexpr double kMovie = 0.15;                               // of the pictures
  constexpr double kLine = 2.0 * 1500.0 + 40;                   // in stats.jsonl and again in the report; in memory.csv
  constexpr double kPage = 20e3, kView = 190e3, kInText = 4.0;  // a report; a quick view; three pictures as text
  const double report = kPage + kInText * (wants_quick_views(scene) ? kView : picture);
  const std::vector<MemoryUse> uses = {
      {particles * files(output.particles_every, output.particles_rate),
       output.particles_rate > 0.0  ? "lower output.particles_rate"
       : output.particles_every > 0 ? "raise output.particles_every"
                                    : rarer},
      {volumes * files(output.volumes_every, output.volumes_rate),
       output.volumes_rate > 0.0  ? "lower output.volumes_rate"
       : output.volumes_every > 0 ? "raise output.volumes_every"
                                  : rarer},
      {regions, "let the regions be smaller, or rarer"},
      {surface * written, rarer},
      {picture * written * (scene.output.movie ? 1.0 + kMovie : 1.0), rarer},
      {checkpoint_file(scene, end) * checkpoint_count(scene), "lower checkpoint.keep"},
      {kLine * frames + report, "run fewer frames"},
  };
  double sum = 0.0;
  for (const MemoryUse& use : uses) sum += use.bytes;
  estimate.disk_bytes = static_cast<std::int64_t>(std::min(sum, 9e18));
  estimate.disk_advice = best_advice(uses);
}

}  // namespace spindrift
