// The pressure equation with cut faces and a surface between the cells: agreement of all solvers with a direct solve,
// and second order on manufactured solutions.
#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "base/hash.h"
#include "cut_system.h"
#include "solve_by_multigrid.h"

namespace spindrift {
namespace {

using testing::CutSystem;
using testing::kD;
using testing::neighbor;
using testing::value_at;

IN_2D_AND_3D(CutCellsTest);

// Random cells, random openings (a third of them closed: thin walls, chambers, single cells), random surface.
template <int D>
CutSystem<D> random_system(std::uint64_t seed) {
  CutSystem<D> s(D == 2 ? 7 : 4);
  auto random = [&](const VecI<D>& cell, std::uint64_t salt) {
    std::uint64_t key = seed * 64 + salt;
    for (int a = 0; a < D; ++a) key = hash_combine(key, static_cast<std::uint64_t>(cell[a]));
    return static_cast<double>(random_unit(key));
  };
  const double closed = 0.6 * random(VecI<D>{}, 11), air = 0.3 * random(VecI<D>{}, 12);
  const bool walled = random(VecI<D>{}, 13) < 0.5;
  s.for_each([&](const VecI<D>& cell) {
    const bool is_air = random(cell, 0) < air;
    value_at(s.map, s.type, cell) = is_air ? CellType::kAir : CellType::kFluid;
    const auto depth = static_cast<float>(random(cell, 1));
    value_at(s.map, s.surface, cell) = is_air ? depth : -depth;
    value_at(s.map, s.system.rhs, cell) = is_air ? 0.0f : static_cast<float>(random(cell, 2) - 0.5);
  });
  auto open = [&](const VecI<D>& cell, int a) {
    const double u = random(cell, 3 + static_cast<std::uint64_t>(a));
    return u < closed ? 0.0f
           : random(cell, 6 + static_cast<std::uint64_t>(a)) < 0.5
               ? 1.0f
               : static_cast<float>((4.0 + std::floor(4092.0 * u)) / 4096.0);
  };
  for (int a = 0; a < D; ++a)
    s.for_each([&](const VecI<D>& cell) {
      s.area_at(cell, a) = walled && cell[a] == 1 ? 0.0f : open(cell, a);
      if (cell[a] == s.side) s.area_at(neighbor(cell, a, 1), a) = walled ? 0.0f : open(neighbor(cell, a, 1), a);
    });
  s.build();
  return s;
}

TYPED_TEST(CutCellsTest, all_solvers_agree_with_a_direct_solve_on_a_thousand_random_configurations) {
  constexpr int D = kD<TypeParam>;
  int pockets = 0, single = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CutSystem<D> s = random_system<D>(seed);
    if (s.fluid.empty()) continue;
    pockets += static_cast<int>(s.system.pockets.count());
    for (std::size_t p = 0; p < s.system.pockets.count(); ++p) single += s.system.pockets[p].size() == 1;
    const Eigen::SparseMatrix<double> matrix = s.matrix();
    const Eigen::VectorXd direct = testing::solve_directly(matrix, s.gather(s.system.rhs));
    auto norm = [&](const Eigen::VectorXd& v) { return testing::energy_norm(matrix, v); };
    auto expect_agreement = [&](const PressureReport& report, double tolerance, const char* name) {
      EXPECT_TRUE(report.converged) << name << ' ' << seed << ' ' << report.residual;
      EXPECT_LT(norm(s.gather(s.pressure) - direct), tolerance * (1e-3 + norm(direct))) << name << ' ' << seed;
    };
    expect_agreement(solve_by_multigrid(s, 1e-6, 100), 1e-3, "multigrid");
    expect_agreement(solve_pcg(s.map, s.system, 1e-8, 1000, s.pressure), 1e-5, "pcg");
    if (seed % 20 == 0)
      expect_agreement(solve_gauss_seidel(s.map, s.system, 3000, 1.5, s.pressure), 1e-2, "gauss_seidel");
  }
  EXPECT_GT(pockets, 100);
  EXPECT_GT(single, 10);
}

// A solution that is zero on a circle (sphere) which cuts the cells anyhow: q = R^2 - r^2, so that -lap q = 2 D. The
// error of the ghost fluid method falls with the square of the cell.
template <int D>
double drop_error(int side) {
  CutSystem<D> s(side);
  const double h = 1.0 / side, radius = 0.37;
  auto place = [&](const VecI<D>& cell) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = (cell[a] - 0.5) * h - 0.503;
    return x;
  };
  s.for_each([&](const VecI<D>& cell) {
    const double distance = length(place(cell)) - radius;
    value_at(s.map, s.surface, cell) = static_cast<float>(distance / h);
    if (distance >= 0.0) return;
    value_at(s.map, s.type, cell) = CellType::kFluid;
    value_at(s.map, s.system.rhs, cell) = static_cast<float>(2.0 * D * h * h);
  });
  s.build();
  EXPECT_TRUE(solve_pcg(s.map, s.system, 1e-10, 1000, s.pressure).converged);
  double worst = 0.0;
  for (const VecI<D>& cell : s.fluid) {
    const VecD<D> x = place(cell);
    worst = std::max(worst, std::abs(value_at(s.map, s.pressure, cell) - (radius * radius - dot(x, x))));
  }
  return worst;
}

TYPED_TEST(CutCellsTest, pressure_is_second_order_at_a_curved_surface) {
  constexpr int D = kD<TypeParam>;
  const int side = D == 2 ? 24 : 14;
  const double coarse = drop_error<D>(side), fine = drop_error<D>(2 * side),
               finer = D == 2 ? drop_error<D>(4 * side) : 0.0;
  EXPECT_GT(std::log2(coarse / fine), 1.85) << coarse << ' ' << fine;
  if (D == 2) {
    EXPECT_GT(std::log2(fine / finer), 1.95) << fine << ' ' << finer;
  }
}

}  // namespace
}  // namespace spindrift
