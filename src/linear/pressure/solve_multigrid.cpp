// Conjugate gradients preconditioned by a multigrid cycle: vectors in single, sums in double precision.
#include <algorithm>
#include <cmath>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "linear/conjugate_gradients.h"
#include "linear/pressure/multigrid_cycle.h"
#include "linear/pressure/multigrid_operator.h"
#include "linear/pressure/pressure_solver.h"

namespace spindrift {

namespace {

// image = A s; returns s . image.
template <int D>
double apply_matrix(const MultigridLevel<D>& level, const float* s, float* image) {
  const LevelView<D> view = level_view(level);
  return sum_tiles(
      "multigrid apply matrix", *level.tiles,
      [&](int tile) {
        SumOfEights sum;
        for (int color = 0; color < 2; ++color)
          for_each_eight(view, tile, color, s, [&](const EightPlaces<D>& at, Float8 neighbors, auto is_uniform) {
            const Float8 here = load8(s + at.own);
            const Float8 value = load_diagonal<is_uniform()>(view.diagonal, at.own) * here - neighbors;
            store8(image + at.own, value);  // zero where there is no equation
            sum.add(here * value);
          });
        return sum.total();
      },
      grain_of_pass(*level.tiles));
}

// r = b - A q, in double precision; returns |r|^2.
template <int D>
double true_residual(const MultigridLevel<D>& level, const float* b, const double* q, float* r) {
  using S = Split<D>;
  const LevelView<D> view = level_view(level);
  return sum_tiles(
      "multigrid true residual", *level.tiles,
      [&](int tile) {
        const TilePlaces<D> places(view.tiles, tile);
        double sum = 0.0;
        for (int color = 0; color < 2; ++color)
          for (int row = 0; row < S::kRows; ++row) {
            const RowPlaces<D> at(places, color, row);
            const bool odd = (color ^ S::row_parity(row)) & 1;
            for (std::size_t k = 0; k < S::kHalf; ++k) {
              const std::size_t self = at.own + k;
              r[self] = 0.0f;
              if (view.inverse_diagonal[self] == 0.0f) continue;
              auto term = [&](int axis, std::size_t coupling_at, std::size_t neighbor) {
                return static_cast<double>(view.coupling[axis][coupling_at]) * q[neighbor];
              };
              const std::size_t low = odd ? at.beside + k : k > 0 ? at.beside + k - 1 : at.low[0];
              const std::size_t high = !odd ? at.beside + k : k + 1 < S::kHalf ? at.beside + k + 1 : at.high[0];
              double value = static_cast<double>(b[self]) - static_cast<double>(view.diagonal[self]) * q[self];
              value += term(0, self, low) + term(0, high, high);
              for (int a = 1; a < D; ++a)
                value += term(a, self, at.low[a] + k) + term(a, at.high[a] + k, at.high[a] + k);
              r[self] = static_cast<float>(value);
              sum += value * value;
            }
          }
        return sum;
      },
      grain_of_pass(*level.tiles));
}

// Of a pocket, for sums over it: a few tiles, as in other sums.
constexpr std::size_t kPocketPiece = 4096;

// The passes of the iteration (conjugate_gradients.h), eight values at a time. The iteration's own solution is a
// correction in single precision; `solution` sums the corrections up.
template <int D>
class MultigridGradients {
 public:
  MultigridGradients(const TileMap<D>& map, Multigrid<D>& multigrid)
      : map_(map),
        multigrid_(multigrid),
        q_(multigrid.correction.data()),
        r_(multigrid.residual.data()),
        s_(multigrid.direction.data()),
        z_(multigrid.levels[0].x.data()) {}

