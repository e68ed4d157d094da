// Flow that follows from the settings: the velocity at the start, the speed of a fall, the turns of a periodic tank.
#pragma once

#include <array>
#include <optional>
#include <string>

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
  bool moves(int axis) const;                                // whether the component can be other than 0
  Vec3d slope(int axis, const Vec3d& x, double step) const;  // gradient of a component, by central differences

  // Refuses a velocity at x that is not finite or too large.
  Status check(const Vec3d& x, const Place& place) const;

 private:
  int dimension_ = 3;
  std::array<Expression, 3> components_;
  std::array<std::string, 3> texts_;
};

// An estimate: the largest speed on a lattice of places over the domain, m/s.
double expected_start_speed(const StartVelocity& velocity, const DomainSettings& domain);

// The work of gravity on a unit of mass that falls through the domain, J/kg.
double fall_energy(const Physics& scene);

// A share of the speed of this fall, m/s: the scale of speeds in pictures. None without gravity.
std::optional<double> fall_speed(const Physics& scene);

// Describes the turn of the scene's tank, if any, whose forces are not periodic along a periodic axis.
std::optional<std::string> turn_that_does_not_repeat(const Physics& scene);

}  // namespace spindrift
