// A copy of a smoke's state as a dense grid.
#include <cmath>

#include "api/snapshot.h"
#include "exec/parallel.h"

namespace spindrift {

namespace {

// Where a cell is stored.
template <int D>
struct CellPlace {
  int tile, index;
  CellPlace(const TileMap<D>& map, const VecI<D>& cell) {
    VecI<D> coord, local;
    for (int a = 0; a < D; ++a) {
      coord[a] = cell[a] >> Tile<D>::kLog2;
      local[a] = cell[a] & Tile<D>::kMask;
    }
    tile = map.find(coord);
    index = Tile<D>::cell_index(local);
  }
};

template <int D>
void copy_cell(const SmokeState<D>& state, const VecI<D>& cell, std::size_t i, CellFrame& frame) {
  const CellPlace<D> place(state.tiles, cell);
  const auto ambient = static_cast<float>(state.scene.gas.ambient_temperature);
  frame.temperature[i] = ambient;
  if (place.tile == 0) {
    const VecD<D> center = state.domain.to_world(VecD<D>::from(cell) + VecD<D>::filled(0.5));
    for (const Solid<D>& solid : state.solids)
      if (solid.distance(center) < 0.0) frame.type[i] = CellType::kSolid;
    for (int a = 0; a < D; ++a)
      frame.velocity[3 * i + static_cast<std::size_t>(a)] = static_cast<float>(state.scene.gas.wind[a]);
    return;
  }
  frame.type[i] = state.type.tile(place.tile)[place.index];
  if (frame.type[i] == CellType::kSolid) return;
  frame.density[i] = state.density().tile(place.tile)[place.index];
  frame.temperature[i] += state.heat().tile(place.tile)[place.index];
  if (state.has_fuel()) frame.fuel[i] = state.fuel().tile(place.tile)[place.index];
  if (state.step > 0 && state.dt > 0.0)
    frame.pressure[i] = static_cast<float>(state.scene.gas.density * state.domain.h / state.dt *
                                           static_cast<double>(state.pressure.tile(place.tile)[place.index]));
  for (int a = 0; a < D; ++a) {
    VecI<D> next = cell;
    ++next[a];
    const CellPlace<D> beyond(state.tiles, next);
    const auto& u = state.velocity[static_cast<std::size_t>(a)];
    frame.velocity[3 * i + static_cast<std::size_t>(a)] =
        0.5f * (u.tile(place.tile)[place.index] + u.tile(beyond.tile)[beyond.index]);
  }
}

}  // namespace

template <int D>
CellFrame copy_cells(const SmokeState<D>& state) {
  CellFrame frame;
  frame.cells = Vec<int, 3>::filled(1);
  std::size_t count = 1;
  for (int a = 0; a < D; ++a) {
    frame.cells[a] = state.domain.cells[a];
    count *= static_cast<std::size_t>(frame.cells[a]);
  }
  frame.cell_size = state.domain.h;
  frame.type.assign(count, CellType::kAir);
  frame.density.assign(count, 0.0f);
  frame.pressure.assign(count, 0.0f);
  frame.temperature.assign(count, 0.0f);
  if (state.has_fuel()) frame.fuel.assign(count, 0.0f);
  frame.velocity.assign(3 * count, 0.0f);
  for (std::size_t i = 0; i < count; ++i) {
    VecI<D> cell;
    std::size_t rest = i;
    for (int a = 0; a < D; ++a) {
      cell[a] = static_cast<int>(rest % static_cast<std::size_t>(frame.cells[a])) + Domain<D>::kBorder;
      rest /= static_cast<std::size_t>(frame.cells[a]);
    }
    copy_cell(state, cell, i, frame);
  }
  return frame;
}

template CellFrame copy_cells<2>(const SmokeState<2>&);
template CellFrame copy_cells<3>(const SmokeState<3>&);

}  // namespace spindrift
