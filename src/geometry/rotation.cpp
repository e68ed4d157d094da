// Rotation matrices from an axis and an angle (Rodrigues' formula) and from three angles.
#include "geometry/rotation.h"

#include <numbers>

#include "base/math.h"

namespace spindrift {

namespace {

constexpr Vec3d kAxisX{{1.0, 0.0, 0.0}}, kAxisY{{0.0, 1.0, 0.0}}, kAxisZ{{0.0, 0.0, 1.0}};

}  // namespace

Matrix<3> cross_product_matrix(const Vec3d& v) {
  return {{{Vec3d{{0.0, -v[2], v[1]}}, Vec3d{{v[2], 0.0, -v[0]}}, Vec3d{{-v[1], v[0], 0.0}}}}};
}

Matrix<3> rotation_about(const Vec3d& axis, double angle_degrees) {
  const double size = length(axis);
  if (size == 0.0) return Matrix<3>::identity();
  const Vec3d unit = axis / size;
  const double angle = angle_degrees * (std::numbers::pi / 180.0);
  const double cosine = math::cos(angle), sine = math::sin(angle);
  Matrix<3> rotation = cross_product_matrix(unit * sine);
  for (int i = 0; i < 3; ++i) {
    rotation.rows[i] += unit * (unit[i] * (1.0 - cosine));
    rotation.rows[i][i] += cosine;
  }
  return rotation;
}

Matrix<3> rotation_from_angles(const Vec3d& degrees) {
  return rotation_about(kAxisZ, degrees[2]) * rotation_about(kAxisY, degrees[1]) * rotation_about(kAxisX, degrees[0]);
}

Vec3d angular_velocity_from_angles(const Vec3d& degrees, const Vec3d& rates) {
  const Matrix<3> turn_z = rotation_about(kAxisZ, degrees[2]);
  const Matrix<3> turn_zy = turn_z * rotation_about(kAxisY, degrees[1]);
  return kAxisZ * rates[2] + turn_z * (kAxisY * rates[1]) + turn_zy * (kAxisX * rates[0]);
}

}  // namespace spindrift
