#include "fluid/solids/solid_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fluid/solids/open_area.h"
#include "grid/for_each_tile.h"

namespace spindrift {

namespace {

// Cells from a solid to the nearest corner of a tile, beyond which distances are used as bounds only: no cut face, no
// kernel and no extension into solids reaches so far. Larger ones only take longer.
constexpr double kFar = 4.0;

// Lowers the stored distances of a tile to that of a solid, if it may come closer than what is stored already.
template <int D>
void add_solid(const Domain<D>& domain, const VecI<D>& first_cell, const Solid<D>& solid, float* distance) {
  using T = Tile<D>;
  const double h = domain.h;
  const VecD<D> first = VecD<D>::from(first_cell);
  const VecD<D> middle = domain.to_world(first + VecD<D>::filled(0.5 * T::kSide));
  const double radius = 0.5 * T::kSide * std::sqrt(static_cast<double>(D)), diagonal = 2.0 * radius;
  const double at_middle = solid.distance(middle) / h;
  if (at_middle > diagonal + kFar) {  // a lower bound will do, which lies beyond kFar as well
    for (int c = 0; c < T::kCells; ++c) distance[c] = std::min(distance[c], static_cast<float>(at_middle - radius));
    return;
  }
  for (int c = 0; c < T::kCells; ++c) {
    const VecD<D> center = first + VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5);
    distance[c] = std::min(distance[c], static_cast<float>(solid.distance(domain.to_world(center)) / h));
  }
}

template <int D>
void resize(SolidSamples<D>& samples, int tiles) {
  samples.distance.resize(tiles);
  for (auto& area : samples.open_area) area.resize(tiles);
}

// What a kernel writes of SolidSamples.
template <int D>
struct SampledSolids {
  FieldView<float, D> distance;
  FaceViews<float, D> open_area;

  // Takes over the samples of the solids that never move, from a tile that may have another number there.
  void copy_static(const SolidsView<D>& solids, int from_tile, int to_tile) const {
    std::copy_n(solids.static_distance.tile(from_tile), Tile<D>::kCells, distance.tile(to_tile));
    for (std::size_t a = 0; a < D; ++a)
      std::copy_n(solids.static_open_area[a].tile(from_tile), Tile<D>::kCells, open_area[a].tile(to_tile));
  }
};

// Samples the solids that never move on a tile.
template <int D>
void sample_static_solids(const SolidsView<D>& solids, const SampledSolids<D>& to, int tile) {
  float* distance = to.distance.tile(tile);
  std::fill_n(distance, Tile<D>::kCells, std::numeric_limits<float>::infinity());
  for (const Solid<D>& solid : solids.solids)
    if (!solid.is_moving()) add_solid(solids.domain, solids.tiles.first_cell(tile), solid, distance);
  find_open_area(solids, WhichSolids::kStatic, tile, distance, to.open_area);
}

// Adds those that move to the samples of those that do not.
template <int D>
void add_moving_solids(const SolidsView<D>& solids, const SampledSolids<D>& to, int tile) {
  to.copy_static(solids, tile, tile);
  float* all = to.distance.tile(tile);
  for (const Solid<D>& solid : solids.solids)
    if (solid.is_moving()) add_solid(solids.domain, solids.tiles.first_cell(tile), solid, all);
  const float* fixed = solids.static_distance.tile(tile);
  bool is_near = false;
  for (int c = 0; c < Tile<D>::kCells; ++c) is_near |= all[c] < fixed[c] && all[c] < kFarthestCut;
  if (is_near) find_open_area(solids, WhichSolids::kAll, tile, all, to.open_area);
}

}  // namespace

template <int D>
void carry_solids(GridState<D>& state) {
  if (state.solids.empty()) return;
  const auto loan = state.scratch.template borrow<SolidSamples<D>>();
  SolidSamples<D>& carried = *loan;
  resize(carried, state.tiles.count());
  const SolidsView<D> solids = state.solids_view();
  const SampledSolids<D> to{carried.distance, carried.open_area};
  const TileMap<D>& map = state.tiles;
  for_each_tile("carry solids", map, [&](int tile) {
    const int previous = map.previous(tile);
    if (previous != 0 && !solids.static_distance.empty())
      to.copy_static(solids, previous, tile);
    else
      sample_static_solids(solids, to, tile);
  });
  std::swap(state.static_solids, carried);
  refresh_moving_solids(state);
}

