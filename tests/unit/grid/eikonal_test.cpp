#include "grid/eikonal.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/hash.h"
#include "spindrift/vec.h"

namespace spindrift {
namespace {

// The distances that a plane, which is at `distance` from the point, has at the nearer neighbours along the axes.
template <class Real, int D>
std::array<AxisNeighbor<Real>, D> neighbors_of_plane(const VecD<D>& normal, const VecD<D>& spacing, double distance) {
  std::array<AxisNeighbor<Real>, D> neighbors;
  for (int a = 0; a < D; ++a)
    neighbors[static_cast<std::size_t>(a)] = {static_cast<Real>(distance - std::abs(normal[a]) * spacing[a]),
                                              static_cast<Real>(spacing[a])};
  return neighbors;
}

template <class Real, int D>
void expect_planes_are_exact(double tolerance) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    VecD<D> normal, spacing;
    for (int a = 0; a < D; ++a) {
      const std::uint64_t key = hash_combine(seed, static_cast<std::uint64_t>(a));
      normal[a] = static_cast<double>(random_unit(key)) - 0.5;
      spacing[a] = 0.5 + static_cast<double>(random_unit(key + 1));
    }
    const double distance = 3.0 * static_cast<double>(random_unit(seed + 1000)) - 1.0;
    normal = normal / length(normal);
    EXPECT_NEAR(static_cast<double>(distance_from_neighbors(neighbors_of_plane<Real, D>(normal, spacing, distance))),
                distance, tolerance)
        << seed;
  }
}

TEST(EikonalTest, planes_in_any_direction_are_exact_for_any_spacing) {
  expect_planes_are_exact<double, 2>(1e-12);
  expect_planes_are_exact<double, 3>(1e-12);
  expect_planes_are_exact<float, 2>(1e-5);
  expect_planes_are_exact<float, 3>(1e-5);
}

TEST(EikonalTest, the_order_of_the_axes_does_not_matter) {
  const AxisNeighbor<float> x{0.3f}, y{-0.1f}, z{0.2f};
  const float d = distance_from_neighbors<float, 3>({x, y, z});
  EXPECT_EQ((distance_from_neighbors<float, 3>({z, y, x})), d);
  EXPECT_EQ((distance_from_neighbors<float, 3>({y, x, z})), d);
}

TEST(EikonalTest, neighbors_farther_than_the_result_do_not_count) {
  EXPECT_EQ((distance_from_neighbors<float, 3>({{{0.25f}, {10.0f}, {10.0f}}})), 1.25f);
  EXPECT_EQ((distance_from_neighbors<double, 2>({{{0.5, 2.0}, {2.5, 2.0}}})), 2.5);
  EXPECT_NEAR((distance_from_neighbors<double, 3>({{{0.0}, {10.0}, {0.0}}})), 0.5 * std::numbers::sqrt2, 1e-15);
}

}  // namespace
}  // namespace spindrift
