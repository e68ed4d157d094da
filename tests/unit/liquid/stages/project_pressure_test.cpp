// The projection.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_cell;
using testing::kD;
using testing::largest_outflow;
using testing::liquid;
using testing::make_state;
using testing::outflow;
using testing::set_velocities;
using testing::sphere;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(ProjectPressureTest);

// A wild but repeatable velocity for every particle.
template <int D>
VecD<D> wild_velocity(const VecD<D>& x) {
  VecD<D> v;
  for (int a = 0; a < D; ++a) {
    std::uint64_t key = static_cast<std::uint64_t>(a);
    for (int b = 0; b < D; ++b) key = hash_combine(key, static_cast<std::uint64_t>(x[b] * 1e4));
    v[a] = 10.0 * static_cast<double>(random_unit(key)) - 5.0;
  }
  return v;
}

template <int D>
Scene tank_with_obstacles() {
  Scene scene = empty_box(D, vec(24, 20, 12));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.domain.open = {Side::kTop};
  scene.drift.density_term = false;
  scene.solver.pressure = PressureSolver::kPcg;
  scene.solver.tolerance = 1e-7;
  scene.solids = {testing::solid(sphere(vec(8, 8, 6), 3.2)), testing::solid(box(vec(14, 0, 3), vec(15, 9, 12)))};
  scene.liquids = {liquid(box({}, vec(24, 12, 12))), liquid(sphere(vec(18, 16, 6), 2.0))};
  return scene;
}

template <int D>
std::unique_ptr<LiquidState<D>> projected(const Scene& scene) {
  auto state = make_state<D>(scene);
  set_velocities(*state, wild_velocity<D>);
  move_solids(*state);
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  if (scene.uses_level_set()) find_surface(*state);
  apply_forces(*state);
  constrain_velocity(*state);
  project_pressure(*state);
  return state;
}

// What a relative residual of `tolerance` can leave in one cell, and what single precision leaves of 5 m/s.
template <int D>
double allowed_outflow(LiquidState<D>& state) {
  double square = 0.0;
  for_each_cell(state, [&](const VecI<D>&, int tile, int c) {
    const double rhs = static_cast<double>(state.pressure_system.rhs.tile(tile)[c]);
    square += rhs * rhs;
  });
  return state.scene.solver.tolerance * std::sqrt(square) + 1e-5;
}

TYPED_TEST(ProjectPressureTest, no_fluid_cell_has_divergence_left) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : {PressureSolver::kPcg, PressureSolver::kMultigrid})
    for (const double speed : {0.0, 4.0}) {  // of an obstacle
      Scene scene = tank_with_obstacles<D>();
      scene.solver.pressure = solver;
      scene.solver.tolerance = solver == PressureSolver::kPcg ? 1e-8 : 1e-5;
      scene.solids[0].velocity = vec(speed, 0.25 * speed, 0.0);
      auto state = projected<D>(scene);
      EXPECT_TRUE(state->report.pressure.converged);
      EXPECT_GT(state->report.pressure.iterations, 3);
      EXPECT_LT(largest_outflow(*state), allowed_outflow(*state));
    }
}

TYPED_TEST(ProjectPressureTest, gauss_seidel_sweeps_until_the_residual_meets_the_tolerance) {
  constexpr int D = kD<TypeParam>;
  Scene scene = tank_with_obstacles<D>();
  scene.solver.pressure = PressureSolver::kGaussSeidel;
  for (const double tolerance : {1e-2, 1e-4}) {
    scene.solver.tolerance = tolerance;
    const auto report = projected<D>(scene)->report.pressure;
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.residual, tolerance);
    EXPECT_GT(report.iterations, 9);
    EXPECT_LT(report.iterations, scene.solver.max_iterations);
  }
}

TYPED_TEST(ProjectPressureTest, many_sweeps_of_gauss_seidel_do_the_same) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::with_sweeps(tank_with_obstacles<D>(), 400);
  auto state = projected<D>(scene);
  EXPECT_LT(largest_outflow(*state), 1e-3);
}

// Each cell gets the divergence that the drift term asks for: its surplus over the step, at most half a cell's worth;
// a thin cell asks only if it does not touch air.
TYPED_TEST(ProjectPressureTest, leaves_the_requested_divergence) {
  constexpr int D = kD<TypeParam>;
  Scene scene = tank_with_obstacles<D>();
  scene.drift.density_term = true;
  scene.drift.stiffness = 0.7;
  scene.particles.packing = Packing::kJittered;
  auto state = projected<D>(scene);
  int crowded = 0, thin = 0;
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (state->type.tile(tile)[c] != CellType::kFluid) return;
    bool surface = false;
    for (int n = 0; n < Tile<D>::kNeighbors; ++n)
      surface |= value_at(state->tiles, state->type, cell + Tile<D>::neighbor_offset(n)) == CellType::kAir;
    const double excess = static_cast<double>(state->density.tile(tile)[c]) / state->rest_density - 1.0;
    const double allowed = std::clamp(excess, surface ? 0.0 : -0.5, 0.5);
    ++(allowed > 0.0 ? crowded : thin);
    // A cell that a solid cuts asks for its own part of a cell.
    const double room = std::clamp(0.5 + static_cast<double>(state->solid_distance().tile(tile)[c]), 0.0, 1.0);
    const double requested = 0.7 * allowed * room * state->domain.h / state->dt;
    EXPECT_NEAR(outflow(*state, cell), requested, 1e-5 * state->domain.h / state->dt);
  });
  EXPECT_GT(crowded, 20);
  EXPECT_GT(thin, 20);
}

