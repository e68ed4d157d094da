// Where the free surface lies, and the pressure under it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::difference;
using testing::empty_box;
using testing::for_each_cell;
using testing::kD;
using testing::liquid;
using testing::plane;
using testing::vec;

IN_2D_AND_3D(FindSurfaceTest);

// Runs a step's rows up to the pressure.
template <int D>
std::unique_ptr<LiquidState<D>> pressed(const Scene& scene) {
  auto state = testing::make_state<D>(scene);
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  find_surface(*state);
  apply_forces(*state);
  constrain_velocity(*state);
  project_pressure(*state);
  return state;
}

// A tank of water with the surface anywhere between two rows of cells: rows of particles this far apart, from the floor
// up.
template <int D>
Scene pool_of_rows(double spacing, int rows) {
  Scene scene = empty_box(D, vec(12, 30, 9));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.solver.tolerance = 1e-8;
  scene.particles.per_cell = static_cast<int>(std::lround(std::pow(1.0 / spacing, D)));
  scene.liquids = {liquid(box({}, vec(12, rows * spacing, 9)))};
  scene.liquids[0].spacing = spacing;
  return scene;
}

// Hydrostatic pressure p = rho g (depth - y): its slope, and how deep the water seems at the floor.
TYPED_TEST(FindSurfaceTest, hydrostatic_pressure_does_not_care_where_the_surface_cuts_the_cells) {
  constexpr int D = kD<TypeParam>;
  for (const auto& [spacing, rows] :
       {std::pair{0.5, 40}, {0.5, 41}, {1.0 / 3.0, 61}, {1.0 / 3.0, 62}, {0.25, 81}, {0.25, 83}}) {
    const Scene scene = pool_of_rows<D>(spacing, rows);
    auto state = pressed<D>(scene);
    const double depth = rows * spacing, unit = scene.fluid.density * 9.81;  // cells of a metre
    for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
      if (state->type.tile(tile)[c] != CellType::kFluid) return;
      const double y = cell[1] - Domain<D>::kBorder + 0.5;
      const double pressure = state->scaled_pressure.tile(tile)[c] * scene.fluid.density / state->dt;
      EXPECT_NEAR(pressure / unit, depth - y, 0.01 * depth) << spacing << ' ' << rows << ' ' << y;
      EXPECT_NEAR(pressure / unit, depth - y, 0.2) << spacing << ' ' << rows << ' ' << y;
    });
  }
}

// Still water that ends on a solid plane, at the surface: a beach below 90 degrees, an overhanging wall above.
template <int D>
Scene water_at_plane(double degrees, double level) {
  const double angle = degrees * 3.14159265358979 / 180.0;
  Scene scene = empty_box(D, vec(30, 18, 4));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.particles.per_cell = 64;
  scene.liquids = {liquid(box({}, vec(30, level, 4)))};
  scene.solids = {testing::solid(plane(vec(20.3, level), vec(-std::sin(angle), std::cos(angle))))};
  return scene;
}

// Of the cells that are wanted(height of the centre above the level, distance to the solid) the surface is as far as
// the level. Returns how many there are.
template <int D, class Wanted>
int expect_surface_at(const LiquidState<D>& state, double level, double tolerance, Wanted&& wanted) {
  int seen = 0;
  for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    if (!state.domain.contains(cell) || state.type.tile(tile)[c] == CellType::kSolid) return;
    const double above = cell[1] - Domain<D>::kBorder + 0.5 - level;
    const double solid = static_cast<double>(state.solid_distance().tile(tile)[c]);
    if (!wanted(above, solid)) return;
    ++seen;
    EXPECT_NEAR(static_cast<double>(state.surface_distance.tile(tile)[c]), above, tolerance)
        << "level " << level << ", solid at " << solid;
  });
  return seen;
}

// Where at least a fifth of a cell of water, or a third of air, is left between the surface and the solid.
TYPED_TEST(FindSurfaceTest, the_surface_goes_on_to_the_solid_that_it_ends_on) {
  constexpr int D = kD<TypeParam>;
  for (const double degrees : {4.0, 8.0, 16.0, 30.0, 50.0, 70.0, 90.0, 110.0, 130.0, 150.0, 164.0, 172.0})
    for (const double level : {10.0, 10.25, 10.5, 10.75}) {
      SCOPED_TRACE(degrees);
      auto state = pressed<D>(water_at_plane<D>(degrees, level));
      const int seen = expect_surface_at(*state, level, 0.12, [&](double above, double solid) {
        const double left = degrees < 90.0 ? solid - above - 0.2 : above + solid - 0.35;
        return std::abs(above) <= 0.6 && solid >= 0.0 && solid <= 1.0 && left >= 0.0;
      });
      EXPECT_GT(seen, 0);
    }
}

