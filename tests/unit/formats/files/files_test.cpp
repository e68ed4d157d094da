#include "formats/files/files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "formats/files/atomic_file.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

TEST(FolderNames, are_sorted_and_of_this_folder_alone) {
  const testing::TemporaryFolder folder;
  fs::create_directories(folder / "below/deeper");
  for (const char* name : {"b.txt", "a.txt", "below/c.txt", "below/deeper/.d"})
    ASSERT_TRUE(write_file(folder / name, ""));
  EXPECT_EQ(names_in(folder / "."), (Names{"a.txt", "b.txt", "below"}));
  EXPECT_EQ(names_in(folder / "none"), Names{});
  EXPECT_EQ(names_in(folder / "a.txt"), Names{}) << "a file holds none";
}

TEST(FolderNames, of_all_files_below_follow_no_links_to_folders) {
  const testing::TemporaryFolder folder;
  fs::create_directories(folder / "run/frames");
  ASSERT_TRUE(write_file(folder / "run/frames/b", "") && write_file(folder / "run/a", ""));
  fs::create_directory_symlink("frames", folder / "run/link");
  fs::create_symlink("a", folder / "run/second");
  fs::create_symlink("..", folder / "run/frames/up");
  EXPECT_EQ(files_below(folder / "run"), (Names{"a", "frames/b", "second"}));
  EXPECT_EQ(files_below(folder / "none"), Names{});
}

}  // namespace
}  // namespace spindrift
