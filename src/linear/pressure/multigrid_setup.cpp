// Builds the levels of a multigrid hierarchy from the pressure matrix.
#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/parallel.h"
#include "grid/for_each_tile.h"
#include "linear/pressure/pressure_solver.h"
#include "linear/pressure/pressure_system.h"
#include "linear/pressure/split_layout.h"

namespace spindrift {

namespace {

template <int D>
VecI<D> halved(VecI<D> cell) {
  for (int a = 0; a < D; ++a) cell[a] >>= 1;
  return cell;
}

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

// The largest connected part of a block's children, as bits; of equal parts the one with the lowest child.
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

// The block of the neighbour with the strongest coupling, among those in the main part of their block; else its own.
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
    // Most blocks have all of their inner couplings.
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

// The shortest periodic image of a difference of cells.
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
  } else {  // one block; or blocks that do not touch, which the stencil cannot join
    coarse.diagonal[at_one] -= share;
    coarse.diagonal[at_other] -= share;
  }
}

// Lists the strays of a level; `found` is scratch memory.
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

// Moves the strays' share of the coarse operator from the blocks that contain them to those they belong to.
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

// Cells along the longest side of the liquid's tiles on the coarsest level. Sweeps solve this level.
constexpr int kCoarsestCells = 4;
// Sweeps on the coarsest level, before and after: it must be solved to a few digits. A level that cannot be coarsened,
// along a periodic axis with an odd number of tiles, gets enough sweeps to carry a value from its middle to its end.
constexpr int kBottomSweeps = 16;
// Differences of operator terms below this share are rounding errors.
constexpr float kRounding = 1e-6f;
// Time of a loop that builds equations cell by cell, relative to a pass over a vector.
constexpr std::size_t kSetupCost = 4;
template <int D>
std::size_t grain_of_setup(const TileMap<D>& map) {
  return std::max<std::size_t>(1, grain_of_pass<D>(kSetupCost * static_cast<std::size_t>(map.count())) / kSetupCost);
}

// Resizes what a level needs; the dummy tile is zero everywhere.
template <int D>
void allocate(MultigridLevel<D>& level) {
  const int tiles = level.tiles->count();
  auto prepare = [&](Buffer<float>& buffer) {
    resize_discard(buffer, Tile<D>::offset(tiles + 1));
    std::fill_n(buffer.begin(), Tile<D>::kCells, 0.0f);
  };
  prepare(level.diagonal);
  prepare(level.inverse_diagonal);
  for (auto& coupling : level.coupling) prepare(coupling);
  prepare(level.x);
  prepare(level.b);
  level.is_uniform.assign(tiles + 1, 0);
}

// A tile is uniform if all of its equations and all couplings to its neighbours are those of the interior.
template <int D>
void find_uniform_tiles(MultigridLevel<D>& level, float coupling) {
  const float inverse = 1.0f / (2.0f * D * coupling);
  const LevelView<D> view = level_view(level);
  std::uint8_t* is_uniform = level.is_uniform.data();
  for_each_tile(
      "multigrid find uniform equations", *level.tiles,
      [&](int tile) {
        auto all_equal = [&](const float* values, float value) {
          const float* begin = values + Tile<D>::offset(tile);
          return std::all_of(begin, begin + Tile<D>::kCells, [=](float f) { return f == value; });
        };
        bool uniform = all_equal(view.inverse_diagonal, inverse);
        for (int a = 0; a < D && uniform; ++a) uniform = all_equal(view.coupling[a], coupling);
        // A cell of the inside with D couplings to its low side has D more to its high side.
        is_uniform[tile] = uniform;
      },
      grain_of_pass(*level.tiles));
  // By the diagonal all faces are open, but air behind them does not couple.
  for_each_tile(
      "multigrid find uniform tiles", *level.tiles,
      [&](int tile) {
        if (!is_uniform[tile]) return;
        const TilePlaces<D> places(view.tiles, tile);
        for (int a = 0; a < D; ++a)
          for (int c = 0; c < Tile<D>::kCells; ++c) {
            if (Tile<D>::cell_coord(c)[a] != 0) continue;
            if (view.coupling[a][places.high[a] + Split<D>::index(c)] != coupling) is_uniform[tile] = 0;
          }
      },
      grain_of_pass(*level.tiles));
}

