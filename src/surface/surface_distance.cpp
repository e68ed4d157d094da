#include "surface/surface_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "exec/parallel.h"
#include "grid/eikonal.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

using ShiftTile = Tile<3>;

struct Stance {  // of a vertex
  VecF<3> normal{};
  VecF<3> to_middles{};  // to the middles of the faces around it, summed
  float faces = 0.0f;
};

std::vector<Stance> stances_of(const SurfaceGrid<3>& grid, const RawSurface<3>& surface) {
  std::vector<Stance> stances(surface.vertices.size());
  for (const auto& face : surface.faces) {
    std::array<VecF<3>, 3> x;
    for (std::size_t k = 0; k < 3; ++k)
      for (int a = 0; a < 3; ++a) x[k][a] = surface.vertices[face[k]][a] * static_cast<float>(grid.spacing[a]);
    const VecF<3> normal = cross(x[1] - x[0], x[2] - x[0]), middle = (x[0] + x[1] + x[2]) / 3.0f;
    for (std::size_t k = 0; k < 3; ++k) {
      Stance& stance = stances[face[k]];
      stance.normal += normal;
      stance.to_middles += middle - x[k];
      stance.faces += 1.0f;
    }
  }
  return stances;
}

// Faces are flat, and vertices protrude so that they enclose the right volume. On a surface with curvature k the
// middles of faces with edges e are e^2 k / 3 below a vertex, and the faces e^2 k / 8 in the mean.
constexpr float kSag = 3.0f / 8.0f;
constexpr std::size_t kShiftGrain = 8;  // tiles

// How far outside of the extracted surface the finished one is, metres, at the nodes beside it.
class SurfaceShift {
 public:
  // Each vertex gives its shift to the two nodes of its edge. Vertices in the domain's sides give none: sides do not
  // move.
  SurfaceShift(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const TileSides<3>& sides,
               const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished);

  // At a node beside the surface; if it has none, the mean of those around it.
  float at(const VecI<3>& node) const;

 private:
  const TileMap<3>& tiles_;
  CellField<float, 3> shift_, given_;  // the mean of a node's shifts, and 1 if it has any
};

// Distances to the surface at the nodes around it, from the level that the mesh is made from.

SurfaceShift::SurfaceShift(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const TileSides<3>& sides,
                           const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished)
    : tiles_(tiles) {
  const auto for_each_near = [&](const char* name, auto&& visit) {
    const std::vector<int>& near = sides.near_surface();
    parallel_for(
        name, near.size(), [&](std::size_t i) { visit(shift_.tile(near[i]), given_.tile(near[i])); }, kShiftGrain);
  };
  shift_.resize(tiles.count());
  given_.resize(tiles.count());
  for_each_near("clear shift of surface", [](float* shift, float* given) {
    std::fill_n(shift, ShiftTile::kCells, 0.0f);
    std::fill_n(given, ShiftTile::kCells, 0.0f);
  });
  const std::vector<Stance> stances = stances_of(grid, finished);
  for (std::size_t v = 0; v < extracted.size(); ++v) {
    VecI<3> low, high;
    VecF<3> way;
    int ways = 0;
    bool is_in_side = false;
    for (int a = 0; a < 3; ++a) {
      const float x = extracted[v][a];
      low[a] = static_cast<int>(std::floor(x)) + SurfaceGrid<3>::kFirst;
      high[a] = static_cast<int>(std::ceil(x)) + SurfaceGrid<3>::kFirst;
      way[a] = (finished.vertices[v][a] - x) * static_cast<float>(grid.spacing[a]);
      ways += low[a] != high[a];
      is_in_side |= x == 0.0f || x == static_cast<float>(grid.cells[a]);
    }
    const auto& [normal, to_middles, faces] = stances[v];
    const float steep = length(normal);
    if (is_in_side || ways != 1 || !(steep > 0.0f)) continue;
    const float shift = dot(way + to_middles * (kSag / faces), normal) / steep;
    for (const VecI<3>& node : {low, high}) {
      const CellPlace<3> at(tiles, node);
      if (at.tile == 0) continue;
      shift_.tile(at.tile)[at.index] += shift;
      given_.tile(at.tile)[at.index] += 1.0f;
    }
  }
  for_each_near("mean shift of surface", [](float* shift, float* given) {
    for (int c = 0; c < ShiftTile::kCells; ++c) {
      shift[c] /= std::max(given[c], 1.0f);
      given[c] = given[c] > 0.0f ? 1.0f : 0.0f;
    }
  });
}

