#include "formats/vdb/vdb.h"

#ifdef SPINDRIFT_HAS_OPENVDB

#include <fmt/format.h>
#include <openvdb/openvdb.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "formats/files/files.h"

namespace spindrift {
namespace {

// A file that OpenVDB can read, and that is not of this scene.
struct Foreign : std::runtime_error {
  using runtime_error::runtime_error;
};

template <class Grid>
typename Grid::Ptr find_grid(const openvdb::GridPtrVec& grids, const char* name) {
  for (const auto& grid : grids)
    if (grid->getName() == name)
      if (auto found = openvdb::gridPtrCast<Grid>(grid)) return found;
  return nullptr;
}

template <class Grid>
typename Grid::Ptr need_grid(const openvdb::GridPtrVec& grids, const char* name, double cell) {
  const auto grid = find_grid<Grid>(grids, name);
  if (!grid)
    throw Foreign(fmt::format("this VDB file lacks the grid '{}', which pictures of smoke are drawn from", name));
  const openvdb::Vec3d first = grid->transform().indexToWorld(openvdb::Vec3d(0.0)), size = grid->voxelSize();
  for (int a = 0; a < 3; ++a)
    if (!(std::abs(size[a] - cell) < 1e-6 * cell && std::abs(first[a] - 0.5 * cell) < 1e-6 * cell))
      throw Foreign(
          fmt::format("the cells of this VDB file are of {:.6g} m, and the scene's of {:.6g} m", size[a], cell));
  return grid;
}

// The active cells of a grid. A box of OpenVDB's may hold many with one value.
std::vector<Vec<int, 3>> places_of(const openvdb::FloatGrid& grid, const Vec<int, 3>& cells) {
  std::vector<Vec<int, 3>> places;
  for (auto value = grid.cbeginValueOn(); value; ++value) {
    const openvdb::CoordBBox box = value.getBoundingBox();
    for (int a = 0; a < 3; ++a)
      if (box.min()[a] < 0 || box.max()[a] >= cells[a])
        throw Foreign("this VDB file has cells outside of the scene's domain");
    for (auto at = box.begin(); at; ++at) places.push_back({{(*at)[0], (*at)[1], (*at)[2]}});
  }
  return places;
}

template <class Grid, class T>
void take_values(const Grid& grid, const std::vector<Vec<int, 3>>& places, std::vector<T>& values) {
  const auto accessor = grid.getConstAccessor();
  constexpr std::size_t kComponents = sizeof(typename Grid::ValueType) / sizeof(T);
  values.resize(kComponents * places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto value = accessor.getValue(openvdb::Coord(places[i][0], places[i][1], places[i][2]));
    std::memcpy(&values[kComponents * i], &value, sizeof value);
  }
}

FluidCells read_file(const std::string& path, const DomainSettings& domain) {
  openvdb::initialize();
  openvdb::io::File file(path);
  file.open(/*delayLoad=*/false);
  const openvdb::GridPtrVecPtr grids = file.getGrids();
  if (grids->empty()) throw std::runtime_error("no grids");  // a file that was cut within its header
  const double cell = domain.cell();
  FluidCells fluid;
  fluid.cell_size = cell;
  fluid.keeps_temperature = true;
  const auto density = need_grid<openvdb::FloatGrid>(*grids, "density", cell);
  fluid.place = places_of(*density, domain.cells());
  take_values(*density, fluid.place, fluid.density);
  take_values(*need_grid<openvdb::FloatGrid>(*grids, "pressure", cell), fluid.place, fluid.pressure);
  take_values(*need_grid<openvdb::FloatGrid>(*grids, "temperature", cell), fluid.place, fluid.temperature);
  take_values(*need_grid<openvdb::Vec3SGrid>(*grids, "velocity", cell), fluid.place, fluid.velocity);
  if (const auto fuel = find_grid<openvdb::FloatGrid>(*grids, "fuel")) take_values(*fuel, fluid.place, fluid.fuel);
  fluid.keeps_fuel = !fluid.fuel.empty();
  return fluid;
}

bool has_magic(const std::string& path) {
  constexpr std::string_view kMagic = " BDV";
  char start[kMagic.size()] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  return std::string_view(start, sizeof start) == kMagic;
}

}  // namespace

Result<FluidCells> read_vdb_smoke(const std::string& path, const DomainSettings& domain) {
  if (!has_magic(path)) return refuse(path, "this is no VDB file");
  try {
    return read_file(path, domain);
  } catch (const Foreign& why) {
    return refuse(path, why.what());
  } catch (const std::exception&) {
    return refuse(path, "this VDB file is damaged");
  }
}

}  // namespace spindrift

#else

namespace spindrift {

Result<FluidCells> read_vdb_smoke(const std::string& path, const DomainSettings&) {
  return Error{ErrorCode::kBadInput, "this program was built without OpenVDB and cannot read .vdb files", {path}};
}

}  // namespace spindrift

#endif
