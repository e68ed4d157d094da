#include "grid/tile.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(TileTest);

TYPED_TEST(TileTest, cell_index_and_coordinates_are_inverse) {
  using T = Tile<kD<TypeParam>>;
  for (int c = 0; c < T::kCells; ++c) {
    EXPECT_EQ(T::cell_index(T::cell_coord(c)), c);
    for (int a = 0; a < kD<TypeParam>; ++a) {
      auto next = T::cell_coord(c);
      if (next[a] == T::kMask) continue;
      ++next[a];
      EXPECT_EQ(T::cell_index(next), c + T::stride(a));
    }
  }
}

TYPED_TEST(TileTest, neighbor_index_and_offset_are_inverse) {
  using T = Tile<kD<TypeParam>>;
  for (int n = 0; n < T::kNeighbors; ++n) EXPECT_EQ(T::neighbor_index(T::neighbor_offset(n)), n);
  EXPECT_EQ(T::neighbor_offset(T::kSelf), VecI<kD<TypeParam>>{});
}

TYPED_TEST(TileTest, face_neighbors_lie_one_tile_away_along_their_axis) {
  constexpr int D = kD<TypeParam>;
  using T = Tile<D>;
  for (int a = 0; a < D; ++a)
    for (int side = 0; side < 2; ++side) {
      VecI<D> expected;
      expected[a] = side ? 1 : -1;
      EXPECT_EQ(T::neighbor_offset(T::face_neighbor(a, side)), expected);
    }
}

}  // namespace
}  // namespace spindrift
