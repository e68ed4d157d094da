#include "liquid/liquid_checkpoint.h"

#include <algorithm>
#include <limits>

#include "fluid/grid_checkpoint.h"

namespace spindrift {

namespace {

template <class Archive, class Columns>
void visit_columns(Archive& archive, const std::string& name, Columns& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) archive.array(name + "_" + std::to_string(i), columns[i]);
}

template <class Archive, class Sources>
void visit_sources(Archive& archive, Sources& sources) {
  std::vector<double> owed, refused;
  for (const auto& source : sources) {
    owed.push_back(source.owed);
    refused.push_back(source.refused);
  }
  archive.array("source_owed", owed);
  archive.array("source_refused", refused);
  if constexpr (Archive::kLoads) {
    if (owed.size() != sources.size()) return archive.refuse("source_owed", "does not fit the scene's sources");
    if (refused.size() != sources.size()) return archive.refuse("source_refused", "does not fit the scene's sources");
    for (std::size_t i = 0; i < owed.size(); ++i) {
      sources[i].owed = owed[i];
      sources[i].refused = refused[i];
    }
  }
}

template <class Archive, class State>
void visit(Archive& archive, State& state) {
  visit_grid(archive, state);
  archive.array("cell_density", state.density.data());
  archive.value("last_dt", state.kick_memory.dt);
  archive.value("last_velocity_time", state.kick_memory.velocity_time);
  for (std::size_t a = 0; a < state.last_velocity.size(); ++a) {
    archive.array("face_last_velocity_" + std::to_string(a), state.last_velocity[a].data());
    archive.array("face_last_acceleration_" + std::to_string(a), state.last_acceleration[a].data());
    archive.array("face_earlier_acceleration_" + std::to_string(a), state.earlier_acceleration[a].data());
  }
  archive.array("cell_wall_pull", state.wall_pull.data());
  archive.value("particles_per_cell", state.particles_per_cell);
  archive.value("rest_density", state.rest_density);
  archive.value("ledger_seeded", state.ledger.seeded);
  archive.value("ledger_emitted", state.ledger.emitted);
  archive.value("ledger_drained", state.ledger.drained);
  archive.value("ledger_left", state.ledger.left);
  archive.value("ledger_seeded_volume", state.ledger.seeded_volume);
  visit_sources(archive, state.sources);

  auto& particles = state.particles;
  archive.value("next_id", particles.next_id);
  archive.array("cell_begin", particles.cell_begin);
  visit_columns(archive, "position", particles.position);
  visit_columns(archive, "velocity", particles.velocity);
  visit_columns(archive, "affine", particles.affine);
  archive.array("id", particles.id);
  archive.array("age", particles.age);
  visit_columns(archive, "color", particles.color);
  archive.array("viscosity", particles.viscosity);
}

template <int D>
void check_particles(StateLoader& archive, const LiquidState<D>& state) {
  const ParticleSet<D>& particles = state.particles;
  const Physics& scene = state.scene;
  const std::size_t count = particles.count();
  auto expect = [&](const auto& column, bool is_kept, const char* name) {
    if (column.size() != (is_kept ? count : 0)) archive.refuse(name, "does not fit the scene's particles");
  };
  for (const auto& column : particles.position) expect(column, true, "position");
  for (const auto& column : particles.velocity) expect(column, true, "velocity");
  for (const auto& column : particles.affine) expect(column, scene.solver.transfer == Transfer::kApic, "affine");
  for (const auto& column : particles.color) expect(column, scene.has_column(Column::kColor), "color");
  expect(particles.id, scene.has_column(Column::kId), "id");
  expect(particles.age, scene.has_column(Column::kAge), "age");
  expect(particles.viscosity, scene.has_own_viscosities(), "viscosity");

  constexpr std::size_t kCells = Tile<D>::kCells;
  const auto& begin = particles.cell_begin;
  const bool is_sound = begin.size() == static_cast<std::size_t>(state.tiles.count() + 1) * kCells + 1 &&
                        begin[kCells] == 0 && begin.back() == count && std::is_sorted(begin.begin(), begin.end());
  if (!is_sound) archive.refuse("cell_begin", "does not fit the particles");
}

template <int D>
void check_liquid(StateLoader& archive, const LiquidState<D>& state) {
  check_grid(archive, state);
  check_particles(archive, state);
  if (!state.density.empty()) check_field(archive, state.density, state.tiles, "cell_density");
  check_number(archive, state.kick_memory.dt, 0.0, "last_dt");
  check_number(archive, state.kick_memory.velocity_time, 0.0, "last_velocity_time");
  if (state.scene.uses_leapfrog() && state.step > 0)
    for (std::size_t a = 0; a < state.last_velocity.size(); ++a) {
      check_field(archive, state.last_velocity[a], state.tiles, "face_last_velocity");
      check_field(archive, state.last_acceleration[a], state.tiles, "face_last_acceleration");
      check_field(archive, state.earlier_acceleration[a], state.tiles, "face_earlier_acceleration");
    }
  if (state.scene.detaches_cells() && state.step > 0)
    check_field(archive, state.wall_pull, state.tiles, "cell_wall_pull");
  constexpr double kTiny = std::numeric_limits<double>::min();  // any positive number
  check_number(archive, state.particles_per_cell, kTiny, "particles_per_cell");
  check_number(archive, state.rest_density, kTiny, "rest_density");
  check_number(archive, state.ledger.seeded_volume, 0.0, "ledger_seeded_volume");
  for (const auto& source : state.sources) {
    check_number(archive, source.owed, std::numeric_limits<double>::lowest(), "source_owed");
    check_number(archive, source.refused, 0.0, "source_refused");
  }
}

}  // namespace

template <int D>
void save_state(StateSaver& archive, const LiquidState<D>& state) {
  visit(archive, state);
}

template <int D>
Status load_state(StateLoader& archive, LiquidState<D>& state) {
  visit(archive, state);
  return check_and_complete(archive, state, check_liquid<D>);
}

template void save_state<2>(StateSaver&, const LiquidState<2>&);
template void save_state<3>(StateSaver&, const LiquidState<3>&);
template Status load_state<2>(StateLoader&, LiquidState<2>&);
template Status load_state<3>(StateLoader&, LiquidState<3>&);

}  // namespace spindrift
