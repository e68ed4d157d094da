#include "grid/domain.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::empty_box;
using testing::kD;
using testing::vec;

IN_2D_AND_3D(DomainTest);

TYPED_TEST(DomainTest, a_non_square_domain_keeps_its_sides_apart) {
  constexpr int D = kD<TypeParam>;
  const Domain<D> domain(empty_box(D, vec(7, 21, 3), 0.5).domain);
  const int expected[] = {7, 21, 3};
  for (int a = 0; a < D; ++a) EXPECT_EQ(domain.cells[a], expected[a]);
  EXPECT_DOUBLE_EQ(domain.cell_volume(), std::pow(0.5, D));
  auto corner = VecI<D>::filled(Domain<D>::kBorder);
  EXPECT_TRUE(domain.contains(corner));
  EXPECT_TRUE(domain.contains(corner + domain.cells - VecI<D>::filled(1)));
  for (int a = 0; a < D; ++a) {
    VecI<D> beyond = corner;
    beyond[a] += domain.cells[a];
    EXPECT_FALSE(domain.contains(beyond));
    beyond[a] = corner[a] - 1;
    EXPECT_FALSE(domain.contains(beyond));
  }
}

TYPED_TEST(DomainTest, world_and_cell_positions_are_inverse) {
  constexpr int D = kD<TypeParam>;
  const Domain<D> domain(empty_box(D, vec(7, 21, 3), 0.3).domain);
  EXPECT_EQ(domain.to_world(VecD<D>::filled(Domain<D>::kBorder)), VecD<D>{});
  for (double x = -1.0; x < 5.0; x += 0.37) {
    const VecD<D> back = domain.to_world(domain.to_cells(VecD<D>::filled(x)));
    for (int a = 0; a < D; ++a) EXPECT_NEAR(back[a], x, 1e-14);
  }
}

}  // namespace
}  // namespace spindrift
