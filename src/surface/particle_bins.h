// The particles of a frame by cells of the surface grid.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/buffer.h"
#include "grid/tile_map.h"
#include "surface/surface_grid.h"

namespace spindrift {

template <int D>
class ParticleBins {
 public:
  using T = Tile<D>;

  // Positions: x y z per particle, metres. Tiles of nodes within `reach` cells of a particle will exist afterwards.
  // Particles that are no numbers are left out, those outside of the domain count at its edge.
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
