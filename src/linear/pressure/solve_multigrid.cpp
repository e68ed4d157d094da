// Conjugate gradients preconditioned by a multigrid cycle: vectors in single, sums in double precision.
#include <algorithm>
#include <cmath>
#include <span>

#include "exec/parallel.h"
#include "linear/pressure/multigrid_cycle.h"
#include "linear/pressure/multigrid_operator.h"
#include "linear/pressure/multigrid_setup.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

constexpr int kRestarts = 4;

// Sums body(i), which stands for the eight values from i on, over all stored values, tile by tile, in a fixed tree.
template <int D, class Body>
double sum_over_tiles(const TileMap<D>& map, Body&& body) {
  return parallel_sum(
      "sum over tiles", static_cast<std::size_t>(map.count()),
      [&](std::size_t t) {
        SumOfEights sum;
        const std::size_t first = (t + 1) * Tile<D>::kCells;
        for (std::size_t i = first; i < first + Tile<D>::kCells; i += 8) sum.add(body(i));
        return sum.total();
      },
      kTileGrain<D>);
}

template <int D, class Body>
void for_each_eight_values(const TileMap<D>& map, Body&& body) {
  parallel_for(
      "for each eight values", static_cast<std::size_t>(map.count()),
      [&](std::size_t t) {
        const std::size_t first = (t + 1) * Tile<D>::kCells;
        for (std::size_t i = first; i < first + Tile<D>::kCells; i += 8) body(i);
      },
      kTileGrain<D>);
}

// image = A direction; returns direction . image.
template <int D>
double apply_matrix(const MultigridLevel<D>& level, const Buffer<float>& direction, Buffer<float>& image) {
  const float* s = direction.data();
  return parallel_sum(
      "apply matrix", static_cast<std::size_t>(level.tiles->count()),
      [&](std::size_t i) {
        SumOfEights sum;
        for (int color = 0; color < 2; ++color)
          for_each_eight(level, static_cast<int>(i) + 1, color, s,
                         [&](const EightPlaces<D>& at, Float8 neighbors, auto is_uniform) {
                           const Float8 here = load8(s + at.own);
                           const Float8 value = load_diagonal<is_uniform()>(level.diagonal, at.own) * here - neighbors;
                           store8(image.data() + at.own, value);  // zero where there is no equation
                           sum.add(here * value);
                         });
        return sum.total();
      },
      kTileGrain<D>);
}

// r = b - A q, in double precision; returns |r|^2.
template <int D>
double true_residual(const MultigridLevel<D>& level, const Buffer<float>& b, const Buffer<double>& q,
                     Buffer<float>& r) {
  using S = Split<D>;
  return parallel_sum(
      "true residual", static_cast<std::size_t>(level.tiles->count()),
      [&](std::size_t i) {
        const TilePlaces<D> places(*level.tiles, static_cast<int>(i) + 1);
        double sum = 0.0;
        for (int color = 0; color < 2; ++color)
          for (int row = 0; row < S::kRows; ++row) {
            const RowPlaces<D> at(places, color, row);
            const bool odd = (color ^ S::row_parity(row)) & 1;
            for (std::size_t k = 0; k < S::kHalf; ++k) {
              const std::size_t self = at.own + k;
              r[self] = 0.0f;
              if (level.inverse_diagonal[self] == 0.0f) continue;
              auto term = [&](std::size_t axis, std::size_t coupling_at, std::size_t neighbor) {
                return static_cast<double>(level.coupling[axis][coupling_at]) * q[neighbor];
              };
              const std::size_t low = odd ? at.beside + k : k > 0 ? at.beside + k - 1 : at.low[0];
              const std::size_t high = !odd ? at.beside + k : k + 1 < S::kHalf ? at.beside + k + 1 : at.high[0];
              double value = static_cast<double>(b[self]) - static_cast<double>(level.diagonal[self]) * q[self];
              value += term(0, self, low) + term(0, high, high);
              for (std::size_t a = 1; a < D; ++a)
                value += term(a, self, at.low[a] + k) + term(a, at.high[a] + k, at.high[a] + k);
              r[self] = static_cast<float>(value);
              sum += value * value;
            }
          }
        return sum;
      },
      kTileGrain<D>);
}

// Takes the mean of each pocket out of a vector: there the equation is singular, and rounding would pile up in it.
void remove_means(const std::vector<std::vector<std::size_t>>& pockets, float* vector) {
  constexpr std::size_t kPiece = 4096;
  for (const auto& pocket : pockets) {
    auto piece = [&](std::size_t i) {
      return std::span(pocket).subspan(i * kPiece, std::min(kPiece, pocket.size() - i * kPiece));
    };
    const std::size_t pieces = (pocket.size() + kPiece - 1) / kPiece;
    const double sum = parallel_sum("remove means", pieces, [&](std::size_t i) {
      double part = 0.0;
      for (const std::size_t cell : piece(i)) part += static_cast<double>(vector[cell]);
      return part;
    });
    const auto mean = static_cast<float>(sum / static_cast<double>(pocket.size()));
    parallel_for("remove means", pieces, [&](std::size_t i) {
      for (const std::size_t cell : piece(i)) vector[cell] -= mean;
    });
  }
}

}  // namespace

