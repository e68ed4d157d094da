// Drains swallow what is inside of them, while they are open, and the ledger knows of it.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::by_id;
using testing::kD;
using testing::make_state;
using testing::vec;

IN_2D_AND_3D(DrainParticlesTest);

const Vec3d kDrainCenter = vec(20.2, 5.1, 9.7);
constexpr double kDrainRadius = 3.3;

// Water over several tiles, and a ball in it that drains from one second to two.
template <int D>
Scene basin() {
  Scene scene = testing::empty_box(D, vec(36, 16, 20));
  scene.liquids = {testing::liquid(testing::box({}, vec(36, 10, 20)))};
  DrainSettings drain;
  drain.shape = testing::sphere(kDrainCenter, kDrainRadius);
  drain.start = 1.0;
  drain.end = 2.0;
  scene.drains = {drain};
  return scene;
}

template <int D>
bool is_in_drain(const VecD<D>& x) {
  return length(x - VecD<D>::from(kDrainCenter)) <= kDrainRadius;
}

TYPED_TEST(DrainParticlesTest, those_inside_are_gone_after_the_sort_and_all_others_are_as_they_were) {
  constexpr int D = kD<TypeParam>;
  auto state = make_state<D>(basin<D>());
  state->time = 1.0;
  const auto before = by_id(*state);
  drain_particles(*state);
  sort_particles(*state);
  std::vector<bool> is_left(before.size(), false);
  testing::for_each_particle(*state, [&](std::uint32_t p, const VecD<D>& x) {
    is_left[state->particles.id[p]] = true;
    EXPECT_EQ(x, before[state->particles.id[p]].x);
  });
  std::int64_t inside = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_NE(is_left[i], is_in_drain(before[i].x)) << i;
    inside += is_in_drain(before[i].x) ? 1 : 0;
  }
  EXPECT_GT(inside, 100);
  EXPECT_EQ(state->ledger.drained, inside);
  EXPECT_EQ(state->ledger.present(), static_cast<std::int64_t>(before.size()) - inside);
}

TYPED_TEST(DrainParticlesTest, a_particle_is_counted_once) {
  constexpr int D = kD<TypeParam>;
  Scene scene = basin<D>();
  scene.drains[0].shape = testing::plane(vec(20, 0), vec(-1, 0));  // all that lies to the right, however far
  scene.drains.push_back(scene.drains[0]);                         // the same place twice
  auto state = make_state<D>(scene);
  state->time = 1.5;
  drain_particles(*state);
  const std::int64_t drained = state->ledger.drained;
  EXPECT_GT(drained, 100);
  drain_particles(*state);  // before any sort
  EXPECT_EQ(state->ledger.drained, drained);
  sort_particles(*state);
  EXPECT_EQ(state->ledger.present(), static_cast<std::int64_t>(state->particles.count()));
}

TYPED_TEST(DrainParticlesTest, a_drain_is_closed_before_its_start_and_from_its_end_on) {
  constexpr int D = kD<TypeParam>;
  for (const double time : {0.0, 0.999, 2.0, 5.0}) {
    auto state = make_state<D>(basin<D>());
    state->time = time;
    drain_particles(*state);
    EXPECT_EQ(state->ledger.drained, 0) << time;
  }
}

}  // namespace
}  // namespace spindrift
