// This file and read_vdb.cpp are the only ones that know OpenVDB, which is slow to compile.
#include "formats/vdb/vdb.h"
#include "formats/files/files.h"
#include "spindrift/files.h"

#ifdef SPINDRIFT_HAS_OPENVDB

#include <openvdb/openvdb.h>
#include <openvdb/points/PointCount.h>
#include <openvdb/points/PointDataGrid.h>
#include <openvdb/tools/Prune.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <sstream>
#include <streambuf>
#include <unordered_map>

#include "exec/buffer.h"
#include "exec/parallel.h"
#include "formats/files/atomic_file.h"

namespace spindrift {
namespace {

// Particles by blocks of 8 x 8 x 8 cells, which are the leaves of OpenVDB's trees.
struct PointBlocks {
  static constexpr std::size_t kCells = 512;

  std::vector<Vec<int, 3>> first;    // cell of each block: multiples of 8
  std::vector<std::uint32_t> begin;  // in `order`, of each block; and the end of the last
  Buffer<std::uint32_t> order;       // numbers of the particles, rising in a block
  Buffer<std::uint16_t> cell;        // of each particle, in its block: z fastest, as OpenVDB has it

  std::size_t count() const { return first.size(); }
  std::span<const std::uint32_t> particles(std::size_t block) const {
    return std::span(order).subspan(begin[block], begin[block + 1] - begin[block]);
  }
};

// A stream buffer that writes into a string, at any place. A string stream would copy everything whenever it grows, and
// allocate its memory again for every file.
class ByteSink : public std::streambuf {
 public:
  explicit ByteSink(std::string& bytes) : bytes_(bytes) { bytes.clear(); }

 protected:
  std::streamsize xsputn(const char* data, std::streamsize count) override {
    const auto n = static_cast<std::size_t>(count), over = std::min(n, bytes_.size() - at_);
    bytes_.replace(at_, over, data, over);
    bytes_.append(data + over, n - over);
    at_ += n;
    return count;
  }
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? traits_type::not_eof(c) : traits_type::eof();
  }
  pos_type seekoff(off_type offset, std::ios::seekdir from, std::ios::openmode) override {
    const off_type start =
        from == std::ios::beg ? 0 : static_cast<off_type>(from == std::ios::cur ? at_ : bytes_.size());
    return seekpos(start + offset, std::ios::out);
  }
  pos_type seekpos(pos_type place, std::ios::openmode) override {
    const off_type offset = place;
    if (offset < 0 || static_cast<std::size_t>(offset) > bytes_.size()) return pos_type(off_type(-1));
    at_ = static_cast<std::size_t>(offset);
    return place;
  }

 private:
  std::string& bytes_;
  std::size_t at_ = 0;
};

// The number of the block that holds a cell; one that is met for the first time is added.
class BlockFinder {
 public:
  explicit BlockFinder(std::vector<Vec<int, 3>>& first) : first_(first) {}

  std::uint32_t find(const Vec<int, 3>& cell) {
    std::uint64_t key = 0;
    for (int a = 0; a < 3; ++a) key = key << 21 | (static_cast<std::uint64_t>(cell[a] >> 3) & 0x1fffff);
    if (key == last_key_) return last_;
    const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(first_.size()));
    if (is_new) first_.push_back({{cell[0] & ~7, cell[1] & ~7, cell[2] & ~7}});
    last_key_ = key;
    return last_ = entry->second;
  }

 private:
  std::vector<Vec<int, 3>>& first_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::uint64_t last_key_ = ~std::uint64_t{0};
  std::uint32_t last_ = 0;
};

// Cell (0, 0, 0) begins at the origin. Fast where neighbours in the list are neighbours in space.
PointBlocks sort_into_blocks(std::span<const float> positions, double cell_size) {
  const std::size_t count = positions.size() / 3;
  PointBlocks blocks;
  blocks.cell.resize(count);
  Buffer<std::uint32_t> block(count);
  BlockFinder finder(blocks.first);
  const double per_metre = 1.0 / cell_size;
  for (std::size_t p = 0; p < count; ++p) {
    Vec<int, 3> cell;
    for (int a = 0; a < 3; ++a)
      cell[a] = static_cast<int>(std::floor(static_cast<double>(positions[3 * p + a]) * per_metre));
    block[p] = finder.find(cell);
    blocks.cell[p] = static_cast<std::uint16_t>((cell[0] & 7) << 6 | (cell[1] & 7) << 3 | (cell[2] & 7));
  }
  blocks.begin.assign(blocks.count() + 1, 0);
  for (const std::uint32_t b : block) ++blocks.begin[std::size_t{b} + 1];
  std::partial_sum(blocks.begin.begin(), blocks.begin.end(), blocks.begin.begin());
  blocks.order.resize(count);
  std::vector<std::uint32_t> next(blocks.begin.begin(), blocks.begin.end() - 1);
  for (std::size_t p = 0; p < count; ++p) blocks.order[next[block[p]]++] = static_cast<std::uint32_t>(p);
  return blocks;
}

