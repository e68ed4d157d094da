// Velocity in the air.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_cell;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::set_velocities;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(ExtrapolateVelocityTest);

template <int D>
Scene splash(Kernel kernel, Transfer transfer) {
  Scene scene = empty_box(D, vec(24, 20, 14));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.solver.kernel = kernel;
  scene.solver.transfer = transfer;
  scene.particles.packing = Packing::kJittered;
  scene.solids = {testing::solid(sphere(vec(8, 3, 6), 2.2))};
  scene.liquids = {liquid(box({}, vec(24, 6, 14))), liquid(sphere(vec(18, 16, 7), 2.0), vec(3, -8, 1))};
  return scene;
}

// The step up to and with the projection; then, if asked, NaN on every face that touches no liquid.
template <int D>
std::unique_ptr<LiquidState<D>> stepped(const Scene& scene, bool poison) {
  auto state = make_state<D>(scene);
  state->max_speed = 30.0f;
  sort_particles(*state);
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  find_surface(*state);
  apply_forces(*state);
  constrain_velocity(*state);
  project_pressure(*state);
  correct_density(*state);
  if (poison)
    for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
      for (std::size_t a = 0; a < D; ++a)
        if (!state->known[a].tile(tile)[c])
          state->velocity[a].tile(tile)[c] = state->velocity_change[a].tile(tile)[c] =
              std::numeric_limits<float>::quiet_NaN();
    });
  extrapolate_velocity(*state);
  transfer_grid_to_particles(*state);
  move_particles(*state);
  return state;
}

TYPED_TEST(ExtrapolateVelocityTest, what_stands_between_cells_of_air_never_reaches_a_particle) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic}) {
      const auto clean = stepped<D>(splash<D>(kernel, transfer), false),
                 poisoned = stepped<D>(splash<D>(kernel, transfer), true);
      ASSERT_EQ(clean->particles.count(), poisoned->particles.count());
      for (std::size_t p = 0; p < clean->particles.count(); ++p)
        for (std::size_t a = 0; a < D; ++a) {
          ASSERT_TRUE(std::isfinite(poisoned->particles.velocity[a][p]));
          ASSERT_EQ(clean->particles.velocity[a][p], poisoned->particles.velocity[a][p]);
          ASSERT_EQ(clean->particles.position[a][p], poisoned->particles.position[a][p]);
        }
    }
}

TYPED_TEST(ExtrapolateVelocityTest, beyond_the_last_layer_velocity_is_undefined) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(40, 40, 40));
  scene.liquids = {liquid(sphere(vec(20, 20, 20), 3.0), vec(1, 2, 3))};
  auto state = make_state<D>(scene);
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  testing::project(*state);
  int defined = 0, undefined = 0;
  for_each_cell(*state, [&](const VecI<D>&, int tile, int c) {
    for (int a = 0; a < D; ++a) {
      const float u = state->velocity[static_cast<std::size_t>(a)].tile(tile)[c];
      const int layer = state->known[static_cast<std::size_t>(a)].tile(tile)[c];
      EXPECT_EQ(std::isnan(u), layer == 0);
      EXPECT_LE(layer, state->extrapolation_layers() + 1);
      ++(layer ? defined : undefined);
      if (layer) {
        EXPECT_NEAR(u, static_cast<float>(vec(1, 2, 3)[a]), 1e-4f);  // a uniform velocity stays uniform
      }
    }
  });
  EXPECT_GT(defined, 0);
  EXPECT_GT(undefined, 0);
}

TYPED_TEST(ExtrapolateVelocityTest, a_layer_is_the_mean_of_lower_layers) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 12, 12));
  scene.liquids = {liquid(box(vec(4, 4, 4), vec(8, 8, 8)))};
  auto state = make_state<D>(scene);
  set_velocities(*state, [](const VecD<D>& x) { return x; });
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  testing::make_velocity_change(*state);
  constrain_velocity(*state);
  extrapolate_velocity(*state);
  // Beside the middle of a flat side the only known neighbour is the face below it.
  VecI<D> above = VecI<D>::filled(Domain<D>::kBorder + 5);
  above[1] = Domain<D>::kBorder + 8;
  const VecI<D> top = testing::neighbor(above, 1, -1);
  EXPECT_EQ(testing::value_at(state->tiles, state->known[0], above), 2);
  EXPECT_EQ(testing::value_at(state->tiles, state->velocity[0], above),
            testing::value_at(state->tiles, state->velocity[0], top));
}

// Water that turns as one in a round vessel: at the wall's far side it goes on to be faster.
TEST(ExtrapolateVelocity, goes_on_with_its_slope_into_a_wall_that_the_flow_follows) {
  constexpr double kRadius = 10.0, kMiddle = 12.0;
  Scene scene = empty_box(2, vec(24, 24));
  scene.solver.transfer = Transfer::kApic;
  const auto disc = sphere(vec(kMiddle, kMiddle), kRadius);
  scene.solids = {testing::solid(testing::difference(box(vec(-1, -1), vec(25, 25)), disc))};
  scene.liquids = {liquid(disc)};
  scene.liquids[0].velocity.formulas = {"12 - y", "x - 12", ""};
  scene.time.fps = 1e3;
  auto solver = testing::make_solver<2>(scene);
  testing::advance(*solver, 1);
  const LiquidState<2>& state = solver->state();
  double sum = 0.0;
  int count = 0;
  for_each_cell(state, [&](const VecI<2>& cell, int tile, int c) {
    for (int a = 0; a < 2; ++a) {
      if (state.known[a].tile(tile)[c] != 2 || (*state.open_area())[a].tile(tile)[c] > 0.0f) continue;
      const VecD<2> x = testing::face_center(state, cell, a);
      const double expected = a == 0 ? kMiddle - x[1] : x[0] - kMiddle;
      sum += std::abs(static_cast<double>(state.velocity[a].tile(tile)[c]) - expected);
      ++count;
    }
  });
  ASSERT_GT(count, 50);
  EXPECT_LT(sum / count, 0.1);  // of the speed 10 at the wall, which falls by 1 from face to face
}

}  // namespace
}  // namespace spindrift
