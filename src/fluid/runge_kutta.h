// Explicit Runge-Kutta methods for the motion of points with the flow, dx/dt = u(x): Euler, the midpoint rule,
// Ralston's third order [Ralston1962], and the classical fourth order.
#pragma once

#include <array>
#include <cstddef>

#include "spindrift/scene.h"
#include "spindrift/vec.h"

namespace spindrift {

// Stage i takes the velocity at x + step[i] dt u[i - 1]; the point moves by dt times the sum of weight[i] u[i].
template <std::size_t Stages>
struct RungeKutta {
  static constexpr std::size_t kStages = Stages;
  std::array<float, Stages> step, weight;
};
inline constexpr RungeKutta<1> kEuler{{0.0f}, {1.0f}};
inline constexpr RungeKutta<2> kMidpoint{{0.0f, 0.5f}, {0.0f, 1.0f}};
inline constexpr RungeKutta<3> kRalston3{{0.0f, 0.5f, 0.75f}, {2.0f / 9.0f, 3.0f / 9.0f, 4.0f / 9.0f}};
inline constexpr RungeKutta<4> kClassical4{{0.0f, 0.5f, 0.5f, 1.0f},
                                           {1.0f / 6.0f, 2.0f / 6.0f, 2.0f / 6.0f, 1.0f / 6.0f}};

// Returns use(method) with the method of a scene.
template <class Use>
decltype(auto) with_method(Integrator integrator, Use&& use) {
  switch (integrator) {
    case Integrator::kEuler:
      return use(kEuler);
    case Integrator::kRk2:
      return use(kMidpoint);
    case Integrator::kRk3:
      return use(kRalston3);
    case Integrator::kRk4:
      break;
  }
  return use(kClassical4);
}

// The mean velocity of a point over a step, which ends at x + dt times this. `u` is the velocity at x; velocity(at, u)
// is the velocity at a later stage's place, with u of the stage before.
template <std::size_t Stages, int D, class Velocity>
VecF<D> mean_velocity(const RungeKutta<Stages>& method, const VecF<D>& x, VecF<D> u, float dt, Velocity&& velocity) {
  VecF<D> mean = method.weight[0] * u;
  for (std::size_t i = 1; i < Stages; ++i) {
    u = velocity(x + (method.step[i] * dt) * u, u);
    mean += method.weight[i] * u;
  }
  return mean;
}

}  // namespace spindrift
