// Memory for files and pictures of a run. Factors not given by a type were measured.
#include <algorithm>

#include "base/math.h"
#include "particles/particle_set.h"
#include "settings/outputs.h"
#include "sim/estimate.h"

namespace spindrift {

namespace {

// Sums bytes_of(info, components) over the columns that the scene keeps.
template <class BytesOf>
double sum_over_columns(const Scene& scene, BytesOf&& bytes_of) {
  double bytes = 0.0;
  const auto add = [&](auto set) {
    describe_columns(set, [&](const ColumnInfo& info, auto& column) {
      double components = 0.0;
      for_each_component(column, [&](auto&, std::size_t) { components += 1.0; });
      if (info.life == Lifetime::kState && info.kept(scene)) bytes += bytes_of(info, components);
    });
  };
  scene.dimension() == 2 ? add(ParticleSet<2>()) : add(ParticleSet<3>());
  return bytes;
}

}  // namespace

double state_bytes_per_particle(const Scene& scene) {
  return sum_over_columns(scene, [](const ColumnInfo&, double components) { return 4.0 * components; });
}

// Vectors of a frame also have three components in 2D. The last number is the density.
double frame_bytes_per_particle(const Scene& scene, double bytes_per_color) {
  return 4.0 + sum_over_columns(scene, [&](const ColumnInfo& info, double components) {
           const bool is_vector = info.in_frames == InFrames::kPosition || info.in_frames == InFrames::kVelocity;
           if (info.in_frames == InFrames::kNever) return 0.0;
           return info.in_frames == InFrames::kColor ? bytes_per_color : 4.0 * (is_vector ? 3.0 : components);
         });
}

// Of CellValues, with the cell's type or place.
double frame_bytes_per_cell(const Scene& scene) {
  const double of_smoke = scene.is_smoke() ? 1.0 + scene.has_fuel() : 0.0;
  return 4.0 * (5.0 + of_smoke + (scene.dimension() == 2 ? 2.0 : 0.0));
}

namespace {

constexpr double kFramesAtOnce = 3.0;  // one is written, one waits, one is made

MemoryUse dense_cells(const Scene& scene) {
  if (!copies_cells(scene)) return {};
  const bool is_written =
      has(scene.output.volumes, VolumeFormat::kVti) || has(scene.output.volumes, VolumeFormat::kRaw);
  double cells = kFramesAtOnce * (frame_bytes_per_cell(scene) + 1.0);
  for (int a = 0; a < scene.dimension(); ++a) cells *= scene.domain.cells()[a];
  return {cells, is_written ? "leave vti and raw out of output.volumes, which hold all cells of the domain; vdb holds "
                              "the wet ones only"
                            : "set output.pictures = false, or lower domain.resolution"};
}

// Cells of regions.
MemoryUse cells_of_regions(const Scene& scene) {
  double cells = 0.0;
  for (const RegionSettings& region : scene.regions) {
    const CellRange range = cells_of_region(region, scene.domain);
    cells += 1.0 * range.cells[0] * range.cells[1] * range.cells[2];
  }
  return {kFramesAtOnce * (frame_bytes_per_cell(scene) + 5.0) * cells, "let the regions be smaller"};
}

// Image, layers below it, PNG.
constexpr double kPerPixelOfBalls = 80.0, kPerPixelOfWater = 24.0, kPerPixelOfSmoke = 42.0, kPerPixelOfSurface = 28.0,
                 kPerPixel = 18.0;

MemoryUse pictures(const Scene& scene) {
  if (!wants_pictures(scene)) return {};
  const PictureSize size = picture_size(scene);
  const double per_pixel = scene.dimension() == 2           ? (scene.is_smoke() ? kPerPixel : kPerPixelOfSurface)
                           : scene.is_smoke()               ? kPerPixelOfSmoke
                           : picture_needs_particles(scene) ? kPerPixelOfBalls
                                                            : kPerPixelOfWater;
  return {per_pixel * size.width * size.height,
          scene.dimension() == 3 ? "lower render.width and render.height" : "lower output.width"};
}

// With a mesh a picture of water; `surface` counts its rays. Too small for advice.
MemoryUse quick_view(const Scene& scene) {
  if (!wants_quick_views(scene)) return {};
  const PictureSize size = quick_view_size(scene);
  return {(makes_surface(scene) ? kPerPixelOfWater : kPerPixelOfBalls) * size.width * size.height, ""};
}

// The last view is drawn while a checkpoint waits. If nothing else copies the particles, this is one more copy.
MemoryUse copy_for_quick_view(const Scene& scene, const FluidAmount& fluid) {
  if (!wants_quick_views(scene) || copies_particles(scene)) return {};
  return {fluid.particles * frame_bytes_per_particle(scene),
          "set output.pictures = false, for a report without pictures"};
}

// The surface grid and the mesh.
MemoryUse surface(const Scene& scene, const FluidAmount& fluid) {
  if (!makes_surface(scene)) return {};
  const double nodes = fluid.cells * math::pow(scene.surface.resolution, scene.dimension());
  const bool is_in_volumes = has(scene.output.volumes, VolumeFormat::kVdb);
  const bool is_drawn = wants_quick_views(scene) || (wants_pictures(scene) && picture_needs_surface(scene));
  return {20.0 * fluid.particles + (115.0 + (is_in_volumes ? 40.0 : 0.0) + (is_drawn ? 40.0 : 0.0)) * nodes,
          "lower surface.resolution"};
}

std::vector<MemoryUse> uses_of(const Scene& scene, const FluidAmount& fluid) {
  const double copies = copies_particles(scene) ? kFramesAtOnce * frame_bytes_per_particle(scene) : 0.0;
  const double sparse =
      has(scene.output.volumes, VolumeFormat::kVdb) ? kFramesAtOnce * (frame_bytes_per_cell(scene) + 12.0) : 0.0;
  const double checkpoint = 40.0;  // bytes per particle; while it waits, one frame less does
  return {{fluid.particles * std::max(copies, checkpoint), "lower domain.resolution, or set output.particles = false"},
          {fluid.cells * sparse, "leave vdb out of output.volumes"},
          dense_cells(scene),
          cells_of_regions(scene),
          pictures(scene),
          quick_view(scene),
          copy_for_quick_view(scene, fluid),
          surface(scene, fluid)};
}

}  // namespace

std::vector<MemoryUse> memory_of_output(const Scene& scene, const FluidAmount& certain, const FluidAmount& likely) {
  std::vector<MemoryUse> uses = uses_of(scene, certain), all = uses_of(scene, likely);
  for (std::size_t i = 0; i < all.size(); ++i)
    uses.push_back({all[i].bytes - uses[i].bytes, all[i].advice, /*is_guess=*/true});
  return uses;
}

}  // namespace spindrift
