// Solid, fluid or air, also at the borders of the domain.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::add_particle;
using testing::box;
using testing::empty_box;
using testing::for_each_cell;
using testing::kD;
using testing::liquid;
using testing::make_state;
using testing::plane;
using testing::value_at;
using testing::vec;

IN_2D_AND_3D(ClassifyCellsTest);

TYPED_TEST(ClassifyCellsTest, a_particle_in_a_solid_cell_does_not_make_it_fluid) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(10, 10, 10));
  scene.liquids = {liquid(box(vec(1, 1, 1), vec(3, 3, 3)))};
  scene.solids = {testing::solid(box(vec(4, 4, 4), vec(7, 7, 7)))};
  auto state = make_state<D>(scene);
  add_particle<D>(*state, VecD<D>::filled(5.5));
  sort_particles(*state);
  classify_cells(*state);
  EXPECT_EQ(value_at(state->tiles, state->type, VecI<D>::filled(5 + Domain<D>::kBorder)), CellType::kSolid);
  EXPECT_EQ(state->fluid_cells, power(2, D));
}

TYPED_TEST(ClassifyCellsTest, cells_are_fluid_where_particles_are_and_air_elsewhere) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(10, 10, 10));
  scene.liquids = {liquid(box(vec(2, 3, 4), vec(5, 7, 6)))};
  auto state = make_state<D>(scene);
  classify_cells(*state);
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (!state->domain.contains(cell)) return;
    bool inside = true;
    for (int a = 0; a < D; ++a) {
      const double x = cell[a] - Domain<D>::kBorder + 0.5;
      inside &= x > vec(2, 3, 4)[a] && x < vec(5, 7, 6)[a];
    }
    EXPECT_EQ(state->type.tile(tile)[c], inside ? CellType::kFluid : CellType::kAir);
  });
  EXPECT_EQ(state->fluid_cells, D == 2 ? 12 : 24);
}

TYPED_TEST(ClassifyCellsTest, beyond_a_closed_side_is_solid_and_beyond_an_open_one_air) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(6, 6, 6));
  scene.domain.open = {Side::kRight, Side::kTop};
  scene.liquids = {liquid(box({}, vec(6, 6, 6)))};
  auto state = make_state<D>(scene);
  classify_cells(*state);
  for (int a = 0; a < D; ++a) {
    VecI<D> low = VecI<D>::filled(3), high = VecI<D>::filled(3);
    low[a] = Domain<D>::kBorder - 1;
    high[a] = Domain<D>::kBorder + 6;
    EXPECT_EQ(value_at(state->tiles, state->type, low), CellType::kSolid);
    EXPECT_EQ(value_at(state->tiles, state->type, high), a < 2 ? CellType::kAir : CellType::kSolid);
  }
}

// Small cut cells without particles: among liquid they are liquid, beside air and beyond an open side they are air.
TYPED_TEST(ClassifyCellsTest, a_small_cut_cell_is_what_is_around_it) {
  constexpr int D = kD<TypeParam>;
  for (const double top : {6.2, 6.8}) {  // of a solid under liquid, and then under air
    Scene scene = empty_box(D, vec(10, 10, 10));
    scene.domain.open = {Side::kRight};
    scene.liquids = {liquid(box(vec(0, 7, 0), vec(5, 10, 10)))};
    scene.solids = {testing::solid(box(vec(-1, -1, -1), vec(11, top, 11))),
                    testing::solid(box(vec(10.2, -1, -1), vec(12, 11, 11)))};
    auto state = make_state<D>(scene);
    classify_cells(*state);
    auto type_at = [&](int x, int y) {
      VecI<D> cell = VecI<D>::filled(4 + Domain<D>::kBorder);
      cell[0] = x + Domain<D>::kBorder;
      cell[1] = y + Domain<D>::kBorder;
      return value_at(state->tiles, state->type, cell);
    };
    EXPECT_EQ(type_at(2, 7), CellType::kFluid);
    EXPECT_EQ(type_at(2, 6),
              top < 6.5 ? CellType::kAir : CellType::kFluid);  // an empty cell with its centre outside is air
    EXPECT_EQ(type_at(7, 6), CellType::kAir);
    EXPECT_EQ(type_at(10, 8), CellType::kAir);
  }
}

// Where a wedge closes slowly there is a row of small cut cells, and the liquid reaches its end: by either way to find
// it.
TYPED_TEST(ClassifyCellsTest, a_row_of_small_cut_cells_is_what_it_opens_to) {
  constexpr int D = kD<TypeParam>;
  for (const bool is_wet : {true, false}) {
    Scene scene = empty_box(D, vec(30, 8, 8));
    scene.solver.free_surface = FreeSurface::kLevelSet;
    const double slope = 0.1;  // of the solid above the wedge: small cut cells up to x = 13, in one tile
    scene.solids = {testing::solid(plane(vec(8, 0, 4), vec(slope, -1.0, 0.0)))};
    // The last two are too low for a particle.
    scene.liquids = {liquid(box(vec(is_wet ? 0 : 20, 0, 0), vec(30, 8, 8)))};
    auto state = make_state<D>(scene);
    testing::set_step(*state, 0.01);
    for (const bool from_density : {false, true}) {
      classify_cells(*state);
      if (from_density) {
        testing::transfer_and_extend(*state);
        find_surface(*state);
      }
      for (int x = 8; x < 13; ++x) {
        VecI<D> cell = VecI<D>::filled(4 + Domain<D>::kBorder);
        cell[0] = x + Domain<D>::kBorder;
        cell[1] = Domain<D>::kBorder;
        EXPECT_EQ(value_at(state->tiles, state->type, cell), is_wet ? CellType::kFluid : CellType::kAir)
            << x << (from_density ? " by density" : " by particles");
      }
    }
  }
}

TYPED_TEST(ClassifyCellsTest, a_solid_is_where_no_face_is_open_in_any_tile) {
  constexpr int D = kD<TypeParam>;
  Scene scene = empty_box(D, vec(40, 25, 18));
  scene.liquids = {liquid(box({}, vec(40, 25, 18)))};
  const auto shape = testing::sphere(vec(20, 12, 9), 6.3);
  scene.solids = {testing::solid(shape)};
  auto state = make_state<D>(scene);
  classify_cells(*state);
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    if (!state->domain.contains(cell)) return;
    double highest = -1e9;  // of the cell's corners
    for (int i = 0; i < (1 << D); ++i) {
      VecD<D> corner = VecD<D>::from(cell);
      for (int a = 0; a < D; ++a) corner[a] += (i >> a) & 1;
      const double d = length(state->domain.to_world(corner) - VecD<D>::from(vec(20, 12, 9))) - 6.3;
      highest = std::max(highest, d);
    }
    if (highest < 0.0) {
      EXPECT_EQ(state->type.tile(tile)[c], CellType::kSolid);
    }
    if (highest > 0.05) {
      EXPECT_NE(state->type.tile(tile)[c], CellType::kSolid);
    }
  });
}

}  // namespace
}  // namespace spindrift
