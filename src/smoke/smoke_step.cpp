#include "smoke/smoke_step.h"

namespace spindrift {

namespace {

template <int D>
using Run = void (*)(SmokeState<D>&);

}  // namespace

template <int D>
std::vector<Stage<SmokeState<D>>> smoke_step(const Physics& scene) {
  auto is_needed = [&](const Stage<SmokeState<D>>& stage) {
    if (stage.run == Run<D>{move_solids<D>}) return !scene.solids.empty();
    if (stage.run == Run<D>{emit_smoke<D>}) return !scene.smoke_sources.empty();
    if (stage.run == Run<D>{reflect_velocity<D>}) return scene.gas.reflection;
    if (stage.run == Run<D>{burn_fuel<D>}) return scene.has_fuel();
    if (stage.run == Run<D>{fade_smoke<D>})
      return scene.gas.dissipation > 0.0 || scene.gas.cooling > 0.0 || scene.fire.radiation > 0.0;
    if (stage.run == Run<D>{diffuse_smoke<D>}) return scene.gas.diffusion > 0.0;
    if (stage.run == Run<D>{confine_vorticity<D>}) return scene.gas.confinement > 0.0;
    if (stage.run == Run<D>{diffuse_velocity<D>}) return scene.gas.viscosity > 0.0;
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
