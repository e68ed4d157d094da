// How a tank moves and turns as a whole: smoothly through the keyframes of the scene's [frame].
#pragma once

#include <array>
#include <vector>

#include "geometry/rotation.h"
#include "spindrift/scene.h"

namespace spindrift {

// Between keyframes each number follows a cubic, whose slopes at the keyframes are those of the parabola through three
// of them: velocities have no jumps, and what is sampled from a smooth motion is followed to third order. Keyframes
// that are written in a scene stand where two that follow each other are alike; rows of a table that agree to their
// last digit near a turning point do not.
class FramePath {
 public:
  FramePath() = default;  // stands
  FramePath(const FrameSettings& settings, int dimension);

  struct Motion {
    Vec3d position{};                            // of the pivot from its place in the scene, m
    Vec3d velocity{};                            // m/s; both along the axes of the world
    Matrix<3> rotation = Matrix<3>::identity();  // from the tank's axes to the world's
    Vec3d angular_velocity{};                    // rad/s, along the tank's axes
  };
  Motion at(double time) const;  // at a keyframe where the velocity jumps, that ahead

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

// What the tank's motion does in a step: forces that act on all that is in it.
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
  // What Coriolis' acceleration, - 2 w x u, does to a velocity within dt: it turns it, and does no work.
  Matrix<3> coriolis_turn(double dt) const;
  // No more than this pushes anything within `reach` of the pivot, besides the Earth's gravity.
  double strongest(double reach, const Vec3d& gravity_at_rest) const;
};

}  // namespace spindrift
