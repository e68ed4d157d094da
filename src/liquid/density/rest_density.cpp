#include "liquid/density/rest_density.h"

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

constexpr double kEnoughCells = 8.0;  // for a mean over what a packing has more in one cell and less in the next

struct DensitySum {
  double sum = 0.0, cells = 0.0;
};

// Over the cells of a tile with nothing but liquid around them.
template <int D>
DensitySum sum_inner_density(const TilesView<D>& tiles, const FieldView<const CellType, D>& all_types, int tile,
                             const float* density) {
  HaloBlock<CellType, D, 1, 1> types;
  load_halo(tiles, all_types, tile, types);
  DensitySum inner;
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = Tile<D>::cell_coord(c);
    bool is_inner = true;
    for (int n = 0; n < Tile<D>::kNeighbors; ++n)
      is_inner &= types.at(cell + Tile<D>::neighbor_offset(n)) == CellType::kFluid;
    if (!is_inner) continue;
    inner.sum += density[c];
    inner.cells += 1.0;
  }
  return inner;
}

}  // namespace

template <int D>
void measure_rest_density(LiquidState<D>& state) {
  if (state.density.empty() || state.fluid_cells == 0) {
    state.rest_density = state.particles_per_cell;
    return;
  }
  transfer_particles_to_grid(state);
  if (state.scene.uses_smooth_density()) extend_density(state);
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  const FieldView<const float, D> density = state.density;
  const DensitySum mean = reduce_tiles(
      "measure rest density", state.tiles, DensitySum{},
      [&](int tile) { return sum_inner_density(tiles, types, tile, density.tile(tile)); },
      [](const DensitySum& a, const DensitySum& b) { return DensitySum{a.sum + b.sum, a.cells + b.cells}; });
  state.rest_density = mean.cells >= kEnoughCells ? mean.sum / mean.cells : state.particles_per_cell;
}

template void measure_rest_density<2>(LiquidState<2>&);
template void measure_rest_density<3>(LiquidState<3>&);

}  // namespace spindrift
