#include "formats/volumes/raw_volume.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/frames.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

TEST(RawVolume, numbers_that_were_cut_off_are_refused) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(write_raw_volume(folder / "frame_0007.json", testing::half_full_cells({{3, 2, 1}}, 0.25)));
  std::filesystem::resize_file(folder / "frame_0007.raw", 30);
  EXPECT_FALSE(read_raw_volume(folder / "frame_0007.json"));
  EXPECT_FALSE(file_info(folder / "frame_0007.json"));
}

}  // namespace
}  // namespace spindrift
