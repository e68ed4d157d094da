// What the solvers make of a first guess.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "random_system.h"
#include "solve_by_multigrid.h"

namespace spindrift {
namespace {

using testing::energy_norm;
using testing::kD;
using testing::RandomSystem;

IN_2D_AND_3D(FirstGuessTest);

template <int D>
using Solve = std::function<PressureReport(RandomSystem<D>&, FirstGuess)>;

template <int D>
const Solve<D> kIterativeSolvers[] = {
    [](RandomSystem<D>& s, FirstGuess guess) { return solve_pcg(s.map, s.system, 1e-5, 1000, s.pressure, guess); },
    [](RandomSystem<D>& s, FirstGuess guess) { return solve_by_multigrid(s, 1e-5, 60, guess); },
};

// In a box with air above: ten thousandths off the solution.
template <int D>
RandomSystem<D> nearly_solved() {
  RandomSystem<D> s(4, 0.1, 0.1, false);
  EXPECT_TRUE(solve_pcg(s.map, s.system, 1e-9, 1000, s.pressure).converged);
  for (double& q : s.pressure.data()) q *= 1.001;
  return s;
}

TYPED_TEST(FirstGuessTest, a_good_guess_saves_iterations) {
  constexpr int D = kD<TypeParam>;
  for (const auto& solve : kIterativeSolvers<D>) {
    auto s = nearly_solved<D>();
    const auto with_guess = solve(s, FirstGuess::kPressure), from_zero = solve(s, FirstGuess::kZero);
    EXPECT_TRUE(with_guess.converged);
    EXPECT_LT(with_guess.iterations, 0.7 * from_zero.iterations);
  }
}

TYPED_TEST(FirstGuessTest, a_guess_that_is_worse_than_none_is_ignored) {
  constexpr int D = kD<TypeParam>;
  for (const auto& solve : kIterativeSolvers<D>) {
    auto s = nearly_solved<D>();
    auto bad = s.pressure;
    for (double& q : bad.data()) q *= -100.0;
    const auto from_zero = solve(s, FirstGuess::kZero);
    const auto expected = s.gather(s.pressure);
    s.pressure = bad;
    EXPECT_EQ(solve(s, FirstGuess::kPressure).iterations, from_zero.iterations);
    EXPECT_EQ(s.gather(s.pressure), expected);
  }
}

// Five sweeps raise the residual, as over-relaxation does at first, but bring the pressure nearer.
TYPED_TEST(FirstGuessTest, sweeps_go_on_where_the_last_ones_stopped) {
  RandomSystem<kD<TypeParam>> s(4, 0.0, 0.02, false);
  const Eigen::VectorXd direct = s.direct_solution();
  const auto matrix = s.matrix();
  auto error = [&] { return energy_norm(matrix, s.gather(s.pressure) - direct); };
  solve_gauss_seidel(s.map, s.system, 5, 1.9, s.pressure);
  EXPECT_TRUE(is_better_than_zero(s.map, s.system, s.pressure));
  double before = error();
  for (int call = 0; call < 20; ++call) {
    solve_gauss_seidel(s.map, s.system, 5, 1.9, s.pressure, FirstGuess::kPressure);
    EXPECT_LT(error(), before + 1e-6);
    before = error();
  }
  EXPECT_LT(before, 0.01 * energy_norm(matrix, direct));
}

TYPED_TEST(FirstGuessTest, better_than_zero_means_nearer_in_the_energy_norm) {
  RandomSystem<kD<TypeParam>> s(7, 0.1, 0.1, false);
  EXPECT_TRUE(solve_pcg(s.map, s.system, 1e-9, 1000, s.pressure).converged);
  const auto solution = s.pressure;
  for (const double share : {-0.1, 0.1, 1.0, 1.9, 2.1}) {  // the norm of the error is |share - 1| of that of zero
    for (std::size_t i = 0; i < solution.data().size(); ++i) s.pressure.data()[i] = share * solution.data()[i];
    EXPECT_EQ(is_better_than_zero(s.map, s.system, s.pressure), std::abs(share - 1.0) < 1.0) << share;
  }
  for (double& q : s.pressure.data()) q = 0.0;
  EXPECT_FALSE(is_better_than_zero(s.map, s.system, s.pressure));
}

TYPED_TEST(FirstGuessTest, a_scaled_guess_is_the_nearest_multiple) {
  RandomSystem<kD<TypeParam>> s(7, 0.1, 0.1, false);
  EXPECT_TRUE(solve_pcg(s.map, s.system, 1e-9, 1000, s.pressure).converged);
  const auto solution = s.pressure;
  for (const double share : {0.01, 0.5, 1.0, 30.0}) {
    for (std::size_t i = 0; i < solution.data().size(); ++i) s.pressure.data()[i] = share * solution.data()[i];
    scale_guess(s.map, s.system, s.pressure);
    for (std::size_t i = 0; i < solution.data().size(); ++i)
      EXPECT_NEAR(s.pressure.data()[i], solution.data()[i], 1e-6 * std::abs(solution.data()[i]));
  }
  for (std::size_t i = 0; i < solution.data().size(); ++i) s.pressure.data()[i] = -solution.data()[i];
  scale_guess(s.map, s.system, s.pressure);
  for (const double q : s.pressure.data()) EXPECT_EQ(q, 0.0);
}

}  // namespace
}  // namespace spindrift
