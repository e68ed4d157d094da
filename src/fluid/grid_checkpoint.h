// The part of a checkpoint that liquid and smoke share.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/archive.h"
#include "fluid/grid_state.h"
#include "fluid/solids.h"

namespace spindrift {

template <class Archive, class Map>
void visit_tiles(Archive& archive, Map& tiles) {
  std::vector<std::remove_cvref_t<decltype(tiles.coord(0))>> coords;
  for (int t = 1; t <= tiles.count(); ++t) coords.push_back(tiles.coord(t));
  archive.array("tiles", coords);
  if constexpr (Archive::kLoads) {
    tiles.rebuild(coords);
    bool is_same = tiles.count() == static_cast<int>(coords.size());
    for (int t = 1; is_same && t <= tiles.count(); ++t)
      is_same = tiles.coord(t) == coords[static_cast<std::size_t>(t) - 1];
    if (!is_same) archive.refuse("tiles", "lie outside of the domain or out of order");
  }
}

// The next step recomputes what is not listed here, and all fields of a liquid but its pressure. These are saved so
// that pictures and diagnostics do not change at resume.
template <class Archive, class State>
void visit_grid(Archive& archive, State& state) {
  archive.value("time", state.time);
  archive.value("dt", state.dt);
  archive.value("step", state.step);
  archive.value("max_speed", state.max_speed);
  visit_tiles(archive, state.tiles);
  archive.value("fluid_cells", state.fluid_cells);
  archive.array("cell_type", state.type.data());
  archive.array("cell_surface_distance", state.surface_distance.data());
  archive.array("cell_pressure", state.scaled_pressure.data());
  archive.value("pressure_dt", state.pressure_dt);
  for (std::size_t a = 0; a < state.velocity.size(); ++a)
    archive.array("face_velocity_" + std::to_string(a), state.velocity[a].data());
}

template <class Field, class Map>
void check_field(StateLoader& archive, const Field& field, const Map& tiles, const char* name) {
  if (field.data().size() != (static_cast<std::size_t>(tiles.count()) + 1) * Field::kCells)
    archive.refuse(name, "does not fit the tiles");
}

inline void check_number(StateLoader& archive, double value, double least, const char* name) {
  if (!(std::isfinite(value) && value >= least)) archive.refuse(name, "is out of range");
}

// Stages take the velocity of a solid cell from its solid.
template <int D>
bool has_solid_cell_without_a_solid(const GridState<D>& state) {
  if (!state.solids.empty()) return false;
  for (int t = 1; t <= state.tiles.count(); ++t)
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (state.type.tile(t)[c] == CellType::kSolid &&
          state.domain.contains(state.tiles.first_cell(t) + Tile<D>::cell_coord(c)))
        return true;
  return false;
}

template <int D>
void check_grid(StateLoader& archive, const GridState<D>& state) {
  check_field(archive, state.type, state.tiles, "cell_type");
  if (!state.surface_distance.empty())
    check_field(archive, state.surface_distance, state.tiles, "cell_surface_distance");
  check_field(archive, state.scaled_pressure, state.tiles, "cell_pressure");
  for (const auto& component : state.velocity) check_field(archive, component, state.tiles, "face_velocity");
  for (const CellType type : state.type.data())
    if (type > CellType::kSolid) archive.refuse("cell_type", "holds a value that is no cell type");
  if (!archive.error() && has_solid_cell_without_a_solid(state))
    archive.refuse("cell_type", "has solid cells where the scene has no solid");
  check_number(archive, state.time, 0.0, "time");
  check_number(archive, state.dt, 0.0, "dt");
  check_number(archive, state.pressure_dt, 0.0, "pressure_dt");
  check_number(archive, state.max_speed, 0.0, "max_speed");
  if (state.step < 0) archive.refuse("step", "is negative");
}

// Refuses inconsistent data; else poses the solids and samples the distance to them.
template <class State>
Status check_and_complete(StateLoader& archive, State& state, void (*check)(StateLoader&, const State&)) {
  if (!archive.error()) check(archive, state);
  if (archive.error()) return *archive.error();
  for (auto& solid : state.solids) solid.move_to(state.time, state.dt);
  carry_solids(state);
  return Done{};
}

}  // namespace spindrift
