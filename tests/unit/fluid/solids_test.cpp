// The open shares of faces: the projection at curved walls.
#include "fluid/solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fluid/projection.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::box;
using testing::difference;
using testing::empty_box;
using testing::for_each_cell;
using testing::kD;
using testing::liquid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(OpenAreaTest);

// A round vessel that cuts the cells anyhow, full of liquid. The flow is the gradient of p = (r^2 / R^2 - 1)^2, which
// is tangential to the wall: projecting it must find p, but for a constant, with an error that falls with the square of
// the cell.
template <int D>
double vessel_error(int side) {
  const double h = 1.0 / side, radius = 0.37;
  const Vec3d middle = vec(0.503, 0.511, 0.497);
  Scene scene = empty_box(D, vec(side, side, side), h);
  scene.solver.tolerance = 1e-9;
  scene.solids = {testing::solid(difference(box(vec(-1, -1, -1), vec(2, 2, 2)), sphere(middle, radius)))};
  scene.liquids = {liquid(sphere(middle, radius))};
  auto state = testing::make_state<D>(scene);
  state->surface_distance = {};  // no air anywhere
  for (int tile = 1; tile <= state->tiles.count(); ++tile) {
    std::fill_n(state->type.tile(tile), Tile<D>::kCells, CellType::kFluid);
    mark_closed_cells(state->solids_view(), tile, state->type.tile(tile));
  }
  auto away = [&](const VecD<D>& x) { return x - VecD<D>::from(middle); };
  testing::set_grid_velocity(*state, [&](const VecD<D>& x) {
    const VecD<D> r = away(x);
    return r * (4.0 / (radius * radius) * (dot(r, r) / (radius * radius) - 1.0));
  });
  find_inflow(*state, state->pressure_system.rhs);
  EXPECT_TRUE(solve_pressure(*state).converged);
  // q is h times the potential of the velocity.
  double mean = 0.0, count = 0.0, worst = 0.0;
  auto for_each_inside = [&](auto&& visit) {
    for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
      const VecD<D> r = away(state->domain.to_world(VecD<D>::from(cell) + VecD<D>::filled(0.5)));
      if (length(r) > radius) return;
      const double p = std::pow(dot(r, r) / (radius * radius) - 1.0, 2);
      visit(state->scaled_pressure.tile(tile)[c] * h - p);
    });
  };
  for_each_inside([&](double error) { mean += error, count += 1.0; });
  for_each_inside([&](double error) { worst = std::max(worst, std::abs(error - mean / count)); });
  return worst;
}

TYPED_TEST(OpenAreaTest, pressure_is_second_order_at_a_curved_wall) {
  constexpr int D = kD<TypeParam>;
  const int side = D == 2 ? 24 : 14;
  const double coarse = vessel_error<D>(side), fine = vessel_error<D>(2 * side),
               finer = D == 2 ? vessel_error<D>(4 * side) : 0.0;
  EXPECT_GT(std::log2(coarse / fine), 1.85) << coarse << ' ' << fine;
  if (D == 2) {
    EXPECT_GT(std::log2(fine / finer), 1.95) << fine << ' ' << finer;
  }
}

}  // namespace
}  // namespace spindrift
