// The pieces of the liquid, and the volume that their surfaces enclose.
#pragma once

#include <cstdint>
#include <vector>

#include "grid/for_each_tile.h"
#include "surface/extract_surface.h"

namespace spindrift {

// Connected nodes inside of the surface. Marching cubes keeps inside corners apart on an ambiguous side, so two pieces
// never share a face of the mesh. A piece has one closed surface outside and one around each hollow.
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

  // The number of the first `count` particles of the bins in each piece. A particle belongs to the piece that reaches
  // furthest into its cell.
  std::vector<std::uint32_t> count_particles(const ParticleBins<D>& bins, const SurfaceLevel<D>& level,
                                             std::uint32_t count);

  // The piece of every vertex of an extracted surface; none where coordinates exceed the precision of floats.
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

// Makes every piece of the surface enclose the liquid of its own particles, to half a per cent. All free vertices move
// along the surface's normal by
//
//   shift = surplus / area,
//
// at most by 0.08 particle spacings, which is the unevenness of calm particles. So a drop has its volume, and a deep
// pool, whose particles may be a little closer than at rest, keeps its level.
//
// `piece`: by vertex. `liquid`: particles by piece. `resolved`: share of the shift by vertex (resolved_share), so that
// droplets of a few particles and the rims of sheets keep their size. Vertices on the domain's sides move in them.
template <int D>
void hold_volume(const SurfaceGrid<D>& grid, const std::vector<int>& piece, const std::vector<std::uint32_t>& liquid,
                 const std::vector<float>& resolved, RawSurface<D>& surface);

}  // namespace spindrift
