// The time of single stages on a cube of liquid at rest: items per second are particles per second.
#include <benchmark/benchmark.h>

#include "liquid/liquid_state.h"
#include "liquid/liquid_step.h"

namespace spindrift {
namespace {

template <int D>
std::unique_ptr<LiquidState<D>> cube(int resolution) {
  Scene scene;
  scene.domain.dimension = D;
  scene.domain.resolution = resolution;
  LiquidSettings liquid;
  liquid.shape.max = {{0.75, 0.75, 0.75}};
  scene.liquids.push_back(liquid);
  auto state = std::move(*make_liquid_state<D>(scene));
  state->dt = 1e-3;
  for (auto* stage :
       {sort_particles<D>, classify_cells<D>, transfer_particles_to_grid<D>, apply_forces<D>, constrain_velocity<D>,
        project_pressure<D>, extrapolate_velocity<D>, transfer_grid_to_particles<D>})
    stage(*state);
  return state;
}

template <int D>
void add_stage(const char* name, void (*stage)(LiquidState<D>&), int resolution) {
  benchmark::RegisterBenchmark(name, [=](benchmark::State& run) {
    const auto state = cube<D>(resolution);
    for (auto _ : run) stage(*state);
    run.SetItemsProcessed(run.iterations() * static_cast<std::int64_t>(state->particles.count()));
  });
}

template <int D>
void add_stages(int resolution) {
  add_stage<D>(D == 2 ? "2D sort particles" : "3D sort particles", sort_particles<D>, resolution);
  add_stage<D>(D == 2 ? "2D push particles apart" : "3D push particles apart", push_particles_apart<D>, resolution);
  add_stage<D>(D == 2 ? "2D classify cells" : "3D classify cells", classify_cells<D>, resolution);
  add_stage<D>(D == 2 ? "2D transfer particles to grid" : "3D transfer particles to grid",
               transfer_particles_to_grid<D>, resolution);
  add_stage<D>(D == 2 ? "2D extrapolate velocity" : "3D extrapolate velocity", extrapolate_velocity<D>, resolution);
  add_stage<D>(D == 2 ? "2D transfer grid to particles" : "3D transfer grid to particles",
               transfer_grid_to_particles<D>, resolution);
}

}  // namespace
}  // namespace spindrift

int main(int argc, char** argv) {
  spindrift::add_stages<2>(256);
  spindrift::add_stages<3>(64);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
