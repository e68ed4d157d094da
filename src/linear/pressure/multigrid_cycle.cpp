// The cycle. Before the coarse correction red is relaxed first, after it black: the cycle is then a symmetric operator,
// and plain conjugate gradients are valid. A coarse level is visited twice (a W cycle): the simple transfers need the
// tighter solution, and it has a quarter of the cells, or an eighth. A small level, where the work is in the visit, is
// visited once and gets more sweeps.
//
// Some passes are free: from a zero guess the first red pass is a product; on a second visit red is done already; after
// a black pass the residual is zero on black, so only red is restricted; and black is overwritten by the first pass
// after the correction, so only red is corrected.
#include "linear/pressure/multigrid_cycle.h"

#include <cstring>

#include "exec/parallel.h"
#include "linear/pressure/multigrid_operator.h"

namespace spindrift {

namespace {

constexpr int kRed = 0, kBlack = 1;

// Sweeps before the coarse correction, and as many after it. One each way takes half the time and nearly twice the
// iterations; more do not repay themselves.
constexpr int kSweeps = 2;
// A level of fewer tiles than this is small: starting its loops takes longer than they do. It is visited once only, and
// to be solved as tightly as by two visits it gets twice the sweeps.
constexpr int kSmallTiles = 16;
constexpr int kSmallSweeps = 2 * kSweeps;

template <int D>
bool is_small(const MultigridLevel<D>& level) {
  return level.tiles->count() < kSmallTiles;
}

// The view of a level is made once for all passes of a visit: on a small level it takes as long as one of them.
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

// What lies in one block and counts to another changes over. Only red cells have a residual, and only they are
// corrected.
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

// Improves level.x, which counts as zero on the first visit.
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

}  // namespace

template <int D>
void run_cycle(Multigrid<D>& multigrid, const float* b) {
  visit_level(multigrid, 0, b, true);
}

template void run_cycle<2>(Multigrid<2>&, const float*);
template void run_cycle<3>(Multigrid<3>&, const float*);

}  // namespace spindrift
