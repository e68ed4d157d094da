// Conjugate gradients with a multigrid cycle: the same facts as for MIC(0), in single precision.
#include <gtest/gtest.h>

#include <cmath>

#include "random_system.h"
#include "solve_by_multigrid.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::RandomSystem;

IN_2D_AND_3D(MultigridTest);

constexpr double kSceneTolerance = 1e-5;  // a scene's default

TYPED_TEST(MultigridTest, the_true_residual_is_the_reported_one) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RandomSystem<kD<TypeParam>> random(seed, 0.1, 0.05, false);
    const auto report = solve_by_multigrid(random, kSceneTolerance, 60);
    EXPECT_LT(relative_residual(random.map, random.system, random.pressure), report.residual + 0.2 * kSceneTolerance);
  }
}

TYPED_TEST(MultigridTest, pockets_without_air_stay_bounded) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const double solid_share : {0.0, 0.3, 0.6, 0.8}) {
      RandomSystem<kD<TypeParam>> random(seed, solid_share, 0.0, true);
      const auto report = solve_by_multigrid(random, kSceneTolerance, 60);
      EXPECT_TRUE(report.converged) << seed << ' ' << solid_share << ' ' << report.residual;
      for (const double p : random.gather(random.pressure)) EXPECT_LT(std::abs(p), 1e4);
    }
}

TYPED_TEST(MultigridTest, reports_when_it_stops_before_the_tolerance) {
  RandomSystem<kD<TypeParam>> random(5, 0.1, 0.05, false);
  const auto report = solve_by_multigrid(random, kSceneTolerance, 1);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 1);
}

TYPED_TEST(MultigridTest, a_second_solve_does_not_remember_the_first) {
  RandomSystem<kD<TypeParam>> random(7, 0.1, 0.1, false), fresh(7, 0.1, 0.1, false), other(8, 0.3, 0.2, false);
  solve_by_multigrid(fresh, kSceneTolerance, 60);
  std::swap(random.system.multigrid, other.system.multigrid);
  solve_by_multigrid(other, kSceneTolerance, 60);
  std::swap(random.system.multigrid, other.system.multigrid);
  solve_by_multigrid(random, kSceneTolerance, 60);
  EXPECT_EQ((random.gather(random.pressure) - fresh.gather(fresh.pressure)).norm(), 0.0);
}

TYPED_TEST(MultigridTest, another_right_hand_side_is_solved_on_the_same_levels) {
  RandomSystem<kD<TypeParam>> random(3, 0.1, 0.1, false);
  solve_by_multigrid(random, kSceneTolerance, 60);
  const Eigen::VectorXd first = random.gather(random.pressure);
  for (float& value : random.system.rhs.data()) value *= -2.0f;
  const auto report = solve_multigrid(random.map, random.system, kSceneTolerance, 60, random.pressure);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ((random.gather(random.pressure) + 2.0 * first).norm(), 0.0);  // products with 2 have no rounding
}

}  // namespace
}  // namespace spindrift
