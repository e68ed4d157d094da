#include "formats/files/atomic_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/json_reader.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::count_files;
using testing::read_file;
using testing::SmallDisk;
using testing::TemporaryFolder;

FileSum sum_of(const std::string& text) { return {checksum(text), text.size()}; }

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
  const auto status = [&] {
    const SmallDisk disk(1000);
    return write_file(folder / "a.txt", std::string(5000, 'x'));
  }();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kRunFailed);
  EXPECT_EQ(status.error().message, "cannot write " + (folder / "a.txt") + ": File too large");
  EXPECT_EQ(count_files(folder.path()), 0);
}

TEST(AtomicFile, two_writers_of_one_file_each_leave_it_whole) {
  const TemporaryFolder folder;
  auto first = AtomicFile::create(folder / "file"), second = AtomicFile::create(folder / "file");
  ASSERT_TRUE(first && second && first->write("first") && second->write("second"));
  ASSERT_TRUE(second->commit());
  EXPECT_EQ(read_file(folder / "file"), "second");
  ASSERT_TRUE(first->commit());
  EXPECT_EQ(read_file(folder / "file"), "first");
  EXPECT_EQ(count_files(folder.path()), 1);
}

TEST(LineFile, a_line_that_does_not_fit_leaves_no_part_behind) {
  const TemporaryFolder folder;
  Result<LineFile> file = LineFile::open(folder / "lines", 0);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append("one"));
  {
    const SmallDisk disk(10);
    EXPECT_FALSE(file->append("a line of more than ten letters"));
  }
  ASSERT_TRUE(file->append("two"));
  EXPECT_EQ(read_file(folder / "lines"), "one\ntwo\n");
}

TEST(AtomicFile, knows_the_sum_of_what_was_written_in_pieces) {
  const TemporaryFolder folder;
  std::string whole;
  Result<AtomicFile> file = AtomicFile::create(folder / "a");
  ASSERT_TRUE(file);
  for (std::size_t bytes = 0; bytes < 100; bytes += 7) {
    const std::string piece(bytes, static_cast<char>('a' + bytes % 26));
    ASSERT_TRUE(file->write(piece));
    whole += piece;
    EXPECT_EQ(file->sum(), sum_of(whole));
  }
  const auto committed = file->commit();
  ASSERT_TRUE(committed);
  EXPECT_EQ(*committed, sum_of(whole));
}

TEST(LineFile, continues_after_the_bytes_that_are_kept) {
  const TemporaryFolder folder;
  const std::string path = folder.add("lines", "one\ntwo\nthr");
  Result<LineFile> file = LineFile::open(path, 8);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append("four"));
  EXPECT_EQ(read_file(path), "one\ntwo\nfour\n");
  EXPECT_EQ(file->bytes(), 13);
}

}  // namespace
}  // namespace spindrift
