#include "grid/field.h"

#include <gtest/gtest.h>

namespace spindrift {
namespace {

TEST(Field, dummy_tile_is_zero_and_is_not_filled) {
  CellField<float, 3> field;
  EXPECT_TRUE(field.empty());
  field.resize(2);
  EXPECT_EQ(field.tiles(), 2u);
  field.fill(5.0f);
  for (std::size_t c = 0; c < Tile<3>::kCells; ++c) {
    EXPECT_EQ(field.tile(0)[c], 0.0f);
    EXPECT_EQ(field.tile(1)[c], 5.0f);
    EXPECT_EQ(field.tile(2)[c], 5.0f);
  }
}

TEST(Field, tiles_follow_each_other_in_memory) {
  CellField<float, 2> field;
  field.resize(3);
  EXPECT_EQ(field.tile(2), field.tile(1) + Tile<2>::kCells);
}

}  // namespace
}  // namespace spindrift
