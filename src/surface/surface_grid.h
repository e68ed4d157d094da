// The grid on which a surface is extracted, and the particles of a frame by its cells. Its resolution is independent of
// the simulation's; its outermost nodes are on the domain's sides.
//
// Nodes are numbered from 1. Node 0 and the one after the last are ghosts, placed on the side itself: a layer of cells
// without thickness. A surface that crosses it is in the side, so a mesh ends flat at a wall and closes there without
// any code for walls in the extraction.
//
// Along a periodic axis the first and the last node are one place, and liquid at one side continues behind the other.
// The mesh is cut and closed there as at a wall: its two ends fit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math.h"
#include "exec/buffer.h"
#include "grid/domain.h"
#include "grid/tile.h"
#include "grid/tile_map.h"

namespace spindrift {

template <int D>
struct SurfaceGrid {
  static constexpr int kFirst = 1;  // the node on the low side

  VecI<D> cells{};         // along each axis
  VecD<D> spacing{};       // edge lengths of a cell, metres; equal up to the rounding of `cells`
  int cells_per_cell = 1;  // along an axis: how many reach over a cell of the simulation
  Vec<bool, D> is_periodic{};
  double particle_spacing = 1.0;  // edge of the cube of liquid that a particle stands for, metres

  SurfaceGrid() = default;
  SurfaceGrid(const Domain<D>& domain, double resolution, double particles_per_cell)
      : cells_per_cell(static_cast<int>(std::ceil(resolution))),
        is_periodic(domain.is_periodic),
        particle_spacing(domain.h * math::pow(particles_per_cell, -1.0 / D)) {
    for (int a = 0; a < D; ++a) {
      cells[a] = std::max(1, static_cast<int>(std::lround(domain.cells[a] * resolution)));
      spacing[a] = domain.h * domain.cells[a] / cells[a];
    }
  }

  VecI<D> extent() const { return cells + VecI<D>::filled(3); }  // nodes with the ghosts
  int last(int axis) const { return cells[axis] + kFirst; }      // the node on the high side
  bool is_ghost(const VecI<D>& node) const {
    for (int a = 0; a < D; ++a)
      if (node[a] < kFirst || node[a] > last(a)) return true;
    return false;
  }
  // Calls visit(node) for all nodes of the grid, including ghosts, that are periodic images of a node, which may be
  // outside.
  template <class Visit>
  void for_each_image(const VecI<D>& node, Visit&& visit) const {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) {
      const VecI<D> turns = Tile<D>::neighbor_offset(n);
      VecI<D> image = node;
      bool exists = true;
      for (int a = 0; a < D; ++a) {
        image[a] += turns[a] * cells[a];
        exists &= (turns[a] == 0 || is_periodic[a]) && image[a] >= 0 && image[a] <= last(a) + 1;
      }
      if (exists) visit(image);
    }
  }
  // Whether another node may be an image of this one: a ghost, on a periodic side, or beside one.
  bool is_at_seam(const VecI<D>& node) const {
    for (int a = 0; a < D; ++a)
      if (is_periodic[a] && (node[a] <= kFirst + 1 || node[a] >= last(a) - 1)) return true;
    return false;
  }
  double coordinate(int axis, double node) const {  // metres
    return (std::clamp(node, 1.0 * kFirst, 1.0 * last(axis)) - kFirst) * spacing[axis];
  }
  VecD<D> place(const VecI<D>& node) const {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = coordinate(a, node[a]);
    return x;
  }
};

template <int D>
class ParticleBins {
 public:
  using T = Tile<D>;

  // Positions: x y z per particle, metres. Creates the tiles of nodes within `reach` cells of a particle. Positions
  // that are not finite are ignored; those outside of the domain are clamped to it.
  void build(const SurfaceGrid<D>& grid, std::span<const float> positions, int reach);

  const TileMap<D>& tiles() const { return tiles_; }

  // Particles of the cells [first, first + length) of a row along x inside a tile; indices into the positions.
  std::span<const std::uint32_t> row(int tile, int first, int length) const {
    const std::size_t cell = T::offset(tile) + first;
    return {order_.data() + begin_[cell], begin_[cell + length] - begin_[cell]};
  }

 private:
  struct BinPlace {
    std::uint32_t slot;  // of the tile, in the whole grid of tiles
    std::uint32_t cell;  // in the tile
  };
  static constexpr std::uint32_t kNowhere = 0xffffffffu;

  void find_places(const SurfaceGrid<D>& grid, std::span<const float> positions);
  void make_tiles_exist(const SurfaceGrid<D>& grid, int reach);
  void sort();

  TileMap<D> tiles_;
  VecI<D> extent_{};             // tiles along each axis
  Buffer<BinPlace> place_;       // by particle
  std::vector<int> id_;          // by slot
  Buffer<std::uint32_t> begin_;  // by tile and cell, into order_
  Buffer<std::uint32_t> order_;
};

}  // namespace spindrift
