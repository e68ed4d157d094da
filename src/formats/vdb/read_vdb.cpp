#include "formats/vdb/read_vdb.h"

#include <algorithm>
#include <filesystem>

namespace spindrift {

ReadLimits vdb_limits(const std::string& path) {
  std::error_code ignored;
  const double size = static_cast<double>(std::filesystem::file_size(path, ignored));
  return {4 + static_cast<int>(std::min(1e6, 1e-6 * size)), static_cast<std::uint64_t>(1e9 + 100.0 * size)};
}

}  // namespace spindrift

#ifdef SPINDRIFT_HAS_OPENVDB

#include <fmt/format.h>
#include <openvdb/openvdb.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "formats/files/refuse.h"

namespace spindrift {
namespace {

constexpr char kIsRead = '+',
               kIsRefused = '-';  // the first letter of what the reading process sends: cells, or why not

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

// What the reading process sends, array by array.
template <class T>
void put(std::string& bytes, const std::vector<T>& values) {
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}
template <class T>
bool take(std::string_view& bytes, std::size_t count, std::vector<T>& values) {
  if (bytes.size() / sizeof(T) < count) return false;
  values.resize(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return true;
}

std::string read_file(const std::string& path, const DomainSettings& domain) {
  openvdb::initialize();
  openvdb::io::File file(path);
  file.open(/*delayLoad=*/false);
  // Never freed: that would take threads, which this process has not. It ends soon.
  const openvdb::GridPtrVec& grids = **new openvdb::GridPtrVecPtr(file.getGrids());
  if (grids.empty())
    throw std::runtime_error("no grids");  // what OpenVDB makes of a file that was cut within its header
  const double cell = domain.cell();
  FluidCells fluid;
  const auto density = need_grid<openvdb::FloatGrid>(grids, "density", cell);
  fluid.place = places_of(*density, domain.cells());
  take_values(*density, fluid.place, fluid.density);
  take_values(*need_grid<openvdb::FloatGrid>(grids, "pressure", cell), fluid.place, fluid.pressure);
  take_values(*need_grid<openvdb::FloatGrid>(grids, "temperature", cell), fluid.place, fluid.temperature);
  take_values(*need_grid<openvdb::Vec3SGrid>(grids, "velocity", cell), fluid.place, fluid.velocity);
  if (const auto fuel = find_grid<openvdb::FloatGrid>(grids, "fuel")) take_values(*fuel, fluid.place, fluid.fuel);
  std::string bytes(1, kIsRead);
  put(bytes, std::vector<std::uint64_t>{fluid.count(), fluid.fuel.size()});
  put(bytes, fluid.place);
  for (const auto* values : {&fluid.density, &fluid.pressure, &fluid.temperature, &fluid.velocity, &fluid.fuel})
    put(bytes, *values);
  return bytes;
}

// A process that damaged data may have led astray is not trusted: everything is checked.
bool take_cells(std::string_view bytes, const Vec<int, 3>& cells, FluidCells& fluid) {
  std::vector<std::uint64_t> counts;
  if (!take(bytes, 2, counts) || counts[0] > bytes.size() || (counts[1] != 0 && counts[1] != counts[0])) return false;
  const auto count = static_cast<std::size_t>(counts[0]);
  const bool is_whole = take(bytes, count, fluid.place) && take(bytes, count, fluid.density) &&
                        take(bytes, count, fluid.pressure) && take(bytes, count, fluid.temperature) &&
                        take(bytes, 3 * count, fluid.velocity) &&
                        take(bytes, static_cast<std::size_t>(counts[1]), fluid.fuel) && bytes.empty();
  return is_whole && std::all_of(fluid.place.begin(), fluid.place.end(), [&](const Vec<int, 3>& place) {
           for (int a = 0; a < 3; ++a)
             if (place[a] < 0 || place[a] >= cells[a]) return false;
           return true;
         });
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
  ReadLimits most = vdb_limits(path);
  double cells = 1.0;  // a file of cells that are all alike may be very small
  for (const int side : domain.cells().at) cells *= side;
  most.seconds += static_cast<int>(std::min(1e6, 1e-6 * cells));
  most.bytes += static_cast<std::uint64_t>(std::min(1e15, 200.0 * cells));
  const auto sent = read_guarded(
      [&] {
        try {
          return read_file(path, domain);
        } catch (const Foreign& why) {
          return kIsRefused + std::string(why.what());
        }
      },
      most);
  if (sent && sent->starts_with(kIsRefused)) return refuse(path, sent->substr(1));
  FluidCells fluid;
  fluid.cell_size = domain.cell();
  fluid.keeps_temperature = true;
  if (!sent || !sent->starts_with(kIsRead) || !take_cells(std::string_view(*sent).substr(1), domain.cells(), fluid))
    return refuse(path, "this VDB file is damaged");
  fluid.keeps_fuel = !fluid.fuel.empty();
  return fluid;
}

}  // namespace spindrift

#else

namespace spindrift {

Result<FluidCells> read_vdb_smoke(const std::string& path, const DomainSettings&) {
  return Error{ErrorCode::kBadInput, "this program was built without OpenVDB and cannot read .vdb files", {path}};
}

}  // namespace spindrift

#endif
