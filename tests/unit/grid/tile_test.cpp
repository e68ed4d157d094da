#include "grid/tile.h"

#include <gtest/gtest.h>

#include <vector>

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

template <int D>
std::vector<VecI<D>> points_of(const VecI<D>& low, const VecI<D>& high) {
  std::vector<VecI<D>> points;
  for_each_point(low, high, [&](const VecI<D>& point) { points.push_back(point); });
  return points;
}

TEST(ForEachPointTest, visits_both_ends_with_x_fastest) {
  const std::vector<VecI<2>> flat{{{-1, 4}}, {{0, 4}}, {{1, 4}}, {{-1, 5}}, {{0, 5}}, {{1, 5}}};
  EXPECT_EQ(points_of<2>({{-1, 4}}, {{1, 5}}), flat);
  const auto points = points_of<3>({{0, 0, 0}}, {{1, 2, 3}});
  ASSERT_EQ(points.size(), 2u * 3 * 4);
  for (int i = 0; i < 24; ++i)
    EXPECT_EQ(points[static_cast<std::size_t>(i)], (VecI<3>{{i % 2, i / 2 % 3, i / 6}})) << i;
}

TEST(ForEachPointTest, a_single_point_is_visited_once_and_an_empty_box_never) {
  EXPECT_EQ(points_of<3>({{7, -2, 0}}, {{7, -2, 0}}).size(), 1u);
  for (int a = 0; a < 3; ++a) {
    VecI<3> high{{5, 5, 5}};
    high[a] = -1;
    EXPECT_TRUE(points_of<3>({{0, 0, 0}}, high).empty()) << a;
  }
}

}  // namespace
}  // namespace spindrift
