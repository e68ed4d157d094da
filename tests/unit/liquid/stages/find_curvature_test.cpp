// The curvature of surfaces whose curvature is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/states.h"

namespace spindrift {
namespace {

using testing::kD;
using testing::vec;

IN_2D_AND_3D(FindCurvatureTest);

// A closed box full of water with the surface of distance(x), in cells, drawn into it; its cells have other sizes than
// a metre, which no curvature in 1/cells may see.
template <int D, class Distance>
std::unique_ptr<LiquidState<D>> bent(Distance&& distance) {
  Scene scene = testing::empty_box(D, vec(32, 32, 32), 0.25);
  scene.fluid.surface_tension = 0.07;
  scene.liquids = {testing::liquid(testing::box({}, vec(8, 8, 8)))};
  auto state = testing::make_state<D>(scene);
  testing::for_each_cell(*state, [&](const VecI<D>& cell, int tile, int c) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = cell[a] - Domain<D>::kBorder + 0.5;
    state->surface_distance.tile(tile)[c] = static_cast<float>(std::clamp(distance(x), -1.0, 1.0));
  });
  find_curvature(*state);
  return state;
}

// The curvatures of the cells that the surface passes, and how many there are.
template <int D>
struct Range {
  double least = 1e30, most = -1e30;
  int cells = 0;
};
template <int D, class Wanted>
Range<D> range_at_surface(const LiquidState<D>& state, Wanted&& wanted) {
  Range<D> range;
  testing::for_each_cell(state, [&](const VecI<D>& cell, int tile, int c) {
    VecD<D> x;
    for (int a = 0; a < D; ++a) x[a] = cell[a] - Domain<D>::kBorder + 0.5;
    if (!state.domain.contains(cell) || std::abs(state.surface_distance.tile(tile)[c]) > 0.7f || !wanted(x)) return;
    const auto k = static_cast<double>(state.curvature.tile(tile)[c]);
    range.least = std::min(range.least, k);
    range.most = std::max(range.most, k);
    ++range.cells;
  });
  return range;
}

template <int D>
VecD<D> middle() {
  return VecD<D>::from(vec(16.2, 15.9, 16.1));
}

TYPED_TEST(FindCurvatureTest, a_drop_has_that_of_its_radius_and_a_bubble_the_opposite) {
  constexpr int D = kD<TypeParam>;
  for (const double radius : {6.0, 9.0, 12.0})
    for (const double sign : {1.0, -1.0}) {
      const auto state = bent<D>([&](const VecD<D>& x) { return sign * (length(x - middle<D>()) - radius); });
      const Range<D> range = range_at_surface(*state, [](const VecD<D>&) { return true; });
      const double expected = sign * (D - 1) / radius;
      EXPECT_GT(range.cells, 30);
      EXPECT_NEAR(range.least / expected, 1.0, 0.08) << radius;
      EXPECT_NEAR(range.most / expected, 1.0, 0.08) << radius;
    }
}

// Also where it ends at the walls, which it meets at a right angle if it is level.
TYPED_TEST(FindCurvatureTest, a_level_surface_has_none_up_to_the_walls) {
  constexpr int D = kD<TypeParam>;
  for (const double level : {14.0, 14.3, 14.5, 14.9}) {
    const auto state = bent<D>([&](const VecD<D>& x) { return x[1] - level; });
    const Range<D> range = range_at_surface(*state, [](const VecD<D>&) { return true; });
    EXPECT_GE(range.cells, D == 2 ? 32 : 32 * 32);
    EXPECT_NEAR(range.least, 0.0, 1e-4) << level;
    EXPECT_NEAR(range.most, 0.0, 1e-4) << level;
  }
}

TYPED_TEST(FindCurvatureTest, a_tilted_plane_has_none) {
  constexpr int D = kD<TypeParam>;
  VecD<D> normal = VecD<D>::from(vec(0.4, 0.9, -0.3));
  normal = normal * (1.0 / length(normal));
  const auto state = bent<D>([&](const VecD<D>& x) { return dot(x - middle<D>(), normal); });
  const Range<D> range = range_at_surface(*state, [](const VecD<D>& x) {  // where the smoothing does not see the walls
    for (int a = 0; a < D; ++a)
      if (x[a] < 9.0 || x[a] > 23.0) return false;
    return true;
  });
  EXPECT_GT(range.cells, 10);
  EXPECT_NEAR(range.least, 0.0, 0.004);
  EXPECT_NEAR(range.most, 0.0, 0.004);
}

// Half a drop that sits on the floor is as bent as a whole one: the floor is a mirror.
TYPED_TEST(FindCurvatureTest, a_drop_on_a_wall_has_that_of_the_whole_one) {
  constexpr int D = kD<TypeParam>;
  VecD<D> center = middle<D>();
  center[1] = 0.0;
  const auto state = bent<D>([&](const VecD<D>& x) { return length(x - center) - 9.0; });
  const Range<D> range = range_at_surface(*state, [](const VecD<D>&) { return true; });
  EXPECT_GT(range.cells, 20);
  EXPECT_NEAR(range.least * 9.0 / (D - 1), 1.0, 0.08);
  EXPECT_NEAR(range.most * 9.0 / (D - 1), 1.0, 0.08);
}

}  // namespace
}  // namespace spindrift