// Drops equations with a diagonal of nearly zero: closed pockets of a single cell, on any level. Interior couplings are
// at least 1 on every level.
template <int D>
void invert_diagonal(MultigridLevel<D>& level) {
  float *diagonal = level.diagonal.data(), *inverse = level.inverse_diagonal.data();
  for_each_tile(
      "multigrid invert diagonal", *level.tiles,
      [&](int tile) {
        for (std::size_t k = Tile<D>::offset(tile); k < Tile<D>::offset(tile + 1); ++k) {
          const bool exists = diagonal[k] > kRounding;
          inverse[k] = exists ? 1.0f / diagonal[k] : 0.0f;
          if (!exists) diagonal[k] = 0.0f;
        }
      },
      grain_of_pass(*level.tiles));
}

template <int D>
void build_finest(const TileMap<D>& map, const PressureSystem<D>& system, MultigridLevel<D>& level) {
  level.tiles = &map;
  allocate(level);
  to_split(map, system.diagonal, level.diagonal);
  invert_diagonal(level);
  for (int a = 0; a < D; ++a) to_split(map, system.coupling[a], level.coupling[a]);
  find_uniform_tiles(level, 1.0f);
}

// The sum of the couplings on both sides of a cell along all axes.
template <int D>
float sum_of_couplings(const LevelView<D>& level, const TilePlaces<D>& places, int cell) {
  using T = Tile<D>;
  const VecI<D> at = T::cell_coord(cell);
  float sum = 0.0f;
  for (int a = 0; a < D; ++a) {
    VecI<D> high = at;
    high[a] = (at[a] + 1) & T::kMask;
    const std::size_t tile = at[a] < T::kMask ? places.self : places.high[a];
    const float* coupling = level.coupling[a];
    sum += coupling[places.self + Split<D>::index(cell)] + coupling[tile + Split<D>::index(T::cell_index(high))];
  }
  return sum;
}

// Turns the Galerkin product into the operator of the level. Couplings are conductances. The product is the conductance
// of the faces between two blocks. The path from these faces to the blocks' centres is in series with it, and has the
// conductance of fully open faces. Inside the liquid the two are equal, and the product is halved. Where a wall leaves
// only a slit, the slit dominates on every level, and two tanks joined by a slit are not over-corrected. Toward air,
// where the smoother is strong, the product is halved.
template <int D>
void soften(MultigridLevel<D>& level, float inside) {
  using T = Tile<D>;
  const LevelView<D> view = level_view(level);
  float* diagonals = level.diagonal.data();
  auto for_each_cell = [&](const char* name, auto&& body) {
    for_each_tile(
        name, *level.tiles,
        [&](int tile) {
          const TilePlaces<D> places(view.tiles, tile);
          for (int c = 0; c < T::kCells; ++c) body(places, c, places.self + Split<D>::index(c));
        },
        grain_of_setup(*level.tiles));
  };
  for_each_cell("multigrid soften toward air", [&](const TilePlaces<D>& places, int cell, std::size_t at) {
    float& diagonal = diagonals[at];
    const float to_air = diagonal - sum_of_couplings(view, places, cell);
    diagonal = to_air > kRounding * diagonal ? 0.5f * to_air : 0.0f;
  });
  const float way = 2.0f * inside;
  for (auto& couplings : level.coupling)
    parallel_transform("multigrid soften couplings", couplings, [way](float c) { return c * (way / (way + c)); });
  for_each_cell("multigrid sum couplings", [&](const TilePlaces<D>& places, int cell, std::size_t at) {
    diagonals[at] += sum_of_couplings(view, places, cell);
  });
}

template <int D>
void make_coarse_tiles(const TileMap<D>& fine, std::vector<VecI<D>>& wanted, MultigridLevel<D>& coarse) {
  VecI<D> extent = fine.extent_tiles();
  for (int a = 0; a < D; ++a) extent[a] = ((extent[a] + 1) / 2) * Tile<D>::kSide;
  wanted.clear();
  for (int tile = 1; tile <= fine.count(); ++tile) wanted.push_back(halved(fine.coord(tile)));
  coarse.coarse_tiles.reset(extent, fine.is_periodic());
  coarse.coarse_tiles.rebuild(wanted);
  coarse.tiles = &coarse.coarse_tiles;
}

template <int D>
struct BlocksView {
  TilesView<D> tiles;
  float* diagonal;
  std::array<float*, D> coupling;
};
static_assert(std::is_trivially_copyable_v<BlocksView<3>>);

