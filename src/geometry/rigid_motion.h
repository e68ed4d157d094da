// Where a rigid body is at any time: carried along at a constant velocity and spin, or from keyframe to keyframe.
#pragma once

#include <vector>

#include "geometry/rotation.h"
#include "spindrift/scene.h"

namespace spindrift {

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

template <int D>
class RigidMotion {
 public:
  explicit RigidMotion(const SolidSettings& settings);

  bool is_moving() const { return is_moving_; }  // whether the pose ever changes
  const VecD<D>& pivot() const { return pivot_; }

  Pose<D> pose(double time) const;
  // The same as a keyframe of that time. Of a constant spin it has the angle about each axis, which is the pose where
  // that is an axis of the domain.
  Keyframe key_at(double time) const;
  // At time - dt; if the body jumps in between it sweeps nothing, and this is the pose at `time`.
  Pose<D> pose_before(double time, double dt) const;

  // Over [time - dt, time], as the finite displacement divided by dt: what moves with it from the earlier pose lands on
  // the later one. With dt = 0 the derivative; where it is discontinuous (at a keyframe), that of the motion ahead.
  // Exactly zero while the body is held still, and zero over an interval with a jump.
  MaterialVelocity<D> velocity(double time, double dt) const;

  // By what angle the body turns over [time - dt, time], to and fro added up, radians; an upper bound where it turns
  // about several axes at once.
  double turning(double time, double dt) const;

  // By time; none: it moves at constant velocity, if at all.
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

}  // namespace spindrift
