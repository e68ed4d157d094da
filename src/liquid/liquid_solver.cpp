#include "liquid/liquid_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "fluid/grid_checkpoint.h"
#include "fluid/grid_state.h"
#include "fluid/solver_body.h"
#include "liquid/kick.h"
#include "liquid/liquid_fields.h"
#include "liquid/liquid_step.h"
#include "liquid/measure_liquid.h"

namespace spindrift {

namespace {

// Adds columns that the new settings need, with the values that the liquid had without them, and drops the others.
template <int D>
void change_columns(ParticleSet<D>& particles, const Physics& before, const Physics& after) {
  const OwnTraits so_far{before.fluid.viscosity, std::nullopt};
  describe_columns(particles, [&](const ColumnInfo& info, auto& column) {
    if (!info.at_first || info.kept(after) == info.kept(before)) return;
    for_each_component(column, [&]<class Value>(Buffer<Value>& values, std::size_t c) {
      values = {};
      if (info.kept(after))
        values = Buffer<Value>(particles.count(), static_cast<Value>(info.at_first(after, so_far, c)));
    });
  });
}

// Empties fields that the scene no longer uses. The next sort allocates new ones.
template <int D>
void drop_fields(LiquidState<D>& state) {
  const Physics& scene = state.scene;
  if (!scene.uses_density()) state.density = {};
  if (!scene.uses_level_set()) state.surface_distance = {};
  if (!scene.uses_surface_tension()) state.curvature = {};
  if (!scene.uses_leapfrog()) state.last_velocity = state.last_acceleration = state.acceleration_before_last = {};
  if (!scene.uses_leapfrog() || !scene.is_viscous()) state.viscous_change = {};
  if (!scene.detaches_cells()) state.detached = {};
  if (!scene.uses_density_projection()) state.drift_pressure = {};
  if (!scene.uses_density_projection() && !scene.uses_leapfrog()) state.drift = {};
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
    archive.array("face_acceleration_before_last_" + std::to_string(a), state.acceleration_before_last[a].data());
  }
  archive.array("cell_detached", state.detached.data());
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
  describe_columns(particles, [&](const ColumnInfo& info, auto& column) {
    if (info.life != Lifetime::kState) return;
    for_each_component(column, [&](auto& values, std::size_t c) {
      archive.array(info.name + (kHasComponents<decltype(column)> ? "_" + std::to_string(c) : ""), values);
    });
  });
}

template <int D>
void check_particles(StateLoader& archive, const LiquidState<D>& state) {
  const ParticleSet<D>& particles = state.particles;
  const std::size_t count = particles.count();
  describe_columns(particles, [&](const ColumnInfo& info, const auto& column) {
    if (info.life != Lifetime::kState) return;
    for_each_component(column, [&](const auto& values, std::size_t) {
      if (values.size() != (info.kept(state.scene) ? count : 0))
        archive.refuse(info.name, "does not fit the scene's particles");
    });
  });

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
      check_field(archive, state.acceleration_before_last[a], state.tiles, "face_acceleration_before_last");
    }
  if (state.scene.detaches_cells() && state.step > 0)
    check_field(archive, state.detached, state.tiles, "cell_detached");
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

// Continues with another scene from the next step on. Keys marked as fixed (scene/key_list.h) have not changed.
template <int D>
Status change_scene(LiquidState<D>& state, const Physics& scene) {
  std::vector<Source<D>> sources;
  std::vector<Drain<D>> drains;
  std::vector<Solid<D>> solids;
  if (Status placed = place_shapes<D>(scene.sources, state, sources, Images::kNone); !placed) return placed;
  if (Status placed = place_shapes<D>(scene.drains, state, drains); !placed) return placed;
  if (Status placed = place_solids<D>(scene, state.domain, solids); !placed) return placed;

  for (std::size_t i = 0; i < std::min(sources.size(), state.sources.size()); ++i) {
    sources[i].owed = state.sources[i].owed;
    sources[i].refused = state.sources[i].refused;
  }
  state.sources = std::move(sources);
  state.drains = std::move(drains);
  replace_solids(state, std::move(solids));
  state.solid_path = {};
  state.solid_path.set_part(0, state.solids);
  change_columns(state.particles, state.scene, scene);
  state.scene = scene;
  state.frame_path = FramePath(scene.frame, D);
  state.frame = {};
  drop_fields(state);
  return Done{};
}

template <int D>
void save_state(StateSaver& archive, const LiquidState<D>& state) {
  visit(archive, state);
}

// Into a state that has the scene's shapes but no particles yet.
template <int D>
Status load_state(StateLoader& archive, LiquidState<D>& state) {
  visit(archive, state);
  return check_and_complete(archive, state, check_liquid<D>);
}

// What must hold between any two stages; run after each of them in checked builds (SPINDRIFT_CHECKED).
template <int D>
void check_invariants(const LiquidState<D>& state) {
  const ParticleSet<D>& particles = state.particles;
  const auto cells = static_cast<std::size_t>(state.tiles.count() + 1) * Tile<D>::kCells;
  SPINDRIFT_CHECK(particles.cell_begin.size() == cells + 1);
  SPINDRIFT_CHECK(particles.cell_begin.back() == particles.sorted_count());
  for (std::size_t c = 0; c < cells; ++c) SPINDRIFT_CHECK(particles.cell_begin[c] <= particles.cell_begin[c + 1]);
  describe_columns(particles, [&](const ColumnInfo& info, const auto& column) {
    for_each_component(column, [&](const auto& values, std::size_t) {
      if (info.life == Lifetime::kState) SPINDRIFT_CHECK(values.empty() || values.size() == particles.count());
    });
  });
  for (const auto* columns : {&particles.position, &particles.velocity})
    for (const auto& column : *columns)
      for (const float x : column) SPINDRIFT_CHECK(std::isfinite(x));
  SPINDRIFT_CHECK(state.velocity[0].tiles() == static_cast<std::size_t>(state.tiles.count()));
}

template <int D>
struct FluidKind<LiquidState<D>> {
  static Result<std::unique_ptr<LiquidState<D>>> make(const Physics& scene) {
    auto state = make_liquid_state<D>(scene);
    if (state) (*state)->ledger.seeded_volume = wet_volume(**state);
    return state;
  }
  static Result<std::unique_ptr<LiquidState<D>>> make_empty(const Physics& scene) { return make_dry_state<D>(scene); }
  static std::vector<Stage<LiquidState<D>>> step(const Physics& scene) { return liquid_step<D>(scene); }
  static void begin_step(LiquidState<D>& state) { plan_kick(state); }
  static void end_step(LiquidState<D>& state) { remember_kick(state); }
};

template class Solver<LiquidState<2>>;
template class Solver<LiquidState<3>>;

}  // namespace spindrift
