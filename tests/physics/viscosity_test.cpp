// Viscous liquids in whole steps: exact solutions, conservation, symmetry.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_solver;
using testing::sphere;
using testing::value_at;
using testing::vec;
using testing::velocity_of;

IN_2D_AND_3D(Viscosity);

// The velocity of a film of depth 1 that starts to flow along a wall, for g = nu = 1, at height y and time t.
double film_velocity(double y, double t) {
  double u = y - 0.5 * y * y;
  for (int n = 1; n < 200; n += 2)
    u -= 16.0 / std::pow(n * std::numbers::pi, 3) * std::sin(n * std::numbers::pi * y / 2.0) *
         std::exp(-n * n * std::numbers::pi * std::numbers::pi * t / 4.0);
  return u;
}

// A film on a wall, pulled along it: no slip at the wall, no force at the surface. The ends are open and far from the
// middle. Returns the largest error in the middle, over the velocity at the surface, after the time 0.25 H^2 / nu.
template <int D>
double film_error(int depth, int steps, Transfer transfer) {
  const int length = 6 * depth;
  Scene scene = empty_box(D, vec(length, depth + 4, 4));
  scene.domain.open = {Side::kLeft, Side::kRight, Side::kBack, Side::kFront};
  scene.solver.transfer = transfer;
  scene.liquids = {liquid(box({}, vec(length, depth, 4)))};
  const double time = steps / scene.time.fps, nu = 0.25 * depth * depth / time;
  const double gravity = 4.0 * nu / (depth * depth);  // the liquid moves about half a cell
  scene.fluid.viscosity = nu * scene.fluid.density;
  scene.forces.gravity = vec(gravity, 0.0);
  auto solver = make_solver<D>(scene);
  testing::advance(*solver, steps);
  auto& state = solver->state();
  const double scale = gravity * depth * depth / nu;
  double worst = 0.0;
  for (int j = 0; j < depth; ++j) {
    VecI<D> face = VecI<D>::filled(1 + 2);
    face[0] = 1 + length / 2;
    face[1] = 1 + j;
    const double exact = scale * film_velocity((j + 0.5) / depth, 0.25 * (1.0 - 0.5 / steps));  // half a step before
    worst = std::max(worst, std::abs(static_cast<double>(value_at(state.tiles, state.velocity[0], face)) - exact));
  }
  return worst / (scale * film_velocity(1.0, 0.25));
}

TYPED_TEST(Viscosity, a_film_starts_to_flow_along_its_wall_as_theory_says) {
  constexpr int D = kD<TypeParam>;
  const double coarse = film_error<D>(6, 20, Transfer::kApic), fine = film_error<D>(12, 40, Transfer::kApic);
  EXPECT_LT(coarse, 0.02);
  EXPECT_LT(fine, 0.01);
  EXPECT_LT(fine, 0.7 * coarse);
}

// A film that slides along its wall without friction falls freely; with a law of friction, and thick enough to move as
// a whole, it approaches the speed U = sqrt(g d / c) at which the bed bears its weight: u = U tanh(g t / U).
TYPED_TEST(Viscosity, a_film_that_slides_is_held_back_by_friction_alone) {
  constexpr int D = kD<TypeParam>;
  const int depth = 6, length = 60, steps = 100;
  for (const double friction : {0.0, 0.5}) {
    Scene scene = empty_box(D, vec(length, depth + 4, 4));
    scene.domain.open = {Side::kLeft, Side::kRight, Side::kBack, Side::kFront};
    scene.solver.transfer = Transfer::kApic;
    scene.liquids = {liquid(box({}, vec(length, depth, 4)))};
    scene.fluid.viscosity = 1e6;
    scene.fluid.walls = Walls::kSlip;
    scene.fluid.friction = friction;
    const double gravity = 4.0, time = steps / scene.time.fps;
    scene.forces.gravity = vec(gravity, 0.0);
    auto solver = make_solver<D>(scene);
    testing::advance(*solver, steps);
    auto& state = solver->state();
    const double last = std::sqrt(gravity * depth / std::max(friction, 1e-9));
    const double exact = last * std::tanh(gravity * time / last);
    for (int j = 0; j < depth; ++j) {
      VecI<D> face = VecI<D>::filled(1 + 2);
      face[0] = 1 + length / 2;
      face[1] = 1 + j;
      EXPECT_NEAR(static_cast<double>(value_at(state.tiles, state.velocity[0], face)) / exact, 1.0, 0.02)
          << "friction " << friction << ", height " << j;
    }
  }
}

