#include "formats/files/atomic_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>

#include "support/json_reader.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::count_files;
using testing::read_file;
using testing::TemporaryFolder;

// Lets files grow to so many bytes and no further: a disk that fills up.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit old_limit_{};
  void (*old_handler_)(int);
};

TEST(AtomicFile, appears_whole_under_its_name) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a.txt", "hello"));
  EXPECT_EQ(read_file(folder / "a.txt"), "hello");
  EXPECT_EQ(count_files(folder.path()), 1);
}

TEST(AtomicFile, without_commit_leaves_nothing_and_keeps_the_old_file) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "a.txt", "old"));
  {
    Result<AtomicFile> file = AtomicFile::create(folder / "a.txt");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new"));
  }
  EXPECT_EQ(read_file(folder / "a.txt"), "old");
  EXPECT_EQ(count_files(folder.path()), 1);
}

TEST(AtomicFile, full_disk_is_an_error_and_leaves_nothing) {
  const TemporaryFolder folder;
  const Status status = [&] {
    const SmallDisk disk(1000);
    return write_file(folder / "a.txt", std::string(5000, 'x'));
  }();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kRunFailed);
  EXPECT_EQ(status.error().message, "cannot write " + (folder / "a.txt") + ": File too large");
  EXPECT_EQ(count_files(folder.path()), 0);
}

TEST(AtomicFile, missing_folder_is_an_error) {
  const TemporaryFolder folder;
  const Status status = write_file(folder / "none/a.txt", "x");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "cannot write " + (folder / "none/a.txt") + ": No such file or directory");
}

TEST(LineFile, a_line_that_does_not_fit_leaves_no_part_behind) {
  const TemporaryFolder folder;
  Result<LineFile> file = LineFile::create(folder / "lines");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append("one"));
  {
    const SmallDisk disk(10);
    EXPECT_FALSE(file->append("a line of more than ten letters"));
  }
  ASSERT_TRUE(file->append("two"));
  EXPECT_EQ(read_file(folder / "lines"), "one\ntwo\n");
}

}  // namespace
}  // namespace spindrift
