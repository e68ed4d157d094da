#include "linear/pressure/multigrid_setup.h"

#include <algorithm>

#include "exec/parallel.h"
#include "linear/pressure/multigrid_strays.h"
#include "linear/pressure/split_layout.h"

namespace spindrift {

namespace {

constexpr int kCoarsestCells = 4;  // along the longest side of the liquid's tiles
constexpr int kBottomSweeps = 16;  // the coarsest level must be solved tightly

// Resizes what a level needs; the dummy tile is zero everywhere.
template <int D>
void allocate(MultigridLevel<D>& level) {
  const std::size_t size = static_cast<std::size_t>(level.tiles->count() + 1) * Tile<D>::kCells;
  auto prepare = [&](Buffer<float>& buffer) {
    resize_discard(buffer, size);
    std::fill_n(buffer.begin(), Tile<D>::kCells, 0.0f);
  };
  prepare(level.diagonal);
  prepare(level.inverse_diagonal);
  for (auto& coupling : level.coupling) prepare(coupling);
  prepare(level.x);
  prepare(level.b);
  level.is_uniform.assign(static_cast<std::size_t>(level.tiles->count()) + 1, 0);
}

// A tile is uniform if all of its equations, and all couplings its neighbours share with it, are those of the inside.
template <int D>
void find_uniform_tiles(MultigridLevel<D>& level, float coupling) {
  const float inverse = 1.0f / (2.0f * D * coupling);
  parallel_for(
      "find uniform tiles", static_cast<std::size_t>(level.tiles->count()),
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        const TilePlaces<D> places(*level.tiles, tile);
        auto all_equal = [&](const Buffer<float>& field, float value) {
          const float* begin = field.data() + places.self;
          return std::all_of(begin, begin + Tile<D>::kCells, [=](float f) { return f == value; });
        };
        bool uniform = all_equal(level.inverse_diagonal, inverse);
        for (std::size_t a = 0; a < D && uniform; ++a) uniform = all_equal(level.coupling[a], coupling);
        // A cell of the inside with D couplings to its low side has D more to its high side.
        level.is_uniform[tile] = uniform;
      },
      16);
  // The diagonal says that all faces are open, not that what lies behind them is liquid: air does not couple.
  parallel_for(
      "find uniform tiles", static_cast<std::size_t>(level.tiles->count()),
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        if (!level.is_uniform[i + 1]) return;
        const TilePlaces<D> places(*level.tiles, tile);
        for (int a = 0; a < D; ++a)
          for (int c = 0; c < Tile<D>::kCells; ++c) {
            const VecI<D> cell = Tile<D>::cell_coord(c);
            if (cell[a] != 0) continue;
            const int at = Split<D>::index(cell[0], c / Tile<D>::kSide);
            if (level.coupling[a][places.high[a] + static_cast<std::size_t>(at)] != coupling)
              level.is_uniform[i + 1] = 0;
          }
      },
      16);
}

// Equations that have next to nothing on their diagonal are dropped: closed pockets of a single cell, on any level.
template <int D>
void invert_diagonal(MultigridLevel<D>& level) {
  parallel_for(
      "invert diagonal", static_cast<std::size_t>(level.tiles->count()),
      [&](std::size_t i) {
        for (std::size_t k = (i + 1) * Tile<D>::kCells; k < (i + 2) * Tile<D>::kCells; ++k) {
          const bool exists = level.diagonal[k] > 1e-6f;
          level.inverse_diagonal[k] = exists ? 1.0f / level.diagonal[k] : 0.0f;
          if (!exists) level.diagonal[k] = 0.0f;
        }
      },
      8);
}

template <int D>
void build_finest(const TileMap<D>& map, const PressureSystem<D>& system, MultigridLevel<D>& level) {
  level.tiles = &map;
  allocate(level);
  to_split(map, system.diagonal, level.diagonal);
  invert_diagonal(level);
  for (std::size_t a = 0; a < D; ++a) to_split(map, system.coupling[a], level.coupling[a]);
  find_uniform_tiles(level, 1.0f);
}

