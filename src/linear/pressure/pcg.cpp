// Conjugate gradients with MIC(0), in double precision.
//
// The factor is applied by forward and backward substitution in the order of tiles and cells. A tile needs only its
// neighbours on the low (or high) side, so tiles on one diagonal plane of the tile grid are independent: threads share
// a plane, and the arithmetic is that of the serial sweep, bit for bit.
#include <algorithm>
#include <cmath>

#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

constexpr double kTau = 0.97;    // share of dropped fill-in moved to the diagonal [Bridson2015, fig. 5.4]
constexpr double kSigma = 0.25;  // smallest pivot, as a share of the diagonal, before MIC falls back to the diagonal

template <int D>
using Planes = std::vector<std::vector<int>>;

template <int D>
Planes<D> diagonal_planes(const TileMap<D>& map) {
  Planes<D> planes;
  for (int tile = 1; tile <= map.count(); ++tile) {
    std::size_t sum = 0;
    for (int a = 0; a < D; ++a) sum += static_cast<std::size_t>(map.coord(tile)[a]);
    if (sum >= planes.size()) planes.resize(sum + 1);
    planes[sum].push_back(tile);
  }
  return planes;
}

// The substitutions know no way around a periodic side: there the ring of a block counts as empty.
template <int D, class Block>
void drop_wrapped(const TileMap<D>& map, int tile, int side, Block& block) {
  for (int a = 0; a < D; ++a) {
    const int end = side == 0 ? 0 : map.extent_tiles()[a] - 1;
    if (!map.is_periodic()[a] || map.coord(tile)[a] != end) continue;
    const int ring = side == 0 ? 0 : Block::kExtent - 1, stride = Block::stride(a);
    for (std::size_t i = 0; i < block.values.size(); ++i)
      if (static_cast<int>(i) / stride % Block::kExtent == ring) block.values[i] = 0;
  }
}

// factor = 1 / e with e_i = A_ii - sum_a c_a^2 f_low - tau sum_a c_a (sum_{b != a} c_b of the low cell) f_low.
template <int D>
void factorize(const TileMap<D>& map, PressureSystem<D>& system, const Planes<D>& planes) {
  using T = Tile<D>;
  system.factor.resize(map.count());
  for (const std::vector<int>& plane : planes)
    parallel_for("factorize", plane.size(), [&](std::size_t i) {
      const int tile = plane[i];
      using Factors = HaloBlock<float, D, 1, 0>;
      using Couplings = HaloBlock<float, D, 1, 1>;
      Factors factors;
      std::array<Couplings, D> coupling;
      load_halo(map, system.factor, tile, factors);
      drop_wrapped(map, tile, 0, factors);
      for (std::size_t a = 0; a < D; ++a) load_halo(map, system.coupling[a], tile, coupling[a]);
      for (int c = 0; c < T::kCells; ++c) {
        const VecI<D> cell = T::cell_coord(c);
        float& factor = factors.at(cell);
        const double diagonal = system.diagonal.tile(tile)[c];
        factor = 0.0f;
        if (diagonal > 0.0) {
          double e = diagonal;
          for (int a = 0; a < D; ++a) {
            const double to_low = coupling[a].at(cell);
            if (to_low == 0.0) continue;
            VecI<D> low = cell;
            --low[a];
            const double f = factors.at(low);
            double dropped = 0.0;
            for (int b = 0; b < D; ++b) {
              if (b == a) continue;
              VecI<D> beside = low;
              ++beside[b];
              dropped += coupling[b].at(beside);
            }
            e -= to_low * (to_low + kTau * dropped) * f;
          }
          factor = static_cast<float>(1.0 / (e < kSigma * diagonal ? diagonal : e));
        }
        system.factor.tile(tile)[c] = factor;
      }
    });
}

// z = M^-1 r: forward y_i = f_i (r_i + sum_a c_a y_low), backward z_i = y_i + f_i sum_a c_a(high) z_high.
template <int D>
void apply_preconditioner(const TileMap<D>& map, PressureSystem<D>& system, const Planes<D>& planes) {
  using T = Tile<D>;
  for (const std::vector<int>& plane : planes)
    parallel_for("apply preconditioner", plane.size(), [&](std::size_t i) {
      const int tile = plane[i];
      using Block = HaloBlock<double, D, 1, 0>;
      Block y;
      load_halo(map, system.preconditioned, tile, y);
      drop_wrapped(map, tile, 0, y);
      const double* r = system.residual.tile(tile);
      const float* factor = system.factor.tile(tile);
      double* out = system.preconditioned.tile(tile);
      for (int c = 0; c < T::kCells; ++c) {
        double* here = &y.at(T::cell_coord(c));
        double sum = r[c];
        for (int a = 0; a < D; ++a)
          sum += static_cast<double>(system.coupling[a].tile(tile)[c]) * here[-Block::stride(a)];
        out[c] = *here = factor[c] * sum;
      }
    });
  for (auto plane = planes.rbegin(); plane != planes.rend(); ++plane)
    parallel_for("apply preconditioner", plane->size(), [&](std::size_t i) {
      const int tile = (*plane)[i];
      using Block = HaloBlock<double, D, 0, 1>;
      Block z;
      load_halo(map, system.preconditioned, tile, z);
      drop_wrapped(map, tile, 1, z);
      std::array<HaloBlock<float, D, 0, 1>, D> coupling;
      for (std::size_t a = 0; a < D; ++a) load_halo(map, system.coupling[a], tile, coupling[a]);
      const float* factor = system.factor.tile(tile);
      double* out = system.preconditioned.tile(tile);
      for (int c = T::kCells - 1; c >= 0; --c) {
        const int at = Block::index(T::cell_coord(c));
        double sum = 0.0;
        for (int a = 0; a < D; ++a) {
          const auto high = static_cast<std::size_t>(at + Block::stride(a));
          sum += static_cast<double>(coupling[a].values[high]) * z.values[high];
        }
        out[c] = z.values[at] += factor[c] * sum;
      }
    });
}