  double square_of_rhs() const {
    const float* b = multigrid_.rhs.data();
    return sum("multigrid square of inflow", [&](std::size_t i) { return load8(b + i) * load8(b + i); });
  }
  double precondition() {
    // In a pocket the equation is singular, and rounding would pile up in its mean.
    remove_pocket_means(multigrid_.pockets, r_, kPocketPiece);
    run_cycle(multigrid_, r_);
    remove_pocket_means(multigrid_.pockets, z_, kPocketPiece);
    return sum("multigrid residual by preconditioned", [&](std::size_t i) { return load8(r_ + i) * load8(z_ + i); });
  }
  void turn(double beta) {
    const auto share = static_cast<float>(beta);
    for_each_eight_values("multigrid turn direction",
                          [&](std::size_t i) { store8(s_ + i, load8(z_ + i) + share * load8(s_ + i)); });
  }
  double apply_matrix() { return spindrift::apply_matrix(multigrid_.levels[0], s_, multigrid_.image.data()); }
  double advance(double alpha) {
    const auto step = static_cast<float>(alpha);
    const float* image = multigrid_.image.data();
    return sum("multigrid advance pressure", [&](std::size_t i) {
      store8(q_ + i, load8(q_ + i) + step * load8(s_ + i));
      const Float8 left = load8(r_ + i) - step * load8(image + i);
      store8(r_ + i, left);
      return left * left;
    });
  }
  double refresh_residual() {
    double* x = multigrid_.solution.data();
    for_each_eight_values("multigrid sum up corrections", [&](std::size_t i) {
      for (std::size_t k = i; k < i + 8; ++k) x[k] += static_cast<double>(q_[k]);
      store8(q_ + i, Float8{});
    });
    return residual_of_solution();
  }
  double residual_of_solution() {
    return true_residual(multigrid_.levels[0], multigrid_.rhs.data(), multigrid_.solution.data(), r_);
  }

 private:
  using T = Tile<D>;

  // Calls body(i), which stands for the eight values from i on, for all stored values, tile by tile, and sums what it
  // returns in a fixed tree.
  template <class Body>
  double sum(const char* name, Body&& body) const {
    return sum_tiles(
        name, map_,
        [&](int tile) {
          SumOfEights sum;
          for (std::size_t i = T::offset(tile); i < T::offset(tile + 1); i += 8) sum.add(body(i));
          return sum.total();
        },
        grain_of_pass(map_));
  }
  template <class Body>
  void for_each_eight_values(const char* name, Body&& body) const {
    for_each_tile(
        name, map_,
        [&](int tile) {
          for (std::size_t i = T::offset(tile); i < T::offset(tile + 1); i += 8) body(i);
        },
        grain_of_pass(map_));
  }

  const TileMap<D>& map_;
  Multigrid<D>& multigrid_;
  float *q_, *r_, *s_, *z_;
};

// Begins with the pressure, if it is a guess and a better one than none. Returns the square of the residual.
template <int D>
double start(const TileMap<D>& map, Multigrid<D>& multigrid, const CellField<double, D>& pressure, FirstGuess guess,
             MultigridGradients<D>& gradients, double rhs_square) {
  if (guess == FirstGuess::kPressure) {
    to_split(map, pressure, multigrid.solution);
    if (const double square = gradients.residual_of_solution(); square < rhs_square) return square;
  }
  resize_discard(multigrid.solution, multigrid.rhs.size());
  parallel_fill("multigrid clear solution", multigrid.solution, 0.0);
  std::copy(multigrid.rhs.begin(), multigrid.rhs.end(), multigrid.residual.begin());
  return rhs_square;
}

}  // namespace

template <int D>
PressureReport solve_multigrid(const TileMap<D>& map, PressureSystem<D>& system, double tolerance, int max_iterations,
                               CellField<double, D>& pressure, FirstGuess guess) {
  Multigrid<D>& multigrid = system.multigrid;
  to_split(map, system.rhs, multigrid.rhs);
  for (Buffer<float>* vector : {&multigrid.correction, &multigrid.residual, &multigrid.direction, &multigrid.image}) {
    resize_discard(*vector, multigrid.rhs.size());
    parallel_fill("multigrid clear vectors", *vector, 0.0f);
  }
  MultigridGradients<D> gradients(map, multigrid);
  const double rhs_square = gradients.square_of_rhs(), goal = tolerance * tolerance * rhs_square;
  const double first = start(map, multigrid, pressure, guess, gradients, rhs_square);
  const auto done = restarted_conjugate_gradients(gradients, first, goal, max_iterations);
  pressure.resize(map.count());
  from_split(map, multigrid.solution, pressure);
  return {done.iterations, done.relative_residual(rhs_square), done.residual_square <= goal};
}

#define SPINDRIFT_INSTANTIATE(D)                                                                                     \
  template PressureReport solve_multigrid(const TileMap<D>&, PressureSystem<D>&, double, int, CellField<double, D>&, \
                                          FirstGuess)
SPINDRIFT_INSTANTIATE(2);
SPINDRIFT_INSTANTIATE(3);
#undef SPINDRIFT_INSTANTIATE

}  // namespace spindrift