template <int D>
PressureReport solve_multigrid(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                               CellField<double, D>& pressure, FirstGuess guess) {
  build_multigrid(map, system, system.multigrid);
  return solve_again(map, system, tolerance, max_iterations, pressure, guess);
}

template <int D>
PressureReport solve_again(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                           CellField<double, D>& pressure, FirstGuess guess) {
  Multigrid<D>& multigrid = system.multigrid;
  MultigridLevel<D>& finest = multigrid.levels[0];
  const auto& pockets = multigrid.pockets;
  to_split(map, system.rhs, multigrid.rhs);
  for (Buffer<float>* vector : {&multigrid.correction, &multigrid.residual, &multigrid.direction, &multigrid.image}) {
    resize_discard(*vector, multigrid.rhs.size());
    parallel_fill("solve again", *vector, 0.0f);
  }
  const float* b = multigrid.rhs.data();
  float* q = multigrid.correction.data();
  float* r = multigrid.residual.data();
  float* s = multigrid.direction.data();
  float* z = finest.x.data();
  const double rhs_square = sum_over_tiles(map, [&](std::size_t i) {
    const Float8 inflow = load8(b + i);
    store8(r + i, inflow);
    return inflow * inflow;
  });
  const double goal = tolerance * tolerance * rhs_square;
  double square = rhs_square;
  if (guess == FirstGuess::kPressure) {
    to_split(map, pressure, multigrid.solution);
    square = true_residual(finest, multigrid.rhs, multigrid.solution, multigrid.residual);
  }
  if (guess == FirstGuess::kZero || !(square < rhs_square)) {  // a guess that is worse than none is none
    resize_discard(multigrid.solution, multigrid.rhs.size());
    parallel_fill("solve again", multigrid.solution, 0.0);
    square = rhs_square;
    std::copy(multigrid.rhs.begin(), multigrid.rhs.end(), multigrid.residual.begin());
  }
  PressureReport report{0, 0.0, true};
  bool broken = false;
  // The recursion for r drifts from b - A x in single precision. When it says that the goal is reached, r is computed
  // afresh, and if that does not agree the iteration starts again from there.
  for (int restart = 0; restart < kRestarts && square > goal; ++restart) {
    double rz = 0.0, recursion = square;
    for (bool first = true; recursion > goal && report.iterations < max_iterations && !broken; first = false) {
      remove_means(pockets, r);
      run_cycle(multigrid, r);
      remove_means(pockets, z);
      const double rz_new = sum_over_tiles(map, [&](std::size_t i) { return load8(r + i) * load8(z + i); });
      const auto beta = static_cast<float>(first ? 0.0 : rz_new / rz);
      rz = rz_new;
      for_each_eight_values(map, [&](std::size_t i) { store8(s + i, load8(z + i) + beta * load8(s + i)); });
      const double curvature = apply_matrix(finest, multigrid.direction, multigrid.image);
      broken = !(curvature > 0.0);
      if (broken) break;
      const auto alpha = static_cast<float>(rz / curvature);
      const float* image = multigrid.image.data();
      recursion = sum_over_tiles(map, [&](std::size_t i) {
        store8(q + i, load8(q + i) + alpha * load8(s + i));
        const Float8 left = load8(r + i) - alpha * load8(image + i);
        store8(r + i, left);
        return left * left;
      });
      ++report.iterations;
    }
    double* x = multigrid.solution.data();
    for_each_eight_values(map, [&](std::size_t i) {
      for (std::size_t k = i; k < i + 8; ++k) x[k] += static_cast<double>(q[k]);
      store8(q + i, Float8{});
    });
    const double before = square;
    square = true_residual(finest, multigrid.rhs, multigrid.solution, multigrid.residual);
    if (square > goal && (broken || report.iterations >= max_iterations || square > 0.25 * before)) break;
  }
  report.converged = square <= goal;
  pressure.resize(map.count());
  from_split(map, multigrid.solution, pressure);
  report.residual = rhs_square == 0.0 ? 0.0 : std::sqrt(square / rhs_square);
  return report;
}

#define SPINDRIFT_INSTANTIATE(D)                                                                                    \
  template PressureReport solve_multigrid<D>(const TileMap<D>&, PressureSystem<D>&, double, int,                    \
                                             CellField<double, D>&, FirstGuess);                                    \
  template PressureReport solve_again<D>(const TileMap<D>&, PressureSystem<D>&, double, int, CellField<double, D>&, \
                                         FirstGuess);
SPINDRIFT_INSTANTIATE(2)
SPINDRIFT_INSTANTIATE(3)

}  // namespace spindrift
