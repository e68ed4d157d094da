#include "smoke/smoke_step.h"

namespace spindrift {

template <int D>
std::vector<Stage<SmokeState<D>>> smoke_step(const Physics& scene) {
  auto is_needed = [&](const Stage<SmokeState<D>>& stage) {
    if (stage.run == move_solids<D>) return !scene.solids.empty();
    if (stage.run == turn_velocity<D>) return scene.frame.moves();
    if (stage.run == emit_smoke<D>) return !scene.smoke_sources.empty();
    if (stage.run == reflect_velocity<D>) return scene.gas.reflection;
    if (stage.run == burn_fuel<D>) return scene.has_fuel();
    if (stage.run == fade_smoke<D>)
      return scene.gas.dissipation > 0.0 || scene.gas.cooling > 0.0 || scene.fire.radiation > 0.0;
    if (stage.run == diffuse_smoke<D>) return scene.gas.diffusion > 0.0;
    if (stage.run == confine_vorticity<D>) return scene.gas.confinement > 0.0;
    if (stage.run == diffuse_velocity<D>) return scene.gas.viscosity > 0.0;
    return true;
  };
  std::vector<Stage<SmokeState<D>>> step;
  for (const auto& row : kSmokeStep<D>)
    if (is_needed(row)) step.push_back(row);
  return step;
}

template std::vector<Stage<SmokeState<2>>> smoke_step<2>(const Physics&);
template std::vector<Stage<SmokeState<3>>> smoke_step<3>(const Physics&);

}  // namespace spindrift
