#include "formats/vtk/vtk.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "formats/vtk/read_vtk.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::read_file;
using testing::SmallDisk;
using testing::TemporaryFolder;

void expect_list_of(std::size_t frames, const std::string& file) {
  const auto list = read_vtk(read_file(file), file);
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->files.size(), frames);
  for (std::size_t i = 0; i < frames; ++i) {
    EXPECT_EQ(list->files[i].time, 0.5 * static_cast<double>(i));
    EXPECT_EQ(list->files[i].file, "frame_" + std::to_string(i) + ".vtp");
  }
}

TEST(PvdList, is_whole_and_listed_after_every_frame) {
  const TemporaryFolder folder;
  auto manifest = Manifest::open(folder.path());
  ASSERT_TRUE(manifest);
  PvdList list(folder / "a.pvd");
  EXPECT_TRUE(list.is_empty());
  list.add_earlier(0.0, "frame_0.vtp");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.pvd"));
  for (std::size_t i = 1; i < 20; ++i) {
    ASSERT_TRUE(list.add(0.5 * static_cast<double>(i), "frame_" + std::to_string(i) + ".vtp", *manifest));
    expect_list_of(i + 1, folder / "a.pvd");
    EXPECT_TRUE(manifest->find(folder / "a.pvd"));
    EXPECT_TRUE(check_listed(folder / "a.pvd"));
  }
}

TEST(PvdList, that_does_not_fit_on_the_disk_stays_as_it_was) {
  const TemporaryFolder folder;
  auto manifest = Manifest::open(folder.path());
  ASSERT_TRUE(manifest);
  PvdList list(folder / "a.pvd");
  ASSERT_TRUE(list.add(0.0, "frame_0.vtp", *manifest));
  {
    const SmallDisk disk(200);
    EXPECT_FALSE(list.add(0.5, "frame_1.vtp", *manifest));
  }
  expect_list_of(1, folder / "a.pvd");
}

}  // namespace
}  // namespace spindrift
