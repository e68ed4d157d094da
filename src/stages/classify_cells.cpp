// Each cell is solid, fluid or air: solid where its centre lies in a solid and none of its faces is open, or behind a
// closed side of the domain; fluid where it holds a particle and is not solid, air elsewhere. A particle never turns a
// solid cell into fluid.
#include <algorithm>

#include "exec/parallel.h"
#include "stages/open_area.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

template <int D>
int classify_tile(LiquidState<D>& state, int tile) {
  using T = Tile<D>;
  const VecI<D> first = state.tiles.first_cell(tile);
  VecI<D> last = first;
  for (int a = 0; a < D; ++a) last[a] += T::kMask;
  const bool inside = state.domain.contains(first) && state.domain.contains(last);
  const std::uint32_t* begin = state.particles.cell_begin.data() + static_cast<std::size_t>(tile) * T::kCells;
  CellType* type = state.type.tile(tile);
  for (int c = 0; c < T::kCells; ++c) type[c] = begin[c + 1] > begin[c] ? CellType::kFluid : CellType::kAir;
  if (!state.solids.empty()) mark_closed_cells(state, tile, type);
  if (!inside)
    for (int c = 0; c < T::kCells; ++c) {
      const VecI<D> cell = first + T::cell_coord(c);
      if (!state.domain.contains(cell))
        type[c] = is_behind_wall(state.domain, cell) ? CellType::kSolid : CellType::kAir;
    }
  const auto fluid = static_cast<int>(std::count(type, type + T::kCells, CellType::kFluid));
  return fluid;
}

}  // namespace

template <int D>
void classify_cells(LiquidState<D>& state) {
  state.cells_changed = true;
  state.fluid_cells = parallel_reduce(
      static_cast<std::size_t>(state.tiles.count()), std::int64_t{0},
      [&](std::size_t i) { return std::int64_t{classify_tile(state, static_cast<int>(i) + 1)}; },
      [](std::int64_t a, std::int64_t b) { return a + b; }, 8);
}

template void classify_cells<2>(LiquidState<2>&);
template void classify_cells<3>(LiquidState<3>&);

}  // namespace spindrift
