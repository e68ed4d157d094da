// A solve like the one before it, from the matrix on, takes nothing from the heap.
#include <gtest/gtest.h>

#include "random_system.h"
#include "solve_by_multigrid.h"
#include "support/allocation_counter.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::RandomSystem;

IN_2D_AND_3D(WarmSolve);

// On one thread: with more of them the list of strays that each finds is as long as chance has it.
template <int D, class Solve>
std::int64_t taken_by_second_solve(RandomSystem<D>& random, Solve&& solve) {
  std::int64_t taken = -1;
  ThreadPool pool(1);
  pool.run([&] {
    for (int i = 0; i < 2; ++i) {
      const std::int64_t before = testing::allocations();
      build_pressure_matrix<D>(random.map, {random.type}, random.system);
      remove_null_space(random.map, random.system);
      solve();
      taken = testing::allocations() - before;
    }
  });
  return taken;
}

// Half of the cells are solid: in some there are pockets without air, and cells that walls part from their blocks.
template <int D, class Solve>
void expect_that_second_solves_take_nothing(Solve&& solve) {
  std::size_t pockets = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RandomSystem<D> random(seed, 0.5, 0.05, true);
    EXPECT_EQ(taken_by_second_solve(random, [&] { solve(random); }), 0) << seed;
    pockets += random.system.pockets.count();
  }
  EXPECT_GT(pockets, 0u);
}

TYPED_TEST(WarmSolve, by_multigrid_takes_nothing_from_the_heap) {
  constexpr int D = kD<TypeParam>;
  std::size_t strays = 0;
  expect_that_second_solves_take_nothing<D>([&](RandomSystem<D>& random) {
    solve_by_multigrid(random, 1e-5, 60);
    strays += random.system.multigrid.levels[0].strays.size();
  });
  EXPECT_GT(strays, 0u);
}

TYPED_TEST(WarmSolve, nor_does_one_by_mic0) {
  constexpr int D = kD<TypeParam>;
  expect_that_second_solves_take_nothing<D>(
      [](RandomSystem<D>& random) { solve_pcg(random.map, random.system, 1e-5, 100, random.pressure); });
}

TYPED_TEST(WarmSolve, nor_does_one_by_gauss_seidel) {
  constexpr int D = kD<TypeParam>;
  expect_that_second_solves_take_nothing<D>(
      [](RandomSystem<D>& random) { solve_gauss_seidel(random.map, random.system, 20, 1.9, random.pressure); });
}

}  // namespace
}  // namespace spindrift
