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
void add_solid(const GridState<D>& state, const Solid<D>& solid, int tile, float* distance) {
  using T = Tile<D>;
  const double h = state.domain.h;
  const VecD<D> first = VecD<D>::from(state.tiles.first_cell(tile));
  const VecD<D> middle = state.domain.to_world(first + VecD<D>::filled(0.5 * T::kSide));
  const double radius = 0.5 * T::kSide * std::sqrt(static_cast<double>(D));
  const double at_middle = solid.distance(middle) / h;
  if (at_middle > 2.0 * radius + kFar) {  // a lower bound will do
    for (int c = 0; c < T::kCells; ++c) distance[c] = std::min(distance[c], static_cast<float>(at_middle - radius));
    return;
  }
  for (int c = 0; c < T::kCells; ++c) {
    const VecD<D> center = first + VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5);
    distance[c] = std::min(distance[c], static_cast<float>(solid.distance(state.domain.to_world(center)) / h));
  }
}

template <int D>
void resize(SolidSamples<D>& samples, int tiles) {
  samples.distance.resize(tiles);
  for (auto& area : samples.open_area) area.resize(tiles);
}

template <int D>
void copy_tile(const SolidSamples<D>& from, int from_tile, SolidSamples<D>& to, int to_tile) {
  std::copy_n(from.distance.tile(from_tile), Tile<D>::kCells, to.distance.tile(to_tile));
  for (std::size_t a = 0; a < D; ++a)
    std::copy_n(from.open_area[a].tile(from_tile), Tile<D>::kCells, to.open_area[a].tile(to_tile));
}

}  // namespace

template <int D>
void carry_solids(GridState<D>& state) {
  if (state.solids.empty()) return;
  const auto loan = state.scratch.template borrow<SolidSamples<D>>();
  SolidSamples<D>& carried = *loan;
  resize(carried, state.tiles.count());
  for_each_tile("carry solids", state.tiles, [&](int tile) {
    float* distance = carried.distance.tile(tile);
    const int previous = state.tiles.previous(tile);
    if (previous != 0 && !state.static_solids.distance.empty()) {
      copy_tile(state.static_solids, previous, carried, tile);
    } else {
      std::fill_n(distance, Tile<D>::kCells, std::numeric_limits<float>::infinity());
      for (const Solid<D>& solid : state.solids)
        if (!solid.is_moving()) add_solid(state, solid, tile, distance);
      find_open_area<D>(state, WhichSolids::kStatic, tile, distance, carried.open_area);
    }
  });
  std::swap(state.static_solids, carried);
  refresh_moving_solids(state);
}

template <int D>
void refresh_moving_solids(GridState<D>& state) {
  if (!state.has_moving_solids()) return;
  resize(state.all_solids, state.tiles.count());
  for_each_tile("refresh moving solids", state.tiles, [&](int tile) {
    copy_tile(state.static_solids, tile, state.all_solids, tile);
    float* all = state.all_solids.distance.tile(tile);
    for (const Solid<D>& solid : state.solids)
      if (solid.is_moving()) add_solid(state, solid, tile, all);
    const float* fixed = state.static_solids.distance.tile(tile);
    bool is_near = false;
    for (int c = 0; c < Tile<D>::kCells; ++c) is_near |= all[c] < fixed[c] && all[c] < kFarthestCut;
    if (is_near) find_open_area<D>(state, WhichSolids::kAll, tile, all, state.all_solids.open_area);
  });
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
VecD<D> solid_velocity(const GridState<D>& state, const VecD<D>& world) {
  const Solid<D>* nearest = nullptr;
  distance_to_solids(state, world, &nearest);
  return nearest ? nearest->velocity(world) : VecD<D>{};
}

template <int D>
float solid_velocity_on_face(const GridState<D>& state, const VecI<D>& cell, int axis) {
  VecI<D> low = cell;
  --low[axis];
  if (is_behind_wall(state.domain, cell) || is_behind_wall(state.domain, low)) return 0.0f;
  VecD<D> face = VecD<D>::from(cell) + VecD<D>::filled(0.5);
  face[axis] -= 0.5;
  return static_cast<float>(solid_velocity(state, state.domain.to_world(face))[axis]);
}

template <int D>
bool may_touch_solid(const GridState<D>& state, int tile, const VecD<D>& at, double reach) {
  using T = Tile<D>;
  VecI<D> offset, inside;
  for (int a = 0; a < D; ++a) {
    const int cell = static_cast<int>(std::floor(at[a]));
    offset[a] = cell >> T::kLog2;
    inside[a] = cell & T::kMask;
    if (offset[a] < -1 || offset[a] > 1) return true;
  }
  const int there = state.tiles.neighbors(tile)[T::neighbor_index(offset)];
  if (there == 0) return true;
  const double to_center = 0.5 * std::sqrt(static_cast<double>(D));
  return static_cast<double>(state.solid_distance().tile(there)[T::cell_index(inside)]) < to_center + reach;
}

template <int D>
bool may_touch_solid(const GridState<D>& state, int tile, double reach) {
  const float* distances = state.solid_distance().tile(tile);
  float least = distances[0];
  for (int c = 1; c < Tile<D>::kCells; ++c) least = std::min(least, distances[c]);
  return static_cast<double>(least) < 0.5 * std::sqrt(static_cast<double>(D)) + reach;
}

template bool may_touch_solid<2>(const GridState<2>&, int, double);
template bool may_touch_solid<3>(const GridState<3>&, int, double);
template float solid_velocity_on_face<2>(const GridState<2>&, const VecI<2>&, int);
template float solid_velocity_on_face<3>(const GridState<3>&, const VecI<3>&, int);
template bool may_touch_solid<2>(const GridState<2>&, int, const VecD<2>&, double);
template bool may_touch_solid<3>(const GridState<3>&, int, const VecD<3>&, double);
template void refresh_moving_solids<2>(GridState<2>&);
template void refresh_moving_solids<3>(GridState<3>&);
template void carry_solids<2>(GridState<2>&);
template void carry_solids<3>(GridState<3>&);
template double distance_to_solids<2>(std::span<const Solid<2>>, const VecD<2>&, const Solid<2>**);
template double distance_to_solids<3>(std::span<const Solid<3>>, const VecD<3>&, const Solid<3>**);
template double distance_to_solids<2>(const GridState<2>&, const VecD<2>&, const Solid<2>**);
template double distance_to_solids<3>(const GridState<3>&, const VecD<3>&, const Solid<3>**);
template VecD<2> solid_velocity<2>(const GridState<2>&, const VecD<2>&);
template VecD<3> solid_velocity<3>(const GridState<3>&, const VecD<3>&);

}  // namespace spindrift
