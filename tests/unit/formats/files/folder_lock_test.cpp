// One writer at a time in a folder.
#include "formats/files/folder_lock.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::TemporaryFolder;

TEST(FolderLock, is_for_one_at_a_time_and_says_who_has_it) {
  const TemporaryFolder folder;
  {
    const auto first = FolderLock::take(folder.path());
    ASSERT_TRUE(first);
    const auto second = FolderLock::take(folder.path());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kBadInput);
    const std::string who = "is being written by process " + std::to_string(::getpid()) + " on ";
    EXPECT_NE(second.error().message.find(who), std::string::npos) << second.error().message;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / kFolderLockName));
  EXPECT_TRUE(FolderLock::take(folder.path()));
}

TEST(FolderLock, a_file_that_is_left_over_is_no_lock) {
  const TemporaryFolder folder;
  folder.add(kFolderLockName, "process 1 on another.machine, since 2026-01-01 00:00:00\n");
  EXPECT_TRUE(FolderLock::take(folder.path()));
}

TEST(FolderLock, of_a_folder_that_cannot_be_written_is_an_error) { EXPECT_FALSE(FolderLock::take("/proc/nowhere")); }

}  // namespace
}  // namespace spindrift