// Archive::write with a stream of ours: File::write does not notice a full disk.
class SeekableArchive : public openvdb::io::Archive {
 public:
  Result<FileSum> write_file(const std::string& path, const openvdb::GridCPtrVec& grids, std::string& memory) const {
    ByteSink sink(memory);
    std::ostream stream(&sink);
    stream.exceptions(std::ios::badbit);  // else a stream does not report exhausted memory
    Archive::write(stream, grids, /*seekable=*/true, openvdb::MetaMap());
    return spindrift::write_file(path, memory);
  }
};

template <class Make>
Result<FileSum> write_grids(const std::string& path, std::string& memory, Make&& make) {
  try {
    openvdb::initialize();
    return SeekableArchive().write_file(path, make(), memory);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::ios_base::failure&) {
    throw std::bad_alloc();  // the stream leads into memory, and fails for want of it alone
  } catch (const std::exception& error) {
    return Error{ErrorCode::kRunFailed, "cannot write " + path + ": " + error.what()};
  }
}

// A grid by OpenVDB's list of types: Grid::create would have the type's whole tree compiled once more, here. It empties
// its tree itself: OpenVDB's destructor of trees makes lists of the nodes, and ends the process if there is no memory
// for them.
template <class Grid>
typename Grid::Ptr make_grid() {
  auto grid = openvdb::gridPtrCast<Grid>(openvdb::GridBase::createGrid(Grid::gridType()));
  Grid* const bare = grid.get();
  return {bare, [owner = std::move(grid)](Grid* ending) { ending->tree().root().clear(); }};
}

openvdb::math::Transform::Ptr cell_transform(double cell_size) {
  auto transform = openvdb::math::Transform::createLinearTransform(cell_size);
  transform->postTranslate(openvdb::Vec3d(0.5 * cell_size));  // values stand at the centres of cells
  return transform;
}

using openvdb::points::AttributeSet;
using openvdb::points::PointDataGrid;
template <class T>
using ColumnArray = openvdb::points::TypedAttributeArray<T, openvdb::points::NullCodec>;
// In a cell, in 65535ths of it: as fine as single precision is a hundred cells from the origin.
constexpr float kHalfStep = 0.5f / 65535.0f;  // OpenVDB cuts off instead of rounding
using PlaceColumn =
    openvdb::points::TypedAttributeArray<openvdb::Vec3f,
                                         openvdb::points::FixedPointCodec<false, openvdb::points::PositionRange>>;

openvdb::Vec3s vector_at(const std::vector<float>& components, std::size_t i) {
  return {components[3 * i], components[3 * i + 1], components[3 * i + 2]};
}

// Houdini's name for colours.
std::string name_of(const FrameColumn& column) {
  return column.kind == FrameColumn::Kind::kColor && column.name == "color" ? "Cd" : column.name;
}

AttributeSet::Descriptor::Ptr point_columns(const ParticleFrame& frame) {
  auto columns = AttributeSet::Descriptor::create(PlaceColumn::attributeType());  // "P"
  columns = columns->duplicateAppend("v", ColumnArray<openvdb::Vec3f>::attributeType());
  for (const FrameColumn& column : frame.columns) {
    const auto& type = column.kind == FrameColumn::Kind::kInteger ? ColumnArray<std::int32_t>::attributeType()
                       : column.components == 3                   ? ColumnArray<openvdb::Vec3f>::attributeType()
                                                                  : ColumnArray<float>::attributeType();
    columns = columns->duplicateAppend(name_of(column), type);
  }
  return columns;
}

// The points of a leaf: numbers of particles in the order of the frame, and their places in the leaf's columns, which
// go cell by cell. So memory is read in rows, and what is written to out of order is small.
struct LeafPoints {
  std::span<const std::uint32_t> particles;
  std::vector<std::uint32_t> places;
};

