// The operator of a multigrid level applied to a row: sums of neighbours weighted with the couplings.
#pragma once

#include <utility>

#include "linear/multigrid.h"
#include "linear/split_layout.h"

namespace spindrift {

// x of the neighbours on the low and the high side of a row along x. An odd row starts with a cell of the other colour: its
// low neighbours are in place, its high ones a cell further.
template <int D>
inline auto beside_row(const RowPlaces<D>& at, bool odd, const float* x) {
  using S = Split<D>;
  const auto beside = S::load(x + at.beside);
  return std::pair(odd ? beside : shift_up(beside, x[at.low[0]]), odd ? shift_down(beside, x[at.high[0]]) : beside);
}

// sum_j c_ij x_j over the neighbours of a row of cells.
template <int D>
inline typename Split<D>::Row neighbor_sum(const std::array<Buffer<float>, D>& coupling, const RowPlaces<D>& at, bool odd,
                                           const float* x) {
  using S = Split<D>;
  const auto [low, high] = beside_row(at, odd, x);
  const float* c = coupling[0].data();
  const auto c_beside = S::load(c + at.beside);
  auto sum = S::load(c + at.own) * low + (odd ? shift_down(c_beside, c[at.high[0]]) : c_beside) * high;
  for (std::size_t a = 1; a < D; ++a) {
    c = coupling[a].data();
    sum += S::load(c + at.own) * S::load(x + at.low[a]) + S::load(c + at.high[a]) * S::load(x + at.high[a]);
  }
  return sum;
}

// The same in a uniform tile, where all couplings are `coupling`.
template <int D>
inline typename Split<D>::Row neighbor_sum(float coupling, const RowPlaces<D>& at, bool odd, const float* x) {
  using S = Split<D>;
  const auto [low, high] = beside_row(at, odd, x);
  auto sum = low + high;
  for (int a = 1; a < D; ++a) sum += S::load(x + at.low[a]) + S::load(x + at.high[a]);
  return coupling * sum;
}

// Calls visit(row places, odd, sum of neighbours) for the rows of one colour of a tile.
template <int D, class Visit>
inline void for_each_row(const MultigridLevel<D>& level, int tile, int color, const float* x, Visit&& visit) {
  using S = Split<D>;
  const TilePlaces<D> places(*level.tiles, tile);
  const float coupling = level.coupling[0][places.self];
  if (level.is_uniform[static_cast<std::size_t>(tile)]) {
    for (int row = 0; row < S::kRows; ++row) {
      const RowPlaces<D> at(places, color, row);
      visit(row, at, neighbor_sum<D>(coupling, at, (color ^ S::row_parity(row)) & 1, x));
    }
  } else {
    for (int row = 0; row < S::kRows; ++row) {
      const RowPlaces<D> at(places, color, row);
      visit(row, at, neighbor_sum<D>(level.coupling, at, (color ^ S::row_parity(row)) & 1, x));
    }
  }
}

// Fewer tiles than this are not worth waking a thread.
template <int D>
inline constexpr std::size_t kTileGrain = 8192 / Tile<D>::kCells;

}  // namespace spindrift
