// Finding the stray cells of a level block by block, and their share of the coarse operator.
#include "linear/pressure/multigrid_strays.h"

#include <algorithm>
#include <cmath>

#include "linear/pressure/multigrid_operator.h"

namespace spindrift {

namespace {

constexpr int children(int dimension) { return 1 << dimension; }

template <int D>
std::size_t place_of(const TilesView<D>& tiles, const VecI<D>& cell) {
  using T = Tile<D>;
  const CellPlace<D> at(tiles, cell);
  return T::offset(at.tile) + Split<D>::index(at.index);
}

template <int D>
VecI<D> child(const VecI<D>& block, int which) {
  VecI<D> cell;
  for (int a = 0; a < D; ++a) cell[a] = 2 * block[a] + ((which >> a) & 1);
  return cell;
}

template <int D>
VecI<D> beside(VecI<D> cell, int axis, int step) {
  cell[axis] += step;
  return cell;
}

// The coupling of a cell with its neighbour one step along an axis.
template <int D>
float coupling_of(const LevelView<D>& level, const VecI<D>& cell, int axis, int step) {
  return level.coupling[axis][place_of(level.tiles, step < 0 ? cell : beside(cell, axis, 1))];
}

// Which children of a block are joined, as bits: those of the largest part, the lowest one first among equals.
template <int D>
unsigned main_part(const LevelView<D>& level, const VecI<D>& block) {
  std::array<int, children(D)> part;
  unsigned exists = 0;
  for (int k = 0; k < children(D); ++k) {
    part[k] = k;
    if (level.diagonal[place_of(level.tiles, child<D>(block, k))] > 0.0f) exists |= 1u << k;
  }
  for (int k = 0; k < children(D); ++k)
    for (int a = 0; a < D; ++a) {
      if (!(k >> a & 1) || coupling_of(level, child<D>(block, k), a, -1) == 0.0f) continue;
      const int one = part[k], other = part[k ^ (1 << a)];
      std::replace(part.begin(), part.end(), std::max(one, other), std::min(one, other));
    }
  unsigned best = 0;
  int most = 0;
  for (int p = 0; p < children(D); ++p) {
    unsigned bits = 0;
    for (int k = 0; k < children(D); ++k)
      if (part[k] == p && (exists >> k & 1)) bits |= 1u << k;
    const int count = __builtin_popcount(bits);
    if (count > most) {
      most = count;
      best = bits;
    }
  }
  return best;
}

// The block of the neighbour that a cell is coupled to most, among those in the main part of their block; else its own.
template <int D>
VecI<D> block_on_own_side(const LevelView<D>& level, const VecI<D>& cell) {
  const VecI<D> own = halved(cell);
  VecI<D> best = own;
  float strongest = 0.0f;
  for (int a = 0; a < D; ++a) {
    const int step = cell[a] & 1 ? 1 : -1;  // out of the block
    const float strength = coupling_of(level, cell, a, step);
    const VecI<D> neighbor = beside(cell, a, step), block = halved(neighbor);
    int which = 0;
    for (int b = 0; b < D; ++b) which |= (neighbor[b] & 1) << b;
    if (strength > strongest && (main_part(level, block) >> which & 1)) {
      strongest = strength;
      best = block;
    }
  }
  return best;
}

template <int D, class Strays>
void add_stray(const LevelView<D>& fine, const TilesView<D>& coarse, const VecI<D>& cell, Strays& strays) {
  const VecI<D> target = block_on_own_side(fine, cell);
  if (target == halved(cell)) return;
  StrayCell<D> stray{
      place_of(fine.tiles, cell), place_of(coarse, halved(cell)), place_of(coarse, target), cell, target, {}, {}};
  for (int a = 0; a < D; ++a)
    for (const int step : {-1, 1}) {
      const int n = 2 * a + (step > 0);
      stray.neighbor[n] = place_of(fine.tiles, beside(cell, a, step));
      stray.coupling[n] = coupling_of(fine, cell, a, step);
    }
  strays.push_back(stray);
}

template <int D, class Strays>
void find_strays_of_tile(const LevelView<D>& fine, const TilesView<D>& coarse, int tile, Strays& strays) {
  using T = Tile<D>;
  const VecI<D> corner = fine.tiles.first_cell(tile);
  for (int c = 0; c < T::kCells; ++c) {
    const VecI<D> local = T::cell_coord(c);
    bool is_even = true;
    for (int a = 0; a < D; ++a) is_even &= (local[a] & 1) == 0;
    if (!is_even) continue;
    // A block with all of its inner couplings is whole: that is most of them.
    int cells = 0, links = 0;
    for (int k = 0; k < children(D); ++k) {
      VecI<D> at = local;
      for (int a = 0; a < D; ++a) at[a] += k >> a & 1;
      const std::size_t place = T::offset(tile) + Split<D>::index(T::cell_index(at));
      cells += fine.diagonal[place] > 0.0f;
      for (int a = 0; a < D; ++a) links += (k >> a & 1) && fine.coupling[a][place] > 0.0f;
    }
    if (cells < 2 || links == D * children(D) / 2) continue;
    const VecI<D> block = halved(corner + local);
    const unsigned main = main_part(fine, block);
    for (int k = 0; k < children(D); ++k) {
      const VecI<D> cell = child<D>(block, k);
      if (!(main >> k & 1) && fine.diagonal[place_of(fine.tiles, cell)] > 0.0f) add_stray(fine, coarse, cell, strays);
    }
  }
}

// Between two cells of a grid that may repeat itself.
template <int D>
VecI<D> shortest_way(const TileMap<D>& map, VecI<D> way) {
  for (int a = 0; a < D; ++a) {
    if (!map.is_periodic()[a]) continue;
    const int period = map.extent_tiles()[a] * Tile<D>::kSide;
    way[a] = ((way[a] + period / 2) % period + period) % period - period / 2;
  }
  return way;
}

// Adds `share` of a coupling between two blocks to the coarse operator.
template <int D>
void couple(MultigridLevel<D>& coarse, const VecI<D>& one, const VecI<D>& other, float share) {
  const std::size_t at_one = place_of<D>(*coarse.tiles, one), at_other = place_of<D>(*coarse.tiles, other);
  const VecI<D> apart = shortest_way(*coarse.tiles, other - one);
  int axis = -1, distance = 0;
  for (int a = 0; a < D; ++a) {
    if (apart[a] != 0) axis = a;
    distance += std::abs(apart[a]);
  }
  if (distance == 1) {
    coarse.coupling[axis][apart[axis] > 0 ? at_other : at_one] += share;
  } else {  // the same block; or blocks that do not touch, which the stencil cannot join
    coarse.diagonal[at_one] -= share;
    coarse.diagonal[at_other] -= share;
  }
}

}  // namespace

template <int D>
void find_strays(MultigridLevel<D>& fine, const MultigridLevel<D>& coarse, TileLists<StrayCell<D>>& found) {
  const LevelView<D> cells = level_view(fine);
  const TilesView<D> blocks = *coarse.tiles;
  fine.strays.clear();
  found.build(
      "multigrid find strays", *fine.tiles,
      [&](int tile, auto& strays) {
        if (!cells.is_uniform[tile]) find_strays_of_tile(cells, blocks, tile, strays);
      },
      grain_of_pass(*fine.tiles));
  for (int tile = 1; tile <= fine.tiles->count(); ++tile)
    fine.strays.insert(fine.strays.end(), found[tile].begin(), found[tile].end());
  std::sort(fine.strays.begin(), fine.strays.end(),
            [](const StrayCell<D>& one, const StrayCell<D>& other) { return one.cell < other.cell; });
}

template <int D>
void move_strays(const MultigridLevel<D>& fine, MultigridLevel<D>& coarse) {
  auto find = [&](std::size_t cell) -> const StrayCell<D>* {
    const auto it = std::lower_bound(fine.strays.begin(), fine.strays.end(), cell,
                                     [](const StrayCell<D>& stray, std::size_t place) { return stray.cell < place; });
    return it != fine.strays.end() && it->cell == cell ? &*it : nullptr;
  };
  for (const StrayCell<D>& stray : fine.strays) {
    const float diagonal = fine.diagonal[stray.cell];
    coarse.diagonal[stray.parent] -= diagonal;
    coarse.diagonal[stray.target] += diagonal;
    for (int a = 0; a < D; ++a)
      for (const int step : {-1, 1}) {
        const int n = 2 * a + (step > 0);
        if (stray.coupling[n] == 0.0f) continue;
        const StrayCell<D>* other = find(stray.neighbor[n]);
        if (other && other->cell < stray.cell) continue;  // this pair has been moved
        const float share = stray.coupling[n];
        const VecI<D> neighbor_parent = halved(beside(stray.fine_cell, a, step));
        couple(coarse, halved(stray.fine_cell), neighbor_parent, -share);
        couple(coarse, stray.target_cell, other ? other->target_cell : neighbor_parent, share);
      }
  }
}

template void find_strays<2>(MultigridLevel<2>&, const MultigridLevel<2>&, TileLists<StrayCell<2>>&);
template void find_strays<3>(MultigridLevel<3>&, const MultigridLevel<3>&, TileLists<StrayCell<3>>&);
template void move_strays<2>(const MultigridLevel<2>&, MultigridLevel<2>&);
template void move_strays<3>(const MultigridLevel<3>&, MultigridLevel<3>&);

}  // namespace spindrift