// A blob in free flight that deforms: honey turns the deformation into heat, and keeps the rest.
TYPED_TEST(Viscosity, a_blob_in_flight_keeps_its_momentum_and_loses_its_deformation) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(24, 24, 24));
  scene.fluid.viscosity = 1e6;
  scene.solver.transfer = Transfer::kApic;
  scene.liquids = {liquid(sphere(vec(12, 12, 12), 6.0))};
  auto solver = make_solver<D>(scene);
  auto& state = const_cast<LiquidState<D>&>(solver->state());
  auto field = [](const VecD<D>& x) {  // drifts, and is sheared to and fro
    VecD<D> u;
    u[0] = 2.0 + std::sin(x[1]);
    u[1] = 1.0 + std::cos(1.3 * x[0]);
    return u;
  };
  testing::set_velocities(state, field);
  VecD<D> before, after;
  double noise_before = 0.0, noise_after = 0.0;
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>&) { before += velocity_of(state, p); });
  const auto count = static_cast<double>(state.particles.count());
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>&) {
    noise_before += dot(velocity_of(state, p) - before / count, velocity_of(state, p) - before / count);
  });
  testing::advance(*solver, 10);
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>&) { after += velocity_of(state, p); });
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>&) {
    noise_after += dot(velocity_of(state, p) - after / count, velocity_of(state, p) - after / count);
  });
  EXPECT_LT(length(after - before), 0.005 * length(before));
  EXPECT_LT(noise_after, 0.02 * noise_before);
}

// Kinetic energy over m g H. Gravity, held back by the walls only, would stir a pool that the pressure does not hold.
TYPED_TEST(Viscosity, a_pool_of_thin_and_of_thick_honey_comes_to_rest) {
  constexpr int D = kD<TypeParam>;
  for (const double viscosity : {1.0, 100.0}) {
    Scene scene = testing::still_pool(D, 16, 8, 1.0 / 16.0);
    scene.fluid.viscosity = viscosity;
    scene.solver.transfer = Transfer::kApic;
    auto simulation = testing::simulate(scene);
    const FrameReport report = testing::advance(simulation, 100);
    EXPECT_LT(report.kinetic_energy / (scene.fluid.density * report.volume * 9.81 * 0.5), 1e-10) << viscosity;
  }
}

// Honey between two walls sticks to them: it sags in the middle, equally on both sides.
TYPED_TEST(Viscosity, honey_between_walls_sags_in_the_middle) {
  constexpr int D = kD<TypeParam>;
  constexpr int n = 10;
  Scene scene = empty_box(D, vec(n, 16, n));
  scene.forces.gravity = vec(0.0, -10.0);
  scene.fluid.viscosity = 3e4;
  scene.solver.transfer = Transfer::kApic;
  scene.liquids = {liquid(box(vec(0, 6, 0), vec(n, 14, n)))};
  auto solver = make_solver<D>(scene);
  const auto start = testing::by_id(solver->state());
  testing::advance(*solver, 60);
  const auto end = testing::by_id(solver->state());
  double center = 0.0, sag_middle = 0.0, sag_wall = 0.0;
  int at_middle = 0, at_wall = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    center += (end[i].x[0] - 0.5 * n) / static_cast<double>(start.size());
    bool middle = true, wall = false;
    for (int a = 0; a < D; ++a)
      if (a != 1) {
        middle &= std::abs(start[i].x[a] - 0.5 * n) < 1.0;
        wall |= std::abs(start[i].x[a] - 0.5 * n) > 0.5 * n - 1.0;
      }
    if (middle) sag_middle += start[i].x[1] - end[i].x[1], ++at_middle;
    if (wall) sag_wall += start[i].x[1] - end[i].x[1], ++at_wall;
  }
  EXPECT_LT(std::abs(center), 1e-3);
  EXPECT_GT(sag_middle / at_middle, 0.2);
  EXPECT_LT(sag_wall / at_wall, 0.35 * sag_middle / at_middle);
}

TYPED_TEST(Viscosity, the_report_says_how_the_solver_fared) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 12);
  auto water = testing::simulate(scene);
  EXPECT_FALSE(testing::advance(water, 1).viscosity_iterations);
  scene.fluid.viscosity = 1e5;
  auto honey = testing::simulate(scene);
  const FrameReport report = testing::advance(honey, 2);
  ASSERT_TRUE(report.viscosity_iterations);
  EXPECT_GT(*report.viscosity_iterations, 0);
  EXPECT_LE(report.viscosity_residual, scene.solver.tolerance);
  EXPECT_TRUE(report.viscosity_converged);
  scene.solver.max_iterations = 2;
  auto hasty = testing::simulate(scene);
  EXPECT_FALSE(testing::advance(hasty, 2).viscosity_converged);
}

}  // namespace
}  // namespace spindrift
