// The result does not depend on units.
#include <gtest/gtest.h>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::liquid;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(Units);

// A dam break with a drop, an obstacle and a source, with metres, seconds and kilograms stretched.
template <int D>
Scene splash(double length, double time, double density, PressureSolver solver) {
  Scene scene = testing::dam_break(D, 16, length / 16.0);
  scene.forces.gravity = vec(0.0, -8.0 * length / (time * time));
  scene.time.fps = 64.0 / time;
  scene.fluid.density = density;
  scene.solver.pressure = solver;
  scene.solver.tolerance = scene.drift.tolerance =
      solver == PressureSolver::kPcg ? 1e-9 : 1e-6;  // one iteration more or
                                                     // less is not noticed
  scene.liquids.push_back(
      liquid(sphere(vec(0.75, 0.625, 0.5) * length, 0.125 * length), vec(-1.0, -2.0, 0.5) * (length / time)));
  scene.solids = {testing::solid(testing::box(vec(0.5, 0.0, 0.25) * length, vec(0.625, 0.25, 0.75) * length))};
  return scene;
}

// Powers of two change no bit of a mantissa, so the scaled flow must be the same to the last bit.
TYPED_TEST(Units, a_scene_scaled_by_powers_of_two_flows_the_same_to_the_last_bit) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : {PressureSolver::kPcg, PressureSolver::kMultigrid, PressureSolver::kGaussSeidel}) {
    auto reference = testing::make_solver<D>(splash<D>(1.0, 1.0, 1000.0, solver));
    auto scaled = testing::make_solver<D>(splash<D>(4.0, 0.5, 2000.0, solver));
    testing::advance(*reference, 40);
    testing::advance(*scaled, 40);
    const auto &a = reference->state().particles, &b = scaled->state().particles;
    ASSERT_EQ(a.count(), b.count());
    for (std::size_t p = 0; p < a.count(); ++p)
      for (std::size_t axis = 0; axis < D; ++axis) {
        ASSERT_EQ(a.position[axis][p], b.position[axis][p]);  // in cells
        ASSERT_EQ(8.0f * a.velocity[axis][p], b.velocity[axis][p]);
      }
  }
}

TYPED_TEST(Units, a_scene_in_other_units_flows_the_same) {
  constexpr int D = kD<TypeParam>;
  const double metre = 0.0371, second = 1.9;
  auto smooth = [](Scene scene) {  // rounding may decide which particle resampling takes, and moves it by cells
    scene.drift.resample = false;
    return scene;
  };
  auto reference = testing::make_solver<D>(smooth(splash<D>(1.0, 1.0, 1000.0, PressureSolver::kPcg)));
  auto scaled = testing::make_solver<D>(smooth(splash<D>(metre, second, 1.3, PressureSolver::kPcg)));
  testing::advance(*reference, 12);
  testing::advance(*scaled, 12);
  const auto a = testing::by_id(reference->state()), b = testing::by_id(scaled->state());
  ASSERT_EQ(a.size(), b.size());
  double mean = 0.0;  // deviation in cells; rounding may turn a cell to air that is fluid in the other run
  for (std::size_t i = 0; i < a.size(); ++i)
    mean += 16.0 * length(b[i].x / metre - a[i].x) / static_cast<double>(a.size());
  EXPECT_LT(mean, 1e-3);
}

TYPED_TEST(Units, density_scales_the_pressure_and_nothing_else) {
  constexpr int D = kD<TypeParam>;
  auto light = testing::simulate(splash<D>(1.0, 1.0, 1.0, PressureSolver::kMultigrid));
  auto heavy = testing::simulate(splash<D>(1.0, 1.0, 1024.0, PressureSolver::kMultigrid));
  EXPECT_EQ(testing::advance(light, 20).state_hash, testing::advance(heavy, 20).state_hash);
  const auto p = light.cells()->pressure, q = heavy.cells()->pressure;
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_FLOAT_EQ(1024.0f * p[i], q[i]);
}

}  // namespace
}  // namespace spindrift
