// The only file that knows OpenVDB, which is slow to compile.
#include "io/vdb.h"

#ifdef SPINDRIFT_HAS_OPENVDB

#include <openvdb/openvdb.h>
#include <openvdb/points/PointAttribute.h>
#include <openvdb/points/PointConversion.h>
#include <openvdb/points/PointCount.h>
#include <openvdb/tools/ParticlesToLevelSet.h>
#include <openvdb/tools/Prune.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "io/atomic_file.h"
#include "io/guarded_read.h"

namespace spindrift {
namespace {

constexpr double kBallRadius = 0.8;  // cells: balls of a full cell's particles overlap, also of 2 x 2 x 2 on a lattice
constexpr double kVoxel = 0.5;       // cells; balls must be wider than three voxels

// Archive::write with a stream of ours: File::write does not notice a full disk.
class SeekableArchive : public openvdb::io::Archive {
 public:
  std::string bytes_of(const openvdb::GridCPtrVec& grids) const {
    std::ostringstream stream(std::ios::binary);
    Archive::write(stream, grids, /*seekable=*/true, openvdb::MetaMap());
    return std::move(stream).str();
  }
};

template <class Make>
Status write_grids(const std::string& path, Make&& make) {
  try {
    openvdb::initialize();
    return write_file(path, SeekableArchive().bytes_of(make()));
  } catch (const std::exception& error) {
    return Error{ErrorCode::kRunFailed, "cannot write " + path + ": " + error.what()};
  }
}

openvdb::math::Transform::Ptr cell_transform(double cell_size) {
  auto transform = openvdb::math::Transform::createLinearTransform(cell_size);
  transform->postTranslate(openvdb::Vec3d(0.5 * cell_size));  // values stand at the centres of cells
  return transform;
}

std::vector<openvdb::Vec3s> vectors(const std::vector<float>& components) {
  std::vector<openvdb::Vec3s> out(components.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = openvdb::Vec3s(components[3 * i], components[3 * i + 1], components[3 * i + 2]);
  return out;
}

using openvdb::points::PointDataGrid;
using openvdb::tools::PointIndexGrid;

template <class T>
void add_column(PointDataGrid& grid, PointIndexGrid& index, const char* name, const std::vector<T>& values) {
  using Values = openvdb::points::PointAttributeVector<T>;
  openvdb::points::appendAttribute<T, openvdb::points::NullCodec>(grid.tree(), name);
  const Values wrapped(values);
  openvdb::points::populateAttribute<PointDataGrid::TreeType, PointIndexGrid::TreeType, Values>(
      grid.tree(), index.tree(), name, wrapped);
}

PointDataGrid::Ptr point_grid(const ParticleFrame& frame, double cell_size) {
  const auto transform = openvdb::math::Transform::createLinearTransform(cell_size);
  const std::vector<openvdb::Vec3s> positions = vectors(frame.position);
  const openvdb::points::PointAttributeVector<openvdb::Vec3s> wrapped(positions);
  const auto index = openvdb::tools::createPointIndexGrid<PointIndexGrid>(wrapped, *transform);
  auto grid =
      openvdb::points::createPointDataGrid<openvdb::points::NullCodec, PointDataGrid>(*index, wrapped, *transform);
  grid->setName("particles");
  if (frame.count() == 0) return grid;
  add_column(*grid, *index, "v", vectors(frame.velocity));
  if (!frame.id.empty()) add_column(*grid, *index, "id", std::vector<std::int32_t>(frame.id.begin(), frame.id.end()));
  if (!frame.age.empty()) add_column(*grid, *index, "age", frame.age);
  if (!frame.color.empty()) add_column(*grid, *index, "Cd", vectors(frame.color));
  if (!frame.density.empty()) add_column(*grid, *index, "density", frame.density);
  return grid;
}

// Cells that are wet like all their neighbours. Balls in there cannot reach the surface; the level set is filled
// instead, which is many times faster than to draw them.
class Interior {
 public:
  explicit Interior(const CellFrame& cells) : cells_(cells) {}

  bool contains(int x, int y, int z) const {
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (!is_wet(x + dx, y + dy, z + dz)) return false;
    return true;
  }
  bool contains(const float* position) const {
    const auto index = [&](int a) { return static_cast<int>(std::floor(position[a] / cells_.cell_size)); };
    return contains(index(0), index(1), index(2));
  }

 private:
  bool is_wet(int x, int y, int z) const {
    const auto& n = cells_.cells;
    if (x < 0 || y < 0 || z < 0 || x >= n[0] || y >= n[1] || z >= n[2]) return false;
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    return cells_.type[(at(z) * at(n[1]) + at(y)) * at(n[0]) + at(x)] == CellType::kFluid;
  }

  const CellFrame& cells_;
};

// What the tool asks of a list of particles.
class Balls {
 public:
  using PosType = openvdb::Vec3R;
  Balls(const ParticleFrame& frame, const Interior& interior, double radius) : radius_(radius) {
    for (std::size_t i = 0; i < frame.count(); ++i) {
      const float* x = &frame.position[3 * i];
      if (!interior.contains(x)) places_.emplace_back(x[0], x[1], x[2]);
    }
  }
  std::size_t size() const { return places_.size(); }
  void getPos(std::size_t i, openvdb::Vec3R& position) const { position = places_[i]; }
  void getPosRad(std::size_t i, openvdb::Vec3R& position, openvdb::Real& radius) const {
    getPos(i, position);
    radius = radius_;
  }

 private:
  std::vector<openvdb::Vec3R> places_;
  double radius_;
};

// Makes the samples in the interior what the level set has deep inside.
void fill_interior(openvdb::FloatGrid& grid, const CellFrame& cells, const Interior& interior) {
  constexpr int kSamples = static_cast<int>(1.0 / kVoxel);  // along a cell
  auto accessor = grid.getAccessor();
  const float inside = -grid.background();
  for (int z = 0; z < cells.cells[2]; ++z)
    for (int y = 0; y < cells.cells[1]; ++y)
      for (int x = 0; x < cells.cells[0]; ++x) {
        if (!interior.contains(x, y, z)) continue;
        for (int i = 0; i < kSamples * kSamples * kSamples; ++i)
          accessor.setValueOff(openvdb::Coord(kSamples * x + i % kSamples, kSamples * y + i / kSamples % kSamples,
                                              kSamples * z + i / kSamples / kSamples),
                               inside);
      }
}

openvdb::FloatGrid::Ptr surface_grid(const ParticleFrame& particles, const CellFrame& cells) {
  auto grid = openvdb::createLevelSet<openvdb::FloatGrid>(kVoxel * cells.cell_size, 3.0);
  const Interior interior(cells);
  openvdb::tools::ParticlesToLevelSet<openvdb::FloatGrid> tool(*grid);
  tool.rasterizeSpheres(Balls(particles, interior, kBallRadius * cells.cell_size));
  tool.finalize(false);
  fill_interior(*grid, cells, interior);
  openvdb::tools::prune(grid->tree());
  grid->setName("surface");
  return grid;
}

template <class Grid, class ValueOf>
typename Grid::Ptr cell_grid(const CellFrame& cells, const char* name, ValueOf&& value_of) {
  auto grid = Grid::create();
  grid->setName(name);
  grid->setTransform(cell_transform(cells.cell_size));
  auto accessor = grid->getAccessor();
  std::size_t i = 0;
  for (int z = 0; z < cells.cells[2]; ++z)
    for (int y = 0; y < cells.cells[1]; ++y)
      for (int x = 0; x < cells.cells[0]; ++x, ++i)
        if (cells.type[i] == CellType::kFluid) accessor.setValue(openvdb::Coord(x, y, z), value_of(i));
  return grid;
}

template <class Grid>
void add_range(const openvdb::GridBase& base, std::string& rows) {
  const auto* grid = dynamic_cast<const Grid*>(&base);
  if (!grid) return;
  ValueRange range;
  for (auto value = grid->cbeginValueOn(); value; ++value) {
    if constexpr (std::is_same_v<typename Grid::ValueType, float>) {
      range.add(static_cast<double>(*value));
    } else {
      range.add(static_cast<double>((*value).length()));
    }
  }
  rows += (std::is_same_v<typename Grid::ValueType, float> ? "  values\t" : "  length\t") + range.text() + "\n";
}

// Name, tab, value; one row per line.
std::string rows_of_file(const std::string& path) {
  openvdb::initialize();
  openvdb::io::File file(path);
  file.open(/*delayLoad=*/false);
  const openvdb::GridPtrVecPtr grids = file.getGrids();
  std::string rows;
  for (const auto& grid : *grids) {
    rows += grid->getName() + "\t" + grid->valueType() + "\n";
    if (const auto points = openvdb::gridPtrCast<PointDataGrid>(grid))
      rows += "  points\t" + std::to_string(openvdb::points::pointCount(points->tree())) + "\n";
    rows += "  active voxels\t" + std::to_string(grid->activeVoxelCount()) + "\n";
    const auto box = grid->evalActiveVoxelBoundingBox();
    if (!box.empty()) {
      std::ostringstream bounds;
      const openvdb::Vec3d half(0.5);
      bounds << grid->transform().indexToWorld(box.min().asVec3d() - half) << " to "
             << grid->transform().indexToWorld(box.max().asVec3d() + half);
      rows += "  bounds\t" + bounds.str() + "\n";
    }
    add_range<openvdb::FloatGrid>(*grid, rows);
    add_range<openvdb::Vec3SGrid>(*grid, rows);
  }
  return rows;
}

}  // namespace

bool has_openvdb() { return true; }

Result<FileInfo> vdb_info(const std::string& path) {
  std::error_code ignored;
  const double megabytes = 1e-6 * static_cast<double>(std::filesystem::file_size(path, ignored));
  const auto text = read_guarded([&] { return rows_of_file(path); }, 4 + static_cast<int>(std::min(1e6, megabytes)));
  if (!text) return Error{ErrorCode::kBadInput, "this VDB file is damaged", {path}};
  FileInfo info{"OpenVDB", {}};
  std::istringstream lines(*text);
  for (std::string name, value; std::getline(lines, name, '\t') && std::getline(lines, value);) info.add(name, value);
  return info;
}

Status write_vdb_particles(const std::string& path, const ParticleFrame& frame, double cell_size) {
  return write_grids(path, [&] { return openvdb::GridCPtrVec{point_grid(frame, cell_size)}; });
}

Status write_vdb_volumes(const std::string& path, const ParticleFrame& particles, const CellFrame& cells) {
  return write_grids(path, [&] {
    openvdb::GridCPtrVec grids;
    if (particles.dimension == 3 && particles.count() > 0) grids.push_back(surface_grid(particles, cells));
    auto velocity = cell_grid<openvdb::Vec3SGrid>(cells, "velocity", [&](std::size_t i) {
      return openvdb::Vec3s(cells.velocity[3 * i], cells.velocity[3 * i + 1], cells.velocity[3 * i + 2]);
    });
    velocity->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
    grids.push_back(velocity);
    grids.push_back(cell_grid<openvdb::FloatGrid>(cells, "pressure", [&](std::size_t i) { return cells.pressure[i]; }));
    grids.push_back(cell_grid<openvdb::FloatGrid>(cells, "density", [&](std::size_t i) { return cells.density[i]; }));
    for (const auto& [name, field] : {std::pair("temperature", &cells.temperature), std::pair("fuel", &cells.fuel)})
      if (!field->empty()) grids.push_back(cell_grid<openvdb::FloatGrid>(cells, name, [&](std::size_t i) { return (*field)[i]; }));
    return grids;
  });
}

}  // namespace spindrift

#else

namespace spindrift {

namespace {
Error missing() {
  return {ErrorCode::kBadInput,
          "this program was built without OpenVDB (Debian: libopenvdb-dev libboost-dev) and cannot write .vdb files"};
}
}  // namespace

bool has_openvdb() { return false; }
Status write_vdb_particles(const std::string&, const ParticleFrame&, double) { return missing(); }
Status write_vdb_volumes(const std::string&, const ParticleFrame&, const CellFrame&) { return missing(); }
Result<FileInfo> vdb_info(const std::string& path) {
  return Error{ErrorCode::kBadInput, "this program was built without OpenVDB and cannot read .vdb files", {path}};
}

}  // namespace spindrift

#endif
