#include "validate/series.h"

#include <gtest/gtest.h>

#include <cmath>

namespace spindrift {
namespace {

Series line(int points, double slope) {
  Series s;
  for (int i = 0; i < points; ++i) s.add(0.1 * i, slope * 0.1 * i);
  return s;
}

TEST(Series, is_sorted_by_x_and_has_no_holes) {
  const Series s = sorted({{2.0, 1.0, std::nan(""), 3.0}, {20.0, 10.0, 5.0, std::nan("")}});
  EXPECT_EQ(s.x, (std::vector{1.0, 2.0}));
  EXPECT_EQ(s.y, (std::vector{10.0, 20.0}));
}

TEST(Series, is_linear_between_points_and_nothing_beyond_them) {
  const Series s{{0.0, 1.0, 3.0}, {0.0, 2.0, 0.0}};
  EXPECT_EQ(value_at(s, 0.5), 1.0);
  EXPECT_EQ(value_at(s, 1.0), 2.0);
  EXPECT_EQ(value_at(s, 2.0), 1.0);
  EXPECT_EQ(value_at(s, 3.0), 0.0);
  EXPECT_TRUE(std::isnan(value_at(s, -0.1)));
  EXPECT_TRUE(std::isnan(value_at(s, 3.1)));
}

TEST(Series, part_of_a_line_has_the_area_of_its_trapezoid) {
  const Series part = between_x(line(101, 2.0), 0.33, 4.47);
  EXPECT_NEAR(integral(part), 4.47 * 4.47 - 0.33 * 0.33, 1e-12);
  EXPECT_EQ(part.x.front(), 0.33);
  EXPECT_EQ(part.x.back(), 4.47);
}

TEST(Series, smoothing_leaves_a_line_alone_and_evens_out_a_ripple) {
  const Series s = smoothed(line(101, 3.0), 1.0);
  for (std::size_t i = 5; i + 5 < s.size(); ++i) EXPECT_NEAR(s.y[i], 3.0 * s.x[i], 1e-12);
  Series ripple;
  for (int i = 0; i <= 100; ++i) ripple.add(i, i % 2);
  const Series even = smoothed(ripple, 10.0);
  for (std::size_t i = 10; i + 10 < even.size(); ++i) EXPECT_NEAR(even.y[i], 0.5, 1e-12);
}

TEST(Series, accumulated_holds_the_sum_so_far) {
  EXPECT_EQ(accumulated({{0.0, 1.0, 2.0}, {1.0, 2.0, 3.0}}).y, (std::vector{1.0, 3.0, 6.0}));
}

}  // namespace
}  // namespace spindrift
