// Completes the density of particles where walls and solids cut its kernel off, as if the liquid went on behind them:
// what the surface is found from, and what the density projection evens out.
#include <algorithm>
#include <vector>

#include "grid/for_each_point.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/density/extend_density_into_solids.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// Adds to each cell at a closed side what lies in the cells behind it. Those are left as they are.
template <int D>
void fold_back(const Domain<D>& domain, const TilesView<D>& tiles, const FieldView<float, D>& densities, int tile) {
  using T = Tile<D>;
  const VecI<D> first = tiles.first_cell(tile);
  bool touches_wall = false;
  for (int a = 0; a < D; ++a)
    touches_wall |= !domain.is_periodic[a] &&
                    (first[a] <= Domain<D>::kBorder || first[a] + T::kSide >= Domain<D>::kBorder + domain.cells[a]);
  if (!touches_wall) return;
  HaloBlock<float, D, 1, 1> all;
  load_halo(tiles, densities, tile, all);
  float* density = densities.tile(tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> local = T::cell_coord(c), cell = first + local;
    if (!domain.contains(cell)) continue;
    Vec<bool, 2 * D> is_at_wall;  // both sides of a domain one cell wide
    for (int a = 0; a < D; ++a) {
      is_at_wall[2 * a] = cell[a] == Domain<D>::kBorder && domain.is_closed(2 * a);
      is_at_wall[2 * a + 1] = cell[a] == Domain<D>::kBorder + domain.cells[a] - 1 && domain.is_closed(2 * a + 1);
    }
    if (is_at_wall == Vec<bool, 2 * D>{}) continue;
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> behind = T::neighbor_offset(n);
      bool is_image = !(behind == VecI<D>{});
      for (int a = 0; a < D; ++a)
        if (behind[a] != 0) is_image &= is_at_wall[2 * a + (behind[a] > 0)];
      if (is_image) density[c] += all.at(local + behind);
    }
  }
}

// The fluid cells nearest to a solid cell: those beside its faces, else its edges, else its corners.
struct NearestFluid {
  int square, count;  // of their distance; and their number
};
template <int D>
NearestFluid nearest_fluid(const HaloBlock<CellType, D, 2, 2>& types, const VecI<D>& solid) {
  using T = Tile<D>;
  NearestFluid nearest{D + 1, 0};
  for (int n = 0; n < T::kNeighbors; ++n) {
    const VecI<D> offset = T::neighbor_offset(n);
    const int square = dot(offset, offset);
    if (square > nearest.square || types.at(solid + offset) != CellType::kFluid) continue;
    nearest.count = square < nearest.square ? 1 : nearest.count + 1;
    nearest.square = square;
  }
  return nearest;
}

// Takes what falls to a tile of the weight on solid cells in and around it.
template <int D>
void hand_back_to_tile(const TilesView<D>& tiles, const FieldView<const CellType, D>& all_types,
                       const FieldView<float, D>& all_densities, int tile) {
  using T = Tile<D>;
  HaloBlock<CellType, D, 2, 2> types;
  HaloBlock<float, D, 1, 1> densities;
  load_halo(tiles, all_types, tile, types);
  load_halo(tiles, all_densities, tile, densities);
  float* density = all_densities.tile(tile);
  for_each_point(VecI<D>::filled(-1), VecI<D>::filled(T::kSide), [&](const VecI<D>& solid) {
    const float weight = densities.at(solid);
    if (!(weight > 0.0f) || types.at(solid) != CellType::kSolid) return;
    const NearestFluid nearest = nearest_fluid<D>(types, solid);
    const float part = weight / static_cast<float>(std::max(1, nearest.count));
    for (int n = 0; n < T::kNeighbors; ++n) {
      const VecI<D> offset = T::neighbor_offset(n);
      const VecI<D> open = solid + offset;
      if (dot(offset, offset) != nearest.square || types.at(open) != CellType::kFluid) continue;
      bool inside = true;
      for (int a = 0; a < D; ++a) inside &= (open[a] & ~T::kMask) == 0;
      if (inside) density[T::cell_index(open)] += part;
    }
  });
}

// The classic way: weight that fell onto solid cells goes to the liquid beside them.
template <int D>
void hand_back_density_of_solids(LiquidState<D>& state) {
  using T = Tile<D>;
  const auto loan = state.scratch.template borrow<std::vector<std::uint8_t>>();
  loan->assign(state.tiles.count() + 1, 0);
  std::uint8_t* touches_solid = loan->data();
  const TilesView<D> tiles = state.tiles;
  const FieldView<const CellType, D> types = state.type;
  const FieldView<float, D> density = state.density;
  for_each_tile(
      "find tiles with solids", state.tiles,
      [&](int tile) {
        const CellType* type = types.tile(tile);
        touches_solid[tile] = std::find(type, type + T::kCells, CellType::kSolid) != type + T::kCells;
      },
      8);
  for_each_tile_by_color("hand back density of solids", state.tiles, [&](int tile) {
    const auto& neighbors = tiles.neighbors(tile);
    if (std::any_of(neighbors.begin(), neighbors.end(), [&](int n) { return touches_solid[n]; }))
      hand_back_to_tile(tiles, types, density, tile);
  });
}

}  // namespace

template <int D>
void extend_density(LiquidState<D>& state) {
  if (!state.scene.uses_level_set() && !state.scene.uses_density_projection())
    return hand_back_density_of_solids(state);
  // A tile reads the border cells of others, never their rest.
  const TilesView<D> tiles = state.tiles;
  const FieldView<float, D> density = state.density;
  const Domain<D>& domain = state.domain;
  for_each_tile_by_color("fold density back", state.tiles, [&](int tile) { fold_back(domain, tiles, density, tile); });
  if (!state.solids.empty()) extend_density_into_solids(state);
}

template void extend_density<2>(LiquidState<2>&);
template void extend_density<3>(LiquidState<3>&);

}  // namespace spindrift
