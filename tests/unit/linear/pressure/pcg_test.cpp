// Conjugate gradients with MIC(0), which agree with a direct solve.
#include <gtest/gtest.h>

#include <cmath>

#include "random_system.h"

namespace spindrift {
namespace {

using testing::energy_norm;
using testing::kD;
using testing::RandomSystem;

IN_2D_AND_3D(PcgTest);

constexpr double kPcgTolerance = 1e-7;

TYPED_TEST(PcgTest, agrees_with_a_direct_solve) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    RandomSystem<kD<TypeParam>> random(seed, 0.2, 0.1, seed % 2 == 0);
    if (random.fluid.empty()) continue;
    const auto report = solve_pcg(random.map, random.system, kPcgTolerance, 1000, random.pressure);
    EXPECT_TRUE(report.converged) << seed;
    EXPECT_LE(report.residual, kPcgTolerance);
    const auto matrix = random.matrix();
    const Eigen::VectorXd direct = random.direct_solution();
    const Eigen::VectorXd error = random.gather(random.pressure) - direct;
    EXPECT_LT(energy_norm(matrix, error), 2e-6 * (1.0 + energy_norm(matrix, direct))) << seed;
  }
}

TYPED_TEST(PcgTest, pockets_without_air_converge) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const double solid_share : {0.0, 0.3, 0.6, 0.8}) {  // one closed box, up to single cells
      RandomSystem<kD<TypeParam>> random(seed, solid_share, 0.0, true);
      EXPECT_GT(random.pockets, 0);
      const auto report = solve_pcg(random.map, random.system, kPcgTolerance, 1000, random.pressure);
      EXPECT_TRUE(report.converged) << seed << ' ' << solid_share << ' ' << report.residual;
      for (const double p : random.gather(random.pressure)) {
        EXPECT_TRUE(std::isfinite(p));
        EXPECT_LT(std::abs(p), 1e4);
      }
    }
}

TYPED_TEST(PcgTest, a_tolerance_beyond_single_precision_does_not_make_a_closed_box_diverge) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomSystem<kD<TypeParam>> random(seed, 0.0, 0.0, true);
    const auto report = solve_pcg(random.map, random.system, 1e-11, 1000, random.pressure);
    EXPECT_TRUE(report.converged) << seed << ' ' << report.residual;
  }
}

TYPED_TEST(PcgTest, residual_is_that_of_the_pressure_it_returns) {
  RandomSystem<kD<TypeParam>> random(3, 0.1, 0.1, false);
  const auto report = solve_pcg(random.map, random.system, 1e-4, 1000, random.pressure);
  EXPECT_NEAR(relative_residual(random.map, random.system, random.pressure), report.residual, 1e-6);
}

TYPED_TEST(PcgTest, reports_when_it_stops_before_the_tolerance) {
  RandomSystem<kD<TypeParam>> random(5, 0.1, 0.05, false);
  auto report = solve_pcg(random.map, random.system, kPcgTolerance, 1, random.pressure);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_GT(report.residual, kPcgTolerance);
  report = solve_pcg(random.map, random.system, kPcgTolerance, 1000, random.pressure);
  EXPECT_TRUE(report.converged);
  EXPECT_GT(report.iterations, 1);
}

TYPED_TEST(PcgTest, every_pivot_of_the_preconditioner_is_positive) {
  constexpr int D = kD<TypeParam>;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomSystem<D> random(seed, 0.02 * static_cast<double>(seed), 0.0, true);
    solve_pcg(random.map, random.system, kPcgTolerance, 1000, random.pressure);
    for (const VecI<D>& cell : random.fluid) {
      const float factor = testing::value_at(random.map, random.system.factor, cell);
      const float diagonal = testing::value_at(random.map, random.system.diagonal, cell);
      EXPECT_TRUE(diagonal == 0.0f ? factor == 0.0f : factor > 0.0f && factor <= 4.0f) << seed;  // 1 / (0.25 * 1)
    }
  }
}

TYPED_TEST(PcgTest, nothing_to_do_takes_no_iteration) {
  RandomSystem<kD<TypeParam>> random(1, 0.1, 0.1, false);
  random.system.rhs.fill(0.0f);
  const auto report = solve_pcg(random.map, random.system, kPcgTolerance, 1000, random.pressure);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.residual, 0.0);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(random.gather(random.pressure).norm(), 0.0);
}

TYPED_TEST(PcgTest, pressure_is_zero_outside_of_the_fluid) {
  constexpr int D = kD<TypeParam>;
  RandomSystem<D> random(9, 0.2, 0.2, false);
  solve_pcg(random.map, random.system, kPcgTolerance, 1000, random.pressure);
  for (int tile = 1; tile <= random.map.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (random.type.tile(tile)[c] != CellType::kFluid) {
        EXPECT_EQ(random.pressure.tile(tile)[c], 0.0f);
      }
}

}  // namespace
}  // namespace spindrift