// The sum of the couplings on both sides of a cell along all axes.
template <int D>
float sum_of_couplings(const MultigridLevel<D>& level, const TilePlaces<D>& places, int cell) {
  using T = Tile<D>;
  const VecI<D> at = T::cell_coord(cell);
  float sum = 0.0f;
  for (int a = 0; a < D; ++a) {
    VecI<D> high = at;
    high[a] = (at[a] + 1) & T::kMask;
    const std::size_t tile = at[a] < T::kMask ? places.self : places.high[a];
    const float* coupling = level.coupling[a].data();
    sum += coupling[places.self + static_cast<std::size_t>(Split<D>::index(at[0], cell / T::kSide))] +
           coupling[tile + static_cast<std::size_t>(Split<D>::index(high[0], T::cell_index(high) / T::kSide))];
  }
  return sum;
}

// From the Galerkin product to the operator of the level. The product knows the faces between two aggregates, but not
// the way from there to their middles. Couplings are conductances: the way is in series with the faces, as long as they
// are and as wide as the whole side. Inside the liquid the two are equal, and the product is halved; where a wall
// leaves but a slit, the slit decides on every level, and two tanks that a slit joins are not driven too far. Toward
// air, where the smoother is strong, the product is halved.
template <int D>
void soften(MultigridLevel<D>& level, float inside) {
  using T = Tile<D>;
  auto for_each_cell = [&](auto&& body) {
    parallel_for(
        "soften", static_cast<std::size_t>(level.tiles->count()),
        [&](std::size_t i) {
          const TilePlaces<D> places(*level.tiles, static_cast<int>(i) + 1);
          for (int c = 0; c < T::kCells; ++c)
            body(places, c, places.self + static_cast<std::size_t>(Split<D>::index(c % T::kSide, c / T::kSide)));
        },
        8);
  };
  for_each_cell([&](const TilePlaces<D>& places, int cell, std::size_t at) {
    float& diagonal = level.diagonal[at];
    const float to_air = diagonal - sum_of_couplings(level, places, cell);
    diagonal = to_air > 1e-6f * diagonal ? 0.5f * to_air : 0.0f;  // else it is rounding
  });
  const float way = 2.0f * inside;
  for (auto& couplings : level.coupling)
    parallel_for("soften", couplings.size(), [&](std::size_t i) { couplings[i] *= way / (way + couplings[i]); }, 4096);
  for_each_cell([&](const TilePlaces<D>& places, int cell, std::size_t at) {
    level.diagonal[at] += sum_of_couplings(level, places, cell);
  });
}

// Aggregates of 2^D cells: couplings across a coarse face add up, couplings inside an aggregate leave the diagonal.
template <int D>
void build_coarser(MultigridLevel<D>& fine, MultigridLevel<D>& coarse, float inside) {
  using T = Tile<D>;
  using S = Split<D>;
  std::vector<VecI<D>> wanted;
  VecI<D> extent = fine.tiles->extent_tiles();
  for (int a = 0; a < D; ++a) extent[a] = ((extent[a] + 1) / 2) * T::kSide;
  for (int tile = 1; tile <= fine.tiles->count(); ++tile) wanted.push_back(halved(fine.tiles->coord(tile)));
  coarse.coarse_tiles.reset(extent, fine.tiles->is_periodic());
  coarse.coarse_tiles.rebuild(wanted);
  coarse.tiles = &coarse.coarse_tiles;
  allocate(coarse);
  parallel_fill("build coarser", coarse.diagonal, 0.0f);
  for (auto& field : coarse.coupling) parallel_fill("build coarser", field, 0.0f);

  // Each fine tile fills its own part of its coarse tile. First the sum of diagonals and couplings ...
  parallel_for(
      "build coarser", static_cast<std::size_t>(fine.tiles->count()),
      [&](std::size_t i) {
        const int tile = static_cast<int>(i) + 1;
        const VecI<D> coord = fine.tiles->coord(tile);
        VecI<D> corner;
        for (int a = 0; a < D; ++a) corner[a] = (coord[a] & 1) * (T::kSide / 2);
        const std::size_t from = static_cast<std::size_t>(tile) * T::kCells;
        const std::size_t to = static_cast<std::size_t>(coarse.tiles->find(halved(coord))) * T::kCells;
        for (int c = 0; c < T::kCells; ++c) {
          const VecI<D> cell = T::cell_coord(c);
          const std::size_t at = from + static_cast<std::size_t>(S::index(cell[0], c / T::kSide));
          if (fine.diagonal[at] == 0.0f) continue;
          VecI<D> over;
          for (int a = 0; a < D; ++a) over[a] = corner[a] + cell[a] / 2;
          const int over_index = T::cell_index(over);
          const std::size_t target = to + static_cast<std::size_t>(S::index(over[0], over_index / T::kSide));
          coarse.diagonal[target] += fine.diagonal[at];
          for (std::size_t a = 0; a < D; ++a) {
            const float coupling = fine.coupling[a][at];
            if (cell[static_cast<int>(a)] & 1)
              coarse.diagonal[target] -= 2.0f * coupling;  // inside the aggregate
            else
              coarse.coupling[a][target] += coupling;
          }
        }
      },
      4);
  // ... then strays change over to their own side ...
  find_strays(fine, coarse);
  move_strays(fine, coarse);
  // ... then the way inside the aggregates is added ...
  soften(coarse, inside);
  // ... then the inverse. An aggregate that is a closed pocket of its own has nothing left on its diagonal.
  invert_diagonal(coarse);
  find_uniform_tiles(coarse, inside);
}