// Small cut cells, with their centres in the solid, lie on the surface's way, too.
TYPED_TEST(FindSurfaceTest, the_surface_goes_on_through_small_cut_cells) {
  constexpr int D = kD<TypeParam>;
  int seen = 0;
  for (const double degrees : {4.0, 6.0, 8.0, 12.0, 16.0, 30.0})
    for (const double level : {10.0, 10.25, 10.5, 10.75}) {
      SCOPED_TRACE(degrees);
      auto state = pressed<D>(water_at_plane<D>(degrees, level));
      seen += expect_surface_at(*state, level, 0.2, [](double above, double solid) {
        return above >= -0.6 && above <= 0.0 && solid < 0.0 && solid - above >= 0.2;
      });
    }
  EXPECT_GT(seen, 10);
}

// Behind the lid and the walls is no air, though no liquid is there either.
TYPED_TEST(FindSurfaceTest, liquid_that_fills_the_domain_around_a_solid_has_no_surface) {
  constexpr int D = kD<TypeParam>;
  for (const double degrees : {20.0, 45.0, 70.0, 110.0, 135.0, 160.0}) {
    const double angle = degrees * 3.14159265358979 / 180.0;
    Scene scene = empty_box(D, vec(16, 12, 4));
    scene.forces.gravity = vec(0.0, -9.81);
    scene.particles.per_cell = 64;
    scene.liquids = {liquid(box({}, vec(16, 12, 4)))};
    scene.solids = {testing::solid(plane(vec(9.3, 12), vec(-std::sin(angle), std::cos(angle))))};
    auto state = pressed<D>(scene);
    int seen = 0;
    for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
      if (!state->domain.contains(cell) || state->type.tile(tile)[c] == CellType::kSolid) return;
      ++seen;
      EXPECT_EQ(state->type.tile(tile)[c], CellType::kFluid) << degrees;
      if (state->solid_distance().tile(tile)[c] <= 0.0f) return;
      EXPECT_NEAR(static_cast<double>(state->density.tile(tile)[c]) / state->rest_density, 1.0, 0.2) << degrees;
    });
    EXPECT_GT(seen, 20);
  }
}

// Under a plane at an angle, near which the density tells the distance and farther away the neighbours do.
TYPED_TEST(FindSurfaceTest, a_tilted_plane_is_found_within_a_sixth_of_a_cell) {
  constexpr int D = kD<TypeParam>;
  VecD<D> normal = VecD<D>::from(vec(-0.29, 0.95, 0.2));
  normal = normal * (1.0 / length(normal));
  Scene scene = empty_box(D, vec(24, 24, 16));
  const VecD<D> middle = VecD<D>::from(vec(12, 12, 8));
  scene.liquids = {
      liquid(difference(box({}, vec(24, 24, 16)), plane(Vec3d::from(middle), Vec3d::from(normal) * -1.0)))};
  auto state = testing::make_state<D>(scene);
  classify_cells(*state);
  testing::transfer_and_extend(*state);
  find_surface(*state);
  double square = 0.0, mean = 0.0, worst = 0.0;
  int count = 0;
  for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = cell[a] - Domain<D>::kBorder + 0.5;
    for (int a = 0; a < D; ++a)
      if (x[a] < 3.0 || x[a] > (a == 2 ? 13.0 : 21.0)) return;
    const double distance = dot(x - middle, normal);
    if (std::abs(distance) > 1.0) return;
    const double error = static_cast<double>(state->surface_distance.tile(tile)[c]) - distance;
    square += error * error;
    mean += error;
    worst = std::max(worst, std::abs(error));
    ++count;
  });
  ASSERT_GT(count, 30);
  EXPECT_LT(std::abs(mean / count), 0.01);
  EXPECT_LT(std::sqrt(square / count), 0.06);
  EXPECT_LT(worst, 1.0 / 6.0);
}

}  // namespace
}  // namespace spindrift
