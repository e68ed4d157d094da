// The level tile by tile: moments, filter, mean distance, balance of volume, solids.
#include "surface/surface_level.h"

#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"
#include "surface/solid_contact.h"

namespace spindrift {
namespace {

// The level of nodes that the surface does not pass, in particle spacings: about what it is a kernel's width away.
constexpr float kOutside = -1.0f, kInside = 1.0f;
// The least weight that a mean position is taken from: without any, the offsets are zero as well.
constexpr float kLeastWeight = 1e-12f;

// Whether there are particles in every cell of the simulation on and next to a tile's nodes: then no surface can be
// there.
template <int D>
bool is_deep(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, int tile) {
  using T = Tile<D>;
  const int wide = grid.cells_per_cell, blocks = (T::kSide + 2 * wide + wide - 1) / wide;
  const VecI<D> first = bins.tiles().first_cell(tile);
  const auto& neighbors = bins.tiles().neighbors(tile);
  const auto is_occupied = [&](const VecI<D>& cell) {
    if (grid.is_at_seam(first + cell)) {
      bool is_held = false;
      grid.for_each_image(first + cell, [&](const VecI<D>& image) {
        const CellPlace<D> at(bins.tiles(), image);
        is_held |= at.tile != 0 && !bins.row(at.tile, at.index, 1).empty();
      });
      return is_held;
    }
    VecI<D> offset, local;
    for (int a = 0; a < D; ++a) {
      offset[a] = cell[a] >> T::kLog2;
      local[a] = cell[a] & T::kMask;
    }
    const int owner = neighbors[T::neighbor_index(offset)];
    return owner != 0 && !bins.row(owner, T::cell_index(local), 1).empty();
  };
  for (int b = 0; b < power(blocks, D); ++b) {
    VecI<D> low;
    int rest = b;
    bool is_filled = false;
    for (int a = 0; a < D; ++a, rest /= blocks) {
      low[a] = (rest % blocks - 1) * wide;
      const int node = first[a] + low[a];
      if (grid.is_periodic[a]) continue;
      is_filled |= node + wide <= SurfaceGrid<D>::kFirst || node >= grid.last(a);  // behind a side
    }
    for (int c = 0; c < power(wide, D) && !is_filled; ++c) {
      VecI<D> cell = low;
      int at = c;
      for (int a = 0; a < D; ++a, at /= wide) cell[a] += at % wide;
      is_filled = is_occupied(cell);
    }
    if (!is_filled) return false;
  }
  return true;
}

// Writes the level of a tile's nodes and returns what it is out of balance.
template <int D>
typename VolumeBalance<D>::Sum level_of_tile(const SurfaceGrid<D>& grid, const MeanDistance<D>& mean,
                                             const VolumeBalance<D>& balance, const MomentFilter<D>& filtered,
                                             const std::vector<const Solid<D>*>& solids, const VecI<D>& first,
                                             float* values) {
  float share_of_one = 1.0f;  // what a weight of 1 on a node means as a share of the node's cell
  VecF<D> in_spacings;
  for (int a = 0; a < D; ++a) {
    in_spacings[a] = static_cast<float>(grid.spacing[a] / grid.particle_spacing);
    share_of_one /= in_spacings[a];
  }
  const auto is_open = [&](const VecI<D>& node) {
    return !grid.is_ghost(node) && (solids.empty() || distance_to(solids, grid.place(node)) > 0.0);
  };
  typename VolumeBalance<D>::Sum sum;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const Float4& moments = filtered.at(Tile<D>::cell_coord(c));
    float square = 0.0f;
    for (int a = 0; a < D; ++a) {
      const float offset = moments[a + 1] * in_spacings[a];
      square += offset * offset;
    }
    const float share = moments[0] * share_of_one;
    values[c] = mean.level(share, std::sqrt(square) / std::max(moments[0], kLeastWeight));
    if (is_open(first + Tile<D>::cell_coord(c))) balance.add(share, values[c], sum);
  }
  return sum;
}

template <int D>
void cut_off_solids(const SurfaceGrid<D>& grid, const std::vector<const Solid<D>*>& solids, const VecI<D>& first,
                    float* values) {
  if (solids.empty()) return;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const double distance = distance_to(solids, grid.place(first + Tile<D>::cell_coord(c)));
    values[c] = std::min(values[c], static_cast<float>(distance / grid.particle_spacing));
  }
}

template <int D>
void empty_ghosts(const SurfaceGrid<D>& grid, const VecI<D>& first, float* values) {
  if (!grid.is_ghost(first) && !grid.is_ghost(first + VecI<D>::filled(Tile<D>::kMask))) return;
  for (int c = 0; c < Tile<D>::kCells; ++c)
    if (grid.is_ghost(first + Tile<D>::cell_coord(c))) values[c] = kOutside;
}

}  // namespace

template <int D>
SurfaceLevel<D>::SurfaceLevel(const SurfaceGrid<D>& grid, double radius)
    : kernel_(grid, radius), mean_(kernel_.sigma), balance_(grid, kernel_.sigma) {}

template <int D>
void SurfaceLevel<D>::find(const SurfaceGrid<D>& grid, const ParticleBins<D>& bins, std::span<const float> positions,
                           const std::vector<Solid<D>>& solids) {
  constexpr std::size_t kGrain = 8;  // tiles: of those deep inside, which are quick, many lie side by side
  const TileMap<D>& tiles = bins.tiles();
  is_near_surface_.assign(tiles.count() + 1, 0);
  for_each_tile(
      "find tiles deep inside", tiles, [&](int tile) { is_near_surface_[tile] = !is_deep(grid, bins, tile); }, kGrain);
  add_up_moments<D>(grid, bins, positions, is_near_surface_, moments_);
  level_.resize(tiles.count());
  sums_.assign(tiles.count() + 1, {});
  workspaces_.prepare();
  const auto find_solids_near_tile = [&](int tile) -> const std::vector<const Solid<D>*>& {
    const VecI<D> first = tiles.first_cell(tile);
    std::vector<const Solid<D>*>& near = workspaces_.here().solids;
    find_solids_near(solids, {grid.place(first), grid.place(first + VecI<D>::filled(Tile<D>::kSide))},
                     grid.particle_spacing, near);
    return near;
  };
  for_each_tile(
      "find surface level", tiles,
      [&](int tile) {
        if (!is_near_surface_[tile]) return;
        MomentFilter<D>& filter = workspaces_.here().filter;
        filter.run(grid, kernel_, tiles, moments_, tile);
        sums_[tile] = level_of_tile<D>(grid, mean_, balance_, filter, find_solids_near_tile(tile),
                                       tiles.first_cell(tile), level_.tile(tile));
      },
      kGrain);
  for_each_tile(
      "balance and cut surface level", tiles,
      [&](int tile) {
        float* values = level_.tile(tile);
        if (is_near_surface_[tile]) {
          balance_.apply(tiles, sums_, tile, values);
        } else {
          std::fill_n(values, Tile<D>::kCells, kInside);
        }
        cut_off_solids(grid, find_solids_near_tile(tile), tiles.first_cell(tile), values);
        empty_ghosts(grid, tiles.first_cell(tile), values);
      },
      kGrain);
  sides_.find(tiles, level_);
}

template class SurfaceLevel<2>;
template class SurfaceLevel<3>;

}  // namespace spindrift
