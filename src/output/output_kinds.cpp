#include "output/output_kinds.h"

#include <algorithm>
#include <string_view>

#include "base/math.h"
#include "formats/images/image.h"
#include "formats/meshes/mesh_files.h"
#include "formats/particles/ply.h"
#include "formats/vdb/vdb.h"
#include "formats/volumes/raw_volume.h"
#include "formats/vtk/vtk.h"
#include "output/read_frame.h"
#include "settings/outputs.h"
#include "sim/estimate.h"

namespace spindrift {
namespace {

template <ParticleFormat format>
bool run_has(const Scene& scene) {
  return wants_particles(scene) && has(scene.output.formats, format);
}
template <ParticleFormat format>
bool region_has(const RegionSettings& region) {
  return has(region.particles, format);
}
template <VolumeFormat format>
bool run_has(const Scene& scene) {
  return has(scene.output.volumes, format);
}
template <VolumeFormat format>
bool region_has(const RegionSettings& region) {
  return region.kind == RegionSettings::Kind::kBox && has(region.volumes, format);
}
template <SurfaceFormat format>
bool run_has(const Scene& scene) {
  return scene.surface.write == format;
}
bool is_vti_slice(const RegionSettings& region) {
  return region.kind == RegionSettings::Kind::kSlice && region.format == SliceFormat::kVti;
}
bool no_run(const Scene&) { return false; }
bool no_region(const RegionSettings&) { return false; }

Needs need_particles(const Scene&) { return kNeedsParticles; }
Needs need_cells(const Scene&) { return kNeedsCells; }
Needs need_mesh(const Scene&) { return kNeedsMesh; }
Needs need_fluid_cells(const Scene& scene) { return kNeedsFluidCells | (makes_surface(scene) ? kNeedsMesh : 0); }
Needs need_for_picture(const Scene& scene) {
  return (picture_needs_particles(scene) ? kNeedsParticles : 0) | (picture_needs_cells(scene) ? kNeedsCells : 0) |
         (picture_needs_surface(scene) ? kNeedsMesh : 0);
}

using Memory = std::string;

Result<FileSum> write_particles_ply(const std::string& path, const FramePart& from, Memory&) {
  return write_ply(path, from.particles());
}
Result<FileSum> write_particles_vtp(const std::string& path, const FramePart& from, Memory& memory) {
  return write_vtp(path, from.particles(), memory);
}
Result<FileSum> write_particles_vdb(const std::string& path, const FramePart& from, Memory& memory) {
  return write_vdb_particles(path, from.particles(), memory);
}
Result<FileSum> write_cells_vti(const std::string& path, const FramePart& from, Memory& memory) {
  return write_vti(path, from.cells(), memory);
}
Result<FileSum> write_cells_vdb(const std::string& path, const FramePart& from, Memory& memory) {
  const auto distance = from.products.distance();
  if (!distance) return distance.error();
  return write_vdb_volumes(path, **distance, from.products.fluid_cells(), memory);
}
Result<FileSum> write_cells_raw(const std::string& path, const FramePart& from, Memory&) {
  return write_raw_numbers(path, from.cells());
}
Result<FileSum> write_cells_json(const std::string& path, const FramePart& from, Memory&) {
  return write_raw_header(path, from.cells());
}
template <Result<FileSum> (*write)(const std::string&, const SurfaceMesh&)>
Result<FileSum> write_surface(const std::string& path, const FramePart& from, Memory&) {
  const auto surface = from.products.mesh();
  return surface ? write(path, **surface) : surface.error();
}
Result<FileSum> write_picture(const std::string& path, const FramePart& from, Memory&) {
  const Result<Image> image = from.products.draw(*from.picture_maker);
  return image ? write_png(path, *image) : image.error();
}

// Sizes of compressed files and of meshes were measured on the shipped scenes (dam_break, falling_drop, rising_plume,
// campfire) and differ from scene to scene.
double particle_bytes(const Scene& scene, const FluidShare& fluid) {
  return frame_bytes_per_particle(scene, 3.0) * fluid.particles;
}
double vtp_bytes(const Scene& scene, const FluidShare& fluid) { return 0.7 * particle_bytes(scene, fluid); }
double particle_vdb_bytes(const Scene& scene, const FluidShare& fluid) { return 0.45 * particle_bytes(scene, fluid); }

double bytes_of_cell(const Scene& scene) {
  return 1.0 + 4.0 * (5.0 + (scene.is_smoke() ? 1.0 : 0.0) + (scene.has_fuel() ? 1.0 : 0.0));
}
double filled_cells(const Scene& scene, const FluidShare& fluid) {
  constexpr double kWithSmoke = 0.5;  // of the cells that are computed, on average over a run
  return std::min(fluid.fluid_cells, fluid.cells) * (scene.is_smoke() ? kWithSmoke : 1.0);
}
double vti_bytes(const Scene& scene, const FluidShare& fluid) {
  const double filled = filled_cells(scene, fluid);
  return bytes_of_cell(scene) * (0.8 * filled + 0.01 * (fluid.cells - filled));
}
double volume_vdb_bytes(const Scene& scene, const FluidShare& fluid) {
  return 1.25 * bytes_of_cell(scene) * filled_cells(scene, fluid);
}
double raw_bytes(const Scene& scene, const FluidShare& fluid) { return bytes_of_cell(scene) * fluid.cells; }
double header_bytes(const Scene&, const FluidShare&) { return 1000.0; }

// A mesh grows with the surface of the liquid: some times that of a block, since it splashes.
double surface_block(const Scene& scene, const FluidShare& fluid) {
  const int d = scene.dimension();
  return math::pow(fluid.fluid_cells, (d - 1.0) / d) * math::pow(scene.surface.resolution, d - 1.0);
}
double mesh_ply_bytes(const Scene& scene, const FluidShare& fluid) {
  return surface_block(scene, fluid) * (scene.dimension() == 2 ? 250.0 : 450.0);
}
double mesh_obj_bytes(const Scene& scene, const FluidShare& fluid) {
  return surface_block(scene, fluid) * (scene.dimension() == 2 ? 250.0 : 600.0);
}
double picture_bytes(const Scene& scene, const FluidShare&) {
  const PictureSize size = picture_size(scene);
  constexpr double kWater = 0.9, kBalls = 0.65, kSmoke = 0.12, kSurface = 0.15, kDiscs = 0.4;  // bytes of a pixel
  const double of_painted = scene.is_smoke() ? kSmoke : scene.render.style == RenderStyle::kWater ? kSurface : kDiscs;
  const double of_pixel = !is_rendered(scene) ? of_painted : picture_needs_particles(scene) ? kBalls : kWater;
  return of_pixel * size.width * size.height;
}

using P = ParticleFormat;
using V = VolumeFormat;
using S = SurfaceFormat;

// Folder, ending, in a list, of a run, of a region, needs, writer, reader, bytes on the disk. In the order in which the
// files of a frame are written.
constexpr OutputKind kKinds[] = {
    {"particles", ".ply", false, run_has<P::kPly>, region_has<P::kPly>, need_particles, write_particles_ply,
     read_particles_ply, particle_bytes},
    {"particles", ".vtp", true, run_has<P::kVtp>, region_has<P::kVtp>, need_particles, write_particles_vtp,
     read_particles_vtp, vtp_bytes},
    {"particles", ".vdb", false, run_has<P::kVdb>, region_has<P::kVdb>, need_particles, write_particles_vdb, nullptr,
     particle_vdb_bytes},
    {"volumes", ".vti", true, run_has<V::kVti>, region_has<V::kVti>, need_cells, write_cells_vti, read_volume,
     vti_bytes},
    {"volumes", ".raw", false, run_has<V::kRaw>, region_has<V::kRaw>, need_cells, write_cells_raw, nullptr, raw_bytes},
    {"volumes", ".json", false, run_has<V::kRaw>, region_has<V::kRaw>, need_cells, write_cells_json, read_volume,
     header_bytes},
    {"volumes", ".vdb", false, run_has<V::kVdb>, no_region, need_fluid_cells, write_cells_vdb, read_volume,
     volume_vdb_bytes},
    {"slice", ".vti", true, no_run, is_vti_slice, need_cells, write_cells_vti, nullptr, vti_bytes},
    {"surface", ".ply", false, run_has<S::kPly>, no_region, need_mesh, write_surface<write_mesh_ply>, read_surface,
     mesh_ply_bytes},
    {"surface", ".obj", false, run_has<S::kObj>, no_region, need_mesh, write_surface<write_mesh_obj>, read_surface,
     mesh_obj_bytes},
    {"frames", ".png", false, wants_pictures, no_region, need_for_picture, write_picture, nullptr, picture_bytes},
};

}  // namespace

std::span<const OutputKind> output_kinds() { return kKinds; }

bool can_be_read(const OutputKind& kind, const Scene& scene) {
  return kind.read && (std::string_view(kind.ending) != ".vdb" || scene.is_smoke());
}

OutputTimes times_of(const OutputKind& kind, const Scene& scene) {
  const OutputSettings& output = scene.output;
  const auto times = [&](int every, double rate) { return OutputTimes{every > 0 ? every : output.every, rate}; };
  if (std::string_view(kind.folder) == "particles") return times(output.particles_every, output.particles_rate);
  if (std::string_view(kind.folder) == "volumes") return times(output.volumes_every, output.volumes_rate);
  return times(0, 0.0);
}

}  // namespace spindrift
