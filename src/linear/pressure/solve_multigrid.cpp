// Conjugate gradients preconditioned by a multigrid cycle: vectors in single, sums in double precision.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "linear/conjugate_gradients.h"
#include "linear/pressure/pressure_solver.h"
#include "linear/pressure/pressure_system.h"
#include "linear/pressure/split_layout.h"

namespace spindrift {

namespace {

// The cycle relaxes red first before the coarse correction and last after it, so that it is a symmetric operator and
// plain conjugate gradients are valid. A coarse level is visited twice (a W cycle): the simple transfers need the
// tighter solution, and it has a quarter of the cells, or an eighth. A small level is visited once with more sweeps.
//
// Some passes are free. From a zero guess the first red pass is a product. On a second visit red is already relaxed.
// After a black pass the residual is zero on black, so only red is restricted. Black is overwritten by the first pass
// after the correction, so only red is corrected.

constexpr int kRed = 0, kBlack = 1;

// Sweeps before the coarse correction, and after it. One each way takes half the time and nearly twice the iterations;
// more than two do not pay off.
constexpr int kSweeps = 2;
// On levels with fewer tiles, starting a loop takes longer than the loop. They are visited once, with twice the sweeps.
constexpr int kSmallTiles = 16;
constexpr int kSmallSweeps = 2 * kSweeps;

template <int D>
bool is_small(const MultigridLevel<D>& level) {
  return level.tiles->count() < kSmallTiles;
}

template <int D, class Body>
void for_each_tile(const char* name, const LevelView<D>& level, Body&& body) {
  const auto count = static_cast<std::size_t>(level.tiles.count);
  parallel_for(name, count, [&](std::size_t i) { body(static_cast<int>(i) + 1); }, grain_of_pass<D>(count));
}

// x_i = (b_i + sum_j c_ij x_j) / d_i on one colour.
template <int D>
void relax(const LevelView<D>& level, int color, const float* b, float* x) {
  for_each_tile("multigrid relax", level, [&](int tile) {
    for_each_eight(level, tile, color, x, [&](const EightPlaces<D>& at, Float8 sum, auto is_uniform) {
      store8(x + at.own, load_diagonal<is_uniform()>(level.inverse_diagonal, at.own) * (load8(b + at.own) + sum));
    });
  });
}

// The first red pass from x = 0.
template <int D>
void start_red(const LevelView<D>& level, const float* b, float* x) {
  const float* inverse = level.inverse_diagonal;
  for_each_tile("multigrid first red pass", level, [&](int tile) {
    const std::size_t first = Tile<D>::offset(tile);
    for (std::size_t i = first; i < first + Split<D>::kColor; ++i) x[i] = inverse[i] * b[i];
  });
}

// Place of a fine tile inside its coarse tile.
template <int D>
struct CoarsePlace {
  std::size_t first;  // of the coarse tile
  VecI<D> corner;     // cell of the coarse tile where the fine tile begins

  CoarsePlace(const TilesView<D>& fine, const TilesView<D>& coarse, int tile) {
    VecI<D> coord = fine.coord(tile);
    for (int a = 0; a < D; ++a) {
      corner[a] = (coord[a] & 1) * (Tile<D>::kSide / 2);
      coord[a] >>= 1;
    }
    first = Tile<D>::offset(coarse.find(coord));
  }
  // Row of coarse cells over a row of fine cells.
  int row(int fine_row) const {
    int row = 0;
    for (int a = 1; a < D; ++a)
      row |= ((((fine_row >> (Tile<D>::kLog2 * (a - 1))) & Tile<D>::kMask) >> 1) + corner[a])
             << (Tile<D>::kLog2 * (a - 1));
    return row;
  }
};

// The coarse cells over eight fine cells of one colour, in order along x: they alternate between the colours of the
// coarse level. In 3D four of them lie over both rows of the eight.
template <int D>
class CoarseRow {
 public:
  CoarseRow(float* values, const CoarsePlace<D>& place, int fine_row) {
    const int row = place.row(fine_row), parity = Split<D>::row_parity(row);
    float* first = values + place.first + row * Split<D>::kHalf + place.corner[0] / 2;
    even_ = first + parity * Split<D>::kColor;
    odd_ = first + (1 - parity) * Split<D>::kColor;
  }

  void add(Float8 v) {
    if constexpr (D == 3) {
      const Float4 sum = low_half(v) + high_half(v);
      put(even_, get(even_) + shuffle<0, 2>(sum, sum));
      put(odd_, get(odd_) + shuffle<1, 3>(sum, sum));
    } else {
      put(even_, get(even_) + shuffle<0, 2, 4, 6>(v, v));
      put(odd_, get(odd_) + shuffle<1, 3, 5, 7>(v, v));
    }
  }
  Float8 load() const {
    if constexpr (D == 3)
      return shuffle<0, 2, 1, 3, 0, 2, 1, 3>(get(even_), get(odd_));
    else
      return shuffle<0, 4, 1, 5, 2, 6, 3, 7>(get(even_), get(odd_));
  }

