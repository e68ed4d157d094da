#include "liquid/wet_volume.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "geometry/fractions.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"

namespace spindrift {

namespace {

// The share of a cell that is both open and below the surface, of the shares of either: as large as it can be under a
// ceiling along the surface, as small as it can be over a floor, their product where the two cross at a right angle.
double wet_share(double open, double below, double cosine) {
  const double across = open * below;
  const double along = cosine > 0.0 ? std::max(open + below - 1.0, 0.0) : std::min(open, below);
  return across + std::abs(cosine) * (along - across);
}

// What the share of a cell that is wet is found from.
template <int D>
struct LiquidInCells {
  SolidsView<D> solids;
  FieldView<const CellType, D> type;
  FieldView<const float, D> surface_distance;  // empty: none is known
  CellRanges<D> particles;
  double particles_per_cell;  // of liquid at rest
};
static_assert(std::is_trivially_copyable_v<LiquidInCells<3>>);

// How deep the surface lies in the cells of a tile, and what solids leave of them.
template <int D>
class SurfaceInCells {
 public:
  SurfaceInCells(const LiquidInCells<D>& cells, int tile)
      : has_surface_(!cells.surface_distance.empty()), has_solids_(!cells.solids.empty()) {
    const TilesView<D>& tiles = cells.solids.tiles;
    load_halo(tiles, cells.type, tile, types_);
    if (has_surface_) load_halo(tiles, cells.surface_distance, tile, surface_);
    if (has_solids_) load_halo(tiles, cells.solids.distance, tile, solid_);
  }

  CellType type(const VecI<D>& cell) const { return types_.at(cell); }

  // What solids leave of a cell.
  double open(const VecI<D>& cell) const {
    return has_solids_ ? volume_fraction_outside(double{solid_.at(cell)}) : 1.0;
  }

  // Whether the surface is known here: in a drop too thin for it the particles count.
  bool has_surface(const VecI<D>& cell) const {
    return has_surface_ && type(cell) != CellType::kSolid &&
           !(type(cell) == CellType::kFluid && surface_.at(cell) >= 0.0f);
  }

  // Of a cell with a surface in it.
  double wet(const VecI<D>& cell) const {
    const double open_share = open(cell), below = volume_fraction_inside(double{surface_.at(cell)});
    if (open_share == 1.0 || open_share == 0.0 || below == 0.0 || below == 1.0) return open_share * below;
    return wet_share(open_share, below, cosine(cell));
  }

  bool touches_air(const VecI<D>& cell) const {
    for (int n = 0; n < Tile<D>::kNeighbors; ++n)
      if (types_.at(cell + Tile<D>::neighbor_offset(n)) == CellType::kAir) return true;
    return false;
  }

 private:
  // Between the ways out of the liquid and out of the solid.
  double cosine(const VecI<D>& cell) const {
    VecF<D> up, out;
    for (int a = 0; a < D; ++a) {
      VecI<D> low = cell, high = cell;
      --low[a];
      ++high[a];
      const VecI<D>& from = type(low) == CellType::kSolid ? cell : low;
      const VecI<D>& to = type(high) == CellType::kSolid ? cell : high;
      up[a] = (surface_.at(to) - surface_.at(from)) / static_cast<float>(std::max(to[a] - from[a], 1));
      out[a] = solid_.at(high) - solid_.at(low);
    }
    const float size = length(up) * length(out);
    return size > 0.0f ? static_cast<double>(dot(up, out) / size) : 0.0;
  }

  bool has_surface_, has_solids_;
  HaloBlock<CellType, D, 1, 1> types_;
  HaloBlock<float, D, 1, 1> surface_, solid_;
};

// A cell inside the liquid counts whole, or what of it lies outside of solids. A cell that touches air, be it at a
// corner, counts as deep as the surface lies in it, or by the particles it holds where no surface is known.
template <int D>
double wet_cells_of_tile(const LiquidInCells<D>& cells, int tile) {
  const SurfaceInCells<D> surface(cells, tile);
  const std::uint32_t* begin = cells.particles.cells_of(tile);
  double sum = 0.0;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    if (surface.type(cell) == CellType::kFluid && !surface.touches_air(cell))
      sum += surface.open(cell);
    else if (surface.has_surface(cell))
      sum += surface.wet(cell);
    else
      sum += std::min(1.0, (begin[c + 1] - begin[c]) / cells.particles_per_cell);
  }
  return sum;
}

}  // namespace

template <int D>
double wet_volume(const LiquidState<D>& state) {
  const LiquidInCells<D> cells{state.solids_view(), state.type, state.surface_distance, state.particles.ranges(),
                               state.particles_per_cell};
  const double wet =
      sum_tiles("sum wet volume", state.tiles, [&](int tile) { return wet_cells_of_tile(cells, tile); }, 4);
  return wet * state.domain.cell_volume();
}

template double wet_volume<2>(const LiquidState<2>&);
template double wet_volume<3>(const LiquidState<3>&);

}  // namespace spindrift
