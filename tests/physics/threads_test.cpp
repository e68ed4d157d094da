// The same bits for any number of threads.
#include <gtest/gtest.h>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::liquid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(Threads);

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

template <int D>
void expect_same_bits(const Scene& scene) {
  auto hash_with = [&](int threads) {
    auto simulation = testing::simulate(scene, threads);
    const auto report = testing::advance(simulation, 15);
    EXPECT_EQ(report.escaped_particles, 0);
    return report.state_hash;
  };
  const std::uint64_t one = hash_with(1);
  EXPECT_EQ(hash_with(1), one);
  EXPECT_EQ(hash_with(2), one);
  EXPECT_EQ(hash_with(7), one);
}

TYPED_TEST(Threads, one_two_and_seven_threads_give_the_same_bits_with_every_solver) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : {PressureSolver::kGaussSeidel, PressureSolver::kPcg, PressureSolver::kMultigrid}) {
    Scene scene = everything<D>();
    scene.solver.pressure = solver;
    expect_same_bits<D>(scene);
  }
}

TYPED_TEST(Threads, one_two_and_seven_threads_give_the_same_bits_with_every_transfer) {
  constexpr int D = kD<TypeParam>;
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic}) {
      Scene scene = everything<D>();
      scene.solver.transfer = transfer;
      scene.solver.kernel = kernel;
      scene.drift.push_apart = true;
      expect_same_bits<D>(scene);
    }
}

TYPED_TEST(Threads, surface_tension_gives_the_same_bits_too) {
  constexpr int D = kD<TypeParam>;
  Scene scene = everything<D>();
  scene.fluid.surface_tension = 1.0;
  expect_same_bits<D>(scene);
}

TYPED_TEST(Threads, viscous_liquids_give_the_same_bits_too) {
  constexpr int D = kD<TypeParam>;
  Scene scene = everything<D>();
  scene.solver.transfer = Transfer::kApic;
  scene.fluid.viscosity = 1.0;
  scene.liquids[0].viscosity = 20.0;
  scene.sources[1].viscosity = 0.0;
  expect_same_bits<D>(scene);
}

TYPED_TEST(Threads, moving_before_projecting_gives_the_same_bits_too) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::with_sweeps(everything<D>(), 30);
  scene.solver.order = StepOrder::kMoveThenProject;
  expect_same_bits<D>(scene);
}

TYPED_TEST(Threads, watching_a_run_does_not_change_it) {
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
