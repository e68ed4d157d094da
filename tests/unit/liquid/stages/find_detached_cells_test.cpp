// Walls pull no liquid that air can come behind.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::liquid;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(FindDetachedCellsTest);

constexpr int kBoxCells = 16;

// A block of 8 x 6 cells that hangs below the ceiling, with air around it.
template <int D>
Scene hanging_block() {
  Scene scene = testing::empty_box(D, vec(kBoxCells, kBoxCells, kBoxCells));
  scene.forces.gravity = vec(0, -9.81);
  scene.liquids = {liquid(box(vec(4, 10, 4), vec(12, kBoxCells, 12)))};
  return scene;
}

template <int D>
VecI<D> top_cell(int across) {
  VecI<D> cell = VecI<D>::filled(1 + 8);
  cell[0] = 1 + across;
  cell[1] = kBoxCells;
  return cell;
}

TYPED_TEST(FindDetachedCellsTest, a_cell_that_hangs_lets_go_where_air_is_beside_it) {
  constexpr int D = kD<TypeParam>;
  auto solver = testing::make_solver<D>(hanging_block<D>());
  testing::advance(*solver, 1);
  auto& state = solver->state();
  EXPECT_EQ(value_at(state.tiles, state.detached, top_cell<D>(4)), 1);
  EXPECT_EQ(value_at(state.tiles, state.detached, top_cell<D>(8)), 0) << "no air can get there yet";
  VecI<D> below = top_cell<D>(4);
  --below[1];
  EXPECT_EQ(value_at(state.tiles, state.detached, below), 0) << "no wall";
}

TYPED_TEST(FindDetachedCellsTest, a_cell_that_has_let_go_holds_on_again_when_liquid_flows_back) {
  constexpr int D = kD<TypeParam>;
  auto solver = testing::make_solver<D>(hanging_block<D>());
  testing::advance(*solver, 2);
  auto& state = solver->state();
  const VecI<D> corner = top_cell<D>(4);
  ASSERT_EQ(value_at(state.tiles, state.type, corner), CellType::kAir) << "it has let go";
  for (const double up : {-1.0, 1.0}) {
    value_at(state.tiles, state.detached, corner) = 1;
    for (auto& velocity : state.velocity) velocity.fill(0.0f);
    state.velocity[1].fill(static_cast<float>(up));
    find_detached_cells(state);
    EXPECT_EQ(value_at(state.tiles, state.detached, corner) != 0, up < 0.0);
  }
}

TYPED_TEST(FindDetachedCellsTest, still_water_holds_on_to_its_walls) {
  constexpr int D = kD<TypeParam>;
  auto solver = testing::make_solver<D>(testing::still_pool(D, 16, 7, 0.1));
  for (int step = 0; step < 20; ++step) {
    testing::advance(*solver, 1);
    for (const std::uint8_t pull : solver->state().detached.data()) ASSERT_EQ(pull, 0) << step;
  }
}

// Half of g t^2, and no less than nine tenths of it: air needs some steps to come in from the edges.
TYPED_TEST(FindDetachedCellsTest, a_block_below_a_ceiling_falls_as_it_would_without) {
  constexpr int D = kD<TypeParam>;
  const auto fallen = [](FreeSurface surface) {
    Scene scene = hanging_block<D>();
    scene.solver.free_surface = surface;  // without the level set walls hold the liquid
    Simulation simulation = testing::simulate(scene);
    const double before = testing::advance(simulation, 1).center_of_mass[1];
    const int steps = static_cast<int>(0.9 * scene.time.fps);
    return before - testing::advance(simulation, steps).center_of_mass[1];
  };
  const double free = 0.5 * 9.81 * 0.9 * 0.9;
  EXPECT_GT(fallen(FreeSurface::kLevelSet), 0.9 * free);
  EXPECT_LT(fallen(FreeSurface::kLevelSet), 1.05 * free);
  EXPECT_LT(fallen(FreeSurface::kCells), 0.85 * free) << "else the test shows nothing";
}

}  // namespace
}  // namespace spindrift
