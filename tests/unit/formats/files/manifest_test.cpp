#include "formats/files/manifest.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::read_file;
using testing::SmallDisk;
using testing::TemporaryFolder;

TEST(Manifest, has_a_line_for_every_finished_file) {
  const TemporaryFolder folder;
  auto manifest = Manifest::open(folder.path());
  ASSERT_TRUE(manifest);
  std::filesystem::create_directory(folder / "sub");
  ASSERT_TRUE(manifest->write(folder / "sub/a b.txt", "hello"));
  ASSERT_TRUE(manifest->begin(folder / "table.csv"));
  EXPECT_TRUE(manifest->knows(folder / "table.csv"));
  EXPECT_FALSE(manifest->find(folder / "table.csv"));
  const auto files = read_manifest(folder.path());
  ASSERT_TRUE(files);
  EXPECT_EQ(*files, (ListedFiles{{"sub/a b.txt", FileSum{checksum("hello"), 5}}, {"table.csv", std::nullopt}}));
}

TEST(Manifest, continues_with_the_lines_that_are_there_but_for_one_that_was_cut) {
  const TemporaryFolder folder;
  {
    auto first = Manifest::open(folder.path());
    ASSERT_TRUE(first && first->write(folder / "a", "1") && first->write(folder / "b", "2"));
  }
  const std::string file = folder / kManifestName;
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  auto second = Manifest::open(folder.path());
  ASSERT_TRUE(second && second->write(folder / "c", "3"));
  const auto files = read_manifest(folder.path());
  ASSERT_TRUE(files);
  EXPECT_TRUE(files->at("a"));
  EXPECT_FALSE(files->at("b")) << "only begun";
  EXPECT_TRUE(files->at("c"));
}

TEST(Manifest, a_file_that_does_not_fit_on_the_disk_stays_begun) {
  const TemporaryFolder folder;
  auto manifest = Manifest::open(folder.path());
  ASSERT_TRUE(manifest && manifest->write(folder / "a", "old"));
  {
    const SmallDisk disk(1000);
    EXPECT_FALSE(manifest->write(folder / "a", std::string(5000, 'x')));
  }
  EXPECT_EQ(read_file(folder / "a"), "old");
  EXPECT_TRUE(manifest->knows(folder / "a"));
  EXPECT_FALSE(manifest->find(folder / "a"));
}

}  // namespace
}  // namespace spindrift
