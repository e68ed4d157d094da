#include "spindrift/text.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(Text, sizes_read_well) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1500), "1.5 kB");
  EXPECT_EQ(bytes_text(999.7e6), "1.0 GB");
  EXPECT_EQ(bytes_text(25e9), "25 GB");
}

TEST(Text, groups_digits_by_three) {
  EXPECT_EQ(grouped(7), "7");
  EXPECT_EQ(grouped(26544), "26,544");
  EXPECT_EQ(grouped(-1234567), "-1,234,567");
}

TEST(Text, a_duration_has_one_or_two_units) {
  EXPECT_EQ(duration_text(0.84), "0.8 s");
  EXPECT_EQ(duration_text(125.0), "2 min 05 s");
  EXPECT_EQ(duration_text(4200.0), "1 h 10 min");
}

}  // namespace
}  // namespace spindrift
