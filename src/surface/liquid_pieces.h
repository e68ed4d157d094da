// The pieces that the liquid is in: nodes inside of the surface, joined along the grid's edges.
//
// Marching cubes keeps inside corners apart on an ambiguous side, so two pieces never share a face of the mesh. A piece
// has one closed surface outside and one around each hollow.
#pragma once

#include <cstdint>
#include <vector>

#include "grid/tile_lists.h"
#include "surface/extract_surface.h"

namespace spindrift {

template <int D>
class LiquidPieces {
 public:
  static constexpr int kNone = -1;

  void find(const TileMap<D>& tiles, const SurfaceLevel<D>& level);

  int count() const { return count_; }
  int at(int tile, int node) const {
    const std::uint16_t label = label_.tile(tile)[node];
    return label == 0 ? kNone : number_[first_[tile] + label - 1u];
  }

  // How many of the first `count` particles of the bins each piece has: those in cells of the grid that it reaches
  // furthest into.
  std::vector<std::uint32_t> count_particles(const ParticleBins<D>& bins, const SurfaceLevel<D>& level,
                                             std::uint32_t count);

  // The piece of every vertex of a surface as it was extracted; none where coordinates are too large for floats to
  // hold the place on an edge.
  std::vector<int> of_vertices(const TileMap<D>& tiles, const RawSurface<D>& surface) const;

 private:
  using T = Tile<D>;
  void join_tiles(const TileMap<D>& tiles, const TileSides<D>& sides);
  int at_node(const TileMap<D>& tiles, const VecI<D>& node) const;

  struct PieceCount {
    int piece;
    std::uint32_t particles;
  };

  CellField<std::uint16_t, D> label_;  // 0 outside, else numbers the pieces inside a tile
  std::vector<std::uint32_t> first_;   // by tile: of its labels, in number_
  std::vector<int> number_;            // of the piece
  int count_ = 0;
  TileLists<PieceCount> elsewhere_;  // pieces of particles in cells whose low node is not the deepest
};

}  // namespace spindrift
