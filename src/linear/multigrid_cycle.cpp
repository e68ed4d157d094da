// The V(2,2) cycle, with more sweeps on coarse levels. Before the coarse correction red is relaxed first, after it black: the cycle is then a symmetric
// operator, and plain conjugate gradients are valid.
//
// Three passes are free: from a zero guess the first red pass is a product; after a black pass the residual is zero on
// black, so only red is restricted; and black is overwritten by the first pass after the correction, so only red is
// corrected.
#include "linear/multigrid_cycle.h"

#include "exec/parallel.h"
#include "linear/multigrid_operator.h"

namespace spindrift {

namespace {

constexpr int kRed = 0, kBlack = 1;
constexpr int kCoarseSweeps = 4;   // cost next to nothing on small levels

template <int D, class Body>
void for_each_tile(const MultigridLevel<D>& level, Body&& body) {
  parallel_for(static_cast<std::size_t>(level.tiles->count()), [&](std::size_t i) { body(static_cast<int>(i) + 1); },
               kTileGrain<D>);
}

// x_i = (b_i + sum_j c_ij x_j) / d_i on one colour.
template <int D>
void relax(MultigridLevel<D>& level, int color, const float* b) {
  using S = Split<D>;
  float* x = level.x.data();
  const float* inverse = level.inverse_diagonal.data();
  for_each_tile(level, [&](int tile) {
    for_each_row(level, tile, color, x, [&](int, const RowPlaces<D>& at, typename S::Row sum) {
      S::store(x + at.own, S::load(inverse + at.own) * (S::load(b + at.own) + sum));
    });
  });
}

// The first red pass from x = 0.
template <int D>
void start_red(MultigridLevel<D>& level, const float* b) {
  float* x = level.x.data();
  const float* inverse = level.inverse_diagonal.data();
  for_each_tile(level, [&](int tile) {
    const std::size_t first = static_cast<std::size_t>(tile) * Tile<D>::kCells;
    for (std::size_t i = first; i < first + Split<D>::kColor; ++i) x[i] = inverse[i] * b[i];
  });
}

// Place of a fine tile inside its coarse tile.
template <int D>
struct CoarsePlace {
  std::size_t first;       // of the coarse tile
  VecI<D> corner;          // cell of the coarse tile where the fine tile begins

  CoarsePlace(const MultigridLevel<D>& fine, const MultigridLevel<D>& coarse, int tile) {
    VecI<D> coord = fine.tiles->coord(tile);
    for (int a = 0; a < D; ++a) {
      corner[a] = (coord[a] & 1) * (Tile<D>::kSide / 2);
      coord[a] >>= 1;
    }
    first = static_cast<std::size_t>(coarse.tiles->find(coord)) * Tile<D>::kCells;
  }
  // Row of coarse cells over a row of fine cells.
  int row(int fine_row) const {
    int row = 0;
    for (int a = 1; a < D; ++a)
      row |= ((((fine_row >> (Tile<D>::kLog2 * (a - 1))) & Tile<D>::kMask) >> 1) + corner[a]) << (Tile<D>::kLog2 * (a - 1));
    return row;
  }
};

// b of the coarse level = sum of the red residuals of its cells. Each pair of cells along x has one red cell, so a coarse
// cell is the sum of one number from each of its 2^(D-1) rows.
template <int D>
void restrict_residual(const MultigridLevel<D>& fine, MultigridLevel<D>& coarse, const float* b) {
  using S = Split<D>;
  parallel_fill(coarse.b, 0.0f);
  const float* x = fine.x.data();
  const float* diagonal = fine.diagonal.data();
  for_each_tile(fine, [&](int tile) {
    const CoarsePlace<D> place(fine, coarse, tile);
    for_each_row(fine, tile, kRed, x, [&](int row, const RowPlaces<D>& at, typename S::Row sum) {
      const int coarse_row = place.row(row);
      float* to = coarse.b.data() + place.first;
      for (int k = 0; k < S::kHalf; ++k) {
        const std::size_t i = at.own + static_cast<std::size_t>(k);
        if (diagonal[i] == 0.0f) continue;
        to[S::index(place.corner[0] + k, coarse_row)] += b[i] + sum[k] - diagonal[i] * x[i];
      }
    });
  });
}

// What lies in one block and belongs to another changes over. Only red cells have a residual, and only they are corrected.
template <int D>
bool is_red(const Stray<D>& stray) {
  return stray.cell % Tile<D>::kCells < Split<D>::kColor;
}

template <int D>
void restrict_strays(const MultigridLevel<D>& fine, MultigridLevel<D>& coarse, const float* b) {
  for (const Stray<D>& stray : fine.strays) {
    if (!is_red(stray)) continue;
    float residual = b[stray.cell] - fine.diagonal[stray.cell] * fine.x[stray.cell];
    for (std::size_t n = 0; n < 2 * D; ++n) residual += stray.coupling[n] * fine.x[stray.neighbor[n]];
    coarse.b[stray.parent] -= residual;
    coarse.b[stray.target] += residual;
  }
}

template <int D>
void correct_strays(MultigridLevel<D>& fine, const MultigridLevel<D>& coarse) {
  for (const Stray<D>& stray : fine.strays)
    if (is_red(stray)) fine.x[stray.cell] += coarse.x[stray.target] - coarse.x[stray.parent];
}

// Adds the coarse solution to the red cells.
template <int D>
void correct_red(MultigridLevel<D>& fine, const MultigridLevel<D>& coarse) {
  using S = Split<D>;
  float* x = fine.x.data();
  const float* inverse = fine.inverse_diagonal.data();
  for_each_tile(fine, [&](int tile) {
    const CoarsePlace<D> place(fine, coarse, tile);
    const float* from = coarse.x.data() + place.first;
    const std::size_t first = static_cast<std::size_t>(tile) * Tile<D>::kCells;
    for (int row = 0; row < S::kRows; ++row) {
      const int coarse_row = place.row(row);
      for (int k = 0; k < S::kHalf; ++k) {
        const std::size_t i = first + static_cast<std::size_t>(row * S::kHalf + k);
        const float correction = from[S::index(place.corner[0] + k, coarse_row)];
        x[i] += inverse[i] > 0.0f ? correction : 0.0f;
      }
    }
  });
}

}  // namespace

template <int D>
void v_cycle(Multigrid<D>& multigrid, std::size_t depth, const float* b) {
  MultigridLevel<D>& level = multigrid.levels[depth];
  const bool bottom = depth + 1 == multigrid.levels.size();
  const int sweeps = bottom ? multigrid.bottom_sweeps : depth < 2 ? 2 : kCoarseSweeps;
  start_red(level, b);
  relax(level, kBlack, b);
  for (int sweep = 1; sweep < sweeps; ++sweep) {
    relax(level, kRed, b);
    relax(level, kBlack, b);
  }
  if (!bottom) {
    MultigridLevel<D>& coarse = multigrid.levels[depth + 1];
    restrict_residual(level, coarse, b);
    restrict_strays(level, coarse, b);
    v_cycle(multigrid, depth + 1, coarse.b.data());
    correct_red(level, coarse);
    correct_strays(level, coarse);
  }
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    relax(level, kBlack, b);
    relax(level, kRed, b);
  }
}

template void v_cycle<2>(Multigrid<2>&, std::size_t, const float*);
template void v_cycle<3>(Multigrid<3>&, std::size_t, const float*);

}  // namespace spindrift
