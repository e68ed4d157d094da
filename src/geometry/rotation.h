// Small square matrices for rotations. Every rotation is built in three dimensions; a 2D solid turns about z only and
// takes the upper left block, so each formula is written once.
#pragma once

#include "spindrift/vec.h"

namespace spindrift {

template <int D>
struct Matrix {
  Vec<VecD<D>, D> rows{};
  bool operator==(const Matrix&) const = default;

  static Matrix identity() {
    Matrix m;
    for (int i = 0; i < D; ++i) m.rows[i][i] = 1.0;
    return m;
  }
  // The upper left block of a matrix of three dimensions.
  static Matrix block_of(const Matrix<3>& m) {
    Matrix block;
    for (int i = 0; i < D; ++i) block.rows[i] = VecD<D>::from(m.rows[i]);
    return block;
  }
};

template <int D>
VecD<D> operator*(const Matrix<D>& m, const VecD<D>& v) {
  VecD<D> result;
  for (int i = 0; i < D; ++i) result[i] = dot(m.rows[i], v);
  return result;
}

template <int D>
Matrix<D> transposed(const Matrix<D>& m) {
  Matrix<D> result;
  for (int i = 0; i < D; ++i) {
    for (int j = 0; j < D; ++j) result.rows[i][j] = m.rows[j][i];
  }
  return result;
}

template <int D>
Matrix<D> operator*(const Matrix<D>& a, const Matrix<D>& b) {
  const Matrix<D> columns = transposed(b);
  Matrix<D> product;
  for (int i = 0; i < D; ++i) product.rows[i] = columns * a.rows[i];
  return product;
}

Matrix<3> rotation_about(const Vec3d& axis, double angle_degrees);  // axis of any length; zero gives the identity
Matrix<3> rotation_from_angles(const Vec3d& degrees);               // about x, then y, then z: Rz Ry Rx
Matrix<3> cross_product_matrix(const Vec3d& v);                     // M x = v cross x

// The angular velocity (in degrees per second) of rotation_from_angles(degrees) while the angles change at `rates`.
Vec3d angular_velocity_from_angles(const Vec3d& degrees, const Vec3d& rates);

}  // namespace spindrift