// The cells of the pockets without air, as indices into the split layout.
template <int D>
std::vector<std::vector<std::size_t>> split_pockets(const PressureSystem<D>& system) {
  std::vector<std::vector<std::size_t>> pockets;
  for (const auto& pocket : system.pockets) {
    auto& cells = pockets.emplace_back();
    for (const std::int32_t cell : pocket) {
      const int local = cell % Tile<D>::kCells;
      cells.push_back(static_cast<std::size_t>(cell - local) +
                      static_cast<std::size_t>(Split<D>::index(local % Tile<D>::kSide, local / Tile<D>::kSide)));
    }
  }
  return pockets;
}

template <int D>
int longest_side(const TileMap<D>& map) {
  VecI<D> low = VecI<D>::filled(1 << 30), high = VecI<D>::filled(-1);
  for (int tile = 1; tile <= map.count(); ++tile) {
    low = min(low, map.coord(tile));
    high = max(high, map.coord(tile));
  }
  int longest = 1;
  if (map.count() == 0) return longest;
  for (int a = 0; a < D; ++a) longest = std::max(longest, (high[a] - low[a] + 1) * Tile<D>::kSide);
  return longest;
}

}  // namespace

// Whether a level of whole tiles can follow `level`: along a periodic axis, the number of tiles must still be even.
template <int D>
bool can_be_coarser(const TileMap<D>& map, std::size_t level) {
  for (std::size_t a = 0; a < D; ++a)
    if (map.is_periodic()[a] && map.extent_tiles().at[a] % (2 << level) != 0) return false;
  return true;
}

template <int D>
void build_multigrid(const TileMap<D>& map, const PressureSystem<D>& system, Multigrid<D>& multigrid) {
  std::size_t depth = 1;
  int side = longest_side(map);
  for (; side > kCoarsestCells && can_be_coarser(map, depth - 1); side /= 2) ++depth;
  multigrid.bottom_sweeps = std::max(kBottomSweeps, side / 2);
  if (multigrid.levels.size() != depth) multigrid.levels = std::vector<MultigridLevel<D>>(depth);
  multigrid.pockets = split_pockets(system);
  build_finest(map, system, multigrid.levels[0]);
  float coupling = 1.0f;
  for (std::size_t l = 1; l < depth; ++l) {
    coupling *= 0.5f * static_cast<float>(1 << (D - 1));
    build_coarser(multigrid.levels[l - 1], multigrid.levels[l], coupling);
  }
}

template void build_multigrid<2>(const TileMap<2>&, const PressureSystem<2>&, Multigrid<2>&);
template void build_multigrid<3>(const TileMap<3>&, const PressureSystem<3>&, Multigrid<3>&);

}  // namespace spindrift
