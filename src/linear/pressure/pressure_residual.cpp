// The residual of a pressure, from scratch, and what follows from it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

// Of the residual r = b - A q.
struct ResidualProducts {
  double rr = 0.0, bb = 0.0, qr = 0.0, qb = 0.0;

  friend ResidualProducts operator+(const ResidualProducts& x, const ResidualProducts& y) {
    return {x.rr + y.rr, x.bb + y.bb, x.qr + y.qr, x.qb + y.qb};
  }
};

template <int D>
using PressureBlock = HaloBlock<double, D, 1, 1>;

// r = b - A q on the cells of a tile; means nothing where there is no equation.
template <int D>
void find_residual(const PressureMatrixView<D>& matrix, const FieldView<const float, D>& right_side, int tile,
                   const PressureBlock<D>& q, double* r) {
  using T = Tile<D>;
  using CouplingBlock = HaloBlock<float, D, 0, 1>;
  const float *diagonal = matrix.diagonal.tile(tile), *rhs = right_side.tile(tile);
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const double* here = &q.at(T::cell_coord(row));
    for (int x = 0; x < T::kSide; ++x)
      r[row + x] = static_cast<double>(rhs[row + x]) - static_cast<double>(diagonal[row + x]) * here[x];
  }
  for (int a = 0; a < D; ++a) {
    CouplingBlock coupling;
    load_halo(matrix.tiles, matrix.coupling[a], tile, coupling);
    for (int row = 0; row < T::kCells; row += T::kSide) {
      const float* to = &coupling.at(T::cell_coord(row));
      const double* here = &q.at(T::cell_coord(row));
      for (int x = 0; x < T::kSide; ++x)
        r[row + x] += static_cast<double>(to[x]) * here[x - PressureBlock<D>::stride(a)] +
                      static_cast<double>(to[x + CouplingBlock::stride(a)]) * here[x + PressureBlock<D>::stride(a)];
    }
  }
}

template <int D>
ResidualProducts measure_tile(const PressureMatrixView<D>& matrix, const FieldView<const float, D>& right_side,
                              const FieldView<const double, D>& pressure, int tile) {
  using T = Tile<D>;
  const float *diagonal = matrix.diagonal.tile(tile), *rhs = right_side.tile(tile);
  if (std::all_of(diagonal, diagonal + T::kCells, [](float d) { return d == 0.0f; })) return {};
  PressureBlock<D> q;
  load_halo(matrix.tiles, pressure, tile, q);
  double r[T::kCells];
  find_residual(matrix, right_side, tile, q, r);
  std::array<ResidualProducts, T::kSide> sums{};  // by column: rows are vectorised
  for (int row = 0; row < T::kCells; row += T::kSide) {
    const double* here = &q.at(T::cell_coord(row));
    for (int x = 0; x < T::kSide; ++x) {
      const bool has_equation = diagonal[row + x] != 0.0f;
      const double residual = has_equation ? r[row + x] : 0.0,
                   inflow = has_equation ? static_cast<double>(rhs[row + x]) : 0.0;
      ResidualProducts& sum = sums[x];
      sum.rr += residual * residual;
      sum.bb += inflow * inflow;
      sum.qr += here[x] * residual;
      sum.qb += here[x] * inflow;
    }
  }
  return std::accumulate(sums.begin(), sums.end(), ResidualProducts{});
}

template <int D>
ResidualProducts measure_residual(const TileMap<D>& map, const PressureSystem<D>& system,
                                  const CellField<double, D>& pressure) {
  const PressureMatrixView<D> matrix = matrix_view(map, system);
  const FieldView<const float, D> right_side = system.rhs;
  const FieldView<const double, D> q = pressure;
  return reduce_tiles(
      "measure pressure residual", map, ResidualProducts{},
      [&](int tile) { return measure_tile(matrix, right_side, q, tile); },
      [](const ResidualProducts& a, const ResidualProducts& b) { return a + b; });
}

}  // namespace

template <int D>
double relative_residual(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  return total.bb == 0.0 ? 0.0 : std::sqrt(total.rr / total.bb);
}

template <int D>
bool is_better_than_zero(const TileMap<D>& map, const PressureSystem<D>& system, const CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  return total.qb + total.qr > 0.0;  // q A q < 2 q b
}

template <int D>
void scale_guess(const TileMap<D>& map, const PressureSystem<D>& system, CellField<double, D>& pressure) {
  const ResidualProducts total = measure_residual(map, system, pressure);
  const double energy = total.qb - total.qr;  // q A q
  const double nearest = energy > 0.0 ? std::max(0.0, total.qb / energy) : 0.0;
  const FieldView<double, D> guess = pressure;
  for_each_tile(
      "scale guess", map,
      [&](int tile) {
        double* q = guess.tile(tile);
        for (int c = 0; c < Tile<D>::kCells; ++c) q[c] *= nearest;
      },
      16);
}

template double relative_residual<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<double, 2>&);
template bool is_better_than_zero<2>(const TileMap<2>&, const PressureSystem<2>&, const CellField<double, 2>&);
template double relative_residual<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<double, 3>&);
template bool is_better_than_zero<3>(const TileMap<3>&, const PressureSystem<3>&, const CellField<double, 3>&);
template void scale_guess<2>(const TileMap<2>&, const PressureSystem<2>&, CellField<double, 2>&);
template void scale_guess<3>(const TileMap<3>&, const PressureSystem<3>&, CellField<double, 3>&);

}  // namespace spindrift
