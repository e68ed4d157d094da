// Drops under surface tension: the pressure inside, what moves that should not, and how they swing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::empty_box;
using testing::for_each_particle;
using testing::kD;
using testing::liquid;
using testing::make_solver;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(SurfaceTension);

// Cells are one metre, density and tension one; `center` off the grid, so that no symmetry helps.
template <int D>
Scene drop(double radius, const Vec3d& center) {
  const double side = 2.0 * std::ceil(1.5 * radius);
  Scene scene = empty_box(D, vec(side, side, side));
  scene.fluid.density = scene.fluid.surface_tension = 1.0;
  scene.liquids = {liquid(sphere(center, radius))};
  scene.time.fps = 1.0 / scene.capillary_step();
  return scene;
}
template <int D>
Scene drop(double radius) {
  const double middle = std::ceil(1.5 * radius);
  return drop<D>(radius, vec(middle + 0.13, middle + 0.04, middle));
}

// Mean pressure of the cells deep inside, Pa.
template <int D>
double pressure_inside(const LiquidState<D>& state) {
  double sum = 0.0, cells = 0.0;
  testing::for_each_cell(state, [&](const VecI<D>&, int tile, int c) {
    if (state.type.tile(tile)[c] != CellType::kFluid || state.surface_distance.tile(tile)[c] > -0.95f) return;
    sum += state.scaled_pressure.tile(tile)[c];
    cells += 1.0;
  });
  return sum / cells * state.scene.fluid.density * state.domain.h / state.pressure_dt;
}

struct Unrest {
  double rms = 0.0, drift = 0.0;  // speeds over sqrt(sigma / (rho R))
};
template <int D>
Unrest motion(const LiquidState<D>& state, double radius) {
  VecD<D> sum{};
  double squares = 0.0, count = 0.0;
  for_each_particle(state, [&](std::uint32_t p, const VecD<D>&) {
    const VecD<D> v = testing::velocity_of(state, p);
    sum += v;
    squares += dot(v, v);
    count += 1.0;
  });
  const double scale = std::sqrt(state.scene.fluid.surface_tension / (state.scene.fluid.density * radius));
  return {std::sqrt(squares / count) / scale, length(sum) / count / scale};
}

TYPED_TEST(SurfaceTension, a_resting_drop_has_the_pressure_of_young_and_laplace) {
  constexpr int D = kD<TypeParam>;
  const double radius = D == 2 ? 10.0 : 8.0;
  auto solver = make_solver<D>(drop<D>(radius));
  testing::advance(*solver, 10);
  EXPECT_NEAR(pressure_inside(solver->state()) * radius / (D - 1), 1.0, D == 2 ? 0.01 : 0.03);
}

TYPED_TEST(SurfaceTension, half_a_drop_on_a_wall_is_like_a_whole_one) {
  constexpr int D = kD<TypeParam>;
  const double radius = D == 2 ? 10.0 : 8.0, middle = std::ceil(1.5 * radius);
  auto solver = make_solver<D>(drop<D>(radius, vec(middle + 0.13, 0.0, middle)));
  testing::advance(*solver, 10);
  EXPECT_NEAR(pressure_inside(solver->state()) * radius / (D - 1), 1.0, D == 2 ? 0.01 : 0.03);
}

// The curvature is never quite the same everywhere, and the liquid has no viscosity to speak of.
TYPED_TEST(SurfaceTension, a_resting_drop_stays_at_rest_and_where_it_is) {
  constexpr int D = kD<TypeParam>;
  const double radius = D == 2 ? 10.0 : 5.0;
  auto solver = make_solver<D>(drop<D>(radius));
  Unrest most;
  for (int i = 0; i < (D == 2 ? 600 : 150); ++i) {
    testing::advance(*solver, 1);
    const Unrest now = motion(solver->state(), radius);
    most = {std::max(most.rms, now.rms), std::max(most.drift, now.drift)};
  }
  EXPECT_LT(most.rms, 0.03);
  EXPECT_LT(most.drift, 0.003);
}

// (<x^2> - <y^2>) / (<x^2> + <y^2>) about the centre of mass.
double elongation(const LiquidState<2>& state) {
  VecD<2> mean{}, squares{};
  double count = 0.0;
  for_each_particle(state, [&](std::uint32_t, const VecD<2>& x) {
    mean += x;
    count += 1.0;
  });
  mean = mean / count;
  for_each_particle(state, [&](std::uint32_t, const VecD<2>& x) {
    for (int a = 0; a < 2; ++a) squares[a] += (x[a] - mean[a]) * (x[a] - mean[a]);
  });
  return (squares[0] - squares[1]) / (squares[0] + squares[1]);
}

// omega^2 = n (n^2 - 1) sigma / (rho R^3) with n = 2 [Rayleigh1879, in 2D].
TEST(SurfaceTension2D, an_elliptic_drop_swings_at_rayleighs_frequency) {
  const double radius = 15.0, stretch = 1.1;
  Scene scene = drop<2>(radius);
  scene.solver.flip = 0.99;
  auto solver = make_solver<2>(scene);
  auto& state = solver->state();
  const VecD<2> middle = state.domain.to_cells(VecD<2>::from(scene.liquids[0].shape.center));
  for (int tile = 1; tile <= state.tiles.count(); ++tile)
    for (std::uint32_t p = state.particles.tile_begin(tile); p < state.particles.tile_end(tile); ++p)
      for (int a = 0; a < 2; ++a) {
        float& x = state.particles.position[static_cast<std::size_t>(a)][p];
        const double from_middle = state.tiles.first_cell(tile)[a] + static_cast<double>(x) - middle[a];
        x += static_cast<float>(from_middle * ((a == 0 ? stretch : 1.0 / stretch) - 1.0));
      }
  const double dt = 1.0 / scene.time.fps, omega = std::sqrt(6.0 / (radius * radius * radius));
  const double period = 2.0 * std::numbers::pi / omega;
  std::vector<double> rounds;  // when it passes through the circle
  double before = 1.0;
  for (int i = 0; i * dt < 1.5 * period; ++i) {
    testing::advance(*solver, 1);
    const double now = elongation(state);
    if ((now > 0.0) != (before > 0.0)) rounds.push_back(dt * (i + before / (before - now)));
    before = now;
  }
  ASSERT_GE(rounds.size(), 3u);
  EXPECT_NEAR((rounds[2] - rounds[0]) / period, 1.0, 0.06);
}

TYPED_TEST(SurfaceTension, a_flat_surface_between_walls_bears_no_force) {
  constexpr int D = kD<TypeParam>;
  Scene scene = testing::still_pool(D, 12, 5);
  scene.fluid.surface_tension = 1000.0;
  auto solver = make_solver<D>(scene);
  testing::advance(*solver, 20);
  EXPECT_LT(motion(solver->state(), 1.0).rms, 1e-5);
}

}  // namespace
}  // namespace spindrift
