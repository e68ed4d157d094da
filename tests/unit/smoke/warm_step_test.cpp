// A step like those before it takes nothing from the heap.
#include <gtest/gtest.h>

#include "smoke/smoke_solver.h"
#include "support/row_allocations.h"
#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(WarmSmokeStep);

template <int D>
void expect_no_allocation_in_smoke(const Scene& scene, int warm_steps) {
  constexpr double dt = 0.01;
  testing::expect_no_allocation<SmokeSolver<D>>(scene, dt, warm_steps);
}

// Hot smoke with fuel blows into a closed box; every row of the step has something to do.
Scene busy_box(int dimension) {
  Scene scene = testing::air_box(dimension, 24);
  SmokeSourceSettings source;
  source.shape = sphere(vec(0.5, 0.25, 0.5), 0.15);
  source.temperature = 600.0;
  source.fuel = 0.5;
  scene.smoke_sources = {source};
  scene.gas.reflection = true;
  scene.gas.confinement = 2.0;
  scene.gas.viscosity = scene.gas.diffusion = 0.001;
  scene.gas.dissipation = scene.gas.cooling = 0.1;
  scene.fire.radiation = 1000.0;
  return scene;
}

SolidSettings gate() { return testing::solid(box(vec(0.4, 0.2, -1), vec(0.43, 2, 2))); }

TYPED_TEST(WarmSmokeStep, takes_nothing_from_the_heap_in_a_closed_box) {
  constexpr int D = kD<TypeParam>;
  expect_no_allocation_in_smoke<D>(busy_box(D), 10);
}

TYPED_TEST(WarmSmokeStep, nor_in_a_tank_that_rolls) {
  constexpr int D = kD<TypeParam>;
  Scene scene = busy_box(D);
  scene.frame.keyframes = {{0.0, {}, {}}, {10.0, {}, vec(0, 0, 50)}};
  expect_no_allocation_in_smoke<D>(scene, 10);
}

TYPED_TEST(WarmSmokeStep, nor_around_a_solid) {
  constexpr int D = kD<TypeParam>;
  Scene scene = busy_box(D);
  scene.solids = {gate()};
  expect_no_allocation_in_smoke<D>(scene, 10);
}

// The cells change in every step, and the solver of the pressure sets up its matrix and pockets anew.
TYPED_TEST(WarmSmokeStep, nor_around_one_that_moves) {
  constexpr int D = kD<TypeParam>;
  Scene scene = busy_box(D);
  SolidSettings moving = gate();
  moving.keyframes = {{.time = 0.0, .position = vec(0, 0, 0)},
                      {.time = 0.1, .position = vec(0, -0.3, 0)},
                      {.time = 0.2, .position = vec(0, 0, 0)},
                      {.time = 0.3, .position = vec(0, -0.3, 0)}};
  scene.solids = {moving};
  expect_no_allocation_in_smoke<D>(scene, 20);
}

TYPED_TEST(WarmSmokeStep, nor_under_an_open_sky_while_the_tiles_stay) {
  constexpr int D = kD<TypeParam>;
  Scene scene = busy_box(D);
  scene.domain.open = {Side::kTop};
  expect_no_allocation_in_smoke<D>(scene, 10);
}

}  // namespace
}  // namespace spindrift
