// Which particles are held against the solids on their way: those that one may meet, all of them, and few others.
#include "liquid/contact/stop_at_solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numbers>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::set_grid_velocity;
using testing::solid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(StopAtSolids);

// A ball that counts how often its distance is found.
template <int D>
class CountedBall : public Shape<D> {
 public:
  CountedBall(const VecD<D>& center, double radius) : center_(center), radius_(radius) {}
  double distance(const VecD<D>& x) const override {
    ++count_;
    return length(x - center_) - radius_;
  }
  Box<D> bounds() const override { return {center_ - VecD<D>::filled(radius_), center_ + VecD<D>::filled(radius_)}; }

  void reset() { count_ = 0; }
  std::int64_t count() const { return count_; }

 private:
  VecD<D> center_;
  double radius_;
  mutable std::atomic<std::int64_t> count_ = 0;
};

// A box full of liquid, and a solid in it.
Scene full_box(int dimension, const SolidSettings& moving) {
  Scene scene = empty_box(dimension, vec(40, 40, 24));
  scene.liquids = {liquid(box(vec(0, 0, 0), vec(40, 40, 24)))};
  scene.solids = {moving};
  return scene;
}

// The rows from the start of a step to the motion of the particles, in a flow that is the same everywhere.
template <int D>
void move_with(LiquidState<D>& state, const Vec3d& flow) {
  move_solids(state);
  sort_particles(state);
  classify_cells(state);
  set_grid_velocity(state, [&](const VecD<D>&) { return VecD<D>::from(flow); });
  transfer_grid_to_particles(state);
  move_particles(state);
}

TYPED_TEST(StopAtSolids, far_from_a_small_solid_that_moves_no_particle_is_held_against_it) {
  constexpr int D = kD<TypeParam>;
  const Vec3d center = vec(20, 20, 12);
  const SolidSettings moving = solid(sphere(center, 1.5), vec(60, 0, 0));  // 0.6 cells in a step
  auto state = make_state<D>(full_box(D, moving));
  const auto ball = std::make_shared<CountedBall<D>>(VecD<D>::from(center), 1.5);
  state->solids = {Solid<D>(ball, moving)};
  move_solids(*state);
  sort_particles(*state);
  classify_cells(*state);
  std::int64_t near = 0;  // those within the displacements of both, the diagonal of a cell and a little more
  for_each_particle(*state, [&](std::uint32_t, const VecD<D>& x) { near += state->solids[0].distance(x) < 3.2; });
  set_grid_velocity(*state, [&](const VecD<D>&) { return VecD<D>::filled(10.0); });
  transfer_grid_to_particles(*state);
  ball->reset();
  move_particles(*state);
  EXPECT_GT(ball->count(), 0);
  EXPECT_LT(ball->count(), 10 * near) << "each is held against it a few times";
  EXPECT_LT(ball->count(), static_cast<std::int64_t>(state->particles.count() / 2));
}

// A thin plate sweeps through several cells in a step: what was before it goes before it.
TYPED_TEST(StopAtSolids, a_fast_plate_takes_along_all_that_it_meets) {
  constexpr int D = kD<TypeParam>;
  for (const double speed : {100.0, 600.0, 1500.0}) {  // 1, 6 and 15 cells in a step
    Scene scene = full_box(D, solid(box(vec(10, -1, -1), vec(10.1, 41, 25)), vec(speed, 0, 0)));
    scene.particles.per_cell = 1;
    auto state = make_state<D>(scene);
    const auto before = testing::by_id(*state);
    for (const double flow : {0.0, 200.0, -300.0}) {
      auto moved = make_state<D>(scene);
      move_with<D>(*moved, vec(flow, 0, 0));
      collide_particles(*moved);
      sort_particles(*moved);
      const double front = 10.1 + 0.01 * speed, back = 10.0 + 0.01 * speed;
      const auto after = testing::by_id(*moved);
      ASSERT_EQ(after.size(), before.size());
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i].x[0] > 10.1)
          EXPECT_GT(after[i].x[0], front) << speed << ' ' << flow << ' ' << before[i].x[0];
        else
          EXPECT_LT(after[i].x[0], back) << speed << ' ' << flow << ' ' << before[i].x[0];
      }
    }
  }
}

// The same for one that turns, about an axis beside it and by a large angle in a step.
TYPED_TEST(StopAtSolids, no_particle_ends_in_a_blade_that_turns_fast) {
  constexpr int D = kD<TypeParam>;
  SolidSettings blade = solid(box(vec(21, 19.8, -1), vec(35, 20.2, 25)));
  blade.pivot = vec(20, 20, 12);
  for (const double degrees : {5.0, 40.0, 100.0}) {  // in a step
    blade.angular_velocity_degrees = vec(0, 0, 100.0 * degrees);
    Scene scene = full_box(D, blade);
    scene.particles.per_cell = 1;
    auto state = make_state<D>(scene);
    const auto before = testing::by_id(*state);
    move_with<D>(*state, {});
    std::int64_t swept = 0;
    for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
      EXPECT_GT(distance_to_solids(*state, x), 0.0) << degrees;
      // What lay in the sector goes before the blade.
      const VecD<D> from = before[state->particles.id[p]].x - VecD<D>::from(vec(20, 20, 12));
      const double r = std::hypot(from[0], from[1]), angle = std::atan2(from[1], from[0]) * 180.0 / std::numbers::pi;
      if (r < 2.0 || r > 13.0 || angle < 10.0 * 3.0 / r || angle > degrees) return;
      ++swept;
      const VecD<D> to = x - VecD<D>::from(vec(20, 20, 12));
      EXPECT_GT(std::atan2(to[1], to[0]) * 180.0 / std::numbers::pi, degrees - 1e-3) << angle << ' ' << r;
    });
    EXPECT_GT(swept, degrees > 20.0 ? 20 : -1);
  }
}

}  // namespace
}  // namespace spindrift
