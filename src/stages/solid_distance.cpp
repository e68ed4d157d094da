#include "stages/solid_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/parallel.h"

namespace spindrift {

namespace {

// Lowers the stored distances of a tile to that of a solid, if it may come closer than what is stored already.
template <int D>
void add_solid(const GridState<D>& state, const Solid<D>& solid, int tile, float* distance) {
  using T = Tile<D>;
  const double h = state.domain.h;
  const VecD<D> first = VecD<D>::from(state.tiles.first_cell(tile));
  const VecD<D> middle = state.domain.to_world(first + VecD<D>::filled(0.5 * T::kSide));
  const double radius = 0.5 * T::kSide * std::sqrt(static_cast<double>(D));
  const double at_middle = solid.distance(middle) / h;
  if (at_middle > 2.0 * radius + 4.0) {  // far: a lower bound is all that anyone asks
    for (int c = 0; c < T::kCells; ++c) distance[c] = std::min(distance[c], static_cast<float>(at_middle - radius));
    return;
  }
  for (int c = 0; c < T::kCells; ++c) {
    const VecD<D> center = first + VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5);
    distance[c] = std::min(distance[c], static_cast<float>(solid.distance(state.domain.to_world(center)) / h));
  }
}

}  // namespace

template <int D>
void carry_solid_distance(GridState<D>& state) {
  if (state.solids.empty()) return;
  CellField<float, D> carried;
  carried.resize(state.tiles.count());
  parallel_for(static_cast<std::size_t>(state.tiles.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    float* distance = carried.tile(tile);
    const int previous = state.tiles.previous(tile);
    if (previous != 0 && !state.static_distance.empty()) {
      std::copy_n(state.static_distance.tile(previous), Tile<D>::kCells, distance);
    } else {
      std::fill_n(distance, Tile<D>::kCells, std::numeric_limits<float>::infinity());
      for (const Solid<D>& solid : state.solids)
        if (!solid.is_moving()) add_solid(state, solid, tile, distance);
    }
  });
  state.static_distance.swap(carried);
  refresh_moving_distance(state);
}

template <int D>
void refresh_moving_distance(GridState<D>& state) {
  if (!state.has_moving_solids()) return;
  state.moving_distance.resize(state.tiles.count());
  parallel_for(static_cast<std::size_t>(state.tiles.count()), [&](std::size_t i) {
    const int tile = static_cast<int>(i) + 1;
    float* all = state.moving_distance.tile(tile);
    std::copy_n(state.static_distance.tile(tile), Tile<D>::kCells, all);
    for (const Solid<D>& solid : state.solids)
      if (solid.is_moving()) add_solid(state, solid, tile, all);
  });
}

template <int D>
double distance_to_solids(const GridState<D>& state, const VecD<D>& world, const Solid<D>** nearest) {
  double best = std::numeric_limits<double>::infinity();
  for (const Solid<D>& solid : state.solids) {
    const double d = solid.distance(world);
    if (d >= best) continue;
    best = d;
    if (nearest) *nearest = &solid;
  }
  return best;
}

template <int D>
VecD<D> solid_velocity(const GridState<D>& state, const VecD<D>& world) {
  const Solid<D>* nearest = nullptr;
  distance_to_solids(state, world, &nearest);
  return nearest ? nearest->velocity(world) : VecD<D>{};
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
  const int there = state.tiles.neighbors(tile)[static_cast<std::size_t>(T::neighbor_index(offset))];
  if (there == 0) return true;
  const double to_center = 0.5 * std::sqrt(static_cast<double>(D));
  return static_cast<double>(state.solid_distance().tile(there)[T::cell_index(inside)]) < to_center + reach;
}

template bool may_touch_solid<2>(const GridState<2>&, int, const VecD<2>&, double);
template bool may_touch_solid<3>(const GridState<3>&, int, const VecD<3>&, double);
template void refresh_moving_distance<2>(GridState<2>&);
template void refresh_moving_distance<3>(GridState<3>&);
template void carry_solid_distance<2>(GridState<2>&);
template void carry_solid_distance<3>(GridState<3>&);
template double distance_to_solids<2>(const GridState<2>&, const VecD<2>&, const Solid<2>**);
template double distance_to_solids<3>(const GridState<3>&, const VecD<3>&, const Solid<3>**);
template VecD<2> solid_velocity<2>(const GridState<2>&, const VecD<2>&);
template VecD<3> solid_velocity<3>(const GridState<3>&, const VecD<3>&);

}  // namespace spindrift
