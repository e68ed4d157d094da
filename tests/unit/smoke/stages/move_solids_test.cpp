// Solids in smoke arrive where their motion says, with the velocity of their way.
#include <gtest/gtest.h>

#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(SmokeMoveSolidsTest);

TYPED_TEST(SmokeMoveSolidsTest, a_solid_is_where_it_will_be_at_the_end_of_the_step) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 16);
  scene.solids = {testing::solid(testing::box(vec(0.2, 0.2, 0.2), vec(0.4, 0.4, 0.4)), vec(0.3, 0.1, 0.05)),
                  testing::solid(testing::box(vec(0.7, 0.7, 0.7), vec(0.8, 0.8, 0.8)))};
  auto state = testing::make_smoke<D>(scene);
  state->time = 0.75;
  state->dt = 0.25;
  move_solids(*state);
  const VecD<D> corner = VecD<D>::from(vec(0.7, 0.5, 0.45));  // its far corner, after a second
  EXPECT_NEAR(state->solids[0].distance(corner), 0.0, 1e-12);
  for (int a = 0; a < D; ++a) EXPECT_NEAR(state->solids[0].velocity(corner)[a], vec(0.3, 0.1, 0.05)[a], 1e-12);
  EXPECT_NEAR(state->solids[1].distance(VecD<D>::filled(0.7)), 0.0, 1e-12);
  EXPECT_EQ(state->solids[1].velocity(corner), VecD<D>{});
}

// A fifth of the box in the first half of the step, and rest in the second.
TYPED_TEST(SmokeMoveSolidsTest, the_velocity_is_the_displacement_over_the_step) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 16);
  SolidSettings settings = testing::solid(testing::box(vec(0.2, 0.2, 0.2), vec(0.4, 0.4, 0.4)));
  settings.keyframes = {{0.0, {}, {}}, {0.05, vec(0.2, 0.0), {}}, {2.0, vec(0.2, 0.0), {}}};
  scene.solids = {settings};
  auto state = testing::make_smoke<D>(scene);
  state->dt = 0.1;
  move_solids(*state);
  EXPECT_NEAR(state->solids[0].velocity(VecD<D>::filled(0.3))[0], 2.0, 1e-12);
  state->time = 0.1;
  move_solids(*state);
  EXPECT_EQ(state->solids[0].velocity(VecD<D>::filled(0.3)), VecD<D>{});
}

}  // namespace
}  // namespace spindrift
