#include "formats/volumes/raw_volume.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temporary_folder.h"

namespace spindrift {
namespace {

CellFrame small_frame() {
  CellFrame frame;
  frame.cells = {{3, 2, 1}};
  frame.cell_size = 0.25;
  frame.time = 0.5;
  frame.type = {CellType::kFluid, CellType::kAir, CellType::kSolid, CellType::kFluid, CellType::kFluid, CellType::kAir};
  for (int i = 0; i < 6; ++i) {
    frame.density.push_back(0.125f * static_cast<float>(i));
    frame.pressure.push_back(-1.5f * static_cast<float>(i));
    frame.temperature.push_back(300.0f + static_cast<float>(i));
    for (int a = 0; a < 3; ++a) frame.velocity.push_back(static_cast<float>(10 * i + a));
  }
  return frame;
}

TEST(RawVolume, reads_back_what_was_written) {
  const testing::TemporaryFolder folder;
  const std::string file = folder / "frame_0007.json";
  const CellFrame frame = small_frame();
  ASSERT_TRUE(write_raw_volume(file, frame));
  const auto read = read_raw_volume(file);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->cells.time, 0.5);
  EXPECT_EQ(read->cells.cells, frame.cells);
  EXPECT_EQ(read->cells.cell_size, frame.cell_size);
  EXPECT_EQ(read->cells.type, frame.type);
  EXPECT_EQ(read->cells.density, frame.density);
  EXPECT_EQ(read->cells.pressure, frame.pressure);
  EXPECT_EQ(read->cells.velocity, frame.velocity);
  EXPECT_EQ(read->cells.temperature, frame.temperature);
  EXPECT_TRUE(read->cells.fuel.empty());
}

TEST(RawVolume, info_tells_what_is_in_it) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_raw_volume(folder / "frame_0007.json", small_frame()));
  const auto info = file_info(folder / "frame_0007.json");
  ASSERT_TRUE(info) << to_string(info.error());
  EXPECT_EQ(info->kind, "volume, raw numbers with a JSON header");
  EXPECT_EQ(info->rows[0].second, "7");
}

TEST(RawVolume, numbers_that_were_cut_off_are_refused) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_raw_volume(folder / "frame_0007.json", small_frame()));
  std::filesystem::resize_file(folder / "frame_0007.raw", 30);
  EXPECT_FALSE(read_raw_volume(folder / "frame_0007.json"));
  EXPECT_FALSE(file_info(folder / "frame_0007.json"));
}

}  // namespace
}  // namespace spindrift
