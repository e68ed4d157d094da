// Where particles move before the projection, forces act on the particles themselves.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::by_id;
using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(AccelerateParticlesTest);

template <int D>
Scene moving_block() {
  Scene scene = testing::empty_box(D, vec(24, 24, 12), 0.5);
  scene.solver.order = StepOrder::kMoveThenProject;
  scene.liquids = {testing::liquid(testing::box(vec(2, 3, 1), vec(9, 8, 5)), vec(1.0, 2.0, 3.0))};
  return scene;
}

TYPED_TEST(AccelerateParticlesTest, gravity_adds_the_same_to_all_and_moves_none) {
  constexpr int D = kD<TypeParam>;
  Scene scene = moving_block<D>();
  scene.forces.gravity = vec(0.5, -10.0, 2.0);
  for (const double dt : {0.001, 0.25}) {
    auto state = make_state<D>(scene);
    testing::set_step(*state, dt);
    const auto before = by_id(*state);
    accelerate_particles(*state);
    const auto after = by_id(*state);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(after[i].x, before[i].x);
      for (int a = 0; a < D; ++a)
        EXPECT_NEAR(after[i].v[a], before[i].v[a] + dt * scene.forces.gravity[a], 1e-6) << "axis " << a;
    }
  }
}

// A point field pulls each by where it is, and only while it is on.
TYPED_TEST(AccelerateParticlesTest, a_field_acts_by_place_and_time) {
  constexpr int D = kD<TypeParam>;
  Scene scene = moving_block<D>();
  ForceFieldSettings pull;
  pull.kind = ForceFieldSettings::Kind::kPoint;
  pull.center = vec(5.0, 5.0, D == 3 ? 3.0 : 0.0);
  pull.strength = 8.0;
  pull.radius = 4.0;
  pull.start = 1.0;
  pull.end = 2.0;
  scene.force_fields = {pull};
  for (const double time : {0.5, 1.0, 2.0}) {
    auto state = make_state<D>(scene);
    state->time = time;
    testing::set_step(*state, 0.1);
    const auto before = by_id(*state);
    accelerate_particles(*state);
    const auto after = by_id(*state);
    double fastest = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const bool is_on = time >= 1.0 && time < 2.0;
      const VecD<D> away = before[i].x - VecD<D>::from(pull.center);
      const double share = std::max(0.0, 1.0 - length(away) / pull.radius);
      const VecD<D> kick = away * (-0.1 * pull.strength * share / std::max(length(away), 1e-9));
      for (int a = 0; a < D; ++a) EXPECT_NEAR(after[i].v[a] - before[i].v[a], is_on ? kick[a] : 0.0, 1e-5);
      fastest = std::max(fastest, length(after[i].v - before[i].v));
    }
    EXPECT_EQ(fastest > 0.1, time == 1.0);
  }
}

}  // namespace
}  // namespace spindrift
