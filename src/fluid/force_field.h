// Accelerations that act on the fluid: gravity, the scene's force fields, and those in a tank that moves.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>

#include "fluid/grid_state.h"
#include "spindrift/scene.h"

namespace spindrift {

inline bool is_active(const ForceFieldSettings& field, double time) { return time >= field.start && time < field.end; }

// Acceleration of a field at a point, m/s^2; in a periodic domain, of its nearest image.
template <int D>
Vec3d acceleration(const Domain<D>& domain, const ForceFieldSettings& field, const Vec3d& x) {
  if (field.kind == ForceFieldSettings::Kind::kUniform) return field.acceleration;
  Vec3d from_center = domain.shortest(x - field.center);
  if (field.kind == ForceFieldSettings::Kind::kPush)
    return field.acceleration * std::max(0.0, 1.0 - length(from_center) / field.radius);
  if (field.kind == ForceFieldSettings::Kind::kVortex) {
    const Vec3d axis = field.axis / length(field.axis);
    from_center -= axis * dot(axis, from_center);
    const double r = length(from_center);
    if (r == 0.0 || r >= field.radius) return {};
    return cross(axis, from_center) * (field.strength * (1.0 - r / field.radius) / r);
  }
  const double r = length(from_center);
  if (r == 0.0 || r >= field.radius) return {};
  return from_center * (-field.strength * (1.0 - r / field.radius) / r);
}

// The largest acceleration by a field that is active at a time, m/s^2.
inline double strongest_field(const Physics& scene, double time) {
  using Kind = ForceFieldSettings::Kind;
  double strongest = 0.0;
  for (const ForceFieldSettings& field : scene.force_fields) {
    if (!is_active(field, time)) continue;
    strongest =
        std::max(strongest, field.kind == Kind::kUniform || field.kind == Kind::kPush ? length(field.acceleration)
                                                                                      : std::abs(field.strength));
  }
  return strongest;
}

// Gravity in the middle of the kick; in a moving tank with the acceleration of the tank.
template <int D>
Vec3d gravity_of_step(const GridState<D>& state) {
  if (state.frame_path.moves()) return state.frame.gravity;
  return state.scene.forces.gravity_at(state.kick.time);
}

// The tank's motion in the step.
template <int D>
FrameStep step_of_frame(const GridState<D>& state) {
  const Vec3d gravity = state.scene.forces.gravity_at(state.kick.time);
  return {state.frame_path, gravity, std::max(0.0, state.kick.time - 0.5 * state.dt), state.dt};
}

// Gravity at the state's time, along the tank's axes.
template <int D>
Vec3d gravity_in_tank(const GridState<D>& state) {
  const Vec3d gravity = state.scene.forces.gravity_at(state.time);
  return state.frame_path.moves() ? transposed(state.frame_path.at(state.time).rotation) * gravity : gravity;
}

// The largest acceleration that the tank's motion adds to gravity in the domain over the next frame, m/s^2.
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

// The largest acceleration by gravity, active fields and the tank's motion, m/s^2.
template <int D>
double strongest_push(const GridState<D>& state) {
  const double push = std::max(state.scene.forces.strongest_gravity(), strongest_field(state.scene, state.time));
  if (!state.frame_path.moves()) return push;
  return push + strongest_of_frame(state);
}

// The forces of a step, for tile kernels.
template <int D>
struct ForcesView {
  Domain<D> domain;
  Vec3d gravity;                               // of the step
  FrameStep frame;                             // what a tank that turns adds
  std::span<const ForceFieldSettings> fields;  // of the scene; some are active at `time`
  double time;
};
static_assert(std::is_trivially_copyable_v<ForcesView<3>>);

template <int D>
ForcesView<D> forces_view(const GridState<D>& state) {
  return {state.domain, gravity_of_step(state), state.frame, state.scene.force_fields, state.time};
}

// Gravity and all fields that act in the step, and what a tank that turns adds.
template <int D>
Vec3d total_acceleration(const ForcesView<D>& forces, const Vec3d& x) {
  Vec3d sum = forces.gravity;
  if (forces.frame.turns()) sum += forces.frame.acceleration(x);
  for (const ForceFieldSettings& field : forces.fields)
    if (is_active(field, forces.time)) sum += acceleration(forces.domain, field, x);
  return sum;
}

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

// Kicks the faces of a tile for a time dt by the scene's force fields, and by what a tank that turns adds to gravity.
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

}  // namespace spindrift
