#include "output/read_frame.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(DenseSmoke);

// Smoke that rises against a ball, with a box so large that whole tiles lie inside, and one that moves.
Scene smoke_scene(int dimension) {
  Scene scene = testing::empty_box(dimension, vec(48, 64, 24));
  SmokeSourceSettings source;
  source.shape = testing::sphere(vec(24, 6, 12), 4.0);
  source.temperature = 400.0;
  scene.smoke_sources = {source};
  scene.solids = {testing::solid(testing::sphere(vec(24, 20, 12), 5.0)),
                  testing::solid(testing::box(vec(0, 24, 0), vec(20, 64, 24))),
                  testing::solid(testing::box(vec(30, 40, 0), vec(36, 46, 20)), vec(20, 0))};
  return scene;
}

TYPED_TEST(DenseSmoke, all_cells_follow_from_those_with_gas_where_the_whole_domain_is_computed) {
  const Scene scene = smoke_scene(kD<TypeParam>);
  Simulation simulation = testing::simulate(scene);
  testing::advance(simulation, 3);
  const CellFrame all = *simulation.cells();
  const auto dense = dense_smoke(scene, simulation.time(), *simulation.fluid_cells());
  ASSERT_TRUE(dense);
  ASSERT_GT(std::ranges::count(all.type, CellType::kSolid), 0);
  EXPECT_EQ(dense->cells, all.cells);
  EXPECT_EQ(dense->cell_size, all.cell_size);
  EXPECT_TRUE(dense->type == all.type);
  EXPECT_TRUE(dense->density == all.density);
  EXPECT_TRUE(dense->pressure == all.pressure);
  EXPECT_TRUE(dense->temperature == all.temperature);
  EXPECT_TRUE(dense->velocity == all.velocity);
}

TYPED_TEST(DenseSmoke, beyond_the_computed_tiles_is_air_without_smoke_that_moves_as_the_wind) {
  Scene scene = smoke_scene(kD<TypeParam>);
  scene.domain.open = {Side::kLeft, Side::kRight, Side::kTop};
  scene.gas.wind = vec(0.5, 0);
  scene.solids.resize(1);
  Simulation simulation = testing::simulate(scene);
  testing::advance(simulation, 3);
  const CellFrame all = *simulation.cells();
  const auto dense = dense_smoke(scene, simulation.time(), *simulation.fluid_cells());
  ASSERT_TRUE(dense);
  ASSERT_GT(std::ranges::count(all.type, CellType::kAir), 0);
  EXPECT_TRUE(dense->density == all.density);
  EXPECT_TRUE(dense->pressure == all.pressure);
  EXPECT_TRUE(dense->temperature == all.temperature);
  EXPECT_EQ(dense->type.back(), CellType::kAir);
  EXPECT_EQ(dense->velocity[dense->velocity.size() - 3], 0.5f);
}

}  // namespace
}  // namespace spindrift
