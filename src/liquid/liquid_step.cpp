#include "liquid/liquid_step.h"

namespace spindrift {

template <int D>
std::vector<Stage<LiquidState<D>>> liquid_step(const Physics& scene) {
  auto is_needed = [&](const Stage<LiquidState<D>>& stage) {
    if (stage.run == &move_solids<D>) return !scene.solids.empty();
    if (stage.run == &turn_velocity<D>) return scene.frame.moves();
    if (stage.run == &drain_particles<D>) return !scene.drains.empty();
    if (stage.run == &emit_particles<D>) return !scene.sources.empty();
    if (stage.run == &push_particles_apart<D>) return scene.uses_push_apart();
    if (stage.run == &resample_particles<D>) return scene.uses_resampling();
    if (stage.run == &apply_friction<D>) return scene.has_friction();
    if (stage.run == &balance_forces<D> || stage.run == &apply_viscosity<D>) return scene.is_viscous();
    if (stage.run == &extend_density<D>) return scene.uses_smooth_density();
    if (stage.run == &find_surface<D>) return scene.uses_level_set();
    if (stage.run == &separate_from_walls<D> || stage.run == &find_wall_pull<D>) return scene.walls_let_go();
    if (stage.run == &find_curvature<D>) return scene.uses_surface_tension();
    if (stage.run == &correct_density<D>) return scene.uses_density_projection();
    if (stage.run == &center_velocity<D>) return scene.uses_leapfrog();
    if (stage.run == &color_particles<D>) return scene.has_foam_colors() || scene.has_column(Column::kAge);
    return true;
  };
  const std::span<const Stage<LiquidState<D>>> rows =
      scene.solver.order == StepOrder::kProjectThenMove
          ? std::span<const Stage<LiquidState<D>>>(kLiquidStep<D>)
          : std::span<const Stage<LiquidState<D>>>(kMoveFirstLiquidStep<D>);
  std::vector<Stage<LiquidState<D>>> step;
  for (const auto& row : rows)
    if (is_needed(row)) step.push_back(row);
  return step;
}

template std::vector<Stage<LiquidState<2>>> liquid_step<2>(const Physics&);
template std::vector<Stage<LiquidState<3>>> liquid_step<3>(const Physics&);

}  // namespace spindrift
