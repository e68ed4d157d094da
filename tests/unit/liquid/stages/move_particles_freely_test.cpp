// Where they move before the projection, particles move by their own velocity, and end at solids.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::by_id;
using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(MoveParticlesFreelyTest);

template <int D>
Scene resting_block() {
  Scene scene = testing::empty_box(D, vec(40, 24, 12), 0.5);
  scene.solver.order = StepOrder::kMoveThenProject;
  scene.liquids = {testing::liquid(testing::box(vec(2, 3, 1), vec(6, 8, 4)))};
  return scene;
}

template <int D>
VecD<D> sheared(const VecD<D>& x) {
  VecD<D> u;
  for (int a = 0; a < D; ++a) u[a] = 1.0 + 0.5 * a + 0.3 * x[(a + 1) % D];
  return u;
}

TYPED_TEST(MoveParticlesFreelyTest, each_goes_straight_on_and_keeps_its_velocity) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(resting_block<D>());
  testing::set_velocities(*state, sheared<D>);
  testing::set_step(*state, 0.3);
  const auto before = by_id(*state);
  move_particles_freely(*state);
  sort_particles(*state);
  const auto after = by_id(*state);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_LT(length(after[i].x - before[i].x - before[i].v * state->dt), 1e-5);
    EXPECT_EQ(after[i].v, before[i].v);
  }
}

// A wall a fifth of a cell thick, ten cells away, and a step that would lead to far behind it.
TYPED_TEST(MoveParticlesFreelyTest, none_passes_a_solid_however_thin) {
  constexpr int D = kD<TypeParam>;
  Scene scene = resting_block<D>();
  scene.solids = {testing::solid(testing::box(vec(11.0, 0, 0), vec(11.1, 12, 6)))};
  auto state = make_state<D>(scene);
  testing::set_velocities(*state, [](const VecD<D>&) { return VecD<D>::from(vec(8.0, 0.0)); });
  testing::set_step(*state, 1.0);
  const auto before = by_id(*state);
  move_solids(*state);
  move_particles_freely(*state);
  sort_particles(*state);
  const auto after = by_id(*state);
  int stopped = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double wanted = before[i].x[0] + 8.0;
    if (wanted < 10.9) {
      EXPECT_NEAR(after[i].x[0], wanted, 1e-5);
    } else {
      ++stopped;
      EXPECT_LE(after[i].x[0], 11.0);
      EXPECT_NEAR(after[i].x[0], 11.0, 0.1);
    }
  }
  EXPECT_GT(stopped, 20);
}

}  // namespace
}  // namespace spindrift
