// Red-black Gauss-Seidel with over-relaxation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "cut_system.h"
#include "random_system.h"

namespace spindrift {
namespace {

using testing::CutSystem;
using testing::energy_norm;
using testing::kD;
using testing::RandomSystem;
using testing::value_at;

IN_2D_AND_3D(GaussSeidelTest);

// Every relaxation of one unknown takes o (2 - o) of what that unknown can take off the energy norm: for 0 < o < 2 the
// norm never grows.
TYPED_TEST(GaussSeidelTest, every_sweep_reduces_the_energy_norm_of_the_error) {
  for (const double over_relaxation : {1.0, 1.5, 1.9})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      RandomSystem<kD<TypeParam>> random(seed, 0.2, 0.1, false);
      const auto matrix = random.matrix();
      const Eigen::VectorXd direct = random.direct_solution();
      double before = energy_norm(matrix, direct);
      for (int sweeps = 1; sweeps <= 12; ++sweeps) {
        solve_gauss_seidel(random.map, random.system, sweeps, over_relaxation, random.pressure);
        const double now = energy_norm(matrix, random.gather(random.pressure) - direct);
        EXPECT_LT(now, before + 1e-6) << over_relaxation << ' ' << seed << ' ' << sweeps;
        before = now;
      }
    }
}

TYPED_TEST(GaussSeidelTest, pockets_without_air_stay_bounded) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const double solid_share : {0.0, 0.3, 0.6, 0.8}) {
      RandomSystem<kD<TypeParam>> random(seed, solid_share, 0.0, true);
      const auto report = solve_gauss_seidel(random.map, random.system, 500, 1.9, random.pressure);
      EXPECT_LT(report.residual, 1e-3) << seed << ' ' << solid_share;
      for (const double p : random.gather(random.pressure)) EXPECT_LT(std::abs(p), 1e4);
    }
}

TYPED_TEST(GaussSeidelTest, residual_is_that_of_the_pressure_it_returns) {
  RandomSystem<kD<TypeParam>> random(3, 0.1, 0.1, false);
  const auto report = solve_gauss_seidel(random.map, random.system, 7, 1.9, random.pressure);
  EXPECT_EQ(report.iterations, 7);
  EXPECT_EQ(relative_residual(random.map, random.system, random.pressure), report.residual);
  Eigen::VectorXd residual = random.gather(random.system.rhs) - random.matrix() * random.gather(random.pressure);
  EXPECT_NEAR(report.residual, residual.norm() / random.gather(random.system.rhs).norm(), 1e-5);
}

TYPED_TEST(GaussSeidelTest, pressure_is_zero_outside_of_the_fluid) {
  constexpr int D = kD<TypeParam>;
  RandomSystem<D> random(9, 0.2, 0.2, false);
  solve_gauss_seidel(random.map, random.system, 20, 1.9, random.pressure);
  for (int tile = 1; tile <= random.map.count(); ++tile)
    for (int c = 0; c < Tile<D>::kCells; ++c)
      if (random.type.tile(tile)[c] != CellType::kFluid) {
        EXPECT_EQ(random.pressure.tile(tile)[c], 0.0f);
      }
}

// Tiles beside one that a solid cuts are relaxed without their couplings, which are all 1.
TYPED_TEST(GaussSeidelTest, only_tiles_with_cut_faces_need_couplings_and_the_bits_are_the_same) {
  constexpr int D = kD<TypeParam>;
  CutSystem<D> cut(2 * Tile<D>::kSide);
  cut.for_each([&](const VecI<D>& cell) {
    if (cell[1] < Tile<D>::kSide + 5) value_at(cut.map, cut.type, cell) = CellType::kFluid;
    value_at(cut.map, cut.system.rhs, cell) = random_unit(hash_combine(cell[0], cell[1])) - 0.5f;
  });
  for (int x = 2; x < 6; ++x)
    cut.area_at(VecI<D>::filled(x), 0) = 0.2f * static_cast<float>(x - 2);  // the first is closed
  cut.build();
  std::vector<std::uint8_t>& is_cut = cut.system.is_cut;
  EXPECT_EQ(std::count(is_cut.begin(), is_cut.end(), 1), 1);
  solve_gauss_seidel(cut.map, cut.system, 20, 1.9, cut.pressure);
  CellField<double, D> found = cut.pressure;
  std::fill(is_cut.begin(), is_cut.end(), std::uint8_t{1});
  solve_gauss_seidel(cut.map, cut.system, 20, 1.9, cut.pressure);
  for (const VecI<D>& cell : cut.fluid) {
    EXPECT_EQ(value_at(cut.map, found, cell), value_at(cut.map, cut.pressure, cell));
    EXPECT_NE(value_at(cut.map, found, cell), 0.0);
  }
}

}  // namespace
}  // namespace spindrift
