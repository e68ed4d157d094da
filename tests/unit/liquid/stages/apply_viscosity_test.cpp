// Viscosity on the grid: what it keeps, what it takes, and at which rate.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/hash.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::face_center;
using testing::for_each_cell;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::set_grid_velocity;
using testing::sphere;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(ApplyViscosityTest);

// A ball that touches nothing, of particles at random places.
template <int D>
Scene blob(double viscosity) {
  Scene scene = empty_box(D, vec(24, 24, 24));
  scene.fluid.viscosity = viscosity;
  scene.particles.packing = Packing::kJittered;
  scene.solver.tolerance = 1e-6;
  scene.liquids = {liquid(sphere(vec(11.3, 12.6, 12.1), 7.4))};
  return scene;
}

template <int D, class FieldOfX>
std::unique_ptr<LiquidState<D>> viscous_state(const Scene& scene, FieldOfX&& field) {
  auto state = make_state<D>(scene);
  set_grid_velocity(*state, field);
  constrain_velocity(*state);
  apply_viscosity(*state);
  EXPECT_TRUE(state->report.viscosity->converged);
  return state;
}

// Calls visit(axis, place, volume share, velocity) for every face that viscosity acts on; walls must be far.
template <int D, class Visit>
void for_each_viscous_face(const LiquidState<D>& state, Visit&& visit) {
  for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    for (int a = 0; a < D; ++a) {
      const float volume = state.viscosity_system.inertia[static_cast<std::size_t>(a)].tile(tile)[c];
      if (volume > 0.0f)
        visit(a, face_center(state, cell, a), static_cast<double>(volume),
              static_cast<double>(state.velocity[static_cast<std::size_t>(a)].tile(tile)[c]));
    }
  });
}

template <int D>
VecD<D> noise(const VecD<D>& x) {
  VecD<D> u;
  for (int a = 0; a < D; ++a) {
    std::uint64_t key = mix(static_cast<std::uint64_t>(a) + 1);
    for (int b = 0; b < D; ++b) key = hash_combine(key, static_cast<std::uint64_t>(std::lround(2.0 * x[b])));
    u[a] = static_cast<double>(random_unit(key)) - 0.5;
  }
  return u;
}

TYPED_TEST(ApplyViscosityTest, a_rigid_motion_is_not_damped) {
  constexpr int D = kD<TypeParam>;
  const Vec3d turning = D == 2 ? vec(0, 0, 2.0) : vec(0.5, -1.0, 2.0);
  auto rigid = [&](const VecD<D>& x) { return VecD<D>::from(vec(3.0, -1.0, 0.5) + cross(turning, Vec3d::from(x))); };
  auto state = viscous_state<D>(blob<D>(1e6), rigid);
  int faces = 0;
  for_each_viscous_face<D>(*state, [&](int a, const VecD<D>& x, double, double u) {
    EXPECT_NEAR(u, rigid(x)[a], 1e-4);  // speeds reach 40 m/s: rounding
    ++faces;
  });
  EXPECT_GT(faces, 200);
}

TYPED_TEST(ApplyViscosityTest, momentum_and_angular_momentum_are_kept_and_energy_falls) {
  constexpr int D = kD<TypeParam>;
  for (const double viscosity : {1e5, 1e6, 1e7}) {
    auto state = viscous_state<D>(blob<D>(viscosity), noise<D>);
    Vec3d before, after, turned_before, turned_after;
    double energy_before = 0.0, energy_after = 0.0, mass = 0.0;
    for_each_viscous_face<D>(*state, [&](int a, const VecD<D>& x, double m, double u) {
      Vec3d unit;
      unit[a] = 1.0;
      const double old = static_cast<double>(static_cast<float>(noise<D>(x)[a]));
      before += unit * (m * old);
      after += unit * (m * u);
      turned_before += cross(Vec3d::from(x), unit) * (m * old);
      turned_after += cross(Vec3d::from(x), unit) * (m * u);
      energy_before += 0.5 * m * old * old;
      energy_after += 0.5 * m * u * u;
      mass += m;
    });
    EXPECT_LT(length(after - before), 1e-6 * mass);
    EXPECT_LT(length(turned_after - turned_before), 2e-5 * mass);
    EXPECT_LT(energy_after, 0.5 * energy_before);
  }
}

