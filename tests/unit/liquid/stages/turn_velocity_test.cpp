// Coriolis' acceleration turns the velocity of each particle, and does no work.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(TurnVelocityTest);

template <int D>
Scene turning_tank(Transfer transfer) {
  Scene scene = testing::empty_box(D, vec(16, 16, 16), 0.25);
  scene.solver.transfer = transfer;
  scene.liquids = {testing::liquid(testing::box(vec(1, 1, 1), vec(2, 2, 2)))};
  scene.liquids[0].velocity.formulas = {"1 + 2*y", "x - y", ""};
  const Vec3d turn = D == 2 ? vec(0, 0, 90) : vec(90, 0, 0);  // in a second, about z; in 3D about x
  scene.frame.keyframes = {{0.0, {}, {}}, {10.0, {}, turn * 10.0}};
  return scene;
}

TYPED_TEST(TurnVelocityTest, turns_by_twice_the_angle_of_the_tank_and_takes_slopes_along) {
  constexpr int D = kD<TypeParam>;
  for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic}) {
    auto state = make_state<D>(turning_tank<D>(transfer));
    sort_particles(*state);
    testing::set_step(*state, 0.1);
    const ParticleSet<D> before = state->particles;
    turn_velocity(*state);
    const double angle = 2.0 * 0.1 * 0.5 * std::numbers::pi, c = std::cos(angle), s = std::sin(angle);
    const std::size_t a = D == 2 ? 0 : 1, b = a + 1;  // from b towards a
    const auto expect_turned = [&](const auto& was, const auto& now, std::size_t i, std::size_t j, std::size_t p) {
      const auto ua = static_cast<double>(was[i][p]), ub = static_cast<double>(was[j][p]);
      EXPECT_NEAR(static_cast<double>(now[i][p]), c * ua + s * ub, 1e-6);
      EXPECT_NEAR(static_cast<double>(now[j][p]), c * ub - s * ua, 1e-6);
    };
    for (std::size_t p = 0; p < before.count(); ++p) {
      expect_turned(before.velocity, state->particles.velocity, a, b, p);
      for (std::size_t k = 0; k < D && transfer == Transfer::kApic; ++k)
        expect_turned(before.affine, state->particles.affine, a * D + k, b * D + k, p);
    }
  }
}

TYPED_TEST(TurnVelocityTest, finds_what_the_tanks_motion_does_in_the_step) {
  constexpr int D = kD<TypeParam>;
  Scene scene = turning_tank<D>(Transfer::kFlip);
  scene.forces.gravity = vec(0, -10);
  auto state = make_state<D>(scene);
  sort_particles(*state);
  state->time = 0.95;
  testing::set_step(*state, 0.1);  // by the middle of the step it has turned by a right angle
  turn_velocity(*state);
  EXPECT_NEAR(state->frame.gravity[1], 0.0, 1e-9);
  EXPECT_NEAR(std::abs(state->frame.gravity[D == 2 ? 0 : 2]), 10.0, 1e-9);
  EXPECT_NEAR(length(state->frame.spin), 0.5 * std::numbers::pi, 1e-9);
}

}  // namespace
}  // namespace spindrift
