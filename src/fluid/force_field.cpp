#include "fluid/force_field.h"

namespace spindrift {

namespace {

// Kicks the faces of a tile with this first cell by acceleration(x).
template <int D, class Acceleration>
void kick_faces(const Domain<D>& domain, double dt, const VecI<D>& first_cell, int tile,
                const FaceViews<float, D>& velocity, const Acceleration& acceleration) {
  using T = Tile<D>;
  const VecD<D> first = VecD<D>::from(first_cell);
  for (int a = 0; a < D; ++a) {
    float* u = velocity[a].tile(tile);
    for (int c = 0; c < T::kCells; ++c) {
      VecD<D> face = first + VecD<D>::from(T::cell_coord(c)) + VecD<D>::filled(0.5);
      face[a] -= 0.5;
      u[c] += static_cast<float>(dt * acceleration(Vec3d::from(domain.to_world(face)))[a]);
    }
  }
}

}  // namespace

template <int D>
void apply_force_fields(const ForcesView<D>& forces, double dt, const TilesView<D>& tiles, int tile,
                        const FaceViews<float, D>& velocity) {
  const auto kick = [&](const auto& acceleration) {
    kick_faces(forces.domain, dt, tiles.first_cell(tile), tile, velocity, acceleration);
  };
  for (const ForceFieldSettings& field : forces.fields)
    if (is_active(field, forces.time)) kick([&](const Vec3d& x) { return acceleration(forces.domain, field, x); });
  if (forces.frame.turns()) kick([&](const Vec3d& x) { return forces.frame.acceleration(x); });
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

template void apply_force_fields<2>(const ForcesView<2>&, double, const TilesView<2>&, int, const FaceViews<float, 2>&);
template void apply_force_fields<3>(const ForcesView<3>&, double, const TilesView<3>&, int, const FaceViews<float, 3>&);

}  // namespace spindrift
