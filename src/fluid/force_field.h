// Accelerations that act on the fluid: gravity and the scene's force fields.
#pragma once

#include <algorithm>
#include <cmath>

#include "fluid/grid_state.h"
#include "spindrift/scene.h"

namespace spindrift {

inline bool is_active(const ForceFieldSettings& field, double time) { return time >= field.start && time < field.end; }

// Acceleration of a field at a point, m/s^2.
inline Vec3d acceleration(const ForceFieldSettings& field, const Vec3d& x) {
  if (field.kind == ForceFieldSettings::Kind::kUniform) return field.acceleration;
  Vec3d from_center = x - field.center;
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

// The largest acceleration by a field that acts at a time, m/s^2.
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

// Of the step: where gravity changes, that of its middle.
template <int D>
Vec3d gravity_of_step(const GridState<D>& state) {
  return state.scene.forces.gravity_at(state.time + 0.5 * state.dt);
}

// Gravity and all fields that act in the step.
template <int D>
Vec3d total_acceleration(const GridState<D>& state, const Vec3d& x) {
  Vec3d sum = gravity_of_step(state);
  for (const ForceFieldSettings& field : state.scene.force_fields)
    if (is_active(field, state.time)) sum += acceleration(field, x);
  return sum;
}

// Kicks the faces of a tile by the scene's force fields over the step.
template <int D>
void apply_force_fields(GridState<D>& state, int tile);

}  // namespace spindrift
