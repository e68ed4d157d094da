// Conjugate gradients preconditioned by a multigrid cycle: vectors in single, sums in double precision.
#include <cmath>

#include "exec/parallel.h"
#include "linear/multigrid_cycle.h"
#include "linear/multigrid_operator.h"
#include "linear/multigrid_setup.h"
#include "linear/pressure_solver.h"

namespace spindrift {

namespace {

// Sums body(i) over all stored values, tile by tile, in a fixed tree.
template <int D, class Body>
double sum_over_tiles(const TileMap<D>& map, Body&& body) {
  return parallel_sum(static_cast<std::size_t>(map.count()), [&](std::size_t t) {
    double sum = 0.0;
    const std::size_t first = (t + 1) * Tile<D>::kCells;
    for (std::size_t i = first; i < first + Tile<D>::kCells; i += 8) {
      float part = 0.0f;  // eight at a time in single precision, the rest in double
      for (std::size_t k = i; k < i + 8; ++k) part += body(k);
      sum += static_cast<double>(part);
    }
    return sum;
  }, kTileGrain<D>);
}

// image = A direction; returns direction . image.
template <int D>
double apply_matrix(const MultigridLevel<D>& level, const Buffer<float>& direction, Buffer<float>& image) {
  using S = Split<D>;
  const float* s = direction.data();
  const float* inverse = level.inverse_diagonal.data();
  return parallel_sum(static_cast<std::size_t>(level.tiles->count()), [&](std::size_t i) {
    double sum = 0.0;
    for (int color = 0; color < 2; ++color)
      for_each_row(level, static_cast<int>(i) + 1, color, s, [&](int, const RowPlaces<D>& at, typename S::Row neighbors) {
        float part = 0.0f;
        for (int k = 0; k < S::kHalf; ++k) {
          const std::size_t j = at.own + static_cast<std::size_t>(k);
          const float value = inverse[j] > 0.0f ? s[j] / inverse[j] - neighbors[k] : 0.0f;
          image[j] = value;
          part += s[j] * value;
        }
        sum += static_cast<double>(part);
      });
    return sum;
  }, kTileGrain<D>);
}

}  // namespace

template <int D>
PressureReport solve_multigrid(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                               CellField<float, D>& pressure) {
  Multigrid<D>& multigrid = system.multigrid;
  build_multigrid(map, system, multigrid);
  MultigridLevel<D>& finest = multigrid.levels[0];
  to_split(map, system.rhs, multigrid.residual);
  for (Buffer<float>* vector : {&multigrid.solution, &multigrid.direction, &multigrid.image}) {
    resize_discard(*vector, multigrid.residual.size());
    parallel_fill(*vector, 0.0f);
  }
  float* q = multigrid.solution.data();
  float* r = multigrid.residual.data();
  float* s = multigrid.direction.data();
  const float* z = finest.x.data();

  const double rhs_square = sum_over_tiles(map, [&](std::size_t i) { return r[i] * r[i]; });
  const double goal = tolerance * tolerance * rhs_square;
  double residual_square = rhs_square, rz = 0.0;
  PressureReport report{0, 0.0, true};
  while (residual_square > goal && report.iterations < max_iterations) {
    v_cycle(multigrid, 0, r);
    const double rz_new = sum_over_tiles(map, [&](std::size_t i) { return r[i] * z[i]; });
    const auto beta = static_cast<float>(report.iterations == 0 ? 0.0 : rz_new / rz);
    rz = rz_new;
    sum_over_tiles(map, [&](std::size_t i) { return s[i] = z[i] + beta * s[i], 0.0f; });
    const double curvature = apply_matrix(finest, multigrid.direction, multigrid.image);
    if (!(curvature > 0.0)) break;
    const auto alpha = static_cast<float>(rz / curvature);
    const float* image = multigrid.image.data();
    residual_square = sum_over_tiles(map, [&](std::size_t i) {
      q[i] += alpha * s[i];
      r[i] -= alpha * image[i];
      return r[i] * r[i];
    });
    ++report.iterations;
  }
  pressure.resize(map.count());
  from_split(map, multigrid.solution, pressure);
  report.residual = rhs_square > 0.0 ? std::sqrt(residual_square / rhs_square) : 0.0;
  report.converged = residual_square <= goal;
  return report;
}

template PressureReport solve_multigrid<2>(const TileMap<2>&, PressureSystem<2>&, double, int, CellField<float, 2>&);
template PressureReport solve_multigrid<3>(const TileMap<3>&, PressureSystem<3>&, double, int, CellField<float, 3>&);

}  // namespace spindrift
