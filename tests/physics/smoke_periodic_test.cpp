// A domain that repeats itself has no sides: what leaves it comes back, and no place in it is special.
#include <gtest/gtest.h>

#include <cmath>

#include "smoke/smoke_solver.h"
#include "support/scenes.h"
#include "support/smoke_states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(SmokePeriodic);

template <int D>
constexpr int kTwoTiles = 2 * Tile<D>::kSide;

// A unit box that repeats itself along all axes, with a ball of smoke.
template <int D>
Scene periodic_box() {
  Scene scene = testing::empty_box(D, vec(kTwoTiles<D>, kTwoTiles<D>, kTwoTiles<D>), 1.0 / kTwoTiles<D>);
  scene.domain.periodic = {Axis::kX, Axis::kY};
  if (D == 3) scene.domain.periodic.push_back(Axis::kZ);
  SmokeSettings smoke;
  smoke.shape = sphere(vec(0.3, 0.4, 0.5), 0.15);
  scene.smokes = {smoke};
  scene.time.fps = 20.0;
  scene.time.substeps = 0;
  return scene;
}

TYPED_TEST(SmokePeriodic, smoke_carried_once_around_is_back_at_its_place) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_box<D>();
  scene.gas.wind = vec(1.0, 1.0, 0.0);
  scene.gas.weight = 0.0;
  scene.time.fps = kTwoTiles<D>;  // a cell in each step
  scene.time.substeps = 1;
  for (const Integrator integrator : {Integrator::kRk2, Integrator::kRk4}) {  // the short road and the long one
    scene.solver.integrator = integrator;
    auto simulation = testing::simulate(scene);
    const std::vector<float> before = simulation.cells()->density;
    testing::advance(simulation, kTwoTiles<D>);
    const std::vector<float> after = simulation.cells()->density;
    for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(after[i], before[i], 1e-3f);
  }
}

// The smoke after a while, from a ball that starts a few tiles and cells further along the axes, seen from there.
template <int D>
std::vector<float> smoke_from(PressureSolver solver, int shift) {
  Scene scene = periodic_box<D>();
  scene.smokes[0].temperature = 340.0;
  scene.solver.pressure = solver;
  scene.solver.tolerance = 1e-7;
  scene.solver.sweeps = 400;
  scene.solids = {testing::solid(sphere(vec(0.6, 0.7, 0.5), 0.1))};
  for (int a = 0; a < D; ++a)
    for (Vec3d* center : {&scene.smokes[0].shape.center, &scene.solids[0].shape.center})
      (*center)[a] = std::fmod((*center)[a] + shift / double{kTwoTiles<D>}, 1.0);
  auto simulation = testing::simulate(scene);
  testing::advance(simulation, 6);
  const CellFrame frame = *simulation.cells();
  std::vector<float> moved(frame.density.size());
  for (std::size_t i = 0; i < moved.size(); ++i) {
    std::size_t from = 0, rest = i, stride = 1;
    for (int a = 0; a < D; ++a, rest /= kTwoTiles<D>, stride *= kTwoTiles<D>)
      from += (rest % kTwoTiles<D> + shift) % kTwoTiles<D> * stride;
    moved[i] = frame.density[from];
  }
  return moved;
}

TYPED_TEST(SmokePeriodic, a_scene_moved_across_the_sides_gives_the_same_smoke_moved_with_every_solver) {
  constexpr int D = kD<TypeParam>;
  for (const PressureSolver solver : {PressureSolver::kMultigrid, PressureSolver::kPcg, PressureSolver::kGaussSeidel}) {
    const auto one = smoke_from<D>(solver, 0), other = smoke_from<D>(solver, 14);
    double difference = 0.0, total = 0.0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      difference += static_cast<double>(std::abs(one[i] - other[i]));
      total += static_cast<double>(one[i]);
    }
    EXPECT_GT(total, 10.0);
    EXPECT_LT(difference, 1e-3 * total) << static_cast<int>(solver);
  }
}

TYPED_TEST(SmokePeriodic, nothing_is_lost_and_multigrid_converges_on_an_odd_number_of_tiles) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_box<D>();
  const double cells = 3 * Tile<D>::kSide;
  scene.domain.size = vec(cells / kTwoTiles<D>, 1.0, cells / kTwoTiles<D>);
  scene.smokes[0].temperature = 340.0;
  auto simulation = testing::simulate(scene);
  const double before = simulation.measure()->smoke->smoke;
  const FrameReport end = testing::advance(simulation, 5);
  EXPECT_TRUE(end.pressure_converged);
  EXPECT_FALSE(end.pressure_fell_back);
  EXPECT_NEAR(end.smoke->smoke, before, 1e-5 * before);
}

}  // namespace
}  // namespace spindrift
