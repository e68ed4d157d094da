// Particle paths, and what happens where the field ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::by_id;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::set_grid_velocity;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(MoveParticlesTest);

const Vec3d kAxisOfTurn = vec(16, 16, 8);

// One radian per second about the z axis through the centre.
template <int D>
VecD<D> turning(const VecD<D>& x) {
  VecD<D> u;
  u[0] = -(x[1] - kAxisOfTurn[1]);
  u[1] = x[0] - kAxisOfTurn[0];
  return u;
}

template <int D>
VecD<D> turned(const VecD<D>& x, double angle) {
  const double dx = x[0] - kAxisOfTurn[0], dy = x[1] - kAxisOfTurn[1];
  VecD<D> y = x;
  y[0] = kAxisOfTurn[0] + std::cos(angle) * dx - std::sin(angle) * dy;
  y[1] = kAxisOfTurn[1] + std::sin(angle) * dx + std::cos(angle) * dy;
  return y;
}

template <int D>
Scene disc(Integrator integrator, Kernel kernel) {
  Scene scene = empty_box(D, vec(32, 32, 16));
  scene.solver.transfer = Transfer::kPic;
  scene.solver.integrator = integrator;
  scene.solver.kernel = kernel;
  scene.particles.per_cell = 1;
  scene.liquids = {liquid(sphere(kAxisOfTurn, 5.0))};
  scene.drift.projection = false;  // the velocity is given, and nothing else
  return scene;
}

// The field exists as far around the particles as the fastest of them could come.
template <int D>
void make_wide_field(LiquidState<D>& state) {
  state.max_speed = 1e3f;
  sort_particles(state);
}

template <int D>
void turn(LiquidState<D>& state, int steps, double angle_per_step) {
  testing::set_step(state, angle_per_step);
  make_wide_field(state);
  for (int i = 0; i < steps; ++i) {
    set_grid_velocity(state, turning<D>);
    transfer_grid_to_particles(state);
    move_particles(state);
    sort_particles(state);
  }
}

// Largest distance from where an exact rotation puts a particle.
template <int D>
double error_after_turning(Integrator integrator, Kernel kernel, int steps, double angle) {
  auto state = make_state<D>(disc<D>(integrator, kernel));
  const auto before = by_id(*state);
  turn(*state, steps, angle / steps);
  const auto after = by_id(*state);
  double error = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i)
    error = std::max(error, length(after[i].x - turned(before[i].x, angle)));
  return error;
}

TYPED_TEST(MoveParticlesTest, error_shrinks_at_the_order_of_the_integrator) {
  constexpr int D = kD<TypeParam>;
  const struct {
    Integrator integrator;
    double order;
    int steps;
  } cases[] = {{Integrator::kEuler, 1.0, 64},
               {Integrator::kRk2, 2.0, 8},
               {Integrator::kRk3, 3.0, 4},
               {Integrator::kRk4, 4.0, 3}};
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const auto& c : cases) {
      const double coarse = error_after_turning<D>(c.integrator, kernel, c.steps, 1.5);
      const double fine = error_after_turning<D>(c.integrator, kernel, 2 * c.steps, 1.5);
      EXPECT_NEAR(std::log2(coarse / fine), c.order, 0.15) << coarse << ' ' << fine;
    }
}

TYPED_TEST(MoveParticlesTest, a_vortex_does_not_spiral_out) {
  constexpr int D = kD<TypeParam>;
  for (const Integrator integrator : {Integrator::kRk2, Integrator::kRk3, Integrator::kRk4}) {
    auto state = make_state<D>(disc<D>(integrator, Kernel::kLinear));
    const auto before = by_id(*state);
    turn(*state, 314, 0.1);  // five turns
    const auto after = by_id(*state);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double r0 = length(turning(before[i].x)), r = length(turning(after[i].x));
      EXPECT_NEAR(r, r0, 0.005 * r0 + 1e-4);  // midpoint: (1 + 0.1^4 / 8)^314 = 1.004
    }
  }
}

TYPED_TEST(MoveParticlesTest, where_the_field_ends_a_particle_goes_straight_on) {
  constexpr int D = kD<TypeParam>;
  Scene scene = disc<D>(Integrator::kRk4, Kernel::kLinear);
  auto state = make_state<D>(scene);
  testing::set_step(*state, 1.0);
  make_wide_field(*state);
  const auto before = by_id(*state);
  set_grid_velocity(*state, [](const VecD<D>&) { return VecD<D>::from(vec(4.0, 0.0, 0.0)); });
  transfer_grid_to_particles(*state);
  for (auto& u : state->velocity) u.fill(std::numeric_limits<float>::quiet_NaN());
  move_particles(*state);
  sort_particles(*state);
  EXPECT_FALSE(state->failure);
  const auto after = by_id(*state);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i].x[0], before[i].x[0] + 4.0, 1e-5);
}

}  // namespace
}  // namespace spindrift
