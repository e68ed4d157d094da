#include "liquid/liquid_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "fluid/grid_state.h"
#include "fluid/solver_body.h"
#include "fluid/state_fields.h"
#include "liquid/kick.h"
#include "liquid/liquid_step.h"

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
  for (const auto* by_source : {&state.owed, &state.refused}) {
    if (by_source->size() != state.sources.size()) archive.refuse("source_owed", "does not fit the scene's sources");
    for (const double particles : *by_source)
      check_number(archive, particles, std::numeric_limits<double>::lowest(), "source_owed");
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

  state.sources = std::move(sources);
  state.owed.resize(state.sources.size());
  state.refused.resize(state.sources.size());
  state.drains = std::move(drains);
  replace_solids(state, std::move(solids));
  state.solid_path = {};
  state.solid_path.set_part(0, state.solids);
  change_columns(state.particles, state.scene, scene);
  state.scene = scene;
  state.frame_path = FramePath(scene.frame, D);
  state.frame = {};
  drop_unused_fields(state);
  return Done{};
}

template <int D>
Status complete_state(StateLoader& archive, LiquidState<D>& state) {
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
