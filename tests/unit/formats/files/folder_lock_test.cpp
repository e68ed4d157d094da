// One writer at a time in a folder.
#include "formats/files/folder_lock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::TemporaryFolder;

int no_locks(int, int) {
  errno = ENOSYS;
  return -1;
}

// The number of a process that has ended.
pid_t dead_process() {
  const pid_t process = ::fork();
  if (process == 0) ::_exit(0);
  ::waitpid(process, nullptr, 0);
  return process;
}

std::string text_of(pid_t process, const std::string& host) {
  return std::to_string(process) + " " + host + " 2026-01-01 00:00:00\n";
}

std::string this_host() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

TEST(FolderLock, is_for_one_at_a_time_and_says_who_has_it) {
  const TemporaryFolder folder;
  {
    const auto first = FolderLock::take(folder.path());
    ASSERT_TRUE(first);
    const auto second = FolderLock::take(folder.path());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kBadInput);
    const std::string who = "is being written by process " + std::to_string(::getpid()) + ", since 20";
    EXPECT_NE(second.error().message.find(who), std::string::npos) << second.error().message;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / kFolderLockName));
  EXPECT_TRUE(FolderLock::take(folder.path()));
}

TEST(FolderLock, a_file_that_is_left_over_is_no_lock) {
  const TemporaryFolder folder;
  folder.add(kFolderLockName, text_of(::getpid(), this_host()));
  EXPECT_TRUE(FolderLock::take(folder.path()));
}

TEST(FolderLock, without_locks_of_the_file_system_the_named_process_must_be_dead) {
  const TemporaryFolder folder;
  folder.add(kFolderLockName, text_of(dead_process(), this_host()));
  {
    const auto first = FolderLock::take(folder.path(), no_locks);
    ASSERT_TRUE(first) << first.error().message;
    const auto second = FolderLock::take(folder.path(), no_locks);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("remove "), std::string::npos) << second.error().message;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / kFolderLockName));
  folder.add(kFolderLockName, text_of(dead_process(), "another.machine"));
  const auto third = FolderLock::take(folder.path(), no_locks);
  ASSERT_FALSE(third) << "nobody knows whether that one lives";
  EXPECT_NE(third.error().message.find("on another.machine"), std::string::npos) << third.error().message;
}

TEST(FolderLock, of_a_folder_that_cannot_be_written_is_an_error) { EXPECT_FALSE(FolderLock::take("/proc/nowhere")); }

}  // namespace
}  // namespace spindrift