float SurfaceShift::at(const VecI<3>& node) const {
  const CellPlace<3> here(tiles_, node);
  if (given_.tile(here.tile)[here.index] > 0.0f) return shift_.tile(here.tile)[here.index];
  float sum = 0.0f, count = 0.0f;
  for (int n = 0; n < ShiftTile::kNeighbors; ++n) {
    const CellPlace<3> beside(tiles_, node + ShiftTile::neighbor_offset(n));
    sum += shift_.tile(beside.tile)[beside.index];  // zero where none was given
    count += given_.tile(beside.tile)[beside.index];
  }
  return sum / std::max(count, 1.0f);
}

using NodeBlock = HaloBlock<float, 3, 1, 1>;
constexpr std::size_t kDistanceGrain = 8;  // tiles
static_assert(SurfaceDistance::kSide == Tile<3>::kSide);

// Calls visit(axis, neighbour) for the neighbours along the axes that lie in the domain.
template <class Visit>
void for_each_neighbor(const SurfaceGrid<3>& grid, const VecI<3>& node, const VecI<3>& local, Visit&& visit) {
  for (int a = 0; a < 3; ++a)
    for (const int step : {-1, 1}) {
      if (node[a] + step < SurfaceGrid<3>::kFirst || node[a] + step > grid.last(a)) continue;
      VecI<3> beside = local;
      beside[a] += step;
      visit(a, beside);
    }
}

// Beside the surface: the level over the length of its gradient, taken across the surface along the axes that cross it.
// Infinite elsewhere.
float distance_beside(const SurfaceGrid<3>& grid, const NodeBlock& level, const VecI<3>& node, const VecI<3>& local) {
  const float* at = &level.at(local);
  bool is_beside = false;
  for (int a = 0; a < 3; ++a)
    is_beside |=
        (*at > 0.0f) != (at[-NodeBlock::stride(a)] > 0.0f) || (*at > 0.0f) != (at[NodeBlock::stride(a)] > 0.0f);
  if (!is_beside) return std::numeric_limits<float>::infinity();  // as most nodes
  is_beside = false;
  for_each_neighbor(grid, node, local, [&](int, const VecI<3>& beside) {
    is_beside |= (level.at(local) > 0.0f) != (level.at(beside) > 0.0f);
  });
  if (!is_beside) return std::numeric_limits<float>::infinity();  // beside a ghost only
  struct Slope {
    double rise = 0.0, way = 0.0, steepest = 0.0;  // to both sides; across the surface
  };
  const auto here = static_cast<double>(level.at(local));
  std::array<Slope, 3> slopes;
  for_each_neighbor(grid, node, local, [&](int a, const VecI<3>& beside) {
    const auto there = static_cast<double>(level.at(beside));
    Slope& slope = slopes[a];
    slope.rise += beside[a] > local[a] ? there - here : here - there;
    slope.way += grid.spacing[a];
    if ((here > 0.0) != (there > 0.0))
      slope.steepest = std::max(slope.steepest, std::abs(there - here) / grid.spacing[a]);
  });
  double square = 0.0;
  for (const Slope& slope : slopes) {
    const double steepness = slope.steepest > 0.0 ? slope.steepest : slope.rise / slope.way;
    square += steepness * steepness;
  }
  return static_cast<float>(std::abs(here) / std::sqrt(square));
}

// How far a node lies outside of the domain; negative inside.
float distance_to_domain(const SurfaceGrid<3>& grid, const VecI<3>& node) {
  double outside = -std::numeric_limits<double>::infinity();
  for (int a = 0; a < 3; ++a)
    outside = std::max(outside, std::max(SurfaceGrid<3>::kFirst - node[a], node[a] - grid.last(a)) * grid.spacing[a]);
  return static_cast<float>(outside);
}

// Whether the node of the domain next to a ghost is in the liquid.
bool is_beside_liquid(const SurfaceGrid<3>& grid, const NodeBlock& block, const VecI<3>& node, VecI<3> local) {
  for (int a = 0; a < 3; ++a) {
    local[a] += std::clamp(node[a], SurfaceGrid<3>::kFirst, grid.last(a)) - node[a];
    if (local[a] < -1) return false;
  }
  return block.at(local) > 0.0f;
}

// Whether some node of a tile may have a neighbour along an axis on the other side of the surface.
bool may_be_beside(const TileMap<3>& tiles, const TileSides<3>& sides, int tile) {
  if (sides.of(tile) == TileSide::kBoth) return true;
  for (int a = 0; a < 3; ++a)
    for (const int side : {0, 1}) {
      const int n = tiles.neighbors(tile)[Tile<3>::face_neighbor(a, side)];
      if (sides.of(n) != sides.of(tile)) return true;
    }
  return false;
}

// The nodes of a tile that lie beside the surface.
struct BesideBox {
  static constexpr int kFar = 1 << 28;  // of an empty box: steps to it stay within an int

