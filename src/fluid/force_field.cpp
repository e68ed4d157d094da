#include "fluid/force_field.h"

namespace spindrift {

namespace {

template <int D>
void apply_field(GridState<D>& state, const ForceFieldSettings& field, int tile) {
  using T = Tile<D>;
  const VecD<D> first = VecD<D>::from(state.tiles.first_cell(tile));
  for (int a = 0; a < D; ++a) {
    float* u = state.velocity[a].tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      VecD<D> face = first + VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5);
      face[a] -= 0.5;
      u[c] += static_cast<float>(state.dt * acceleration(field, Vec3d::from(state.domain.to_world(face)))[a]);
    }
  }
}

}  // namespace

template <int D>
void apply_force_fields(GridState<D>& state, int tile) {
  for (const ForceFieldSettings& field : state.scene.force_fields)
    if (is_active(field, state.time)) apply_field(state, field, tile);
}

template void apply_force_fields<2>(GridState<2>&, int);
template void apply_force_fields<3>(GridState<3>&, int);

}  // namespace spindrift