// out = A direction; returns direction . out.
template <int D>
double apply_matrix(const TileMap<D>& map, PressureSystem<D>& system, CellField<double, D>& out) {
  using T = Tile<D>;
  return sum_tiles("apply matrix", map, [&](int tile) {
    using Block = HaloBlock<double, D, 1, 1>;
    Block s;
    load_halo(map, system.direction, tile, s);
    const float* diagonal = system.diagonal.tile(tile);
    double* result = out.tile(tile);
    double sum = 0.0;
    for (int c = 0; c < T::kCells; ++c) result[c] = diagonal[c] * s.at(T::cell_coord(c));
    for (int a = 0; a < D; ++a) {
      using Couplings = HaloBlock<float, D, 0, 1>;
      Couplings coupling;
      load_halo(map, system.coupling[a], tile, coupling);
      for (int c = 0; c < T::kCells; ++c) {
        const VecI<D> cell = T::cell_coord(c);
        const float* to = &coupling.at(cell);
        const double* here = &s.at(cell);
        result[c] -= to[0] * here[-Block::stride(a)] + to[Couplings::stride(a)] * here[Block::stride(a)];
      }
    }
    for (int c = 0; c < T::kCells; ++c) sum += s.at(T::cell_coord(c)) * result[c];
    return sum;
  });
}

// Calls body(i) with the index of every stored value, tile by tile, and sums what it returns.
template <int D, class Body>
double sum_over_cells(const TileMap<D>& map, Body&& body) {
  return parallel_sum(
      "sum over cells", static_cast<std::size_t>(map.count()),
      [&](std::size_t i) {
        double sum = 0.0;
        for (std::size_t k = (i + 1) * Tile<D>::kCells; k < (i + 2) * Tile<D>::kCells; ++k) sum += body(k);
        return sum;
      },
      4);
}

}  // namespace

template <int D>
PressureReport solve_pcg(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                         CellField<double, D>& pressure, FirstGuess guess) {
  for (auto* field : {&system.residual, &system.direction, &system.preconditioned}) field->resize(map.count());
  const Planes<D> planes = diagonal_planes(map);
  factorize(map, system, planes);

  if (guess == FirstGuess::kZero || !is_better_than_zero(map, system, pressure)) {
    pressure.resize(map.count());
    pressure.fill(0.0);
  }
  const float* rhs = system.rhs.tile(0);
  double* q = pressure.tile(0);
  double* r = system.residual.tile(0);
  double* s = system.direction.tile(0);
  double* z = system.preconditioned.tile(0);
  const double rhs_square =
      sum_over_cells(map, [&](std::size_t k) { return s[k] = q[k], static_cast<double>(rhs[k]) * rhs[k]; });
  apply_matrix(map, system, system.preconditioned);
  sum_over_cells(map, [&](std::size_t k) { return r[k] = rhs[k] - z[k], 0.0; });
  // What rounding left of a closed pocket's mean would make the residual grow again once all else has converged.
  for (const auto& pocket : system.pockets) {
    double sum = 0.0;
    for (const std::int32_t k : pocket) sum += r[k];
    for (const std::int32_t k : pocket) r[k] -= sum / static_cast<double>(pocket.size());
  }
  double residual_square = sum_over_cells(map, [&](std::size_t k) { return r[k] * r[k]; });
  PressureReport report{0, 0.0, true};
  const double goal = tolerance * tolerance * rhs_square;
  double rz = 0.0;
  while (residual_square > goal && report.iterations < max_iterations) {
    apply_preconditioner(map, system, planes);
    const double rz_new = sum_over_cells(map, [&](std::size_t k) { return r[k] * z[k]; });
    const double beta = report.iterations == 0 ? 0.0 : rz_new / rz;
    rz = rz_new;
    sum_over_cells(map, [&](std::size_t k) { return s[k] = z[k] + (beta == 0.0 ? 0.0 : beta * s[k]), 0.0; });
    const double curvature = apply_matrix(map, system, system.preconditioned);  // z is free until the next turn
    if (!(curvature > 0.0)) break;
    const double alpha = rz / curvature;
    residual_square = sum_over_cells(map, [&](std::size_t k) {
      q[k] += alpha * s[k];
      r[k] -= alpha * z[k];
      return r[k] * r[k];
    });
    ++report.iterations;
  }
  report.residual = rhs_square == 0.0 ? 0.0 : std::sqrt(residual_square / rhs_square);
  report.converged = residual_square <= goal;
  return report;
}

template PressureReport solve_pcg<2>(const TileMap<2>&, PressureSystem<2>&, double, int, CellField<double, 2>&,
                                     FirstGuess);
template PressureReport solve_pcg<3>(const TileMap<3>&, PressureSystem<3>&, double, int, CellField<double, 3>&,
                                     FirstGuess);

}  // namespace spindrift
