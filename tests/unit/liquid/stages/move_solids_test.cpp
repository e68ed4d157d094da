// Solids arrive where their motion says, with the velocity of their way.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(MoveSolidsTest);

template <int D>
Scene tank_with(const SolidSettings& solid) {
  Scene scene = testing::empty_box(D, vec(24, 24, 24));
  scene.liquids = {testing::liquid(box({}, vec(24, 2, 24)))};
  scene.solids = {solid};
  return scene;
}

template <int D>
VecD<D> point(double x, double y, double z) {
  return VecD<D>::from(vec(x, y, z));
}

TYPED_TEST(MoveSolidsTest, a_solid_is_where_it_will_be_at_the_end_of_the_step) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(tank_with<D>(testing::solid(box(vec(4, 8, 8), vec(8, 12, 16)), vec(3.0, 1.0, -0.5))));
  state->time = 1.5;
  testing::set_step(*state, 0.5);
  move_solids(*state);
  const Solid<D>& solid = state->solids[0];
  for (const auto& x : {point<D>(4, 8, 8), point<D>(8, 12, 16), point<D>(8, 8, 16)})
    EXPECT_NEAR(solid.distance(x + point<D>(6.0, 2.0, -1.0)), 0.0, 1e-12);  // corners, after two seconds
  for (int a = 0; a < D; ++a) EXPECT_NEAR(solid.velocity(point<D>(1, 2, 3))[a], vec(3.0, 1.0, -0.5)[a], 1e-12);
  EXPECT_EQ(state->solid_path.parts, 1);
}

// A metre in the first half of the step, and rest in the second: two metres a second for half as long.
TYPED_TEST(MoveSolidsTest, the_velocity_is_the_displacement_over_the_step) {
  constexpr int D = kD<TypeParam>;
  SolidSettings settings = testing::solid(box(vec(4, 8, 8), vec(8, 12, 16)));
  settings.keyframes = {{0.0, {}, {}}, {0.5, vec(1.0, 0.0), {}}, {2.0, vec(1.0, 0.0), {}}};
  auto state = make_state<D>(tank_with<D>(settings));
  testing::set_step(*state, 1.0);
  move_solids(*state);
  EXPECT_NEAR(state->solids[0].velocity(point<D>(5, 9, 9))[0], 1.0, 1e-12);
  state->time = 1.0;
  move_solids(*state);
  EXPECT_EQ(state->solids[0].velocity(point<D>(5, 9, 9)), VecD<D>{});
  EXPECT_NEAR(state->solids[0].distance(point<D>(9, 12, 16)), 0.0, 1e-12);
}

// A bar that turns by a quarter: a particle that the bar carries along is on it at the end of each part, and a straight
// way between two of them bends less than the twentieth of a cell that the stage promises.
TYPED_TEST(MoveSolidsTest, a_turning_solid_is_known_on_its_way) {
  constexpr int D = kD<TypeParam>;
  SolidSettings settings = testing::solid(box(vec(12, 11, 4), vec(20, 13, 20)));
  settings.pivot = vec(12, 12, 12);
  settings.angular_velocity_degrees = vec(0, 0, 90);
  auto state = make_state<D>(tank_with<D>(settings));
  testing::set_step(*state, 1.0);
  move_solids(*state);
  const int parts = state->solid_path.parts;
  ASSERT_GT(parts, 4);
  const double step = 0.5 * std::numbers::pi / parts, tip = 8.0;
  EXPECT_LT(tip * (1.0 - std::cos(0.5 * step)), 0.05);
  for (int i = 0; i < parts; ++i) {
    const double angle = step * (i + 1);
    const VecD<D> end = point<D>(12.0 + tip * std::cos(angle), 12.0 + tip * std::sin(angle), 12.0);
    EXPECT_NEAR(state->solid_path.part(i)[0].distance(end), 0.0, 1e-9) << i;
    const VecD<D> before = point<D>(12.0 + tip * std::cos(angle - step), 12.0 + tip * std::sin(angle - step), 12.0);
    EXPECT_NEAR(length(state->solid_path.part(i)[0].carried(before) - end), 0.0, 1e-9) << i;
  }
  const VecD<D> up = point<D>(12, 20, 12), right = point<D>(20, 12, 12);
  EXPECT_NEAR(state->solids[0].distance(up), 0.0, 1e-9);
  EXPECT_NEAR(length(state->solids[0].carried(right) - up), 0.0, 1e-9) << "over the whole step";
}

TYPED_TEST(MoveSolidsTest, where_particles_move_first_the_grid_knows_of_the_move_at_once) {
  constexpr int D = kD<TypeParam>;
  Scene scene = tank_with<D>(testing::solid(box(vec(4, 0, 0), vec(8, 4, 24)), vec(4.0, 0.0)));
  scene.solver.order = StepOrder::kMoveThenProject;
  auto state = make_state<D>(scene);
  testing::set_step(*state, 1.0);
  move_solids(*state);
  int seen = 0;
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    const VecD<D> x = state->domain.to_world(VecD<D>::from(cell) + VecD<D>::filled(0.5));
    const double distance = state->solids[0].distance(x);
    if (std::abs(distance) > 1.0) return;
    ++seen;
    EXPECT_NEAR(static_cast<double>(state->solid_distance().tile(tile)[c]), distance, 1e-5);
  });
  EXPECT_GT(seen, 5);
}

}  // namespace
}  // namespace spindrift
