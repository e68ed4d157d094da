#include "fluid/force_field.h"

namespace spindrift {

namespace {

// Kicks the faces of a tile by acceleration(x).
template <int D, class Acceleration>
void kick_faces(GridState<D>& state, int tile, const Acceleration& acceleration) {
  using T = Tile<D>;
  const VecD<D> first = VecD<D>::from(state.tiles.first_cell(tile));
  for (int a = 0; a < D; ++a) {
    float* u = state.velocity[a].tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      VecD<D> face = first + VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5);
      face[a] -= 0.5;
      u[c] += static_cast<float>(state.kick.dt * acceleration(Vec3d::from(state.domain.to_world(face)))[a]);
    }
  }
}

}  // namespace

template <int D>
void apply_force_fields(GridState<D>& state, int tile) {
  for (const ForceFieldSettings& field : state.scene.force_fields)
    if (is_active(field, state.time))
      kick_faces(state, tile, [&](const Vec3d& x) { return acceleration(state.domain, field, x); });
  if (state.frame.turns()) kick_faces(state, tile, [&](const Vec3d& x) { return state.frame.acceleration(x); });
}

template <int D>
double strongest_of_frame(const GridState<D>& state) {
  const Vec3d gravity = state.scene.forces.gravity_at(state.time);
  const FrameStep step(state.frame_path, gravity, state.time, 1.0 / state.scene.time.fps);
  double reach = 0.0;  // of the pivot to the farthest corner
  for (int a = 0; a < D; ++a) {
    const double far =
        std::max(std::abs(step.pivot[a]), std::abs(state.domain.cells[a] * state.domain.h - step.pivot[a]));
    reach += far * far;
  }
  return step.strongest(std::sqrt(reach), gravity);
}

template double strongest_of_frame<2>(const GridState<2>&);
template double strongest_of_frame<3>(const GridState<3>&);

template void apply_force_fields<2>(GridState<2>&, int);
template void apply_force_fields<3>(GridState<3>&, int);

}  // namespace spindrift
