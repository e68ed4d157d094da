// A step like those before it takes nothing from the heap.
#include <gtest/gtest.h>

#include "liquid/liquid_solver.h"
#include "support/row_allocations.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::vec;

IN_2D_AND_3D(WarmLiquidStep);

constexpr double kStep = 0.005;
constexpr int kWarmSteps = 150;  // lists that grow with the motion have their size then

template <int D>
void expect_no_allocation_in_liquid(const Scene& scene, int growths = 0) {
  testing::expect_no_allocation<LiquidSolver<D>>(scene, kStep, kWarmSteps, growths);
}

// Water that sways in a tank, for a layer of less than a cell on one side: it moves, and the tiles stay.
Scene swaying_tank(int dimension) {
  Scene scene = testing::still_pool(dimension, 16, 8, 0.0625);
  scene.liquids.push_back(testing::liquid(box(vec(0, 0.5, 0), vec(0.5, 0.55, 1.0))));
  scene.particles.columns = testing::all_columns();
  return scene;
}

SolidSettings post() { return testing::solid(box(vec(0.4, -1, 0.4), vec(0.52, 0.3, 0.52))); }

TYPED_TEST(WarmLiquidStep, takes_nothing_from_the_heap) {
  constexpr int D = kD<TypeParam>;
  expect_no_allocation_in_liquid<D>(swaying_tank(D));
}

TYPED_TEST(WarmLiquidStep, nor_with_all_the_choices) {
  constexpr int D = kD<TypeParam>;
  Scene scene = swaying_tank(D);
  scene.solver.transfer = Transfer::kApic;
  scene.solver.kernel = Kernel::kQuadratic;
  scene.solver.integrator = Integrator::kRk4;
  scene.solver.stepping = Stepping::kLeapfrog;
  scene.drift.push_apart = true;
  expect_no_allocation_in_liquid<D>(scene);
}

TYPED_TEST(WarmLiquidStep, nor_where_particles_move_first) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::with_sweeps(swaying_tank(D), 20);
  scene.solver.order = StepOrder::kMoveThenProject;
  expect_no_allocation_in_liquid<D>(scene);
}

TYPED_TEST(WarmLiquidStep, nor_around_a_solid) {
  constexpr int D = kD<TypeParam>;
  Scene scene = swaying_tank(D);
  scene.solids = {post()};
  expect_no_allocation_in_liquid<D>(scene);
}

// The post goes up and down and turns a little; now and then more particles than ever before leave a tile.
TYPED_TEST(WarmLiquidStep, nor_around_one_that_moves) {
  constexpr int D = kD<TypeParam>;
  Scene scene = swaying_tank(D);
  SolidSettings moving = post();
  for (int i = 0; i < 50; ++i)
    moving.keyframes.push_back(
        {.time = 0.02 * i, .position = vec(0, i % 2 * 0.02, 0), .rotation_degrees = vec(0, 0, i % 2 * 3.0)});
  scene.solids = {moving};
  expect_no_allocation_in_liquid<D>(scene, 3);
}

TYPED_TEST(WarmLiquidStep, nor_with_viscosity) {
  constexpr int D = kD<TypeParam>;
  Scene scene = swaying_tank(D);
  scene.fluid.viscosity = 1.0;
  scene.solids = {post()};
  expect_no_allocation_in_liquid<D>(scene);
}

TYPED_TEST(WarmLiquidStep, nor_in_a_tank_that_rolls_with_friction_at_its_walls) {
  constexpr int D = kD<TypeParam>;
  Scene scene = swaying_tank(D);
  scene.frame.keyframes = {{0.0, {}, {}}, {10.0, vec(0.1, 0), vec(0, 0, 5)}};
  scene.fluid.friction = 0.01;
  expect_no_allocation_in_liquid<D>(scene);
}

TYPED_TEST(WarmLiquidStep, nor_with_surface_tension) {
  constexpr int D = kD<TypeParam>;
  Scene scene = swaying_tank(D);
  scene.fluid.surface_tension = 0.07;
  expect_no_allocation_in_liquid<D>(scene);
}

// Liquid comes in at a rate and leaves by a drain; now and then more particles than ever before leave a tile.
TYPED_TEST(WarmLiquidStep, nor_between_a_source_and_a_drain) {
  constexpr int D = kD<TypeParam>;
  Scene scene = swaying_tank(D);
  SourceSettings source;
  source.shape = box(vec(0.7, 0.3, 0.3), vec(0.8, 0.4, 0.6));
  source.rate = D == 2 ? 0.01 : 0.003;
  scene.sources = {source};
  DrainSettings drain;
  drain.shape = box(vec(0.1, 0, 0.1), vec(0.2, 0.05, 0.9));
  scene.drains = {drain};
  expect_no_allocation_in_liquid<D>(scene, 3);
}

}  // namespace
}  // namespace spindrift
