// What comes in and goes out: sources, drains, open sides, and the books about them.
#include <gtest/gtest.h>

#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::kD;
using testing::liquid;
using testing::vec;

IN_2D_AND_3D(FlowThrough);

template <int D>
void expect_books_balance(const LiquidSolver<D>& solver) {
  const auto& ledger = solver.state().ledger;
  EXPECT_EQ(solver.measure_now().particles, ledger.seeded + ledger.emitted - ledger.drained - ledger.left);
}

// A channel that is fed at the left and open at the right keeps its uniform flow.
TYPED_TEST(FlowThrough, a_channel_with_uniform_inflow_keeps_it) {
  constexpr int D = kD<TypeParam>;
  for (const Transfer transfer : {Transfer::kPic, Transfer::kFlip, Transfer::kApic}) {
    Scene scene = empty_box(D, vec(24, 6, 4));
    scene.domain.open = {Side::kLeft, Side::kRight};
    scene.drift.density_term = false;  // it would spread what the source emits at random
    scene.solver.transfer = transfer;
    scene.liquids = {liquid(box({}, vec(24, 6, 4)), vec(20.0, 0.0, 0.0))};
    scene.sources.resize(1);
    scene.sources[0].shape = box({}, vec(3, 6, 4));
    scene.sources[0].velocity = vec(20.0, 0.0, 0.0);
    auto solver = testing::make_solver<D>(scene);
    const int steps = 200;
    testing::advance(*solver, steps);
    testing::for_each_particle(solver->state(), [&](std::uint32_t p, const VecD<D>&) {
      for (int a = 0; a < D; ++a) EXPECT_NEAR(testing::velocity_of(solver->state(), p)[a], a == 0 ? 20.0 : 0.0, 1e-3);
    });
    expect_books_balance(*solver);
    // As much leaves as the flow carries through the cross-section: within a cell's worth of particles.
    const double section = D == 2 ? 6.0 : 24.0;
    const double flux = 20.0 * steps * 0.01 * section * power(2, D);
    EXPECT_NEAR(static_cast<double>(solver->state().ledger.left), flux, 0.03 * flux);
    EXPECT_NEAR(static_cast<double>(solver->state().ledger.emitted), flux, 0.05 * flux);
  }
}

TYPED_TEST(FlowThrough, an_open_side_lets_the_water_go_and_the_books_balance) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::dam_break(D, 16, 1.0 / 16);
  scene.domain.open = {Side::kRight};
  auto solver = testing::make_solver<D>(scene);
  for (int i = 0; i < 30; ++i) {
    testing::advance(*solver, 10);
    expect_books_balance(*solver);
    const auto report = solver->measure_now();
    EXPECT_EQ(report.escaped_particles, 0);
    EXPECT_LE(report.front_x, 1.0);
  }
  const auto& ledger = solver->state().ledger;
  EXPECT_GT(ledger.left, ledger.seeded * 4 / 5);
}

TYPED_TEST(FlowThrough, a_drain_empties_a_pool) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 12, 6, 1.0 / 12);
  scene.drains.resize(1);
  scene.drains[0].shape = box(vec(0.4, 0.0, 0.0), vec(0.6, 0.1, 1.0));
  auto solver = testing::make_solver<D>(scene);
  std::int64_t last = solver->state().ledger.seeded;
  for (int i = 0; i < 10; ++i) {
    testing::advance(*solver, 20);
    expect_books_balance(*solver);
    const auto report = solver->measure_now();
    EXPECT_LE(report.particles, last);
    EXPECT_EQ(report.escaped_particles, 0);
    last = report.particles;
  }
  EXPECT_LT(last, solver->state().ledger.seeded / 10);
}

TYPED_TEST(FlowThrough, a_tank_that_runs_dry_goes_on) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 8, 2);
  scene.drains.resize(1);
  scene.drains[0].shape = box(vec(-1, -1, -1), vec(9, 9, 9));
  auto simulation = testing::simulate(scene);
  const auto report = testing::advance(simulation, 5);
  EXPECT_EQ(report.particles, 0);
  EXPECT_EQ(report.fluid_cells, 0);
  EXPECT_EQ(report.kinetic_energy, 0.0);
}

}  // namespace
}  // namespace spindrift
