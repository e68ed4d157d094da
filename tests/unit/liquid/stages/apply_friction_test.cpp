// Friction at walls slows the layer beside them, and nothing else.
#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(ApplyFrictionTest);

// A pool of 16 x 4 cells that moves along x (and in 3D along z) as a whole, before its friction.
template <int D>
std::unique_ptr<LiquidState<D>> moving_pool(const Scene& scene, const VecD<D>& velocity) {
  auto state = testing::make_state<D>(scene);
  sort_particles(*state);
  classify_cells(*state);
  testing::set_velocities(*state, [&](const VecD<D>&) { return velocity; });
  transfer_particles_to_grid(*state);
  constrain_velocity(*state);
  return state;
}

template <int D>
double speed_along_x(LiquidState<D>& state, int height) {
  VecI<D> face = VecI<D>::filled(1 + 8);
  face[1] = 1 + height;
  return static_cast<double>(value_at(state.tiles, state.velocity[0], face));
}

template <int D>
Scene pool_at_rest() {
  Scene scene = testing::still_pool(D, 16, 4, 0.1);
  scene.solver.transfer = Transfer::kPic;
  return scene;
}

TYPED_TEST(ApplyFrictionTest, slows_the_layer_at_the_bed_by_the_law_and_leaves_the_rest_alone) {
  constexpr int D = kD<TypeParam>;
  Scene scene = pool_at_rest<D>();
  scene.fluid.friction = 0.05;
  VecD<D> velocity;
  velocity[0] = 2.0;
  if (D == 3) velocity[2 % D] = 1.5;
  auto state = moving_pool<D>(scene, velocity);
  testing::set_step(*state, 0.02);
  apply_friction(*state);
  const double slower = 1.0 + 0.02 * 0.05 * length(velocity) / 0.1;
  EXPECT_NEAR(speed_along_x(*state, 0), 2.0 / slower, 1e-5);
  for (int height = 1; height < 4; ++height) EXPECT_NEAR(speed_along_x(*state, height), 2.0, 1e-5) << height;
}

TYPED_TEST(ApplyFrictionTest, of_a_rough_bed_is_that_of_its_logarithmic_profile) {
  constexpr int D = kD<TypeParam>;
  Scene scene = pool_at_rest<D>();
  scene.fluid.roughness = 0.003;
  VecD<D> velocity;
  velocity[0] = 2.0;
  auto state = moving_pool<D>(scene, velocity);
  testing::set_step(*state, 0.02);
  apply_friction(*state);
  // u = (u* / kappa) ln(30 y / k) in the middle of the cell, tau / rho = u*^2.
  const double friction_speed = 0.41 * 2.0 / std::log(30.0 * 0.05 / 0.003);
  const double loss = 0.02 * friction_speed * friction_speed / 0.1;
  EXPECT_NEAR(2.0 - speed_along_x(*state, 0), loss, 0.03 * loss);
}

// A floor that moves with the liquid does not hold it back, one that is faster takes it along.
TYPED_TEST(ApplyFrictionTest, is_relative_to_a_solid_that_moves) {
  constexpr int D = kD<TypeParam>;
  for (const double floor : {2.0, 5.0}) {
    Scene scene = pool_at_rest<D>();
    scene.fluid.friction = 0.05;
    scene.solids = {testing::solid(testing::box(vec(-9, -9, -9), vec(9, 0.1, 9)), vec(floor, 0.0))};
    VecD<D> velocity;
    velocity[0] = 2.0;
    auto state = testing::make_state<D>(scene);
    testing::set_step(*state, 0.02);
    move_solids(*state);
    sort_particles(*state);
    classify_cells(*state);
    testing::set_velocities(*state, [&](const VecD<D>&) { return velocity; });
    transfer_particles_to_grid(*state);
    constrain_velocity(*state);
    apply_friction(*state);
    const double off = 2.0 - floor, slower = 1.0 + 0.02 * 0.05 * std::abs(off) / 0.1;
    EXPECT_NEAR(speed_along_x(*state, 1), floor + off / slower, 1e-5) << floor;
  }
}

}  // namespace
}  // namespace spindrift
