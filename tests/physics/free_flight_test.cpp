// Water in the air, before it touches anything.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::by_id;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::make_solver;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(FreeFlight);

struct Method {
  Transfer transfer;
  double flip;
  Kernel kernel;
};
const Method kMethods[] = {
    {Transfer::kPic, 0.0, Kernel::kLinear},     {Transfer::kFlip, 0.0, Kernel::kLinear},
    {Transfer::kFlip, 0.5, Kernel::kLinear},    {Transfer::kFlip, 0.95, Kernel::kLinear},
    {Transfer::kFlip, 1.0, Kernel::kLinear},    {Transfer::kApic, 0.0, Kernel::kLinear},
    {Transfer::kPic, 0.0, Kernel::kQuadratic},  {Transfer::kFlip, 0.95, Kernel::kQuadratic},
    {Transfer::kApic, 0.0, Kernel::kQuadratic},
};

template <int D>
Scene thrown_blob(const Method& method, const Vec3d& velocity) {
  Scene scene = empty_box(D, vec(60, 60, 30));
  scene.forces.gravity = vec(1.0, -9.81, 0.5);
  scene.solver.transfer = method.transfer;
  scene.solver.flip = method.flip;
  scene.solver.kernel = method.kernel;
  scene.liquids = {liquid(sphere(vec(30, 40, 15), 4.0), velocity)};
  return scene;
}

// v = g t and x = g t^2 / 2 for PIC, FLIP and every blend; velocities are those of half a step before. Were the copy
// for FLIP taken after gravity, FLIP would not fall at all.
TYPED_TEST(FreeFlight, free_fall_is_exact_for_every_transfer) {
  constexpr int D = kD<TypeParam>;
  const Vec3d v0 = vec(3.0, 5.0, -2.0);
  for (const Method& method : kMethods) {
    const Scene scene = thrown_blob<D>(method, v0);
    auto solver = make_solver<D>(scene);
    const auto before = by_id(solver->state());
    const int n = 60;
    const double dt = 1.0 / scene.time.fps;
    testing::advance(*solver, n);
    const auto after = by_id(solver->state());
    for (std::size_t i = 0; i < before.size(); ++i)
      for (int a = 0; a < D; ++a) {
        const double g = scene.forces.gravity[a];
        EXPECT_NEAR(after[i].v[a], v0[a] + g * (n - 0.5) * dt, 1e-4);
        EXPECT_NEAR(after[i].x[a], before[i].x[a] + v0[a] * n * dt + 0.5 * g * dt * dt * n * n, 1e-3);
      }
  }
}

TYPED_TEST(FreeFlight, a_particle_alone_keeps_a_ballistic_arc) {
  constexpr int D = kD<TypeParam>;
  for (const Method& method : kMethods) {
    Scene scene = thrown_blob<D>(method, {});
    scene.liquids.clear();
    auto solver = make_solver<D>(scene);
    const VecD<D> x0 = VecD<D>::from(vec(20, 20, 15)), v0 = VecD<D>::from(vec(6.0, 11.0, 1.0));
    testing::add_particle<D>(solver->state(), x0, v0);
    const int n = 180;
    testing::advance(*solver, n);
    const auto after = by_id(solver->state())[0];
    const double dt = 0.01;
    for (int a = 0; a < D; ++a) {
      const double g = scene.forces.gravity[a];
      EXPECT_NEAR(after.v[a], v0[a] + g * (n - 0.5) * dt, 1e-3);
      EXPECT_NEAR(after.x[a], x0[a] + v0[a] * n * dt + 0.5 * g * dt * dt * n * n, 5e-3);
    }
  }
}

TYPED_TEST(FreeFlight, momentum_changes_by_the_weight_alone) {
  constexpr int D = kD<TypeParam>;
  for (const Method& method : kMethods) {
    const Scene scene = thrown_blob<D>(method, vec(4.0, 2.0, 1.0));
    auto simulation = testing::simulate(scene);
    const auto before = *simulation.measure();
    const double mass = before.linear_momentum[0] / 4.0;
    const auto after = testing::advance(simulation, 40);
    for (int a = 0; a < D; ++a)
      EXPECT_NEAR(after.linear_momentum[a],
                  before.linear_momentum[a] + mass * scene.forces.gravity[a] * (0.4 - 0.5 / scene.time.fps),
                  2e-5 * 4.0 * mass);
  }
}

// A spinning blob has pressure inside: what the surface cells make of it is all that may be lost of its momentum, and
// its rotation lasts as long as the transfer lets it.
TYPED_TEST(FreeFlight, a_spinning_blob_keeps_its_momentum) {
  constexpr int D = kD<TypeParam>;
  for (const Method& method : kMethods) {
    Scene scene = thrown_blob<D>(method, {});
    scene.forces.gravity = {};
    scene.liquids[0].shape = sphere(vec(20, 30, 15), D == 2 ? 6.0 : 4.0);
    auto solver = make_solver<D>(scene);
    testing::set_velocities(solver->state(), [](const VecD<D>& x) {
      VecD<D> v;
      v[0] = 5.0 - (x[1] - 30.0);
      v[1] = x[0] - 20.0;
      return v;
    });
    const auto before = solver->measure_now();
    testing::advance(*solver, D == 2 ? 100 : 40);
    const auto after = solver->measure_now();
    for (int a = 0; a < 3; ++a)
      EXPECT_NEAR(after.linear_momentum[a], before.linear_momentum[a], 0.01 * before.linear_momentum[0]);
  }
}

}  // namespace
}  // namespace spindrift