template <class T, class ColumnType = ColumnArray<T>, class ValueOf>
void fill_column(AttributeSet& columns, const std::string& name, const LeafPoints& points, ValueOf&& value_of) {
  auto& column = ColumnType::cast(*columns.get(name));
  column.expand(/*fill=*/false);
  for (std::size_t k = 0; k < points.places.size(); ++k)
    column.setUnsafe(points.places[k], T(value_of(points.particles[k])));
  column.compact();  // one value where all are equal
}

// A leaf's points, cell by cell: where those of each cell end, and their columns.
void fill_leaf(const ParticleFrame& frame, const PointBlocks& blocks, std::size_t block, AttributeSet& columns,
               PointDataGrid::TreeType::LeafNodeType& leaf) {
  LeafPoints points{blocks.particles(block), {}};
  std::array<std::uint32_t, PointBlocks::kCells> next{};  // place, of each cell
  for (const std::uint32_t p : points.particles) ++next[blocks.cell[p]];
  std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
  points.places.resize(points.particles.size());
  for (std::size_t k = 0; k < points.places.size(); ++k) points.places[k] = next[blocks.cell[points.particles[k]]]++;
  leaf.setOffsets({next.begin(), next.end()});  // which are the ends now
  const double per_metre = 1.0 / frame.cell_size;
  const Vec3d low{{blocks.first[block][0] + 0.5, blocks.first[block][1] + 0.5, blocks.first[block][2] + 0.5}};
  const auto place_in_cell = [&](std::size_t p) {  // from its centre, in cells
    const int cell[] = {blocks.cell[p] >> 6, blocks.cell[p] >> 3 & 7, blocks.cell[p] & 7};
    const auto along = [&](int a) {
      const auto metres = static_cast<double>(frame.position[3 * p + a]);
      return static_cast<float>(metres * per_metre - low[a]) - static_cast<float>(cell[a]) + kHalfStep;
    };
    return openvdb::Vec3f(along(0), along(1), along(2));
  };
  fill_column<openvdb::Vec3f, PlaceColumn>(columns, "P", points, place_in_cell);
  fill_column<openvdb::Vec3f>(columns, "v", points, [&](std::size_t p) { return vector_at(frame.velocity, p); });
  for (const FrameColumn& column : frame.columns) {
    const std::string name = name_of(column);
    const auto stride = static_cast<std::size_t>(column.components);  // others than 1 and 3: the first component
    if (column.kind == FrameColumn::Kind::kInteger)
      fill_column<std::int32_t>(columns, name, points, [&](std::size_t p) { return column.integers[stride * p]; });
    else if (column.components == 3)
      fill_column<openvdb::Vec3f>(columns, name, points, [&](std::size_t p) { return vector_at(column.values, p); });
    else
      fill_column<float>(columns, name, points, [&](std::size_t p) { return column.values[stride * p]; });
  }
}

PointDataGrid::Ptr point_grid(const ParticleFrame& frame) {
  const PointBlocks blocks = sort_into_blocks(frame.position, frame.cell_size);
  const AttributeSet::Descriptor::Ptr columns = point_columns(frame);
  auto grid = make_grid<PointDataGrid>();
  grid->setName("particles");
  grid->setTransform(cell_transform(frame.cell_size));
  // Leaves say which columns there are: one without points says so where there are no particles.
  if (frame.count() == 0)
    grid->tree().touchLeaf(openvdb::Coord(0))->replaceAttributeSet(new AttributeSet(columns, 0), true);
  std::vector<PointDataGrid::TreeType::LeafNodeType*> leaves;
  for (const auto& first : blocks.first)
    leaves.push_back(grid->tree().touchLeaf(openvdb::Coord(first[0], first[1], first[2])));
  const openvdb::points::AttributeArray::ScopedRegistryLock lock;  // once, not by every leaf
  parallel_for(
      "fill leaves with points", blocks.count(),
      [&](std::size_t b) {
        const auto count = static_cast<openvdb::Index>(blocks.particles(b).size());
        auto* values = new AttributeSet(columns, count, &lock);
        leaves[b]->replaceAttributeSet(values, /*allowMismatchingDescriptors=*/true);  // which owns it now
        fill_leaf(frame, blocks, b, *values, *leaves[b]);
      },
      16);
  return grid;
}