// The Galerkin product: couplings across a coarse face add up, couplings inside a block leave the diagonal. Each fine
// tile fills its own part of its coarse tile.
template <int D>
void add_tile_to_blocks(const LevelView<D>& fine, int tile, const BlocksView<D>& coarse) {
  using T = Tile<D>;
  const VecI<D> coord = fine.tiles.coord(tile);
  VecI<D> corner;
  for (int a = 0; a < D; ++a) corner[a] = (coord[a] & 1) * (T::kSide / 2);
  const std::size_t from = T::offset(tile), to = T::offset(coarse.tiles.find(halved(coord)));
  for (int c = 0; c < T::kCells; ++c) {
    const std::size_t at = from + Split<D>::index(c);
    if (fine.diagonal[at] == 0.0f) continue;
    const VecI<D> cell = T::cell_coord(c);
    const std::size_t block = to + Split<D>::index(T::cell_index(corner + halved(cell)));
    coarse.diagonal[block] += fine.diagonal[at];
    for (int a = 0; a < D; ++a) {
      const float coupling = fine.coupling[a][at];
      if (cell[a] & 1)
        coarse.diagonal[block] -= 2.0f * coupling;  // inside the block
      else
        coarse.coupling[a][block] += coupling;
    }
  }
}

// `inside`: a coupling of the level inside the liquid.
template <int D>
void build_coarser(Multigrid<D>& multigrid, MultigridLevel<D>& fine, MultigridLevel<D>& coarse, float inside) {
  make_coarse_tiles(*fine.tiles, multigrid.wanted_tiles, coarse);
  allocate(coarse);
  parallel_fill("multigrid clear coarse diagonal", coarse.diagonal, 0.0f);
  for (auto& field : coarse.coupling) parallel_fill("multigrid clear coarse couplings", field, 0.0f);
  const LevelView<D> cells = level_view(fine);
  BlocksView<D> blocks{*coarse.tiles, coarse.diagonal.data(), {}};
  for (std::size_t a = 0; a < D; ++a) blocks.coupling[a] = coarse.coupling[a].data();
  for_each_tile(
      "multigrid build coarser level", *fine.tiles, [&](int tile) { add_tile_to_blocks(cells, tile, blocks); },
      grain_of_setup(*fine.tiles));
  find_strays(fine, coarse, multigrid.found_strays);
  move_strays(fine, coarse);
  soften(coarse, inside);
  invert_diagonal(coarse);  // a block that is a closed pocket of its own has nothing left on its diagonal
  find_uniform_tiles(coarse, inside);
}

template <int D>
void copy_pockets(const Pockets& pockets, Pockets& split) {
  split.begin = pockets.begin;
  split.cells.resize(pockets.cells.size());
  for (std::size_t i = 0; i < split.cells.size(); ++i) {
    const int local = pockets.cells[i] % Tile<D>::kCells;
    split.cells[i] = pockets.cells[i] - local + Split<D>::index(local);
  }
}

template <int D>
int longest_side(const TileMap<D>& map) {
  if (map.count() == 0) return 1;
  VecI<D> low = map.coord(1), high = low;
  for (int tile = 2; tile <= map.count(); ++tile) {
    low = min(low, map.coord(tile));
    high = max(high, map.coord(tile));
  }
  const VecI<D> sides = high - low;
  return (*std::max_element(sides.at.begin(), sides.at.end()) + 1) * Tile<D>::kSide;
}

// Whether a level of whole tiles can follow `level`: along a periodic axis, the number of tiles must still be even.
template <int D>
bool can_be_coarser(const TileMap<D>& map, std::size_t level) {
  for (int a = 0; a < D; ++a)
    if (map.is_periodic()[a] && map.extent_tiles()[a] % (2 << level) != 0) return false;
  return true;
}

}  // namespace

template <int D>
void build_multigrid(const TileMap<D>& map, PressureSystem<D>& system) {
  Multigrid<D>& multigrid = system.multigrid;
  std::size_t depth = 1;
  int side = longest_side(map);
  for (; side > kCoarsestCells && can_be_coarser(map, depth - 1); side /= 2) ++depth;
  multigrid.bottom_sweeps = std::max(kBottomSweeps, side / 2);
  multigrid.levels.resize(depth);
  copy_pockets<D>(system.pockets, multigrid.pockets);
  build_finest(map, system, multigrid.levels[0]);
  float coupling = 1.0f;
  for (std::size_t l = 1; l < depth; ++l) {
    coupling *= 0.5f * (1 << (D - 1));  // of 2^(D - 1) faces side by side, over twice the way
    build_coarser(multigrid, multigrid.levels[l - 1], multigrid.levels[l], coupling);
  }
}

template void build_multigrid<2>(const TileMap<2>&, PressureSystem<2>&);
template void build_multigrid<3>(const TileMap<3>&, PressureSystem<3>&);

}  // namespace spindrift
