#include "liquid/change_liquid.h"

#include "fluid/grid_state.h"

namespace spindrift {

namespace {

// Columns that only some settings need, filled with what the liquid had without them. All liquid has the viscosity that
// the fluid had so far.
template <int D>
void change_columns(ParticleSet<D>& particles, const Physics& before, const Physics& after) {
  const std::size_t count = particles.count();
  for (auto& column : particles.affine) {
    if (after.solver.transfer != Transfer::kApic)
      column = {};
    else if (column.empty())
      column = Buffer<float>(count, 0.0f);
  }
  if (!after.has_own_viscosities())
    particles.viscosity = {};
  else if (!before.has_own_viscosities())
    particles.viscosity = Buffer<float>(count, static_cast<float>(before.fluid.viscosity));
  const bool has_color = after.has_column(Column::kColor);
  if (has_color && before.has_column(Column::kColor) && before.has_own_colors() == after.has_own_colors()) return;
  const Color color = color_at_first(after, std::nullopt);
  const double shares[] = {color.red, color.green, color.blue};
  for (std::size_t c = 0; c < 3; ++c)
    particles.color[c] = has_color ? Buffer<float>(count, static_cast<float>(shares[c])) : Buffer<float>();
}

// Fields that the scene has no more use for: an empty one says so. New ones come with the next sort.
template <int D>
void drop_fields(LiquidState<D>& state) {
  const Physics& scene = state.scene;
  if (!scene.uses_density()) state.density = {};
  if (!scene.uses_level_set()) state.surface_distance = {};
  if (!scene.uses_surface_tension()) state.curvature = {};
  if (!scene.uses_leapfrog()) state.last_velocity = state.last_acceleration = state.earlier_acceleration = {};
  if (!scene.uses_leapfrog() || !scene.is_viscous()) state.viscous_change = {};
  if (!scene.detaches_cells()) state.wall_pull = {};
  if (!scene.uses_density_projection()) state.drift_pressure = {};
  if (!scene.uses_density_projection() && !scene.uses_leapfrog()) state.drift = {};
  state.weights = {};
}

}  // namespace

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

template Status change_scene<2>(LiquidState<2>&, const Physics&);
template Status change_scene<3>(LiquidState<3>&, const Physics&);

}  // namespace spindrift
