// Which cells a region covers, and with which frames it is written.
#include "settings/regions.h"

#include <gtest/gtest.h>

#include "support/scenes.h"

namespace spindrift {
namespace {

using testing::vec;

TEST(regions, cells_of_a_box_are_those_that_it_touches) {
  const Scene scene = testing::empty_box(3, vec(10, 8, 6), 0.5);
  RegionSettings box;
  box.min = vec(0.6, 1.0, -3.0);
  box.max = vec(2.0, 1.1, 9.0);
  const CellRange range = cells_of_region(box, scene.domain);
  EXPECT_EQ(range.first, (Vec<int, 3>{{1, 2, 0}}));
  EXPECT_EQ(range.cells, (Vec<int, 3>{{3, 1, 6}})) << "a box that ends on a face does not touch what is behind it";
}

TEST(regions, a_slice_is_a_layer_and_a_column_a_line) {
  const Scene scene = testing::empty_box(3, vec(10, 8, 6));
  RegionSettings region;
  region.kind = RegionSettings::Kind::kSlice;
  region.axis = Axis::kX;
  region.at = 10.0;  // the side itself belongs to the last cell
  EXPECT_EQ(cells_of_region(region, scene.domain).first, (Vec<int, 3>{{9, 0, 0}}));
  EXPECT_EQ(cells_of_region(region, scene.domain).cells, (Vec<int, 3>{{1, 8, 6}}));
  region.kind = RegionSettings::Kind::kColumn;
  region.axis = Axis::kY;
  region.position = vec(3.2, 0.0, 5.9);
  EXPECT_EQ(cells_of_region(region, scene.domain).first, (Vec<int, 3>{{3, 0, 5}}));
  EXPECT_EQ(cells_of_region(region, scene.domain).cells, (Vec<int, 3>{{1, 8, 1}}));
}

TEST(regions, are_due_every_nth_frame_or_at_the_first_frame_after_each_time) {
  const auto frames = [](int every, double rate) {
    std::vector<int> due;
    for (int frame = 0; frame <= 12; ++frame)
      if (is_due(frame, 60.0, every, rate)) due.push_back(frame);
    return due;
  };
  EXPECT_EQ(frames(1, 0.0).size(), 13u);
  EXPECT_EQ(frames(5, 0.0), (std::vector{0, 5, 10}));
  EXPECT_EQ(frames(1, 60.0).size(), 13u);
  EXPECT_EQ(frames(1, 24.0), (std::vector{0, 3, 5, 8, 10}));
  EXPECT_EQ(frames(7, 20.0), (std::vector{0, 3, 6, 9, 12})) << "a rate counts before frames";
}

TEST(regions, particles_and_volumes_go_by_every_unless_they_have_times_of_their_own) {
  Scene scene = testing::dam_break(2, 8);
  scene.output.every = 4;
  EXPECT_FALSE(particles_are_due(scene, 2));
  EXPECT_TRUE(volumes_are_due(scene, 8));
  scene.output.particles_every = 2;
  scene.output.volumes_rate = scene.time.fps / 3.0;
  EXPECT_TRUE(particles_are_due(scene, 2));
  EXPECT_FALSE(volumes_are_due(scene, 8));
  EXPECT_TRUE(volumes_are_due(scene, 9));
}

}  // namespace
}  // namespace spindrift