// In the limit nothing is left but a rigid motion.
TYPED_TEST(ApplyViscosityTest, liquid_of_enormous_viscosity_moves_as_a_rigid_body) {
  constexpr int D = kD<TypeParam>;
  auto state = viscous_state<D>(blob<D>(1e9), noise<D>);
  double largest = 0.0;
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (state->type.tile(tile)[c] != CellType::kFluid) return;
    for (int a = 0; a < D; ++a) {
      auto& u = state->velocity[static_cast<std::size_t>(a)];
      VecI<D> high = cell;
      ++high[a];
      largest = std::max(
          largest, std::abs(static_cast<double>(value_at(state->tiles, u, high) - value_at(state->tiles, u, cell))));
    }
  });
  EXPECT_LT(largest, 1e-3);  // 1 before
}

// Between walls at rest a half sine decays with the rate nu (pi / H)^2; in one implicit step, on n cells, by
// 1 / (1 + k (2 sin(pi / 2n))^2). The liquid's other sides are free, and do not disturb it: they bear no force.
template <int D>
double decay_between_walls(int n, double strength) {
  const int length = 24;
  const Vec3d size = vec(length + 4, n, 8);
  Scene scene = empty_box(D, size);
  scene.solver.tolerance = 1e-6;
  scene.fluid.viscosity = strength * scene.fluid.density * scene.time.fps;
  scene.liquids = {liquid(box(vec(2, 0, 2), vec(length + 2, n, 6)))};
  auto field = [&](const VecD<D>& x) {
    VecD<D> u;
    u[0] = std::sin(std::numbers::pi * x[1] / n);
    return u;
  };
  auto state = viscous_state<D>(scene, field);
  VecI<D> middle = VecI<D>::filled(1 + 4);
  middle[0] = 1 + 2 + length / 2;
  middle[1] = 1 + n / 2;
  return static_cast<double>(value_at(state->tiles, state->velocity[0], middle)) /
         field(face_center(*state, middle, 0))[0];
}

TYPED_TEST(ApplyViscosityTest, shear_between_walls_decays_at_the_exact_rate) {
  constexpr int D = kD<TypeParam>;
  for (const int n : {4, 8, 16}) {
    const double k = 1.5, s = 2.0 * std::sin(std::numbers::pi / (2 * n));
    EXPECT_NEAR(decay_between_walls<D>(n, k), 1.0 / (1.0 + k * s * s), 2e-4) << n;
  }
}

TYPED_TEST(ApplyViscosityTest, the_rate_of_decay_converges_with_second_order) {
  constexpr int D = kD<TypeParam>;
  // The same physics, nu dt (pi / H)^2 = 0.2, on finer grids.
  auto error = [](int n) {
    const double exact = 1.0 / 1.2;
    return std::abs(decay_between_walls<D>(n, 0.2 * n * n / (std::numbers::pi * std::numbers::pi)) - exact);
  };
  const double coarse = error(4), fine = error(8);
  EXPECT_LT(coarse, 0.01);
  EXPECT_NEAR(coarse / fine, 4.0, 0.8);
}

// Liquid between a wall at rest and one that moves along itself is dragged into a linear profile.
TYPED_TEST(ApplyViscosityTest, a_moving_wall_drags_the_liquid_into_couette_flow) {
  constexpr int D = kD<TypeParam>;
  constexpr int n = 6, length = 60;
  Scene scene = empty_box(D, vec(length, n + 3, 6));
  scene.solver.tolerance = 1e-6;
  scene.fluid.viscosity = 1e9;
  scene.liquids = {liquid(box(vec(1, 0, 1), vec(length - 1, n, 5)))};
  scene.solids = {testing::solid(box(vec(-20, n, -5), vec(length + 20, n + 3, 15)), vec(2.0, 0.0, 0.0))};
  auto state = make_state<D>(scene);
  state->solids[0].move_to(state->dt, state->dt);
  set_grid_velocity(*state, [](const VecD<D>&) { return VecD<D>{}; });
  constrain_velocity(*state);
  apply_viscosity(*state);
  for (int j = 0; j < n; ++j) {
    VecI<D> face = VecI<D>::filled(1 + 3);
    face[0] = 1 + length / 2;
    face[1] = 1 + j;
    EXPECT_NEAR(static_cast<double>(value_at(state->tiles, state->velocity[0], face)), 2.0 * (j + 0.5) / n, 0.01) << j;
  }
}

