// Rotations, the motion of a rigid solid, and the motion of the tank.
#pragma once

#include <array>
#include <vector>

#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

// Every rotation is built in three dimensions. A 2D solid turns about z only and takes the upper left block.
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

// Carries a point p of the body to rotation * (p - pivot) + place; `place` is where the pivot is now.
template <int D>
struct Pose {
  Matrix<D> rotation = Matrix<D>::identity();
  VecD<D> place{};
  bool operator==(const Pose&) const = default;
};

// The velocity of the body's material at x: drift + spin * (x - place). Rigid, hence linear in x.
template <int D>
struct MaterialVelocity {
  VecD<D> drift{};
  Matrix<D> spin{};
};

// A motion with constant velocity and spin, or from keyframe to keyframe.
template <int D>
class RigidMotion {
 public:
  explicit RigidMotion(const SolidSettings& settings);

  bool is_moving() const { return is_moving_; }  // whether the pose ever changes
  const VecD<D>& pivot() const { return pivot_; }

  Pose<D> pose(double time) const;
  // The pose as a keyframe. For a constant spin it has the angle about each axis, which is exact for an axis of the
  // domain.
  Keyframe key_at(double time) const;
  // At time - dt; at `time` if the body jumps in between, as a jump sweeps nothing.
  Pose<D> pose_before(double time, double dt) const;

  // The finite displacement over [time - dt, time] divided by dt: what moves with it from the earlier pose arrives at
  // the later one. With dt = 0 the derivative, at a keyframe that of the motion ahead. Exactly zero while the body is
  // held still, and zero over an interval with a jump.
  MaterialVelocity<D> velocity(double time, double dt) const;

  // The total angle by which the body turns over [time - dt, time], radians; an upper bound if it turns about several
  // axes.
  double turning(double time, double dt) const;

  // By time. Empty: constant velocity.
  const std::vector<Keyframe>& keyframes() const { return keyframes_; }

 private:
  std::size_t next_key(double time) const;  // index of the first key after `time`
  MaterialVelocity<D> velocity_now(double time) const;
  bool jumps_within(double begin, double end) const;  // after begin, no later than end

  VecD<D> pivot_, velocity_;
  Vec3d angular_velocity_degrees_;   // only z in 2D
  std::vector<Keyframe> keyframes_;  // sorted by time; two at the same time make a jump
  bool is_moving_ = false;
};

// The motion of the tank through the keyframes of the scene's [frame]. Between keyframes each number follows a cubic
// whose slopes at the keyframes are those of the parabola through three of them: velocities are continuous, and samples
// of a smooth motion are followed to third order. Between two equal keyframes of a scene the tank rests; equal rows of
// a table may be near a turning point, and do not mean rest.
class FramePath {
 public:
  FramePath() = default;  // at rest
  FramePath(const FrameSettings& settings, int dimension);

  struct Motion {
    Vec3d position{};                            // of the pivot from its place in the scene, m
    Vec3d velocity{};                            // m/s; both along the axes of the world
    Matrix<3> rotation = Matrix<3>::identity();  // from the tank's axes to the world's
    Vec3d angular_velocity{};                    // rad/s, along the tank's axes
  };
  Motion at(double time) const;  // where the velocity jumps, the one ahead

  bool moves() const { return !keys_.empty(); }
  const Vec3d& pivot() const { return pivot_; }

 private:
  using Numbers = std::array<double, 6>;  // position and angles in degrees
  struct Key {
    double time = 0.0;
    Numbers value{}, slope{};
  };
  void find_slopes(bool holds);

  Vec3d pivot_{};
  std::vector<Key> keys_;
};

// The forces by the tank's motion in a step.
struct FrameStep {
  Vec3d pivot{};
  Vec3d
      gravity{};  // and what the acceleration of the pivot adds, m/s^2, along the tank's axes in the middle of the step
  Vec3d spin{};   // angular velocity there, rad/s
  Vec3d spin_up{};  // mean angular acceleration, rad/s^2

  FrameStep() = default;
  FrameStep(const FramePath& path, const Vec3d& gravity, double time, double dt);

  bool turns() const { return spin != Vec3d{} || spin_up != Vec3d{}; }
  // Centrifugal and Euler acceleration: - w x (w x r) - dw/dt x r.
  Vec3d acceleration(const Vec3d& x) const {
    const Vec3d r = x - pivot;
    return -cross(spin, cross(spin, r)) - cross(spin_up, r);
  }
  // The rotation of a velocity by Coriolis' acceleration, - 2 w x u, within dt; it does no work.
  Matrix<3> coriolis_turn(double dt) const;
  // The largest acceleration within `reach` of the pivot, without the Earth's gravity.
  double strongest(double reach, const Vec3d& gravity_at_rest) const;
};

}  // namespace spindrift
