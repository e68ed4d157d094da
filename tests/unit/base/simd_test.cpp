#include "base/simd.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(Simd, shifts_move_by_one_place_and_take_in_the_given_value) {
  const Float4 v{1, 2, 3, 4};
  const Float4 up = shift_up(v, 9), down = shift_down(v, 9);
  const float expected_up[] = {9, 1, 2, 3}, expected_down[] = {2, 3, 4, 9};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(up[i], expected_up[i]);
    EXPECT_EQ(down[i], expected_down[i]);
  }
  const Float8 w{1, 2, 3, 4, 5, 6, 7, 8};
  const Float8 up8 = shift_up(w, 0), down8 = shift_down(w, 9);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(up8[i], static_cast<float>(i));
    EXPECT_EQ(down8[i], static_cast<float>(i + 2));
  }
}

TEST(Simd, less_bits_marks_each_smaller_place_and_no_other) {
  const Float8 a{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(less_bits(a, splat8(3.0f)), 0b00000111u);
  EXPECT_EQ(less_bits(splat8(3.0f), a), 0b11110000u);
  EXPECT_EQ(less_bits(a, a), 0u);
  EXPECT_EQ(less_bits(a, splat8(__builtin_nanf(""))), 0u);
}

}  // namespace
}  // namespace spindrift
