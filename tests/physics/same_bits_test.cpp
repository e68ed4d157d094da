// The same bits for any number of threads, after a save and a resume, and under the eyes of an observer. tests/golden
// shows it of every shipped scene.
#include <gtest/gtest.h>

#include <functional>

#include "grid/tile.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::liquid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(SameBits);

// Everything at once: splashing water, fixed and moving solids, sources, a drain and an open side.
template <int D>
Scene everything() {
  Scene scene = testing::dam_break(D, D == 2 ? 48 : 20, D == 2 ? 1.0 / 48 : 1.0 / 20);
  scene.domain.open = {Side::kTop};
  scene.time.substeps = 0;
  scene.time.fps = 50.0;
  scene.particles.packing = Packing::kJittered;
  scene.particles.columns = testing::all_columns();
  scene.liquids.push_back(liquid(sphere(vec(0.7, 0.8, 0.5), 0.1), vec(0.0, 3.0, 0.0)));
  scene.liquids[0].color = Color{0.8, 0.1, 0.1};
  scene.solids = {testing::solid(box(vec(0.6, 0.0, 0.2), vec(0.65, 0.2, 0.8))),
                  testing::solid(sphere(vec(0.9, 0.2, 0.5), 0.1), vec(-1.0, 0.0, 0.0))};
  scene.sources.resize(2);
  scene.sources[0].shape = sphere(vec(0.5, 0.9, 0.5), 0.06);
  scene.sources[0].velocity = vec(1.0, -2.0, 0.5);
  scene.sources[1].shape = box(vec(0.1, 0.8, 0.1), vec(0.2, 0.9, 0.9));
  scene.sources[1].rate = 0.2;
  scene.drains.resize(1);
  scene.drains[0].shape = sphere(vec(0.4, 0.0, 0.5), 0.1);
  return scene;
}

// A ball of liquid falls into a pool beside a solid that moves, in a tank of a few tiles that repeats itself.
template <int D>
Scene periodic_splash(int tiles, StepOrder order) {
  const double side = Tile<D>::kSide;
  Scene scene = testing::empty_box(D, vec(tiles * side, 24.0, 2.0 * side));
  scene.domain.periodic = {Axis::kX};
  if (D == 3) scene.domain.periodic.push_back(Axis::kZ);
  scene.particles.columns = {Column::kId};
  scene.forces.gravity = vec(0.0, -9.81);
  scene.time.fps = 30.0;
  scene.time.substeps = 0;
  scene.liquids = {liquid(sphere(vec(3.0 * side, 15.0, side), 5.0), vec(3.0, -2.0)),
                   liquid(box(vec(-1.0, 0.0, -1.0), vec(tiles * side + 1.0, 4.3, 100.0)))};
  scene.solids = {testing::solid(sphere(vec(3.0 * side + 7.0, 4.0, side), 2.5), vec(4.0, 0.0))};
  scene.solver.order = order;
  scene.drift.push_apart = true;
  return scene;
}

// A warm ball of smoke, with fuel, and a source, beside solids that stand and move.
template <int D>
Scene smoke_and_fire(Advection advection) {
  const int cells = D == 2 ? 48 : 24;
  Scene scene = testing::empty_box(D, vec(cells, cells, cells), 1.0 / cells);
  scene.domain.open = {Side::kTop};
  scene.time.fps = 25.0;
  scene.time.substeps = 0;
  scene.smokes.emplace_back().shape = sphere(vec(0.4, 0.3, 0.45), 0.2);
  scene.smokes[0].temperature = 340.0;
  SmokeSourceSettings& source = scene.smoke_sources.emplace_back();
  source.shape = sphere(vec(0.6, 0.2, 0.5), 0.1);
  source.velocity = vec(0.5, 1.0, 0.0);
  source.temperature = 800.0;
  source.fuel = 0.5;
  scene.gas.reflection = true;
  scene.gas.confinement = 1.0;
  scene.gas.advection = advection;
  scene.solids = {testing::solid(sphere(vec(0.5, 0.7, 0.5), 0.12)),
                  testing::solid(box(vec(0.1, 0.5, 0.2), vec(0.2, 0.6, 0.8)), vec(0.5, 0, 0))};
  return scene;
}