 private:
  using Float2 = float __attribute__((vector_size(8)));
  using Half = std::conditional_t<D == 3, Float2, Float4>;
  static Half get(const float* from) {
    Half v;
    std::memcpy(&v, from, sizeof v);
    return v;
  }
  static void put(float* to, Half v) { std::memcpy(to, &v, sizeof v); }

  float *even_, *odd_;
};

// b of the coarse level = sum of the red residuals of its cells: each pair of cells along x has one red cell.
template <int D>
void restrict_residual(const LevelView<D>& fine, const float* b, const float* x, MultigridLevel<D>& coarse) {
  parallel_fill("multigrid clear coarse residual", coarse.b, 0.0f);
  const TilesView<D> coarse_tiles = *coarse.tiles;
  float* sums = coarse.b.data();
  for_each_tile("multigrid restrict residual", fine, [&](int tile) {
    const CoarsePlace<D> place(fine.tiles, coarse_tiles, tile);
    for_each_eight(fine, tile, kRed, x, [&](const EightPlaces<D>& at, Float8 sum, auto is_uniform) {
      const Float8 diagonal = load_diagonal<is_uniform()>(fine.diagonal, at.own);
      const Float8 residual = load8(b + at.own) + sum - diagonal * load8(x + at.own);
      CoarseRow<D>(sums, place, at.first_row).add(diagonal != splat8(0.0f) ? residual : splat8(0.0f));
    });
  });
}

// Only red strays have a residual and are corrected.
template <int D>
bool is_red(const StrayCell<D>& stray) {
  return stray.cell % Tile<D>::kCells < Split<D>::kColor;
}

template <int D>
void restrict_strays(const MultigridLevel<D>& fine, MultigridLevel<D>& coarse, const float* b) {
  for (const StrayCell<D>& stray : fine.strays) {
    if (!is_red(stray)) continue;
    float residual = b[stray.cell] - fine.diagonal[stray.cell] * fine.x[stray.cell];
    for (int n = 0; n < 2 * D; ++n) residual += stray.coupling[n] * fine.x[stray.neighbor[n]];
    coarse.b[stray.parent] -= residual;
    coarse.b[stray.target] += residual;
  }
}

template <int D>
void correct_strays(MultigridLevel<D>& fine, const MultigridLevel<D>& coarse) {
  for (const StrayCell<D>& stray : fine.strays)
    if (is_red(stray)) fine.x[stray.cell] += coarse.x[stray.target] - coarse.x[stray.parent];
}

// Adds the coarse solution to the red cells.
template <int D>
void correct_red(const LevelView<D>& fine, MultigridLevel<D>& coarse, float* x) {
  const TilesView<D> coarse_tiles = *coarse.tiles;
  float* coarse_x = coarse.x.data();
  const float* inverse = fine.inverse_diagonal;
  for_each_tile("multigrid correct red", fine, [&](int tile) {
    const CoarsePlace<D> place(fine.tiles, coarse_tiles, tile);
    const TilePlaces<D> places(fine.tiles, tile);
    for (int group = 0; group < EightPlaces<D>::kGroups; ++group) {
      const EightPlaces<D> at(places, kRed, group);
      const Float8 correction = CoarseRow<D>(coarse_x, place, at.first_row).load();
      const Float8 has_equation = load8(inverse + at.own);
      store8(x + at.own, load8(x + at.own) + (has_equation > splat8(0.0f) ? correction : splat8(0.0f)));
    }
  });
}

// Improves level.x, which is taken as zero on the first visit.
template <int D>
void visit_level(Multigrid<D>& multigrid, std::size_t depth, const float* b, bool is_first) {
  MultigridLevel<D>& level = multigrid.levels[depth];
  const LevelView<D> view = level_view(level);
  float* x = level.x.data();
  const bool bottom = depth + 1 == multigrid.levels.size();
  const int sweeps = bottom ? multigrid.bottom_sweeps : is_small(level) ? kSmallSweeps : kSweeps;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (sweep > 0)
      relax(view, kRed, b, x);
    else if (is_first)
      start_red(view, b, x);
    relax(view, kBlack, b, x);
  }
  if (!bottom) {
    MultigridLevel<D>& coarse = multigrid.levels[depth + 1];
    restrict_residual(view, b, x, coarse);
    restrict_strays(level, coarse, b);
    visit_level(multigrid, depth + 1, coarse.b.data(), true);
    if (!is_small(coarse)) visit_level(multigrid, depth + 1, coarse.b.data(), false);
    correct_red(view, coarse, x);
    correct_strays(level, coarse);
  }
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    relax(view, kBlack, b, x);
    relax(view, kRed, b, x);
  }
}

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

// Cells of a pocket that are summed serially: a few tiles, as in other sums.
constexpr std::size_t kPocketPiece = 4096;

// The passes of the iteration (conjugate_gradients.h), eight values at a time. The iteration computes a correction in
// single precision; `solution` sums the corrections.
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
    // In a pocket the equation is singular, and rounding errors would accumulate in the mean.
    remove_pocket_means(multigrid_.pockets, r_, kPocketPiece);
    visit_level(multigrid_, 0, r_, true);  // z = approximately A^-1 r
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

  // Sums body(i) for the eight values from i on, over all stored values, in a fixed tree.
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

// Starts from the pressure if it is a guess and better than zero. Returns the square of the residual.
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
