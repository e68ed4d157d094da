// The transfer kernels, along one axis and over all faces a particle reaches.
#include "grid/kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "liquid/transfer/velocity_block.h"
#include "support/states.h"

namespace spindrift {
namespace {

using testing::empty_box;
using testing::kD;
using testing::vec;

template <class K>
class KernelTest : public ::testing::Test {};
using Kernels = ::testing::Types<LinearKernel, QuadraticKernel>;
struct KernelName {
  template <class K>
  static std::string GetName(int) {
    return K::kNodes == 2 ? "linear" : "quadratic";
  }
};
TYPED_TEST_SUITE(KernelTest, Kernels, KernelName);

// Many positions: fine steps over a few cells, exact faces and centres, and their neighbours in the last bit.
template <class Visit>
void for_many_positions(Visit&& visit) {
  for (int i = -4000; i <= 40000; ++i) visit(static_cast<float>(i) * 1e-3f);
  for (float g = -3.0f; g <= 16.0f; g += 0.25f)
    for (const float towards : {-1e9f, 1e9f}) visit(std::nextafter(g, towards));
}

TYPED_TEST(KernelTest, weights_sum_to_one_everywhere) {
  for_many_positions([](float g) {
    float w[4] = {};
    TypeParam::weights(g, w);
    float sum = 0.0f;
    for (int i = 0; i < TypeParam::kNodes; ++i) {
      EXPECT_GE(w[i], 0.0f) << g;
      sum += w[i];
    }
    EXPECT_NEAR(sum, 1.0f, 2e-7f) << g;
  });
}

TYPED_TEST(KernelTest, a_linear_function_of_the_nodes_is_reproduced) {
  for_many_positions([](float g) {
    float w[4] = {};
    const int base = TypeParam::weights(g, w);
    double mean = 0.0;
    for (int i = 0; i < TypeParam::kNodes; ++i) mean += static_cast<double>(w[i]) * (base + i);
    EXPECT_NEAR(mean, static_cast<double>(g), 1e-6 * (1.0 + std::abs(static_cast<double>(g)))) << g;
  });
}

TYPED_TEST(KernelTest, slopes_are_those_of_a_linear_function_and_vanish_for_a_constant) {
  for_many_positions([](float g) {
    float w[4] = {}, dw[4] = {};
    const int base = TypeParam::weights(g, w);
    TypeParam::slopes(g, dw);
    double constant = 0.0, linear = 0.0;
    for (int i = 0; i < TypeParam::kNodes; ++i) {
      constant += static_cast<double>(dw[i]);
      linear += static_cast<double>(dw[i]) * (base + i);
    }
    EXPECT_NEAR(constant, 0.0, 1e-6) << g;
    EXPECT_NEAR(linear, 1.0, 2e-5) << g;
  });
}

TYPED_TEST(KernelTest, every_face_of_the_own_cell_is_reached) {
  // Or a fluid cell would have a face without a velocity. Own axis: faces at 0 and 1; across: the centre at 0.5.
  for (int i = 0; i < 1 << 16; ++i) {
    const float x = static_cast<float>(i) * 0x1p-16f;
    float w[4] = {};
    const int base = TypeParam::weights(x, w);
    for (const int face : {0, 1}) EXPECT_GT(w[face - base], 0.0f) << x;
    float across[4] = {};
    const int centre = -TypeParam::weights(x - 0.5f, across);
    EXPECT_GT(across[centre], 0.0f) << x;
  }
}

// Affine transfers keep angular momentum only if slope_i = w_i (node_i - g) / variance [Jiang2015, eq. 8].
TYPED_TEST(KernelTest, slopes_are_weighted_distances_over_the_variance) {
  for_many_positions([](float g) {
    float w[4] = {}, dw[4] = {};
    const int base = TypeParam::weights(g, w);
    TypeParam::slopes(g, dw);
    double variance = 0.0;
    for (int i = 0; i < TypeParam::kNodes; ++i) {
      const double d = base + i - static_cast<double>(g);
      variance += static_cast<double>(w[i]) * d * d;
    }
    for (int i = 0; i < TypeParam::kNodes; ++i) {
      const double expected = static_cast<double>(w[i]) * (base + i - static_cast<double>(g));
      EXPECT_NEAR(static_cast<double>(dw[i]) * variance, expected, 3e-6) << g;
    }
  });
}

TEST(QuadraticKernel, has_the_same_variance_everywhere) {
  for_many_positions([](float g) {
    float w[4] = {};
    const int base = QuadraticKernel::weights(g, w);
    double variance = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double d = base + i - static_cast<double>(g);
      variance += static_cast<double>(w[i]) * d * d;
    }
    EXPECT_NEAR(variance, 0.25, 1e-5) << g;
  });
}

IN_2D_AND_3D(SampleTest);

template <int D>
struct TestGrid {
  TileMap<D> map;
  FaceField<float, D> velocity, change;

