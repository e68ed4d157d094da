#include "output/read_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "exec/parallel.h"
#include "formats/files/files.h"
#include "formats/vdb/vdb.h"
#include "formats/volumes/raw_volume.h"
#include "formats/vtk/read_vtk.h"
#include "geometry/place_solids.h"
#include "grid/domain.h"
#include "grid/frames.h"
#include "grid/tile.h"
#include "spindrift/files.h"

namespace spindrift {
namespace {

std::size_t index_of(const Vec<int, 3>& place, const Vec<int, 3>& cells) {
  return cell_number(cells, place[0], place[1], place[2]);
}

Vec<int, 3> place_of(std::size_t index, const Vec<int, 3>& cells) {
  const auto x = static_cast<std::size_t>(cells[0]), y = static_cast<std::size_t>(cells[1]);
  return {{static_cast<int>(index % x), static_cast<int>(index / x % y), static_cast<int>(index / x / y)}};
}

// Air outside of the computed region, as Simulation::cells() has it.
CellFrame still_air(const Scene& scene, double time, bool has_fuel) {
  CellFrame frame;
  frame.time = time;
  frame.cells = scene.domain.cells();
  frame.cell_size = scene.domain.cell();
  const std::size_t count = cell_count(frame.cells);
  frame.keeps_temperature = true;
  frame.keeps_fuel = has_fuel;
  frame.type.assign(count, CellType::kAir);
  frame.density.assign(count, 0.0f);
  frame.pressure.assign(count, 0.0f);
  frame.temperature.assign(count, static_cast<float>(scene.gas.ambient_temperature));
  if (has_fuel) frame.fuel.assign(count, 0.0f);
  frame.velocity.assign(3 * count, 0.0f);
  for (std::size_t i = 0; i < frame.velocity.size(); ++i)
    if (const int a = static_cast<int>(i % 3); a < scene.dimension())
      frame.velocity[i] = static_cast<float>(scene.gas.wind[a]);
  return frame;
}

void copy_gas(const FluidCells& fluid, CellFrame& frame) {
  for (std::size_t i = 0; i < fluid.count(); ++i) {
    const std::size_t to = index_of(fluid.place[i], frame.cells);
    frame.type[to] = CellType::kFluid;
    frame.density[to] = fluid.density[i];
    frame.pressure[to] = fluid.pressure[i];
    frame.temperature[to] = fluid.temperature[i];
    if (!fluid.fuel.empty()) frame.fuel[to] = fluid.fuel[i];
    for (std::size_t a = 0; a < 3; ++a) frame.velocity[3 * to + a] = fluid.velocity[3 * i + a];
  }
}

// Which tiles hold gas.
template <int D>
class TilesWithGas {
 public:
  TilesWithGas(const Scene& scene, const FluidCells& fluid) : domain_(scene.domain) {
    for (int a = 0; a < D; ++a) tiles_[a] = (domain_.extent()[a] + Tile<D>::kSide - 1) / Tile<D>::kSide;
    has_gas_.assign(index_of(tiles_ - Vec<int, 3>::filled(1), tiles_) + 1, 0);
    for (const Vec<int, 3>& place : fluid.place) has_gas_[index_of(tile(place), tiles_)] = 1;
  }
  bool contain(const Vec<int, 3>& place) const { return has_gas_[index_of(tile(place), tiles_)]; }

 private:
  Vec<int, 3> tile(const Vec<int, 3>& place) const {
    Vec<int, 3> at{};
    for (int a = 0; a < D; ++a) at[a] = (place[a] + domain_.first_cell()[a]) / Tile<D>::kSide;
    return at;
  }

