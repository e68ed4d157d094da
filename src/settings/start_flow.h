// The velocity of a fluid at the start as a function of the place.
#pragma once

#include <array>

#include "base/expression.h"
#include "spindrift/scene.h"

namespace spindrift {

// The names of coordinates, for formulas of the place: two in 2D.
std::span<const std::string_view> names_of_coordinates(int dimension);
// For formulas of a height: x, in 3D x and z.
std::span<const std::string_view> names_along_surface(int dimension);

class StartFlowAt {
 public:
  static Result<StartFlowAt> of(const StartVelocity& velocity, int dimension);

  Vec3d operator()(const Vec3d& x) const;
  double component(int axis, const Vec3d& x) const;
  bool moves(int axis) const;                                // whether that component can be anything but 0
  Vec3d slope(int axis, const Vec3d& x, double step) const;  // of a component along the axes, by central differences

  // An error that says where, if the velocity there is endless, not a number or beyond what a scene may have.
  Status check(const Vec3d& x, const Place& place) const;

 private:
  int dimension_ = 3;
  std::array<Expression, 3> components_;
  std::array<std::string, 3> texts_;
};

// The largest on a lattice of places over the domain, m/s: an estimate.
double expected_start_speed(const StartVelocity& velocity, const DomainSettings& domain);

}  // namespace spindrift
