// Which tiles exist, and what their cells are. In a closed domain: all. Under an open sky: those with smoke, heat or
// fuel in them, those of active sources, and one tile around; their cells are gas. Another tile around exists for the
// halos of these; it is air at ambient pressure. So an empty sky costs nothing.
#include <algorithm>
#include <cmath>

#include "fluid/solids.h"
#include "grid/for_each_tile.h"
#include "grid/halo.h"
#include "grid/tile.h"
#include "smoke/extend.h"
#include "smoke/gas_regions.h"
#include "smoke/gas_view.h"
#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

// A tile with less than this in all cells counts as empty: too little to be seen (1 is thick smoke) or to move the air.
constexpr float kLeastSmoke = 1e-4f;  // density or fuel
constexpr float kLeastHeat = 0.05f;   // K

template <int D>
bool holds_smoke(const QuantityViews<const float, D>& quantity, int tile) {
  bool found = false;
  for_each_quantity(quantity, [&](std::size_t q) {
    const float least = q == kHeat ? kLeastHeat : kLeastSmoke;
    const float* values = quantity[q].tile(tile);
    float largest = 0.0f;
    for (int c = 0; c < Tile<D>::kCells; ++c) largest = std::max(largest, std::abs(values[c]));
    found |= largest > least;
  });
  return found;
}

template <int D>
VecI<D> tile_of(const SmokeState<D>& state, const VecD<D>& world) {
  const VecD<D> at = state.domain.to_cells(world);
  VecI<D> coord;
  for (int a = 0; a < D; ++a) {
    const double inside = std::clamp(std::floor(at[a]), 0.0, state.domain.extent()[a] - 1.0);
    coord[a] = static_cast<int>(inside) >> Tile<D>::kLog2;
  }
  return coord;
}

template <int D>
void add_neighbors(const std::vector<VecI<D>>& tiles, std::vector<VecI<D>>& result) {
  result.clear();
  for (const VecI<D>& coord : tiles)
    for (int n = 0; n < Tile<D>::kNeighbors; ++n) result.push_back(coord + Tile<D>::neighbor_offset(n));
}

// Sorted, and each once.
template <int D>
void make_unique(const TileMap<D>& map, std::vector<VecI<D>>& coords) {
  for (VecI<D>& coord : coords) coord = map.wrapped(coord);
  std::erase_if(coords, [&](const VecI<D>& coord) { return !map.contains(coord); });
  std::sort(coords.begin(), coords.end(), [](const VecI<D>& a, const VecI<D>& b) { return a.at < b.at; });
  coords.erase(std::unique(coords.begin(), coords.end()), coords.end());
}

// The tiles whose cells should be gas, sorted.
template <int D>
void find_wanted_tiles(SmokeState<D>& state, std::vector<VecI<D>>& wanted) {
  if (!state.scene.is_sparse()) {
    VecI<D> last = state.tiles.extent_tiles();
    for (int a = 0; a < D; ++a) --last[a];
    wanted.clear();
    return for_each_point<D>(VecI<D>{}, last, [&](const VecI<D>& coord) { wanted.push_back(coord); });
  }
  const auto has_smoke = state.scratch.template borrow<std::vector<std::uint8_t>>();
  has_smoke->resize(state.tiles.count() + 1);
  const QuantityViews<const float, D> quantity = state.quantity;
  for_each_tile(
      "find tiles with smoke", state.tiles, [&](int tile) { (*has_smoke)[tile] = holds_smoke<D>(quantity, tile); }, 8);
  const auto core = state.scratch.template borrow<std::vector<VecI<D>>>();
  core->clear();
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    if ((*has_smoke)[tile]) core->push_back(state.tiles.coord(tile));
  for (const SmokeSource<D>& source : state.sources) {
    if (state.time + state.dt < source.settings.start || state.time >= source.settings.end) continue;
    const Box<D> box = source.shape->bounds();
    for_each_point<D>(tile_of(state, box.low), tile_of(state, box.high),
                      [&](const VecI<D>& coord) { core->push_back(coord); });
  }
  add_neighbors<D>(*core, wanted);
  make_unique(state.tiles, wanted);
}

template <int D>
void classify_tile(const SolidsView<D>& solids, TileContent content, int tile, CellType* type) {
  const Domain<D>& domain = solids.domain;
  const VecI<D> first = solids.tiles.first_cell(tile);
  std::fill_n(type, Tile<D>::kCells, content == TileContent::kAir ? CellType::kAir : CellType::kFluid);
  if (!solids.empty()) mark_closed_cells(solids, tile, type);
  for (int c = 0; c < Tile<D>::kCells; ++c) {
    const VecI<D> cell = first + Tile<D>::cell_coord(c);
    if (!domain.contains(cell)) type[c] = is_behind_wall(domain, cell) ? CellType::kSolid : CellType::kAir;
  }
}

// Cells: if all cells of a tile are this far from solids, no face in it or up to two cells around it (3.5 along the
// diagonal) is cut.
constexpr float kFarFromSolids = 5.0f;

// Whether a tile holds nothing but gas, two cells around it and no solid near that could cut a face.
template <int D>
bool is_plain(const SolidsView<D>& solids, const FieldView<const CellType, D>& types, int tile) {
  HaloBlock<CellType, D, 2, 2> around;
  load_halo(solids.tiles, types, tile, around);
  if (!std::all_of(around.values.begin(), around.values.end(), [](CellType t) { return t == CellType::kFluid; }))
    return false;
  if (solids.empty()) return true;
  const float* distance = solids.distance.tile(tile);
  return std::all_of(distance, distance + Tile<D>::kCells, [](float d) { return d > kFarFromSolids; });
}

}  // namespace