  Domain<D> domain_;
  Vec<int, 3> tiles_ = Vec<int, 3>::filled(1);
  std::vector<char> has_gas_;
};

// A tile with gas holds nothing else but what solids close. In the others the centres of cells say where solids are.
template <int D>
Status mark_solids(const Scene& scene, double time, const FluidCells& fluid, CellFrame& frame) {
  std::vector<Solid<D>> solids;
  if (Status placed = place_solids<D>(scene, Domain<D>(scene.domain), solids); !placed) return placed;
  for (Solid<D>& solid : solids) solid.move_to(time, 0.0);
  const TilesWithGas<D> tiles(scene, fluid);
  const auto is_solid = [&](const Vec<int, 3>& place) {
    if (tiles.contain(place)) return true;
    VecD<D> center;
    for (int a = 0; a < D; ++a) center[a] = (place[a] + 0.5) * frame.cell_size;
    return std::any_of(solids.begin(), solids.end(),
                       [&](const Solid<D>& solid) { return solid.distance(center) < 0.0; });
  };
  parallel_for(
      "mark cells in solids", frame.type.size(),
      [&](std::size_t i) {
        if (frame.type[i] == CellType::kFluid || !is_solid(place_of(i, frame.cells))) return;
        frame.type[i] = CellType::kSolid;
        for (std::size_t a = 0; a < 3; ++a) frame.velocity[3 * i + a] = 0.0f;
      },
      4096);
  return Done{};
}

}  // namespace

Result<CellFrame> dense_smoke(const Scene& scene, double time, const FluidCells& fluid) {
  CellFrame frame = still_air(scene, time, fluid.has_fuel());
  copy_gas(fluid, frame);
  if (scene.solids.empty()) return frame;
  const Status marked =
      scene.dimension() == 2 ? mark_solids<2>(scene, time, fluid, frame) : mark_solids<3>(scene, time, fluid, frame);
  if (!marked) return marked.error();
  return frame;
}

namespace {

// The numbers of an array as they lie in memory; unchanged if the array is another one.
template <class T>
void take_numbers(const VtkArray& array, const char* group, const char* name, const char* scalar,
                  std::vector<T>& values) {
  if (array.group != group || array.name != name || array.scalar != scalar) return;
  values.resize(array.bytes.size() / sizeof(T));
  std::memcpy(values.data(), array.bytes.data(), values.size() * sizeof(T));
}

Result<VtkContent> read_vtk_file(const std::string& path) {
  const auto bytes = read_file_bytes(path);
  if (!bytes) return bytes.error();
  return read_vtk(*bytes, path);
}

Result<CellFrame> read_vti(const std::string& path) {
  const auto content = read_vtk_file(path);
  if (!content) return content.error();
  CellFrame frame;
  frame.time = content->time.value_or(0.0);
  frame.cell_size = content->spacing[0];
  for (int a = 0; a < 3; ++a) {
    const auto side = static_cast<std::size_t>(2 * a);
    frame.cells[a] = content->extent[side + 1] - content->extent[side];
  }
  for (const VtkArray& array : content->arrays) {
    take_numbers(array, "CellData", "type", "UInt8", frame.type);
    take_numbers(array, "CellData", "density", "Float32", frame.density);
    take_numbers(array, "CellData", "pressure", "Float32", frame.pressure);
    take_numbers(array, "CellData", "velocity", "Float32", frame.velocity);
    take_numbers(array, "CellData", "temperature", "Float32", frame.temperature);
    take_numbers(array, "CellData", "fuel", "Float32", frame.fuel);
  }
  return frame;
}

Result<ParticleFrame> read_vtp(const std::string& path, int dimension) {
  const auto content = read_vtk_file(path);
  if (!content) return content.error();
  ParticleFrame frame;
  frame.dimension = dimension;
  for (const VtkArray& array : content->arrays) {
    if (array.group == "Points") take_numbers(array, "Points", array.name.c_str(), "Float32", frame.position);
    take_numbers(array, "PointData", "velocity", "Float32", frame.velocity);
    take_numbers(array, "PointData", "age", "Float32", frame.age);
    take_numbers(array, "PointData", "color", "Float32", frame.color);
    take_numbers(array, "PointData", "density", "Float32", frame.density);
  }
  const std::size_t count = frame.count();
  const auto fits = [&](const std::vector<float>& column, std::size_t components) {
    return column.empty() || column.size() == components * count;
  };
  if (frame.position.size() != 3 * count || frame.velocity.size() != 3 * count || !fits(frame.age, 1) ||
      !fits(frame.color, 3) || !fits(frame.density, 1))
    return refuse(path, "these are not the particles of a run");
  return frame;
}

Status set_particles(Result<ParticleFrame> frame, const std::string& path, const Scene& scene, Products& to) {
  if (!frame) return frame.error();
  if (frame->dimension != scene.dimension())
    return refuse(path, fmt::format("these particles are of a {}D scene", frame->dimension));
  frame->time = to.time();
  frame->cell_size = scene.domain.cell();
  to.set(std::move(*frame));
  return Done{};
}

Result<CellFrame> read_vdb(const std::string& path, const Scene& scene, double time) {
  const Result<FluidCells> fluid = read_vdb_smoke(path, scene.domain);
  if (!fluid) return fluid.error();
  return dense_smoke(scene, time, *fluid);
}

}  // namespace

Result<CellFrame> read_cells(const std::string& path, const Scene& scene, double time) {
  if (path.ends_with(".vdb")) return read_vdb(path, scene, time);
  CellFrame frame;
  if (path.ends_with(".vti")) {
    Result<CellFrame> read = read_vti(path);
    if (!read) return read;
    frame = std::move(*read);
  } else {
    Result<RawVolume> read = read_raw_volume(path);
    if (!read) return read.error();
    frame = std::move(read->cells);
  }
  const Vec<int, 3> cells = scene.domain.cells();
  if (frame.cells != cells)
    return refuse(path, fmt::format("this grid has {} x {} x {} cells, and the scene's has {} x {} x {}",
                                    frame.cells[0], frame.cells[1], frame.cells[2], cells[0], cells[1], cells[2]));
  frame.cell_size = scene.domain.cell();
  const std::size_t count = cell_count(cells);
  const bool has_all = frame.type.size() == count && frame.density.size() == count && frame.pressure.size() == count &&
                       frame.velocity.size() == 3 * count && (!scene.is_smoke() || frame.temperature.size() == count);
  if (!has_all) return refuse(path, "this grid lacks a quantity that pictures are drawn from");
  return frame;
}

Status read_particles_ply(const std::string& path, const Scene& scene, Products& to) {
  return set_particles(read_particles(path), path, scene, to);
}

Status read_particles_vtp(const std::string& path, const Scene& scene, Products& to) {
  return set_particles(read_vtp(path, scene.dimension()), path, scene, to);
}

Status read_surface(const std::string& path, const Scene&, Products& to) {
  const auto read = read_mesh(path);
  if (!read) return read.error();
  const TriangleMesh& triangles = (*read)->triangles();
  SurfaceMesh mesh;
  for (const auto& vertex : triangles.vertices)
    mesh.position.insert(mesh.position.end(), vertex.at.begin(), vertex.at.end());
  for (const auto& triangle : triangles.triangles)
    for (const int corner : triangle) mesh.corners.push_back(static_cast<std::uint32_t>(corner));
  to.set(std::move(mesh));
  return Done{};
}

Status read_volume(const std::string& path, const Scene& scene, Products& to) {
  Result<CellFrame> cells = read_cells(path, scene, to.time());
  if (!cells) return cells.error();
  to.set(std::move(*cells));
  return Done{};
}

}  // namespace spindrift