  // 3 tiles along each axis; u_a = a + 1 + sum_b (b - a + 0.5) x_b with x in cells.
  TestGrid() {
    map.reset(VecI<D>::filled(3 * Tile<D>::kSide));
    std::vector<VecI<D>> all;
    for (int i = 0; i < power(3, D); ++i) {
      VecI<D> coord;
      for (int a = 0, rest = i; a < D; ++a, rest /= 3) coord[a] = rest % 3;
      all.push_back(coord);
    }
    map.rebuild(all);
    for (int a = 0; a < D; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      velocity[axis].resize(map.count());
      change[axis].resize(map.count());
      change[axis].fill(0.0f);
      for (int tile = 1; tile <= map.count(); ++tile)
        for (int c = 0; c < Tile<D>::kCells; ++c) {
          VecD<D> x = VecD<D>::from(map.first_cell(tile) + Tile<D>::cell_coord(c)) + VecD<D>::filled(0.5);
          x[a] -= 0.5;
          velocity[axis].tile(tile)[c] = static_cast<float>(expected(x)[a]);
        }
    }
  }
  static VecD<D> expected(const VecD<D>& x) {
    VecD<D> u;
    for (int a = 0; a < D; ++a) {
      u[a] = a + 1;
      for (int b = 0; b < D; ++b) u[a] += (b - a + 0.5) * x[b];
    }
    return u;
  }
  int middle() const { return map.find(VecI<D>::filled(1)); }
};

// Places in and around the middle tile, exact cell edges and centres among them; cells from the tile's corner.
template <int D, class Visit>
void for_places(double low, double high, Visit&& visit) {
  for (double x = low; x <= high; x += 0.5)
    for (const double y : {low, 0.0, 0.5, 3.7, Tile<D>::kSide - 1.0, high}) {
      VecD<D> at;
      at[0] = x;
      at[1] = y;
      if constexpr (D == 3) at[2] = 0.25 * (x + y);
      visit(at);
    }
}

template <int D, class K>
void expect_linear_field_is_reproduced() {
  const TestGrid<D> grid;
  VelocityBlock<D, K> block;
  block.load(grid.map, grid.velocity, grid.change, grid.middle());
  const VecD<D> corner = VecD<D>::from(grid.map.first_cell(grid.middle()));
  for_places<D>(-4.0, Tile<D>::kSide + 4.0, [&](const VecD<D>& at) {
    const VecD<D> expected = grid.expected(corner + at);
    const VecF<D> direct = sample_velocity<D, K>(grid.map, grid.velocity, grid.middle(), VecF<D>::from(at));
    for (int a = 0; a < D; ++a) EXPECT_NEAR(static_cast<double>(direct[a]), expected[a], 2e-4);
    if (!block.covers(VecF<D>::from(at))) return;
    const VecF<D> sample = block.sample(VecF<D>::from(at));
    const auto pair = block.sample_with_change(VecF<D>::from(at));
    for (int a = 0; a < D; ++a) {
      EXPECT_NEAR(static_cast<double>(sample[a]), expected[a], 2e-4);
      EXPECT_NEAR(static_cast<double>(pair.velocity[a]), expected[a], 2e-4);
      EXPECT_EQ(pair.change[a], 0.0f);
      VecF<D> slope;
      EXPECT_NEAR(
          static_cast<double>(block.sample_with_slope(VecF<D>::from(at), axis_weights<K>(VecF<D>::from(at)), a, slope)),
          expected[a], 2e-4);
      for (int b = 0; b < D; ++b) EXPECT_NEAR(static_cast<double>(slope[b]), b - a + 0.5, 2e-3);
    }
  });
}

TYPED_TEST(SampleTest, a_linear_field_is_reproduced_with_linear_weights) {
  expect_linear_field_is_reproduced<kD<TypeParam>, LinearKernel>();
}

TYPED_TEST(SampleTest, a_linear_field_is_reproduced_with_quadratic_weights) {
  expect_linear_field_is_reproduced<kD<TypeParam>, QuadraticKernel>();
}

TYPED_TEST(SampleTest, block_covers_the_tile_and_a_cell_around_it) {
  constexpr int D = kD<TypeParam>;
  const TestGrid<D> grid;
  VelocityBlock<D, QuadraticKernel> block;
  block.load(grid.map, grid.velocity, grid.change, grid.middle());
  for (const float edge :
       {-1.0f, 0.0f, static_cast<float>(Tile<D>::kSide), std::nextafter(Tile<D>::kSide + 1.0f, 0.0f)})
    EXPECT_TRUE(block.covers(VecF<D>::filled(edge))) << edge;
  EXPECT_FALSE(block.covers(VecF<D>::filled(-1.01f)));
  EXPECT_FALSE(block.covers(VecF<D>::filled(Tile<D>::kSide + 1.0f)));
  EXPECT_FALSE(block.covers(VecF<D>::filled(std::numeric_limits<float>::quiet_NaN())));
}

// Particles on exact cell edges and on the far border of the domain go through a whole step; run under the
// address and undefined-behaviour checkers this shows that every access is in range.
template <int D>
void step_with_particles_at_the_edges(Kernel kernel, Transfer transfer) {
  Scene scene = empty_box(D, vec(16, 17, 9));
  scene.forces.gravity = vec(0.0, -9.81);
  scene.solver.kernel = kernel;
  scene.solver.transfer = transfer;
  scene.liquids = {testing::liquid(testing::box(vec(3, 3, 3), vec(5, 5, 5)))};
  auto solver = testing::make_solver<D>(scene);
  for (const double x : {0.0, 1.0, 7.0, 15.0, 16.0})
    for (const double y : {0.0, 8.0, 16.0, 17.0})
      testing::add_particle<D>(solver->state(), VecD<D>::from(vec(x, y, x < 9 ? x : 9.0)),
                               VecD<D>::from(vec(40, 90, 30)));
  testing::advance(*solver, 5);
  FrameReport report = solver->measure_now();
  EXPECT_EQ(report.escaped_particles, 0);
  EXPECT_TRUE(std::isfinite(report.kinetic_energy));
}

TYPED_TEST(SampleTest, particles_on_cell_edges_and_the_far_border_stay_in_range) {
  for (const Kernel kernel : {Kernel::kLinear, Kernel::kQuadratic})
    for (const Transfer transfer : {Transfer::kFlip, Transfer::kApic})
      step_with_particles_at_the_edges<kD<TypeParam>>(kernel, transfer);
}

}  // namespace
}  // namespace spindrift
