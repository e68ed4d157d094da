// Where particles start.
#include "particles/packing.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::kD;

IN_2D_AND_3D(PackingTest);

TYPED_TEST(PackingTest, places_lie_in_the_cell_and_apart_from_each_other) {
  constexpr int D = kD<TypeParam>;
  for (int count = 1; count <= 40; ++count) {
    std::vector<VecD<D>> places;
    for (int i = 0; i < count; ++i) places.push_back(place_in_cell<D>(i, count));
    for (const auto& x : places)
      for (int a = 0; a < D; ++a) EXPECT_TRUE(x[a] >= 0.0 && x[a] < 1.0) << count;
    for (std::size_t i = 0; i < places.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)  // a quarter of the mean spacing at least
        EXPECT_GT(length(places[i] - places[j]), 0.25 * std::pow(count, -1.0 / D)) << count;
  }
}

TYPED_TEST(PackingTest, a_power_makes_a_lattice_centred_in_the_cell) {
  constexpr int D = kD<TypeParam>;
  for (const int side : {1, 2, 3}) {
    VecD<D> mean;
    for (int i = 0; i < power(side, D); ++i) {
      const VecD<D> x = place_in_cell<D>(i, power(side, D));
      mean += x / static_cast<double>(power(side, D));
      for (int a = 0; a < D; ++a) EXPECT_NEAR(x[a] * side - 0.5, std::round(x[a] * side - 0.5), 1e-12);
    }
    for (int a = 0; a < D; ++a) EXPECT_NEAR(mean[a], 0.5, 1e-12);
  }
}

TYPED_TEST(PackingTest, jittered_places_stay_in_their_share_of_the_cell) {
  constexpr int D = kD<TypeParam>;
  constexpr int kCount = power(2, D);
  for (std::uint64_t key = 0; key < 1000; ++key)
    for (int i = 0; i < kCount; ++i) {
      const VecD<D> x = jittered_place_in_cell<D>(i, kCount, key), middle = place_in_cell<D>(i, kCount);
      EXPECT_EQ(x, jittered_place_in_cell<D>(i, kCount, key));
      for (int a = 0; a < D; ++a) EXPECT_LE(std::abs(x[a] - middle[a]), 0.25);
    }
}

// Neighbours of a place deep inside the packing.
template <int D>
std::vector<double> distances_from_the_middle(double radius) {
  std::vector<double> distances;
  const VecI<D> middle = VecI<D>::filled(4);
  for (int i = 0; i < power(9, D); ++i) {
    VecI<D> n;
    for (int a = 0, rest = i; a < D; ++a, rest /= 9) n[a] = rest % 9;
    if (!(n == middle)) distances.push_back(length(hexagonal_place<D>(n, radius) - hexagonal_place<D>(middle, radius)));
  }
  return distances;
}

TYPED_TEST(PackingTest, hexagonal_neighbours_touch) {
  constexpr int D = kD<TypeParam>;
  constexpr double kRadius = 0.3;
  int touching = 0;
  for (const double d : distances_from_the_middle<D>(kRadius)) {
    EXPECT_GT(d, 2.0 * kRadius - 1e-9);
    touching += d < 2.0 * kRadius + 1e-9;
  }
  EXPECT_EQ(touching, D == 2 ? 6 : 12);  // the densest packing
}

TYPED_TEST(PackingTest, density_of_the_hexagonal_packing_is_as_stated) {
  constexpr int D = kD<TypeParam>;
  Scene scene;
  scene.domain.dimension = D;
  scene.particles.packing = Packing::kHexagonal;
  scene.particles.radius = 0.3;
  // Count the places in a large box.
  constexpr int kSide = 30;
  int count = 0;
  for (int i = 0; i < power(80, D); ++i) {
    VecI<D> n;
    for (int a = 0, rest = i; a < D; ++a, rest /= 80) n[a] = rest % 80;
    const VecD<D> x = hexagonal_place<D>(n, 0.3);
    bool inside = true;
    for (int a = 0; a < D; ++a) inside &= x[a] < kSide;
    count += inside;
  }
  EXPECT_NEAR(count / std::pow(kSide, D), packed_particles_per_cell<D>(scene),
              0.03 * packed_particles_per_cell<D>(scene));
}

}  // namespace
}  // namespace spindrift
