// Marks each cell as solid, fluid or air. Solid: its centre lies in a solid and none of its faces is open, or it lies
// behind a closed side of the domain. Fluid: it is not solid and holds a particle. Air: all others.
#include <algorithm>
#include <vector>

#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

// Returns the number of fluid cells.
template <int D>
std::int64_t classify_tile(const SolidsView<D>& solids, const CellRanges<D>& particles, int tile, CellType* type) {
  using T = Tile<D>;
  const Domain<D>& domain = solids.domain;
  const VecI<D> first = solids.tiles.first_cell(tile);
  VecI<D> last = first;
  for (int a = 0; a < D; ++a) last[a] += T::kMask;
  const bool inside = domain.contains(first) && domain.contains(last);
  const std::uint32_t* begin = particles.cells_of(tile);
  for (int c = 0; c < T::kCells; ++c) type[c] = begin[c + 1] > begin[c] ? CellType::kFluid : CellType::kAir;
  if (!solids.empty()) mark_closed_cells(solids, tile, type);
  if (!inside)
    for (int c = 0; c < T::kCells; ++c) {
      const VecI<D> cell = first + T::cell_coord(c);
      if (!domain.contains(cell)) type[c] = is_behind_wall(domain, cell) ? CellType::kSolid : CellType::kAir;
    }
  return std::count(type, type + T::kCells, CellType::kFluid);
}

// Lists the empty small cut cells of a tile that have liquid beside them, and no air except in other small cut cells.
template <int D>
void find_small_cells_among_liquid(const SolidsView<D>& solids, const FieldView<const CellType, D>& all_types, int tile,
                                   TileLists<int>::List& found) {
  using T = Tile<D>;
  const float* solid = solids.distance.tile(tile);
  const CellType* type = all_types.tile(tile);
  const VecI<D> first = solids.tiles.first_cell(tile);
  auto is_empty_small_cell = [&](int cell) {  // beyond an open side is air
    return type[cell] == CellType::kAir && solid[cell] < 0.0f && solids.domain.contains(first + T::cell_coord(cell));
  };
  int c = 0;
  while (c < T::kCells && !is_empty_small_cell(c)) ++c;
  if (c == T::kCells) return;
  HaloBlock<CellType, D, 1, 1> types;
  HaloBlock<float, D, 1, 1> distance;
  load_halo(solids.tiles, all_types, tile, types);
  load_halo(solids.tiles, solids.distance, tile, distance);
  const OpenNeighbors<D> neighbors(solids, tile);
  for (; c < T::kCells; ++c) {
    if (!is_empty_small_cell(c)) continue;
    bool has_liquid = false, has_air = false;
    neighbors.for_each(T::cell_coord(c), [&](const VecI<D>& beside, float) {
      has_liquid |= types.at(beside) == CellType::kFluid;
      has_air |= types.at(beside) == CellType::kAir && distance.at(beside) >= 0.0f;
    });
    if (has_liquid && !has_air) found.push_back(c);
  }
}

// A small cut cell has its centre in a solid and may be too small to hold a particle. Surrounded by liquid it counts as
// liquid; as air it would be a bubble that draws liquid in. Two rounds: one in a corner may border on such cells only.
template <int D>
void fill_small_cut_cells(LiquidState<D>& state) {
  const auto small = state.scratch.template borrow<TileLists<int>>();
  const SolidsView<D> solids = state.solids_view();
  const FieldView<const CellType, D> types = state.type;
  for (int round = 0; round < 2; ++round) {
    small->build("find small cut cells", state.tiles, [&](int tile, TileLists<int>::List& found) {
      if (is_at_solids(solids, tile)) find_small_cells_among_liquid(solids, types, tile, found);
    });
    for (int tile = 1; tile <= state.tiles.count(); ++tile) {
      for (const int c : (*small)[tile]) state.type.tile(tile)[c] = CellType::kFluid;
      state.fluid_cells += static_cast<std::int64_t>((*small)[tile].size());
    }
  }
}

}  // namespace

template <int D>
void classify_cells(LiquidState<D>& state) {
  state.cells_changed = true;
  const SolidsView<D> solids = state.solids_view();
  const CellRanges<D> particles = state.particles.ranges();
  const FieldView<CellType, D> types = state.type;
  state.fluid_cells = sum_tiles(
      "classify cells", state.tiles, [&](int tile) { return classify_tile(solids, particles, tile, types.tile(tile)); },
      8);
  if (!state.solids.empty()) fill_small_cut_cells(state);
}

template void classify_cells<2>(LiquidState<2>&);
template void classify_cells<3>(LiquidState<3>&);

}  // namespace spindrift
