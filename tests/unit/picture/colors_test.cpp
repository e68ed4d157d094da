#include "picture/colors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spindrift {
namespace {

double luminance(const Rgb& c) {
  const auto linear = [](float v) { return std::pow(static_cast<double>(v), 2.2); };
  return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

TEST(ColorMap, uniform_colors_only_get_lighter) {
  for (int i = 1; i < 256; ++i)
    EXPECT_GE(luminance(uniform_color(i / 255.0)) + 1e-4, luminance(uniform_color((i - 1) / 255.0))) << i;
}

TEST(ColorMap, values_out_of_range_take_the_ends) {
  for (const auto map : {uniform_color, density_color}) {
    EXPECT_EQ(map(-1.0).blue, map(0.0).blue);
    EXPECT_EQ(map(7.0).red, map(1.0).red);
    EXPECT_EQ(map(std::numeric_limits<double>::quiet_NaN()).blue, map(0.0).blue);
  }
}

TEST(ColorMap, density_goes_from_blue_over_green_to_red) {
  const Rgb low = density_color(0.0), middle = density_color(0.5), high = density_color(1.0);
  EXPECT_GT(low.blue, std::max(low.red, low.green));
  EXPECT_GT(middle.green, std::max(middle.red, middle.blue));
  EXPECT_GT(high.red, std::max(high.green, high.blue));
}

}  // namespace
}  // namespace spindrift