template <int D>
void refresh_moving_solids(GridState<D>& state) {
  if (!state.has_moving_solids()) return;
  resize(state.all_solids, state.tiles.count());
  const SolidsView<D> solids = state.solids_view();
  const SampledSolids<D> to{state.all_solids.distance, state.all_solids.open_area};
  for_each_tile("refresh moving solids", state.tiles, [&](int tile) { add_moving_solids(solids, to, tile); });
}

template <int D>
double distance_to_solids(std::span<const Solid<D>> solids, const VecD<D>& world, const Solid<D>** nearest) {
  double best = std::numeric_limits<double>::infinity();
  for (const Solid<D>& solid : solids) {
    const double d = solid.distance(world);
    if (d >= best) continue;
    best = d;
    if (nearest) *nearest = &solid;
  }
  return best;
}

template <int D>
double distance_to_solids(const GridState<D>& state, const VecD<D>& world, const Solid<D>** nearest) {
  return distance_to_solids<D>(state.solids, world, nearest);
}

template <int D>
float solid_velocity_on_face(const SolidsView<D>& solids, const VecI<D>& cell, int axis) {
  VecI<D> low = cell;
  --low[axis];
  if (is_behind_wall(solids.domain, cell) || is_behind_wall(solids.domain, low)) return 0.0f;
  VecD<D> face = VecD<D>::from(cell) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  const VecD<D> world = solids.domain.to_world(face);
  const Solid<D>* nearest = nullptr;
  distance_to_solids(solids.solids, world, &nearest);
  return nearest ? static_cast<float>(nearest->velocity(world)[axis]) : 0.0f;
}

template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, const VecD<D>& at, double reach) {
  using T = Tile<D>;
  VecI<D> offset, inside;
  for (int a = 0; a < D; ++a) {
    const int cell = static_cast<int>(std::floor(at[a]));
    offset[a] = cell >> T::kLog2;
    inside[a] = cell & T::kMask;
    if (offset[a] < -1 || offset[a] > 1) return true;
  }
  const int there = solids.tiles.neighbors(tile)[T::neighbor_index(offset)];
  if (there == 0) return true;
  const double to_center = 0.5 * std::sqrt(static_cast<double>(D));
  return static_cast<double>(solids.distance.tile(there)[T::cell_index(inside)]) < to_center + reach;
}

template <int D>
bool may_touch_solid(const SolidsView<D>& solids, int tile, double reach) {
  const float* distances = solids.distance.tile(tile);
  float least = distances[0];
  for (int c = 1; c < Tile<D>::kCells; ++c) least = std::min(least, distances[c]);
  return static_cast<double>(least) < 0.5 * std::sqrt(static_cast<double>(D)) + reach;
}

template bool may_touch_solid<2>(const SolidsView<2>&, int, double);
template bool may_touch_solid<3>(const SolidsView<3>&, int, double);
template float solid_velocity_on_face<2>(const SolidsView<2>&, const VecI<2>&, int);
template float solid_velocity_on_face<3>(const SolidsView<3>&, const VecI<3>&, int);
template bool may_touch_solid<2>(const SolidsView<2>&, int, const VecD<2>&, double);
template bool may_touch_solid<3>(const SolidsView<3>&, int, const VecD<3>&, double);
template void refresh_moving_solids<2>(GridState<2>&);
template void refresh_moving_solids<3>(GridState<3>&);
template void carry_solids<2>(GridState<2>&);
template void carry_solids<3>(GridState<3>&);
template double distance_to_solids<2>(std::span<const Solid<2>>, const VecD<2>&, const Solid<2>**);
template double distance_to_solids<3>(std::span<const Solid<3>>, const VecD<3>&, const Solid<3>**);
template double distance_to_solids<2>(const GridState<2>&, const VecD<2>&, const Solid<2>**);
template double distance_to_solids<3>(const GridState<3>&, const VecD<3>&, const Solid<3>**);

}  // namespace spindrift
