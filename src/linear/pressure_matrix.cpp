#include <algorithm>
#include <cmath>

#include "grid/halo.h"
#include "linear/pressure_solver.h"

namespace spindrift {

template <int D>
void build_pressure_matrix(const TileMap<D>& map, const CellField<CellType, D>& type, PressureSystem<D>& system) {
  using T = Tile<D>;
  system.diagonal.resize(map.count());
  for (auto& field : system.coupling) field.resize(map.count());
  parallel_for(static_cast<std::size_t>(map.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    using Block = HaloBlock<CellType, D, 1, 1>;
    float* diagonal = system.diagonal.tile(tile);
    if (is_dry<D>(type.tile(tile))) {
      std::fill_n(diagonal, T::kCells, 0.0f);
      for (auto& coupling : system.coupling) std::fill_n(coupling.tile(tile), T::kCells, 0.0f);
      return;
    }
    Block types;
    load_halo(map, type, tile, types);
    for (int c = 0; c < T::kCells; ++c) {
      const CellType* here = &types.at(T::cell_coord(c));
      const bool fluid = *here == CellType::kFluid;
      int open = 0;
      for (int a = 0; a < D; ++a) {
        const CellType low = here[-Block::stride(a)], high = here[Block::stride(a)];
        open += (low != CellType::kSolid) + (high != CellType::kSolid);
        system.coupling[static_cast<std::size_t>(a)].tile(tile)[c] = fluid && low == CellType::kFluid ? 1.0f : 0.0f;
      }
      diagonal[c] = fluid ? static_cast<float>(open) : 0.0f;
    }
  }, 4);
}

template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<float, D>& pressure) {
  using T = Tile<D>;
  struct Squares {
    double residual, rhs;
  };
  const Squares total = parallel_reduce(
      static_cast<std::size_t>(map.count()), Squares{0.0, 0.0},
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        const float* diagonals = system.diagonal.tile(tile);
        if (std::all_of(diagonals, diagonals + T::kCells, [](float d) { return d == 0.0f; })) return Squares{0.0, 0.0};
        using Block = HaloBlock<float, D, 1, 1>;
        Block p;
        load_halo(map, pressure, tile, p);
        Squares sum{0.0, 0.0};
        for (int c = 0; c < T::kCells; ++c) {
          const float diagonal = diagonals[c];
          if (diagonal == 0.0f) continue;
          const float* here = &p.at(T::cell_coord(c));
          double r = static_cast<double>(system.rhs.tile(tile)[c]) - static_cast<double>(diagonal) * *here;
          for (int a = 0; a < D; ++a)  // pressure is zero wherever there is no coupling
            r += static_cast<double>(here[-Block::stride(a)]) + here[Block::stride(a)];
          sum.residual += r * r;
          sum.rhs += static_cast<double>(system.rhs.tile(tile)[c]) * system.rhs.tile(tile)[c];
        }
        return sum;
      },
      [](const Squares& a, const Squares& b) { return Squares{a.residual + b.residual, a.rhs + b.rhs}; });
  return total.rhs == 0.0 ? 0.0 : std::sqrt(total.residual / total.rhs);
}

template void build_pressure_matrix<2>(const TileMap<2>&, const CellField<CellType, 2>&, PressureSystem<2>&);
template void build_pressure_matrix<3>(const TileMap<3>&, const CellField<CellType, 3>&, PressureSystem<3>&);
template double relative_residual<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<float, 2>&);
template double relative_residual<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<float, 3>&);

}  // namespace spindrift