  VecI<3> low = VecI<3>::filled(kFar), high = VecI<3>::filled(-kFar);

  void add(const VecI<3>& node) {
    for (int a = 0; a < 3; ++a) low[a] = std::min(low[a], node[a]), high[a] = std::max(high[a], node[a]);
  }
  // Steps along the axes from the nearest node of a tile.
  int steps_from(const VecI<3>& first) const {
    int steps = 0;
    for (int a = 0; a < 3; ++a) steps += std::max({0, low[a] - (first[a] + Tile<3>::kMask), first[a] - high[a]});
    return steps;
  }
};

class DistanceField {
 public:
  DistanceField(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const SurfaceLevel<3>& level)
      : grid_(grid),
        tiles_(tiles),
        level_(level),
        band_(static_cast<float>(SurfaceDistance::kBand *
                                 std::max({grid.spacing[0], grid.spacing[1], grid.spacing[2]}))) {}

  void measure_beside(const SurfaceShift& shift);
  void march();
  void end_at_sides();
  SurfaceDistance result() const;

 private:
  using T = Tile<3>;
  static constexpr int kPasses = static_cast<int>(SurfaceDistance::kBand) + 1;

  void fill_far_tiles(CellField<float, 3>& field) const;
  std::vector<int> tiles_to_march() const;
  void march_tile(int tile, float* to) const;
  void hide_ghosts(const VecI<3>& first, NodeBlock& block) const;
  bool has_ghosts(const VecI<3>& first, int side) const {
    return grid_.is_ghost(first) || grid_.is_ghost(first + VecI<3>::filled(side - 1));
  }

  const SurfaceGrid<3>& grid_;
  const TileMap<3>& tiles_;
  const SurfaceLevel<3>& level_;
  float band_;
  CellField<float, 3> distance_;
  CellField<char, 3> is_beside_;   // the surface: these distances are given; of tiles with a box
  std::vector<BesideBox> beside_;  // by tile
};

// Tiles outside of the band have its end on their side of the surface.
void DistanceField::fill_far_tiles(CellField<float, 3>& field) const {
  field.resize(tiles_.count());
  std::fill_n(field.tile(0), T::kCells, band_);  // where no tile is, there is no liquid
  for_each_tile(
      "fill tiles far from surface", tiles_,
      [&](int tile) {
        const TileSide side = level_.sides().of(tile);
        if (side != TileSide::kBoth)
          std::fill_n(field.tile(tile), T::kCells, side == TileSide::kInside ? -band_ : band_);
      },
      kDistanceGrain);
}

void DistanceField::measure_beside(const SurfaceShift& shift) {
  fill_far_tiles(distance_);
  is_beside_.resize(tiles_.count());
  beside_.assign(tiles_.count() + 1, {});
  const std::vector<int>& near = level_.sides().near_surface();
  parallel_for(
      "measure distances beside surface", near.size(),
      [&](std::size_t i) {
        const int tile = near[i];
        char* is_beside = is_beside_.tile(tile);
        std::fill_n(is_beside, T::kCells, char{0});
        if (!may_be_beside(tiles_, level_.sides(), tile)) return;
        const VecI<3> first = tiles_.first_cell(tile);
        NodeBlock block;
        load_halo(tiles_, level_.field(), tile, block);
        for (int c = 0; c < T::kCells; ++c) {
          const VecI<3> local = T::cell_coord(c), node = first + local;
          const float sign = block.at(local) > 0.0f ? -1.0f : 1.0f;
          float& distance = distance_.tile(tile)[c];
          distance = sign * band_;
          if (grid_.is_ghost(node)) continue;
          const float beside = distance_beside(grid_, block, node, local);
          if (!(beside < band_)) continue;
          distance = std::clamp(sign * beside - shift.at(node), -band_, band_);
          is_beside[c] = 1;
          beside_[tile].add(node);
        }
      },
      kDistanceGrain);
}

// The tiles within this many steps along the axes of nodes beside the surface.
std::vector<int> DistanceField::tiles_to_march() const {
  std::vector<int> found;
  for (const int tile : level_.sides().near_surface()) {
    const auto& around = tiles_.neighbors(tile);
    if (std::any_of(around.begin(), around.end(),
                    [&](int n) { return beside_[n].steps_from(tiles_.first_cell(tile)) <= kPasses; }))
      found.push_back(tile);
  }
  return found;
}