template <int D>
void classify_cells_of_gas(SmokeState<D>& state) {
  const SolidsView<D> solids = state.solids_view();
  const FieldView<CellType, D> types = state.type;
  TileContent* content = state.content.data();
  for_each_tile(
      "classify cells of gas", state.tiles,
      [&](int tile) { classify_tile(solids, content[tile], tile, types.tile(tile)); }, 4);
  state.fluid_cells = reduce_tiles(
      "find tiles of nothing but gas", state.tiles, std::int64_t{0},
      [&](int tile) -> std::int64_t {
        if (content[tile] == TileContent::kAir) return 0;
        content[tile] = is_plain<D>(solids, types, tile) ? TileContent::kFluid : TileContent::kMixed;
        const CellType* type = types.tile(tile);
        return std::count(type, type + Tile<D>::kCells, CellType::kFluid);
      },
      [](std::int64_t a, std::int64_t b) { return a + b; });
  plan_extension(state);
  state.cells_changed = true;
}

namespace {

// Whether these tiles are the ones whose cells are gas already.
template <int D>
bool has_gas_in(const SmokeState<D>& state, const std::vector<VecI<D>>& gas) {
  const auto air = std::count(state.content.begin() + 1, state.content.end(), TileContent::kAir);
  return std::ssize(state.content) == std::ssize(gas) + air + 1 &&
         std::all_of(gas.begin(), gas.end(),
                     [&](const VecI<D>& coord) { return state.content[state.tiles.find(coord)] != TileContent::kAir; });
}

// Whether exactly these tiles exist.
template <int D>
bool has_tiles(const TileMap<D>& map, const std::vector<VecI<D>>& coords) {
  return map.count() == std::ssize(coords) &&
         std::all_of(coords.begin(), coords.end(), [&](const VecI<D>& coord) { return map.find(coord) != 0; });
}

// Makes exactly these tiles exist and keeps their values; new ones are air.
template <int D>
void rebuild_tiles(SmokeState<D>& state, const std::vector<VecI<D>>& coords) {
  state.tiles.rebuild(coords);
  state.for_each_quantity([&](std::size_t q) { carry_field(state.tiles, state.scratch, state.quantity[q], 0.0f); });
  for (int a = 0; a < D; ++a) carry_field(state.tiles, state.scratch, state.velocity[a], state.air_velocity(a));
  carry_field(state.tiles, state.scratch, state.scaled_pressure, 0.0);
  if (!state.solids.empty()) carry_field(state.tiles, state.scratch, state.region, 0);
  if (!state.burnt.empty()) carry_field(state.tiles, state.scratch, state.burnt, 0.0f);
  state.type.resize(state.tiles.count());
  carry_solids(state);
}

// The same tiles, around solids that moved.
template <int D>
void renew_cells(SmokeState<D>& state) {
  const RegionSums<QuantityAmounts> held = held_by_regions(state);
  refresh_moving_solids(state);
  classify_cells_of_gas(state);
  renew_regions(state, *held);
}

// Even later there may be no tile, until the first source opens.
template <int D>
bool is_first_choice(const SmokeState<D>& state) {
  return state.content.empty();
}

template <int D>
void renew_tiles(SmokeState<D>& state) {
  const bool is_first = is_first_choice(state);
  const auto gas = state.scratch.template borrow<std::vector<VecI<D>>>();
  const auto all = state.scratch.template borrow<std::vector<VecI<D>>>();
  find_wanted_tiles(state, *gas);
  add_neighbors<D>(*gas, *all);
  make_unique(state.tiles, *all);
  const bool same = !is_first && has_tiles(state.tiles, *all);
  if (same && has_gas_in(state, *gas) && !state.has_moving_solids()) return;
  const RegionSums<QuantityAmounts> held = held_by_regions(state);
  if (same)
    refresh_moving_solids(state);
  else
    rebuild_tiles(state, *all);
  state.content.assign(state.tiles.count() + 1, TileContent::kAir);
  for (const VecI<D>& coord : *gas) state.content[state.tiles.find(coord)] = TileContent::kMixed;
  classify_cells_of_gas(state);
  if (!is_first) return renew_regions(state, *held);
  find_regions(state);
  for (SmokeLedger& ledger : state.ledger) ledger.owed.assign(state.regions + 1, 0.0);
}

}  // namespace

template <int D>
void choose_tiles(SmokeState<D>& state) {
  const bool is_first = is_first_choice(state), is_sparse = state.scene.is_sparse();
  if (is_first || !state.has_moving_solids()) {
    if (is_first || is_sparse) renew_tiles(state);
    return;
  }
  // Uncovered cells take the values of the gas beside them. The regions are owed the difference of the totals.
  state.for_each_quantity([&](std::size_t q) { extend_quantity(state, state.quantity[q]); });
  if (is_sparse)
    renew_tiles(state);
  else
    renew_cells(state);
}

template void classify_cells_of_gas<2>(SmokeState<2>&);
template void classify_cells_of_gas<3>(SmokeState<3>&);
template void choose_tiles<2>(SmokeState<2>&);
template void choose_tiles<3>(SmokeState<3>&);

}  // namespace spindrift
