// A rigid solid that stands or moves: a shape in its own frame and the motion that carries it.
#pragma once

#include <memory>

#include "geometry/rigid_motion.h"
#include "geometry/shape.h"

namespace spindrift {

// How a solid goes around in a domain that repeats itself.
template <int D>
struct WayAround {
  VecD<D> period{};  // metres; 0: it does not repeat itself along that axis
  VecD<D> center{};  // of the solid at the start, which stays in the domain
  VecD<D> image{};   // by how much this image of it is moved
};

template <int D>
class Solid {
 public:
  Solid(std::shared_ptr<const Shape<D>> shape, const SolidSettings& motion);  // at its pose of time 0

  void move_to(double time, double dt);  // pose at `time`; velocity over the last `dt` (0 = instantaneous)
  // Whether it ever moves, appears or vanishes.
  bool is_moving() const { return motion_.is_moving() || !is_there_always_; }
  bool is_there() const { return is_there_; }  // far from every point while it is not

  // Which of the scene's solids it is, or is an image of, from 0.
  int number() const { return number_; }
  void set_number(int number) { number_ = number; }

  // From its next move on, the solid comes back in at the side opposite to the one that it leaves by.
  void go_around(const WayAround<D>& way) { around_ = way; }

  double distance(const VecD<D>& x) const;
  VecD<D> normal(const VecD<D>& x, double step) const;
  VecD<D> velocity(const VecD<D>& x) const;  // of the solid's material at the point x
  VecD<D> carried(const VecD<D>& x) const;   // where the material point is now that was at x before the last move
  // Where the material point is that is at x here, when the solid is posed as another copy of it is.
  VecD<D> in_pose_of(const Solid& other, const VecD<D>& x) const;
  VecD<D> placed(const VecD<D>& x) const;               // where the material point is now that the scene puts at x
  const VecD<D>& pivot() const { return pose_.place; }  // now
  Box<D> bounds() const;                                // at the present pose
  // By what angle it turns within `dt` up to `time`, radians, and how far from its pivot it reaches inside of a box
  // now.
  double turning(double time, double dt) const { return motion_.turning(time, dt); }
  double reach(const Box<D>& within) const;
  const std::vector<Keyframe>& keyframes() const { return motion_.keyframes(); }

 private:
  VecD<D> to_shape_frame(const VecD<D>& x) const;
  VecD<D> turns_around() const;

  std::shared_ptr<const Shape<D>> shape_;
  RigidMotion<D> motion_;
  int number_ = 0;
  double start_, end_;
  bool is_there_always_, is_there_ = true;
  Pose<D> pose_, before_;
  WayAround<D> around_;
  MaterialVelocity<D> velocity_;
};

}  // namespace spindrift
