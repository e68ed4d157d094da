// Applies gravity and force fields on the faces: u += tau a(x_f), for the kick tau of the step (kick.h).
#include "fluid/force_field.h"
#include "grid/for_each_tile.h"
#include "liquid/liquid_step.h"

namespace spindrift {

template <int D>
void apply_forces(LiquidState<D>& state) {
  const ForcesView<D> forces = forces_view(state);
  const double dt = state.kick.dt;
  const VecF<D> kick = VecF<D>::from(forces.gravity * dt);
  const TilesView<D> tiles = state.tiles;
  const FaceViews<float, D> velocity = state.velocity;
  for_each_tile(
      "apply forces", state.tiles,
      [&](int tile) {
        for (int a = 0; a < D; ++a) {
          if (kick[a] == 0.0f) continue;
          float* u = velocity[a].tile(tile);
          for (int c = 0; c < Tile<D>::kCells; ++c) u[c] += kick[a];
        }
        apply_force_fields(forces, dt, tiles, tile, velocity);
      },
      8);
}

template void apply_forces<2>(LiquidState<2>&);
template void apply_forces<3>(LiquidState<3>&);

}  // namespace spindrift
