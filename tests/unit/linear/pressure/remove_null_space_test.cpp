// Pockets of fluid that touch no air.
#include <gtest/gtest.h>

#include <set>

#include "random_system.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::neighbor;
using testing::RandomSystem;

IN_2D_AND_3D(RemoveNullSpaceTest);

// Flood fill, the plain way: the cells of each connected piece, and whether it touches air.
template <int D>
struct Piece {
  std::vector<VecI<D>> cells;
  bool touches_air = false;
};
template <int D>
std::vector<Piece<D>> pieces(RandomSystem<D>& random) {
  std::set<std::array<int, D>> done;
  std::vector<Piece<D>> result;
  for (const VecI<D>& start : random.fluid) {
    if (!done.insert(start.at).second) continue;
    Piece<D> piece{{start}, false};
    for (std::size_t i = 0; i < piece.cells.size(); ++i)
      for (int a = 0; a < D; ++a)
        for (const int step : {-1, 1}) {
          const VecI<D> beside = neighbor(piece.cells[i], a, step);
          const CellType type = random.type_at(beside);
          piece.touches_air |= type == CellType::kAir;
          if (type == CellType::kFluid && done.insert(beside.at).second) piece.cells.push_back(beside);
        }
    result.push_back(piece);
  }
  return result;
}

TYPED_TEST(RemoveNullSpaceTest, every_closed_pocket_sums_to_zero_and_the_rest_is_left_alone) {
  constexpr int D = kD<TypeParam>;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    RandomSystem<D> random(seed, 0.5, 0.05, true);
    int closed = 0;
    for (const Piece<D>& piece : pieces(random)) {
      closed += !piece.touches_air;
      double sum = 0.0;
      for (const VecI<D>& cell : piece.cells)
        sum += static_cast<double>(testing::value_at(random.map, random.system.rhs, cell));
      if (!piece.touches_air) {
        EXPECT_NEAR(sum, 0.0, 1e-6 * static_cast<double>(piece.cells.size()));
      }
    }
    EXPECT_EQ(random.pockets, closed);
    // A second call finds nothing more to take away.
    auto& rhs = random.system.rhs;
    const Eigen::VectorXd once = random.gather(rhs);
    remove_null_space(random.map, random.system);
    EXPECT_LT((random.gather(rhs) - once).norm(), 1e-6);
  }
}

TYPED_TEST(RemoveNullSpaceTest, fluid_that_touches_air_keeps_its_right_hand_side) {
  constexpr int D = kD<TypeParam>;
  RandomSystem<D> random(1, 0.0, 0.1, true);  // one connected piece with bubbles
  const auto all = pieces(random);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(random.pockets, 0);
  auto& rhs = random.system.rhs;
  rhs.fill(2.0f);
  EXPECT_EQ(remove_null_space(random.map, random.system), 0);
  for (const double value : random.gather(rhs)) EXPECT_EQ(value, 2.0);
}

TYPED_TEST(RemoveNullSpaceTest, a_single_closed_cell_has_no_equation) {
  constexpr int D = kD<TypeParam>;
  RandomSystem<D> random(1, 1.0, 0.0, true);
  const VecI<D> cell = VecI<D>::filled(Tile<D>::kSide);
  testing::value_at(random.map, random.type, cell) = CellType::kFluid;
  testing::value_at(random.map, random.system.rhs, cell) = 3.0f;
  random.fluid = {cell};
  build_pressure_matrix<D>(random.map, {random.type}, random.system);
  EXPECT_EQ(remove_null_space(random.map, random.system), 1);
  EXPECT_EQ(testing::value_at(random.map, random.system.rhs, cell), 0.0f);
  EXPECT_TRUE(solve_pcg(random.map, random.system, 1e-5, 10, random.pressure).converged);
  EXPECT_EQ(testing::value_at(random.map, random.pressure, cell), 0.0f);
}

}  // namespace
}  // namespace spindrift
