// The transfer kernels, along one axis and over all faces a particle reaches.
#include "grid/kernel.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

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

}  // namespace
}  // namespace spindrift
