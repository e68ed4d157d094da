// A rigid solid: a shape in its own frame, and its motion.
#pragma once

#include <memory>

#include "geometry/motion.h"
#include "geometry/shape.h"

namespace spindrift {

// How a solid wraps around in a periodic domain.
template <int D>
struct Wrapping {
  VecD<D> period{};  // metres; 0: not periodic along this axis
  VecD<D> center{};  // of the solid at the start; it stays in the domain
  VecD<D> image{};   // displacement of this image
};

template <int D>
class Solid {
 public:
  Solid(std::shared_ptr<const Shape<D>> shape, const SolidSettings& motion);  // at its pose of time 0

  void move_to(double time, double dt);  // pose at `time`; velocity over the last `dt` (0 = instantaneous)
  // Whether it ever moves, appears or vanishes.
  bool is_moving() const { return motion_.is_moving() || !always_exists_; }
  bool exists() const { return exists_; }  // otherwise its distance is infinite

  // The index of the scene's solid, from 0; images share it.
  int number() const { return number_; }
  void set_number(int number) { number_ = number; }

  // From the next move on, a solid that leaves through a side enters at the opposite one.
  void wrap_around(const Wrapping<D>& wrapping) { wrapping_ = wrapping; }

  double distance(const VecD<D>& x) const;
  VecD<D> normal(const VecD<D>& x, double step) const;
  VecD<D> velocity(const VecD<D>& x) const;  // of the material at x
  VecD<D> carried(const VecD<D>& x) const;   // present place of the material that was at x before the last move
  // Place of the material at x when the solid is in the pose of another copy of it.
  VecD<D> in_pose_of(const Solid& other, const VecD<D>& x) const;
  VecD<D> placed(const VecD<D>& x) const;               // present place of the material at x in the scene
  const VecD<D>& pivot() const { return pose_.place; }  // now
  Box<D> bounds() const;                                // at the present pose
  // The angle by which it turns within `dt` up to `time`, radians; its present reach from its pivot inside a box.
  double turning(double time, double dt) const { return motion_.turning(time, dt); }
  double reach(const Box<D>& within) const;
  const std::vector<Keyframe>& keyframes() const { return motion_.keyframes(); }

 private:
  VecD<D> to_shape_frame(const VecD<D>& x) const;
  VecD<D> whole_periods() const;

  std::shared_ptr<const Shape<D>> shape_;
  RigidMotion<D> motion_;
  int number_ = 0;
  double start_, end_;
  bool always_exists_, exists_ = true;
  Pose<D> pose_, before_;
  Wrapping<D> wrapping_;
  MaterialVelocity<D> velocity_;
};

}  // namespace spindrift