// A solid that turns together with the liquid around it does not brake it.
TYPED_TEST(ApplyViscosityTest, liquid_that_turns_with_a_solid_feels_no_drag) {
  constexpr int D = kD<TypeParam>;
  Scene scene = blob<D>(1e5);
  scene.solids = {testing::solid(sphere(vec(11.3, 12.6, 12.1), 3.3))};
  scene.solids[0].pivot = vec(11.3, 12.6, 12.1);
  scene.solids[0].angular_velocity_degrees = vec(0, 0, 90.0);
  auto state = make_state<D>(scene);
  state->solids[0].move_to(state->dt, 0.0);
  auto turning = [&](const VecD<D>& x) {
    return VecD<D>::from(cross(vec(0, 0, std::numbers::pi / 2), Vec3d::from(x) - scene.solids[0].pivot));
  };
  set_grid_velocity(*state, turning);
  constrain_velocity(*state);
  apply_viscosity(*state);
  for_each_viscous_face<D>(*state,
                           [&](int a, const VecD<D>& x, double, double u) { EXPECT_NEAR(u, turning(x)[a], 1e-4); });
}

TYPED_TEST(ApplyViscosityTest, flip_sees_the_change) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(blob<D>(1e4));
  transfer_particles_to_grid(*state);
  set_grid_velocity(*state, noise<D>);
  constrain_velocity(*state);
  apply_viscosity(*state);
  for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
    for (std::size_t a = 0; a < D; ++a)
      EXPECT_EQ(state->transferred_velocity[a].tile(tile)[c], 0.0f);  // the copy stands
  });
}

TYPED_TEST(ApplyViscosityTest, octants_know_where_the_surface_is) {
  constexpr int D = kD<TypeParam>;
  // Liquid at rest up to height y: the octants of a column in the middle add up to that height.
  for (const double height : {5.0, 5.25, 5.5, 5.75}) {
    Scene scene = empty_box(D, vec(12, 12, 12));
    scene.fluid.viscosity = 1.0;
    scene.liquids = {liquid(box({}, vec(12, height, 12)))};
    auto state = viscous_state<D>(scene, noise<D>);
    double sum = 0.0;
    for (int j = 0; j < 12; ++j) {
      VecI<D> cell = VecI<D>::filled(1 + 5);
      cell[1] = 1 + j;
      for (const std::uint8_t octant : value_at(state->tiles, state->viscosity_system.octants, cell))
        sum += octant / (255.0 * (1 << D));
    }
    const double lattice = std::floor(2.0 * height + 0.5) / 2.0;  // rows of particles stand half a cell apart
    EXPECT_NEAR(sum, lattice, 0.2) << height;
  }
}

// Each liquid has its own: honey next to water stays honey.
TYPED_TEST(ApplyViscosityTest, every_liquid_has_its_own_viscosity) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(40, 10, 10));
  scene.liquids = {liquid(box({}, vec(10, 10, 10))), liquid(box(vec(30, 0, 0), vec(40, 10, 10)))};
  scene.liquids[0].viscosity = 1e6;
  EXPECT_TRUE(scene.is_viscous());
  auto state = viscous_state<D>(scene, noise<D>);
  double square[2] = {}, count[2] = {};
  for_each_viscous_face<D>(*state, [&](int, const VecD<D>& x, double, double u) {
    square[x[0] > 20.0] += u * u;
    count[x[0] > 20.0] += 1.0;
  });
  EXPECT_LT(square[0] / count[0], 1e-3);
  EXPECT_NEAR(square[1] / count[1], 1.0 / 12.0, 0.01);  // the noise is as it was
}

}  // namespace
}  // namespace spindrift
