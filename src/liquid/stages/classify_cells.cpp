// Each cell is solid, fluid or air: solid where its centre lies in a solid and none of its faces is open, or behind a
// closed side of the domain; fluid where it holds a particle and is not solid, air elsewhere. A particle never turns a
// solid cell into fluid.
#include <algorithm>
#include <vector>

#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/tile_lists.h"
#include "liquid/liquid_step.h"

namespace spindrift {

namespace {

template <int D>
int classify_tile(const SolidsView<D>& solids, const CellRanges<D>& particles, int tile, CellType* type) {
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
  const auto fluid = static_cast<int>(std::count(type, type + T::kCells, CellType::kFluid));
  return fluid;
}

// The empty small cut cells of a tile that have liquid beside them, and no air but in other small cut cells.
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

// A small cut cell, with its centre in a solid, may be too small for a particle. Partners liquid it is liquid, and not
// a bubble that draws the water in. One in a corner has liquid only beside other small cut cells: hence twice.
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
  state.fluid_cells = reduce_tiles(
      "classify cells", state.tiles, std::int64_t{0},
      [&](int tile) { return std::int64_t{classify_tile(solids, particles, tile, types.tile(tile))}; },
      [](std::int64_t a, std::int64_t b) { return a + b; }, 8);
  if (!state.solids.empty()) fill_small_cut_cells(state);
}

template void classify_cells<2>(LiquidState<2>&);
template void classify_cells<3>(LiquidState<3>&);

}  // namespace spindrift
