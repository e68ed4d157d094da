// Where shapes are seen in a domain that repeats itself.
#include "geometry/place_solids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/place_solids.h"
#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::box;
using testing::kD;
using testing::sphere;
using testing::vec;

IN_2D_AND_3D(Images);

template <int D>
Scene periodic_along_x() {
  Scene scene = testing::empty_box(D, vec(32, 16, 16));
  scene.domain.periodic = {Axis::kX};
  return scene;
}

template <int D>
std::size_t images_of(const ShapeSettings& shape, double margin) {
  const Scene scene = periodic_along_x<D>();
  return find_images(Domain<D>(scene.domain), (*make_shape<D>(shape, ""))->bounds(), margin).size();
}

TYPED_TEST(Images, are_there_where_a_shape_passes_a_periodic_side_or_comes_close) {
  constexpr int D = kD<TypeParam>;
  EXPECT_EQ(images_of<D>(sphere(vec(16, 8, 8), 3.0), 0.0), 1u);
  EXPECT_EQ(images_of<D>(sphere(vec(31, 8, 8), 3.0), 0.0), 2u);
  EXPECT_EQ(images_of<D>(sphere(vec(28, 8, 8), 3.0), 0.0), 1u);
  EXPECT_EQ(images_of<D>(sphere(vec(28, 8, 8), 3.0), 2.0), 2u);
  EXPECT_EQ(images_of<D>(sphere(vec(16, 1, 8), 3.0), 0.0), 1u) << "closed sides have none";
}

TYPED_TEST(Images, of_what_spans_the_domain_are_not_needed) {
  constexpr int D = kD<TypeParam>;
  EXPECT_EQ(images_of<D>(box(vec(0, 0, 0), vec(32, 4, 16)), 0.0), 1u);
  EXPECT_EQ(images_of<D>(box(vec(-3, 0, 0), vec(35, 4, 16)), 2.0), 1u);
  EXPECT_EQ(images_of<D>(box(vec(0, 0, 0), vec(32, 4, 16)), 2.0), 3u) << "it ends at the side";
}

TYPED_TEST(Images, make_one_shape_with_the_shape) {
  constexpr int D = kD<TypeParam>;
  const Scene scene = periodic_along_x<D>();
  const auto both = with_images(Domain<D>(scene.domain), *make_shape<D>(sphere(vec(31, 8, 8), 3.0), ""));
  EXPECT_NEAR(both->distance(VecD<D>::from(vec(1, 8, 8))), -1.0, 1e-12);
  EXPECT_NEAR(both->distance(VecD<D>::from(vec(6, 8, 8))), 4.0, 1e-12);
  EXPECT_NEAR(both->distance(VecD<D>::from(vec(30, 8, 8))), -2.0, 1e-12);
}

TYPED_TEST(Images, of_a_solid_that_moves_go_around_with_it) {
  constexpr int D = kD<TypeParam>;
  Scene scene = periodic_along_x<D>();
  scene.solids = {testing::solid(sphere(vec(30, 8, 8), 3.0), vec(5.0, 0.0))};
  std::vector<Solid<D>> solids;
  ASSERT_TRUE(place_solids<D>(scene, Domain<D>(scene.domain), solids));
  ASSERT_EQ(solids.size(), 3u);
  const auto distance_at = [&](double x) {
    double nearest = 1e30;
    for (const Solid<D>& solid : solids) nearest = std::min(nearest, solid.distance(VecD<D>::from(vec(x, 8, 8))));
    return nearest;
  };
  for (int second = 0; second < 100; ++second) {
    for (Solid<D>& solid : solids) solid.move_to(second, 0.5);
    const double center = std::fmod(30.0 + 5.0 * second, 32.0);
    EXPECT_NEAR(distance_at(center), -3.0, 1e-9) << second;
    for (const double x : {0.0, 9.0, 21.0, 31.9}) {
      const double way = std::abs(x - center);
      EXPECT_NEAR(distance_at(x), std::min(way, 32.0 - way) - 3.0, 1e-9) << second;
    }
    const VecD<D> now = VecD<D>::from(vec(center, 8, 8));
    EXPECT_NEAR(solids[0].carried(now)[0] - now[0], 2.5, 1e-9) << "no jump across the domain";
    EXPECT_NEAR(solids[0].velocity(now)[0], 5.0, 1e-9);
  }
}

}  // namespace
}  // namespace spindrift
