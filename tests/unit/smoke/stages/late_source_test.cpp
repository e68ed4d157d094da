// Tiles exist where the smoke is, and nowhere else.
#include <gtest/gtest.h>

#include "smoke/smoke_solver.h"
#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(LateSource);

TYPED_TEST(LateSource, a_sky_without_smoke_has_no_tiles_until_its_source_opens) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::air_box(D, 24);
  scene.smokes.clear();
  scene.domain.open = {Side::kTop};
  SmokeSourceSettings source;
  source.shape = sphere(vec(0.5, 0.3, 0.5), 0.1);
  source.start = 0.05;
  scene.smoke_sources = {source};
  auto solver = SmokeSolver<D>::create(scene);
  ASSERT_TRUE(solver) << to_string(solver.error());
  EXPECT_EQ((*solver)->state().tiles.count(), 0);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE((*solver)->advance_step(0.01, nullptr));
  EXPECT_EQ((*solver)->state().tiles.count(), 0);
  const auto resumed = SmokeSolver<D>::resume(scene, (*solver)->save());
  EXPECT_TRUE(resumed) << to_string(resumed.error());
  for (int i = 0; i < 2; ++i) ASSERT_TRUE((*solver)->advance_step(0.01, nullptr));
  EXPECT_GT((*solver)->measure_now().smoke->smoke, 0.0);
}

}  // namespace
}  // namespace spindrift
