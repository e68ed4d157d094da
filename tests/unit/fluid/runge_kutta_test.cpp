// The Runge-Kutta methods have the order that their names promise, and take the velocity once for each stage.
#include "fluid/runge_kutta.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spindrift {
namespace {

// u = A x with a shear and a turn: the exact flow over a time t is exp(A t) x, here by its series.
VecF<2> velocity_at(const VecF<2>& x) { return {0.3f * x[0] - x[1], 0.8f * x[0]}; }
VecF<2> exact_flow(const VecF<2>& x, float t) {
  VecF<2> sum = x, term = x;
  for (int n = 1; n < 12; ++n) {
    term = velocity_at(term) * (t / static_cast<float>(n));
    sum += term;
  }
  return sum;
}

TEST(RungeKutta, a_step_half_as_long_has_an_error_smaller_by_the_order_of_the_method) {
  const VecF<2> x{1.0f, 0.5f};
  const auto error = [&](Integrator integrator, float dt) {
    const VecF<2> mean = with_method(integrator, [&](const auto& method) {
      return mean_velocity(method, x, velocity_at(x), dt,
                           [](const VecF<2>& at, const VecF<2>&) { return velocity_at(at); });
    });
    return static_cast<double>(length(x + mean * dt - exact_flow(x, dt)));
  };
  const Integrator integrators[] = {Integrator::kEuler, Integrator::kRk2, Integrator::kRk3, Integrator::kRk4};
  for (int order = 1; order <= 4; ++order) {
    const Integrator integrator = integrators[order - 1];
    const double halving = std::log2(error(integrator, 1.0f) / error(integrator, 0.5f));
    EXPECT_NEAR(halving, order + 1, 0.35) << "order " << order;  // the error of one step, and terms of higher order
  }
}

TEST(RungeKutta, takes_the_velocity_once_for_each_stage_after_the_first) {
  for (const Integrator integrator : {Integrator::kEuler, Integrator::kRk2, Integrator::kRk3, Integrator::kRk4}) {
    int taken = 0;
    const std::size_t stages = with_method(integrator, [&](const auto& method) {
      mean_velocity(method, VecF<2>{}, VecF<2>{}, 1.0f, [&](const VecF<2>&, const VecF<2>& before) {
        ++taken;
        return before;
      });
      return method.kStages;
    });
    EXPECT_EQ(taken, static_cast<int>(stages) - 1);
  }
}

}  // namespace
}  // namespace spindrift
