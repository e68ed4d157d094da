// Walls: free slip, and solids that move.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::empty_box;
using testing::for_each_cell;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::neighbor;
using testing::set_velocities;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(ConstrainVelocityTest);

template <int D>
std::unique_ptr<LiquidState<D>> transferred(const Scene& scene, const Vec3d& velocity) {
  auto state = make_state<D>(scene);
  set_velocities(*state, [&](const VecD<D>&) { return VecD<D>::from(velocity); });
  move_solids(*state);
  classify_cells(*state);
  transfer_particles_to_grid(*state);
  return state;
}

TYPED_TEST(ConstrainVelocityTest, faces_of_walls_are_zeroed_and_the_first_inner_face_keeps_its_flow) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(6, 5, 4));
  scene.liquids = {liquid(box({}, vec(6, 5, 4)))};
  auto state = transferred<D>(scene, vec(3.0, -2.0, 1.0));
  constrain_velocity(*state);
  int walls = 0, inner = 0;
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    for (int a = 0; a < D; ++a) {
      if (!state->known[static_cast<std::size_t>(a)].tile(tile)[c]) continue;
      const float u = state->velocity[static_cast<std::size_t>(a)].tile(tile)[c];
      const bool wall = cell[a] == Domain<D>::kBorder || cell[a] == Domain<D>::kBorder + state->domain.cells[a];
      ++(wall ? walls : inner);
      EXPECT_FLOAT_EQ(u, wall ? 0.0f : static_cast<float>(vec(3.0, -2.0, 1.0)[a]));
    }
  });
  EXPECT_EQ(walls, D == 2 ? 2 * (6 + 5) : 2 * (6 * 5 + 5 * 4 + 4 * 6));
  EXPECT_EQ(inner, D == 2 ? 5 * 5 + 6 * 4 : 5 * 5 * 4 + 6 * 4 * 4 + 6 * 5 * 3);
}

TYPED_TEST(ConstrainVelocityTest, only_faces_that_touch_liquid_are_known) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(9, 9, 9));
  scene.liquids = {liquid(testing::sphere(vec(4, 4, 4), 2.5))};
  auto state = transferred<D>(scene, vec(1.0, 1.0, 1.0));
  constrain_velocity(*state);
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    for (int a = 0; a < D; ++a) {
      const bool wet = state->type.tile(tile)[c] == CellType::kFluid ||
                       value_at(state->tiles, state->type, neighbor(cell, a, -1)) == CellType::kFluid;
      EXPECT_EQ(state->known[static_cast<std::size_t>(a)].tile(tile)[c] != 0, wet);
    }
  });
}

TYPED_TEST(ConstrainVelocityTest, faces_of_a_moving_solid_move_with_it_and_walls_stand_still) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(12, 9, 6));
  scene.liquids = {liquid(box({}, vec(12, 9, 6)))};
  scene.solids = {testing::solid(box(vec(4, 3, 2), vec(7, 6, 4)), vec(2.5, 0.5, 0.0))};
  scene.liquids[0].shape = testing::difference(box({}, vec(12, 9, 6)), scene.solids[0].shape);
  auto state = transferred<D>(scene, {});
  constrain_velocity(*state);
  int solid_faces = 0;
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    for (int a = 0; a < D; ++a) {
      const CellType here = state->type.tile(tile)[c];
      const VecI<D> low_cell = neighbor(cell, a, -1);
      const CellType low = value_at(state->tiles, state->type, low_cell);
      if (!state->known[static_cast<std::size_t>(a)].tile(tile)[c]) continue;
      if (here != CellType::kSolid && low != CellType::kSolid) continue;
      const bool wall = !state->domain.contains(here == CellType::kSolid ? cell : low_cell);
      solid_faces += !wall;
      EXPECT_NEAR(static_cast<double>(state->velocity[static_cast<std::size_t>(a)].tile(tile)[c]),
                  wall ? 0.0 : vec(2.5, 0.5)[a], 1e-6);
    }
  });
  EXPECT_GT(solid_faces, 10);
}

}  // namespace
}  // namespace spindrift
