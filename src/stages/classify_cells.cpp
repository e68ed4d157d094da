// Each cell is solid, fluid or air: solid where its centre lies in a solid or behind a closed side of the domain, fluid
// where it holds a particle and is not solid, air elsewhere. A particle never turns a solid cell into fluid.
#include "exec/parallel.h"
#include "stages/stages.h"

namespace spindrift {

namespace {

// What lies outside of the domain; outside of a corner, a closed side wins.
template <int D>
CellType border_type(const Domain<D>& domain, const VecI<D>& cell) {
  for (int a = 0; a < D; ++a) {
    const auto low = static_cast<std::size_t>(2 * a), high = low + 1;
    if (cell[a] < Domain<D>::kBorder && !domain.is_open[low]) return CellType::kSolid;
    if (cell[a] >= Domain<D>::kBorder + domain.cells[a] && !domain.is_open[high]) return CellType::kSolid;
  }
  return CellType::kAir;
}

template <int D>
int classify_tile(LiquidState<D>& state, int tile) {
  using T = Tile<D>;
  const VecI<D> first = state.tiles.first_cell(tile);
  VecI<D> last = first;
  for (int a = 0; a < D; ++a) last[a] += T::kMask;
  const bool inside = state.domain.contains(first) && state.domain.contains(last);
  const float* distance = state.solids.empty() ? nullptr : state.solid_distance().tile(tile);
  const std::uint32_t* begin = state.particles.cell_begin.data() + static_cast<std::size_t>(tile) * T::kCells;
  CellType* type = state.type.tile(tile);
  int fluid = 0;
  for (int c = 0; c < T::kCells; ++c) {
    type[c] = begin[c + 1] > begin[c] ? CellType::kFluid : CellType::kAir;
    if (distance && distance[c] < 0.0f) type[c] = CellType::kSolid;
    if (!inside) {
      const VecI<D> cell = first + T::cell_coord(c);
      if (!state.domain.contains(cell)) type[c] = border_type(state.domain, cell);
    }
    fluid += type[c] == CellType::kFluid;
  }
  return fluid;
}

}  // namespace

template <int D>
void classify_cells(LiquidState<D>& state) {
  state.fluid_cells = parallel_reduce(
      static_cast<std::size_t>(state.tiles.count()), std::int64_t{0},
      [&](std::size_t i) { return std::int64_t{classify_tile(state, static_cast<int>(i) + 1)}; },
      [](std::int64_t a, std::int64_t b) { return a + b; }, 8);
}

template void classify_cells<2>(LiquidState<2>&);
template void classify_cells<3>(LiquidState<3>&);

}  // namespace spindrift