// A leaf of OpenVDB's tree is a tile of ours. Samples within the band are active; the others only say which side.
openvdb::FloatGrid::Ptr surface_grid(const SurfaceDistance& surface) {
  using Leaf = openvdb::FloatTree::LeafNodeType;
  constexpr auto kNodes = static_cast<std::size_t>(Leaf::SIZE);
  static_assert(Leaf::DIM == SurfaceDistance::kSide);
  const Vec3d h = surface.spacing;
  const double voxel = std::max({h[0], h[1], h[2]});
  const auto band = static_cast<float>(SurfaceDistance::kBand * voxel);
  auto grid = make_grid<openvdb::FloatGrid>();
  grid->tree().root().setBackground(band, /*updateChildNodes=*/false);
  for (std::size_t t = 0; t < surface.first.size(); ++t) {
    const auto& first = surface.first[t];
    auto* leaf = grid->tree().touchLeaf(openvdb::Coord(first[0], first[1], first[2]));
    for (std::size_t n = 0; n < kNodes; ++n) {  // OpenVDB's order has z fastest
      const float distance = surface.distance[t * kNodes + n];
      const auto at = static_cast<openvdb::Index>((n % 8) << 6 | (n / 8 % 8) << 3 | n / 64);
      if (std::abs(distance) < band) {
        leaf->setValueOn(at, distance);
      } else {
        leaf->setValueOff(at, distance);
      }
    }
  }
  for (const auto& first : surface.inside)
    grid->tree().addTile(/*level=*/1, openvdb::Coord(first[0], first[1], first[2]), -band, /*active=*/false);
  openvdb::tools::pruneLevelSet(grid->tree());
  auto transform = openvdb::math::Transform::createLinearTransform(voxel);
  if (h[0] != h[1] || h[1] != h[2]) transform->preScale(openvdb::Vec3d(h[0] / voxel, h[1] / voxel, h[2] / voxel));
  transform->postTranslate(openvdb::Vec3d(-h[0], -h[1], -h[2]));
  grid->setTransform(transform);
  grid->setGridClass(openvdb::GRID_LEVEL_SET);
  grid->setName("surface");
  return grid;
}

template <class Grid, class ValueOf>
typename Grid::Ptr cell_grid(const FluidCells& cells, const char* name, ValueOf&& value_of) {
  auto grid = make_grid<Grid>();
  grid->setName(name);
  grid->setTransform(cell_transform(cells.cell_size));
  auto accessor = grid->getAccessor();
  for (std::size_t i = 0; i < cells.count(); ++i)
    accessor.setValue(openvdb::Coord(cells.place[i][0], cells.place[i][1], cells.place[i][2]), value_of(i));
  return grid;
}

template <class Grid>
void add_range(const openvdb::GridBase& base, FileInfo& info) {
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
  info.add(std::is_same_v<typename Grid::ValueType, float> ? "  values" : "  length", range.text());
}

// Rows for the components of one column of points.
template <class T, class ValueAt>
void add_column_ranges(const PointDataGrid& grid, const std::string& column, const std::string& shown,
                       ValueAt&& value_at, FileInfo& info) {
  constexpr bool is_vector = std::is_same_v<T, openvdb::Vec3f>;
  std::array<ValueRange, 3> ranges;
  for (auto leaf = grid.tree().cbeginLeaf(); leaf; ++leaf) {
    if (!leaf->hasAttribute(column)) continue;
    const openvdb::points::AttributeHandle<T> handle(leaf->constAttributeArray(column));
    for (auto index = leaf->beginIndexOn(); index; ++index) {
      const auto value = value_at(handle.get(*index), index.getCoord());
      if constexpr (is_vector) {
        for (int a = 0; a < 3; ++a) ranges[a].add(static_cast<double>(value[a]));
      } else {
        ranges[0].add(static_cast<double>(value));
      }
    }
  }
  for (std::size_t a = 0; a < (is_vector ? 3 : 1); ++a)
    info.add("  " + shown + (is_vector ? std::string(".") + "xyz"[a] : ""), ranges[a].text());
}