// The next distances of a tile's nodes.
void DistanceField::march_tile(int tile, float* to) const {
  const VecI<3> first = tiles_.first_cell(tile);
  const char* is_beside = is_beside_.tile(tile);
  NodeBlock block;
  load_halo(tiles_, distance_, tile, block);
  if (has_ghosts(first - VecI<3>::filled(1), T::kSide + 2)) hide_ghosts(first, block);
  for (int c = 0; c < T::kCells; ++c) {
    const float* at = &block.at(T::cell_coord(c));
    to[c] = *at;
    const float sign = *at < 0.0f ? -1.0f : 1.0f;
    std::array<float, 3> nearest;  // along each axis; a ghost, which is not a number, is never nearer
    for (int a = 0; a < 3; ++a) {
      const float below = sign * at[-NodeBlock::stride(a)], above = sign * at[NodeBlock::stride(a)];
      float least = band_;
      if (below < least) least = below;
      if (above < least) least = above;
      nearest[a] = least;
    }
    if (!(std::min({nearest[0], nearest[1], nearest[2]}) < band_) || is_beside[c] || std::isnan(*at)) continue;
    std::array<AxisNeighbor<double>, 3> neighbors;
    for (int a = 0; a < 3; ++a) neighbors[a] = {nearest[a], grid_.spacing[a]};
    to[c] = sign * std::clamp(static_cast<float>(distance_from_neighbors(neighbors)), 0.0f, band_);
  }
}

void DistanceField::hide_ghosts(const VecI<3>& first, NodeBlock& block) const {
  for (int n = 0; n < power(NodeBlock::kExtent, 3); ++n) {
    const VecI<3> local{
        {n % NodeBlock::kExtent - 1, n / NodeBlock::kExtent % NodeBlock::kExtent - 1, n / NodeBlock::stride(2) - 1}};
    if (grid_.is_ghost(first + local)) block.at(local) = std::numeric_limits<float>::quiet_NaN();
  }
}

// Distances grow from node to node: once per pass, a node further out.
void DistanceField::march() {
  const std::vector<int> reached = tiles_to_march();
  Buffer<float> next(reached.size() * T::kCells);
  for (int pass = 0; pass < kPasses; ++pass) {
    parallel_for(
        "march distances", reached.size(), [&](std::size_t i) { march_tile(reached[i], &next[i * T::kCells]); },
        kDistanceGrain);
    parallel_for(
        "copy marched distances", reached.size(),
        [&](std::size_t i) { std::copy_n(&next[i * T::kCells], T::kCells, distance_.tile(reached[i])); },
        kDistanceGrain);
  }
}

// Sides of the domain count within the band only.
void DistanceField::end_at_sides() {
  const auto is_far_inside = [&](const VecI<3>& low) {
    bool is_far = true;
    for (int a = 0; a < 3; ++a) {
      const int nodes = static_cast<int>(std::ceil(band_ / grid_.spacing[a])) + 1;
      is_far &= low[a] - SurfaceGrid<3>::kFirst >= nodes && grid_.last(a) - (low[a] + T::kMask) >= nodes;
    }
    return is_far;
  };
  const std::vector<int>& near = level_.sides().near_surface();  // tiles with ghosts have both sides in them
  parallel_for(
      "end distances at sides", near.size(),
      [&](std::size_t i) {
        const int tile = near[i];
        const VecI<3> first = tiles_.first_cell(tile);
        if (is_far_inside(first)) return;
        NodeBlock level;
        if (has_ghosts(first, T::kSide)) load_halo(tiles_, level_.field(), tile, level);
        for (int c = 0; c < T::kCells; ++c) {
          const VecI<3> local = T::cell_coord(c), node = first + local;
          float& distance = distance_.tile(tile)[c];
          const float to_side = distance_to_domain(grid_, node);
          if (!grid_.is_ghost(node)) {
            distance = std::max(distance, to_side);
          } else {
            distance = is_beside_liquid(grid_, level, node, local) ? to_side : band_;
          }
          distance = std::clamp(distance, -band_, band_);
        }
      },
      kDistanceGrain);
}

SurfaceDistance DistanceField::result() const {
  SurfaceDistance result;
  result.spacing = grid_.spacing;
  for (int tile = 1; tile <= tiles_.count(); ++tile) {
    const float* values = distance_.tile(tile);
    const auto [least, most] = std::minmax_element(values, values + T::kCells);
    if (*least >= band_) continue;
    if (*most <= -band_) {
      result.inside.push_back(tiles_.first_cell(tile));
    } else {
      result.first.push_back(tiles_.first_cell(tile));
      result.distance.insert(result.distance.end(), values, values + T::kCells);
    }
  }
  return result;
}

}  // namespace

SurfaceDistance surface_distance(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const SurfaceLevel<3>& level,
                                 const std::vector<VecF<3>>& extracted, const RawSurface<3>& finished) {
  DistanceField field(grid, tiles, level);
  field.measure_beside(SurfaceShift(grid, tiles, level.sides(), extracted, finished));
  field.march();
  field.end_at_sides();
  return field.result();
}

}  // namespace spindrift
