#include "surface/surface_distance.h"

#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "grid/halo.h"

namespace spindrift {
namespace {

using Block = HaloBlock<float, 3, 1, 1>;
constexpr std::size_t kGrain = 8;
static_assert(SurfaceDistance::kSide == Tile<3>::kSide);

// Metres, positive outside, as far as the first order goes. Beyond the sides of the domain stand no values: differences
// there are one-sided.
float distance_at(const SurfaceGrid<3>& grid, const Block& block, const VecI<3>& node, const VecI<3>& local) {
  double square = 0.0;
  for (int a = 0; a < 3; ++a) {
    VecI<3> low = local, high = local;
    if (node[a] > SurfaceGrid<3>::kFirst) --low[a];
    if (node[a] < grid.last(a)) ++high[a];
    const double rise = static_cast<double>(block.at(high) - block.at(low));
    const double slope = rise / (std::max(1, high[a] - low[a]) * grid.spacing[a]);
    square += slope * slope;
  }
  return -block.at(local) / static_cast<float>(std::max(std::sqrt(square), 1e-12));
}

// How far a node lies outside of the domain; negative inside.
float distance_to_domain(const SurfaceGrid<3>& grid, const VecI<3>& node) {
  double outside = -1e30;
  for (int a = 0; a < 3; ++a)
    outside = std::max(outside, std::max(SurfaceGrid<3>::kFirst - node[a], node[a] - grid.last(a)) * grid.spacing[a]);
  return static_cast<float>(outside);
}

// Whether the node of the domain next to a ghost is in the liquid.
bool is_beside_liquid(const SurfaceGrid<3>& grid, const Block& block, const VecI<3>& node, VecI<3> local) {
  for (int a = 0; a < 3; ++a) {
    local[a] += std::clamp(node[a], SurfaceGrid<3>::kFirst, grid.last(a)) - node[a];
    if (local[a] < -1) return false;
  }
  return block.at(local) > 0.0f;
}

// The first order errs where the level flattens: no node is further away than its neighbour, and the way to it.
void shorten(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, CellField<float, 3>& distance) {
  using T = Tile<3>;
  std::array<float, T::kNeighbors> way;
  std::array<int, T::kNeighbors> step;
  for (int n = 0; n < T::kNeighbors; ++n) {
    const VecI<3> offset = T::neighbor_offset(n);
    double square = 0.0;
    int to = 0;
    for (int a = 0; a < 3; ++a) {
      square += std::pow(offset[a] * grid.spacing[a], 2);
      to += offset[a] * Block::stride(a);
    }
    way[static_cast<std::size_t>(n)] = static_cast<float>(std::sqrt(square));
    step[static_cast<std::size_t>(n)] = to;
  }
  CellField<float, 3> shorter;
  shorter.resize(tiles.count());
  parallel_for(
      static_cast<std::size_t>(tiles.count()),
      [&](std::size_t t) {
        const int tile = static_cast<int>(t) + 1;
        Block block;
        load_halo(tiles, distance, tile, block);
        for (int c = 0; c < T::kCells; ++c) {
          const float* here = &block.at(T::cell_coord(c));
          float least = std::abs(*here);
          for (std::size_t n = 0; n < way.size(); ++n) {
            const float there = here[step[n]];
            if (there * *here > 0.0f) least = std::min(least, std::abs(there) + way[n]);
          }
          shorter.tile(tile)[c] = std::copysign(least, *here);
        }
      },
      kGrain);
  distance.swap(shorter);
}

}  // namespace

SurfaceDistance surface_distance(const SurfaceGrid<3>& grid, const TileMap<3>& tiles, const LevelField<3>& level) {
  using T = Tile<3>;
  const auto count = static_cast<std::size_t>(tiles.count());
  const auto band =
      static_cast<float>(SurfaceDistance::kBand * std::max({grid.spacing[0], grid.spacing[1], grid.spacing[2]}));
  CellField<float, 3> field;
  field.resize(tiles.count());
  parallel_for(
      count,
      [&](std::size_t t) {
        const int tile = static_cast<int>(t) + 1;
        const VecI<3> first = tiles.first_cell(tile);
        Block block;
        load_halo(tiles, level, tile, block);
        for (int c = 0; c < T::kCells; ++c) {
          const VecI<3> local = T::cell_coord(c), node = first + local;
          const float to_side = distance_to_domain(grid, node);
          const float distance = !grid.is_ghost(node) ? std::max(distance_at(grid, block, node, local), to_side)
                                 : is_beside_liquid(grid, block, node, local) ? to_side
                                                                              : band;
          field.tile(tile)[c] = std::clamp(distance, -band, band);
        }
      },
      kGrain);
  for (int pass = 0; pass < 2; ++pass) shorten(grid, tiles, field);
  SurfaceDistance result;
  result.spacing = grid.spacing;
  result.first.resize(count);
  for (std::size_t t = 0; t < count; ++t) result.first[t] = tiles.first_cell(static_cast<int>(t) + 1);
  result.distance.assign(field.tile(1), field.tile(1) + count * T::kCells);
  return result;
}

}  // namespace spindrift