// Where the points are, and the ranges of their columns. A column of a type that this program does not write has its
// type instead.
void add_point_rows(const PointDataGrid& grid, FileInfo& info) {
  info.add("  points", std::to_string(openvdb::points::pointCount(grid.tree())));
  const auto as_it_is = [](const auto& value, const openvdb::Coord&) { return value; };
  const auto in_space = [&](const openvdb::Vec3f& place, const openvdb::Coord& voxel) {
    return grid.transform().indexToWorld(place + voxel.asVec3d());
  };
  const auto leaf = grid.tree().cbeginLeaf();
  if (!leaf) return;
  for (const auto& [name, at] : leaf->attributeSet().descriptor().map()) {
    const std::string type = leaf->attributeSet().descriptor().valueType(at);
    if (name == "P" && type == "vec3s") {
      add_column_ranges<openvdb::Vec3f>(grid, name, "position", in_space, info);
    } else if (type == "vec3s") {
      add_column_ranges<openvdb::Vec3f>(grid, name, name, as_it_is, info);
    } else if (type == "float") {
      add_column_ranges<float>(grid, name, name, as_it_is, info);
    } else if (type == "int32") {
      add_column_ranges<std::int32_t>(grid, name, name, as_it_is, info);
    } else {
      info.add("  " + name, type);
    }
  }
}

std::string bounds_text(const openvdb::GridBase& grid) {
  const openvdb::CoordBBox box = grid.evalActiveVoxelBoundingBox();
  if (box.empty()) return "none";
  std::ostringstream text;
  const openvdb::Vec3d half(0.5);
  text << grid.transform().indexToWorld(box.min().asVec3d() - half) << " to "
       << grid.transform().indexToWorld(box.max().asVec3d() + half);
  return text.str();
}

void add_grids_of_file(const std::string& path, FileInfo& info) {
  openvdb::initialize();
  openvdb::io::File file(path);
  file.open(/*delayLoad=*/false);
  const openvdb::GridPtrVecPtr grids = file.getGrids();
  for (const auto& grid : *grids) {
    info.add(grid->getName(), grid->valueType());
    if (const auto points = openvdb::gridPtrCast<PointDataGrid>(grid)) {
      add_point_rows(*points, info);
      continue;
    }
    info.add("  active voxels", std::to_string(grid->activeVoxelCount()));
    info.add("  bounds", bounds_text(*grid));
    add_range<openvdb::FloatGrid>(*grid, info);
    add_range<openvdb::Vec3SGrid>(*grid, info);
  }
}

}  // namespace

bool has_openvdb() { return true; }

Result<FileInfo> vdb_info(const std::string& path) {
  FileInfo info{"OpenVDB", {}};
  try {
    add_grids_of_file(path, info);
  } catch (const std::exception&) {
    return Error{ErrorCode::kBadInput, "this VDB file is damaged", {path}};
  }
  return info;
}

Result<FileSum> write_vdb_particles(const std::string& path, const ParticleFrame& frame, std::string& memory) {
  return write_grids(path, memory, [&] { return openvdb::GridCPtrVec{point_grid(frame)}; });
}

Result<FileSum> write_vdb_volumes(const std::string& path, const SurfaceDistance& surface, const FluidCells& cells,
                                  std::string& memory) {
  return write_grids(path, memory, [&] {
    openvdb::GridCPtrVec grids;
    if (surface.is_measured()) grids.push_back(surface_grid(surface));
    auto velocity =
        cell_grid<openvdb::Vec3SGrid>(cells, "velocity", [&](std::size_t i) { return vector_at(cells.velocity, i); });
    velocity->setVectorType(openvdb::VEC_CONTRAVARIANT_RELATIVE);
    grids.push_back(velocity);
    const auto add = [&](const char* name, const std::vector<float>& values) {
      grids.push_back(cell_grid<openvdb::FloatGrid>(cells, name, [&](std::size_t i) { return values[i]; }));
    };
    add("pressure", cells.pressure);
    add("density", cells.density);
    if (cells.has_temperature()) add("temperature", cells.temperature);
    if (cells.has_fuel()) add("fuel", cells.fuel);
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
Result<FileSum> write_vdb_particles(const std::string&, const ParticleFrame&, std::string&) { return missing(); }
Result<FileSum> write_vdb_volumes(const std::string&, const SurfaceDistance&, const FluidCells&, std::string&) {
  return missing();
}
Result<FileInfo> vdb_info(const std::string& path) {
  return Error{ErrorCode::kBadInput, "this program was built without OpenVDB and cannot read .vdb files", {path}};
}

}  // namespace spindrift

#endif