// One thread; two, with a save and a resume in the middle; and seven.
void expect_same_bits(const Scene& scene, int frames) {
  Simulation one = testing::simulate(scene, 1), two = testing::simulate(scene, 2), seven = testing::simulate(scene, 7);
  const FrameReport whole = testing::advance(one, frames);
  testing::advance(two, frames / 2);
  auto resumed = Simulation::resume(scene, *two.save(), 2);
  ASSERT_TRUE(resumed) << to_string(resumed.error());
  EXPECT_EQ(testing::advance(*resumed, frames - frames / 2).state_hash, whole.state_hash);
  EXPECT_EQ(testing::advance(seven, frames).state_hash, whole.state_hash);
  EXPECT_EQ(whole.escaped_particles, 0);
}

template <int D>
void expect_same_bits_with(const std::function<void(Scene&)>& change) {
  Scene scene = everything<D>();
  change(scene);
  expect_same_bits(scene, 15);
}

TYPED_TEST(SameBits, with_every_solver) {
  for (const PressureSolver solver : {PressureSolver::kGaussSeidel, PressureSolver::kPcg, PressureSolver::kMultigrid})
    expect_same_bits_with<kD<TypeParam>>([&](Scene& scene) { scene.solver.pressure = solver; });
}

TYPED_TEST(SameBits, with_every_transfer) {
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic})
      expect_same_bits_with<kD<TypeParam>>([&](Scene& scene) {
        scene.solver.transfer = transfer;
        scene.solver.kernel = kernel;
        scene.drift.push_apart = true;
        if (transfer == Transfer::kApic) scene.solver.stepping = Stepping::kLeapfrog;
      });
}

TYPED_TEST(SameBits, with_surface_tension) {
  expect_same_bits_with<kD<TypeParam>>([](Scene& scene) { scene.fluid.surface_tension = 1.0; });
}

TYPED_TEST(SameBits, of_viscous_liquids) {
  expect_same_bits_with<kD<TypeParam>>([](Scene& scene) {
    scene.solver.transfer = Transfer::kApic;
    scene.fluid.viscosity = 1.0;
    scene.liquids[0].viscosity = 20.0;
    scene.sources[1].viscosity = 0.0;
  });
}

TYPED_TEST(SameBits, moving_before_projecting) {
  expect_same_bits_with<kD<TypeParam>>([](Scene& scene) {
    scene = testing::with_sweeps(scene, 30);
    scene.solver.order = StepOrder::kMoveThenProject;
  });
}

TYPED_TEST(SameBits, of_liquid_in_a_domain_that_repeats_itself) {
  for (const int tiles : {2, 3, 4})
    for (const StepOrder order : {StepOrder::kProjectThenMove, StepOrder::kMoveThenProject})
      expect_same_bits(periodic_splash<kD<TypeParam>>(tiles, order), 5);
}

TYPED_TEST(SameBits, of_smoke_and_fire) {
  for (const Advection advection : {Advection::kMacCormack, Advection::kBfecc, Advection::kCubic})
    expect_same_bits(smoke_and_fire<kD<TypeParam>>(advection), 4);
  constexpr int D = kD<TypeParam>;
  constexpr double kCells = 2.0 * Tile<D>::kSide;
  Scene periodic = testing::empty_box(D, vec(kCells, kCells, kCells), 1.0 / kCells);
  periodic.domain.periodic = {Axis::kX, Axis::kY};
  if (D == 3) periodic.domain.periodic.push_back(Axis::kZ);
  periodic.smokes.emplace_back().shape = sphere(vec(0.3, 0.4, 0.5), 0.15);
  periodic.smokes[0].temperature = 340.0;
  periodic.time.fps = 20.0;
  periodic.time.substeps = 0;
  expect_same_bits(periodic, 4);
}

TYPED_TEST(SameBits, of_a_simulation_that_is_watched) {
  constexpr int D = kD<TypeParam>;
  auto watched = testing::simulate(everything<D>()), alone = testing::simulate(everything<D>());
  struct Watcher : Observer {
  } watcher;
  for (int frame = 0; frame < 8; ++frame) {
    const auto report = watched.advance_frame(&watcher);
    ASSERT_TRUE(report);
    EXPECT_TRUE(watched.particles());
    EXPECT_TRUE(watched.cells());
    EXPECT_EQ(watched.measure()->state_hash, report->state_hash);
    EXPECT_EQ(testing::advance(alone, 1).state_hash, report->state_hash);
  }
}

}  // namespace
}  // namespace spindrift
