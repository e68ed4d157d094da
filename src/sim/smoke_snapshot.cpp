// A copy of a smoke's state.
#include "sim/copy_cells.h"
#include "sim/snapshot.h"

namespace spindrift {

template <int D>
void make_room(const SmokeState<D>& state, std::size_t count, CellValues& values) {
  values.keeps_temperature = true;
  values.keeps_fuel = state.has_fuel();
  values.density.assign(count, 0.0f);
  values.pressure.assign(count, 0.0f);
  values.temperature.assign(count, 0.0f);
  values.fuel.assign(values.keeps_fuel ? count : 0, 0.0f);
  values.velocity.assign(3 * count, 0.0f);
  values.faces.assign(D == 2 ? 2 * count : 0, 0.0f);
}

template <int D>
CellType copy_cell(const SmokeState<D>& state, const VecI<D>& cell, std::size_t i, CellValues& values) {
  const CellPlace<D> place(state.tiles, cell);
  const auto ambient = static_cast<float>(state.scene.gas.ambient_temperature);
  values.temperature[i] = ambient;
  if (place.tile == 0) {
    for (int a = 0; a < D; ++a) values.velocity[3 * i + a] = static_cast<float>(state.scene.gas.wind[a]);
    return type_without_tile(state, cell);
  }
  const CellType type = state.type.tile(place.tile)[place.index];
  if (type == CellType::kSolid) return type;
  values.density[i] = state.density().tile(place.tile)[place.index];
  values.temperature[i] += state.heat().tile(place.tile)[place.index];
  if (state.has_fuel()) values.fuel[i] = state.fuel().tile(place.tile)[place.index];
  if (state.step > 0 && state.dt > 0.0)
    values.pressure[i] = static_cast<float>(state.scene.gas.density * state.domain.h / state.dt *
                                            static_cast<double>(state.scaled_pressure.tile(place.tile)[place.index]));
  copy_velocity(state, cell, place, i, values);
  return type;
}

template CellFrame copy_cells(const SmokeState<2>&, CellFrame);
template CellFrame copy_cells(const SmokeState<3>&, CellFrame);
template CellFrame copy_region(const SmokeState<2>&, const CellRange&);
template CellFrame copy_region(const SmokeState<3>&, const CellRange&);
template FluidCells copy_fluid_cells(const SmokeState<2>&);
template FluidCells copy_fluid_cells(const SmokeState<3>&);

}  // namespace spindrift