TYPED_TEST(ProjectPressureTest, a_channel_with_uniform_flow_keeps_it_exactly) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(20, 8, 6));
  scene.domain.open = {Side::kLeft, Side::kRight};
  scene.drift.density_term = false;
  scene.liquids = {liquid(box({}, vec(20, 8, 6)), vec(2.0, 0.0, 0.0))};
  auto state = make_state<D>(scene);
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  apply_forces(*state);
  testing::project(*state);
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (state->type.tile(tile)[c] != CellType::kFluid) return;
    EXPECT_FLOAT_EQ(state->velocity[0].tile(tile)[c], 2.0f) << cell[0];
    for (std::size_t a = 1; a < D; ++a) EXPECT_NEAR(state->velocity[a].tile(tile)[c], 0.0f, 1e-6f);
  });
}

TYPED_TEST(ProjectPressureTest, a_column_under_gravity_has_linear_pressure) {
  constexpr int D = kD<TypeParam>;
  for (const double density : {1000.0, 13534.0}) {
    Scene scene = testing::still_pool(D, 12, 9, 0.25);
    scene.drift.density_term = false;
    scene.solver.pressure = PressureSolver::kPcg;
    scene.fluid.density = density;
    scene.solver.tolerance = 1e-9;
    auto simulation = testing::simulate(scene);
    testing::advance(simulation, 1);
    const CellFrame cells = *simulation.cells();
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x) {
        const double depth =
            std::max(0.0, 8.5 - y) * 0.25;  // from the centre of the cell to the surface, nine cells up
        const double expected = density * 9.81 * depth;
        EXPECT_NEAR(static_cast<double>(cells.pressure[static_cast<std::size_t>(12 * y + x)]), expected,
                    1e-5 * density * 9.81 * 2.25);
      }
  }
}

TYPED_TEST(ProjectPressureTest, a_closed_full_box_comes_to_rest_in_one_step) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : {PressureSolver::kPcg, PressureSolver::kMultigrid, PressureSolver::kGaussSeidel}) {
    Scene scene = empty_box(D, vec(9, 7, 5));
    scene.forces.gravity = vec(0.0, -9.81);
    scene.drift.density_term = false;
    scene.solver.pressure = solver;
    scene.solver.sweeps = 300;
    scene.liquids = {liquid(box({}, vec(9, 7, 5)), vec(3.0, 1.0, 2.0))};
    auto state = projected<D>(scene);
    EXPECT_FALSE(state->failure);
    EXPECT_TRUE(std::isfinite(state->report.pressure.residual));
    EXPECT_LT(largest_outflow(*state), 1e-2);
  }
}

TYPED_TEST(ProjectPressureTest, layers_one_cell_thick_and_single_cells_converge) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(16, 16, 16));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.drift.density_term = false;
  scene.liquids = {liquid(box({}, vec(16, 1, 16))), liquid(box(vec(3, 8, 3), vec(4, 9, 4))),
                   liquid(box(vec(10, 4, 10), vec(11, 12, 11)))};
  auto state = projected<D>(scene);
  EXPECT_TRUE(state->report.pressure.converged);
  EXPECT_LT(largest_outflow(*state), allowed_outflow(*state));
}

TYPED_TEST(ProjectPressureTest, too_few_iterations_are_reported) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : {PressureSolver::kPcg, PressureSolver::kMultigrid, PressureSolver::kGaussSeidel}) {
    Scene scene = tank_with_obstacles<D>();
    scene.solver.pressure = solver;
    scene.solver.max_iterations = 1;
    auto state = projected<D>(scene);
    EXPECT_FALSE(state->report.pressure.converged);
    EXPECT_FALSE(state->failure);
    auto simulation = testing::simulate(scene);
    EXPECT_FALSE(testing::advance(simulation, 1).pressure_converged);
  }
}

TYPED_TEST(ProjectPressureTest, a_pressure_that_is_not_a_number_stops_the_run) {
  constexpr int D = kD<TypeParam>;
#ifdef SPINDRIFT_CHECKED
  GTEST_SKIP() << "a checked build ends at the first number that is none";
#endif
  for (const PressureSolver solver : {PressureSolver::kPcg, PressureSolver::kMultigrid, PressureSolver::kGaussSeidel}) {
    Scene scene = tank_with_obstacles<D>();
    scene.solver.pressure = solver;
    auto run = testing::make_solver<D>(scene);
    run->state().particles.velocity[0][0] = std::numeric_limits<float>::quiet_NaN();
    const auto step = run->advance_step(0.01, nullptr);
    ASSERT_FALSE(step);
    EXPECT_EQ(step.error().code, ErrorCode::kRunFailed);
  }
}

}  // namespace
}  // namespace spindrift
