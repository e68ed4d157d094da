#include "formats/files/checksum_list.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "formats/files/atomic_file.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using namespace testing;

// A folder with files a, sub/b and sub/c, all listed.
class ChecksumListTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(folder_ / "sub");
    Result<ChecksumList> list = ChecksumList::open(folder_.path());
    ASSERT_TRUE(list);
    for (const char* name : {"a", "sub/b", "sub/c"})
      ASSERT_TRUE(list->add_read(folder_.add(name, std::string("content of ") + name)));
  }
  std::string list() const { return folder_ / "checksums.txt"; }
  void append_to_list(const std::string& text) const {
    std::ofstream(list(), std::ios::app | std::ios::binary) << text;
  }

  TemporaryFolder folder_;
};

TEST_F(ChecksumListTest, files_as_they_were_written_pass_and_others_do_not) {
  for (const char* name : {"a", "sub/b", "sub/c"}) {
    EXPECT_TRUE(check_as_written(folder_ / name)) << name;
    folder_.add(name, std::string("Content of ") + name);
    EXPECT_FALSE(check_as_written(folder_ / name)) << name;
  }
  EXPECT_TRUE(check_as_written(folder_.add("sub/unlisted", "x")));
  EXPECT_TRUE(check_as_written(folder_ / "nowhere"));
}

// Nobody reads it again: a disk that spoils it on the way is found out.
TEST_F(ChecksumListTest, a_file_is_listed_with_the_bytes_that_were_written_whatever_became_of_it) {
  Result<ChecksumList> list = ChecksumList::open(folder_.path());
  ASSERT_TRUE(list);
  const std::string path = folder_ / "sub/d";
  const auto written = write_file(path, "as it should be");
  ASSERT_TRUE(written);
  folder_.add("sub/d", "As it should be");
  ASSERT_TRUE(list->add(path, *written));
  EXPECT_FALSE(check_as_written(path));
  folder_.add("sub/d", "as it should be");
  EXPECT_TRUE(check_as_written(path));
}

TEST_F(ChecksumListTest, paths_may_be_written_in_any_way) {
  folder_.add("sub/b", "changed");
  for (const char* name : {"/sub/b", "//sub/b", "/sub/../sub/b", "/./sub//b"})
    EXPECT_FALSE(check_as_written(folder_.path() + name)) << name;
  Result<ChecksumList> list = ChecksumList::open(folder_.path() + "/");
  ASSERT_TRUE(list);
  ASSERT_TRUE(list->add_read(folder_.path() + "//sub/b"));
  EXPECT_TRUE(check_as_written(folder_ / "sub/b"));
}

TEST_F(ChecksumListTest, the_last_line_of_a_file_counts) {
  Result<ChecksumList> list = ChecksumList::open(folder_.path());
  folder_.add("a", "anew");
  ASSERT_TRUE(list->add_read(folder_ / "a"));
  EXPECT_TRUE(check_as_written(folder_ / "a"));
  EXPECT_EQ(read_checksums(folder_.path())->files.size(), 3u);
}

TEST_F(ChecksumListTest, a_line_that_was_cut_counts_for_nothing_and_is_taken_away) {
  const std::string whole = read_file(list());
  append_to_list("01234567 0123456789abcdef 11 a");
  EXPECT_TRUE(check_as_written(folder_ / "a"));
  EXPECT_TRUE(read_checksums(folder_.path())->is_cut);
  ASSERT_TRUE(ChecksumList::open(folder_.path()));
  EXPECT_EQ(read_file(list()), whole);
}

TEST_F(ChecksumListTest, several_writers_keep_each_others_lines) {
  Result<ChecksumList> run = ChecksumList::open(folder_.path());
  ASSERT_TRUE(run->add_read(folder_.add("sub/d", "of the run")));
  Result<ChecksumList> render = ChecksumList::open(folder_.path());  // replaces the file
  ASSERT_TRUE(run->add_read(folder_.add("sub/e", "of the run, later")));
  ASSERT_TRUE(render->add_read(folder_.add("sub/f", "of render")));
  append_to_list("01234567 0123456789abcdef 11 a");  // one that was killed while it wrote
  ASSERT_TRUE(run->add_read(folder_.add("sub/g", "of the run, at last")));
  const auto table = read_checksums(folder_.path());
  for (const char* name : {"a", "sub/b", "sub/c", "sub/d", "sub/e", "sub/f", "sub/g"})
    EXPECT_TRUE(table->files.contains(name)) << name;
  EXPECT_EQ(table->damaged_line, 0);
  EXPECT_FALSE(table->is_cut);
}

TEST_F(ChecksumListTest, a_file_that_is_replaced_is_what_it_was_until_it_is_added_again) {
  Result<ChecksumList> list = ChecksumList::open(folder_.path());
  ASSERT_TRUE(list->begin(folder_ / "sub/b"));
  EXPECT_TRUE(list->is_whole(folder_ / "sub/b"));
  folder_.add("sub/b", "replaced");
  EXPECT_FALSE(list->is_whole(folder_ / "sub/b"));
  EXPECT_TRUE(check_as_written(folder_ / "sub/b")) << "nothing is known of it";
  EXPECT_TRUE(check_folder(folder_.path())->damaged.empty());
  ASSERT_TRUE(list->add_read(folder_ / "sub/b"));
  EXPECT_EQ(read_checksums(folder_.path())->files.size(), 3u);
  EXPECT_TRUE(checksums_info(read_file(this->list()), this->list()));
}

TEST_F(ChecksumListTest, a_table_that_grows_is_what_it_was_or_will_be) {
  const auto sum_of = [](std::string_view text) { return FileSum{checksum(text), text.size()}; };
  Result<ChecksumList> list = ChecksumList::open(folder_.path());
  const std::string table = folder_ / "table.csv", longer = "a\nb\nc\n";
  folder_.add("table.csv", "a\n");
  ASSERT_TRUE(list->begin_table(table) && list->add_so_far({{table, sum_of("a\n")}}));
  ASSERT_TRUE(list->add_so_far({{table, sum_of(longer)}}));
  for (std::size_t bytes = 0; bytes <= longer.size(); ++bytes) {
    folder_.add("table.csv", longer.substr(0, bytes));
    EXPECT_EQ(static_cast<bool>(check_as_written(table)), bytes >= 2) << bytes;
    EXPECT_EQ(check_folder(folder_.path())->damaged.empty(), bytes >= 2) << bytes;
  }
  for (const char* changed : {"x\nb\nc\n", "a\nb\nx\n", "a\nb\nc\nd\n", "x\nb\n"}) {
    folder_.add("table.csv", changed);
    EXPECT_FALSE(check_as_written(table)) << changed;
    EXPECT_EQ(changed_files(folder_.path(), {"table.csv"}).size(), 1u) << changed;
  }
  for (const auto& [cut, is_doubtful] : {std::pair("a\nb", false), std::pair("a\n#\n", true)}) {
    folder_.add("table.csv", cut);
    EXPECT_EQ(changed_files(folder_.path(), {"table.csv"}).size(), is_doubtful ? 1u : 0u) << cut;
  }
  folder_.add("table.csv", "x\nb\n");
  ASSERT_TRUE(ChecksumList::open(folder_.path()));
  EXPECT_FALSE(check_as_written(table)) << "an older list is gone on with";
  ASSERT_TRUE(list->add_read(table));
  EXPECT_TRUE(check_as_written(table));
}

TEST_F(ChecksumListTest, a_damaged_line_is_told_and_does_not_accuse_a_file) {
  std::string bytes = read_file(list());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] ^= 2;
    folder_.add("checksums.txt", changed);
    EXPECT_FALSE(checksums_info(changed, list())) << i;
    for (const char* name : {"a", "sub/b", "sub/c"}) EXPECT_TRUE(check_as_written(folder_ / name)) << i;
  }
}

TEST_F(ChecksumListTest, a_new_list_keeps_the_lines_that_it_should) {
  std::filesystem::remove(folder_ / "sub/c");
  Result<ChecksumList> before = ChecksumList::open(folder_.path());
  ASSERT_TRUE(before && before->begin(folder_ / "never_written") && before->begin(folder_ / "half_written"));
  folder_.add("half_written.spindrift-part", "x");
  ASSERT_TRUE(ChecksumList::open(folder_.path()));
  const auto table = read_checksums(folder_.path());
  ASSERT_TRUE(table);
  EXPECT_EQ(table->files.size(), 3u);
  EXPECT_TRUE(table->files.contains("sub/c")) << "what is missing stays known";
  EXPECT_FALSE(table->knows("never_written"));
  EXPECT_TRUE(table->knows("half_written")) << "a run that was killed has left a part of it";
}

TEST_F(ChecksumListTest, a_folder_is_checked_as_a_whole) {
  folder_.add("sub/unlisted", "x");
  EXPECT_TRUE(check_folder(folder_.path())->damaged.empty());
  folder_.add("a", "changed");
  folder_.add("sub/b", "");
  EXPECT_EQ(check_folder(folder_.path())->damaged.size(), 2u);
  EXPECT_FALSE(check_folder(folder_ / "sub"));
}

TEST_F(ChecksumListTest, what_was_changed_is_set_aside_before_it_is_written_again) {
  folder_.add("sub/b", "mine");
  EXPECT_EQ(changed_files(folder_.path(), {"a", "sub/b", "unknown"}), std::vector<std::string>{"sub/b"});
  Result<ChecksumList> list = ChecksumList::open(folder_.path());
  ASSERT_TRUE(list && list->begin(folder_ / "a") && list->begin(folder_ / "sub/b"));
  EXPECT_EQ(list->take_set_aside().changed, std::vector<std::string>{"changed/sub/b"});
  EXPECT_TRUE(list->take_set_aside().changed.empty());
  EXPECT_TRUE(std::filesystem::exists(folder_ / "changed/sub/b"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "a") && !std::filesystem::exists(folder_ / "sub/b"));
  folder_.add("changed/frames/frame_0000.png", "mine");
  EXPECT_TRUE(check_folder(folder_.path())->damaged.empty());
}

TEST_F(ChecksumListTest, a_folder_with_a_list_of_its_own_is_not_checked_by_the_list_above) {
  std::filesystem::create_directories(folder_ / "run/particles");
  folder_.add("run/particles/frame_0000.ply", "x");
  EXPECT_EQ(check_folder(folder_.path())->damaged.size(), 1u) << "a frame that no list knows";
  Result<ChecksumList> below = ChecksumList::open(folder_ / "run");
  ASSERT_TRUE(below && below->add_read(folder_ / "run/particles/frame_0000.ply"));
  EXPECT_TRUE(check_folder(folder_.path())->damaged.empty());
  Result<ChecksumList> above = ChecksumList::open(folder_.path());
  ASSERT_TRUE(above && above->write(folder_ / "run.json", "{}"));
  folder_.add("run/particles/frame_0000.ply", "y");
  EXPECT_TRUE(check_folder(folder_.path())->damaged.empty()) << "what lies in a run's folder is no run of it";
}

TEST_F(ChecksumListTest, a_validations_folder_is_checked_with_those_of_its_runs) {
  Result<ChecksumList> above = ChecksumList::open(folder_.path());
  ASSERT_TRUE(above && above->write(folder_ / "report.json", "{}"));
  std::filesystem::create_directories(folder_ / "case/n8/changed");
  Result<ChecksumList> below = ChecksumList::open(folder_ / "case/n8");
  for (const char* name : {"case/n8/run.json", "case/n8/stats.jsonl", "case/n8/probes.csv"})
    ASSERT_TRUE(below && below->write(folder_ / name, "{}"));
  folder_.add("case/n8/changed/run.json", "mine");
  auto check = check_folder(folder_.path());
  ASSERT_TRUE(check);
  EXPECT_EQ(check->info.kind, "folder of a validation");
  EXPECT_TRUE(check->damaged.empty() && check->missing.empty());
  folder_.add("case/n8/stats.jsonl", "[]");
  std::filesystem::remove(folder_ / "case/n8/probes.csv");
  check = check_folder(folder_.path());
  ASSERT_TRUE(check && check->damaged.size() == 1 && check->missing.size() == 1);
  EXPECT_TRUE(check->damaged[0].place.file.ends_with("case/n8/stats.jsonl")) << check->damaged[0].place.file;
  EXPECT_TRUE(check->missing[0].ends_with("case/n8/probes.csv")) << check->missing[0];
  std::filesystem::remove(folder_ / "case/n8/checksums.txt");
  check = check_folder(folder_.path());
  ASSERT_TRUE(check && check->damaged.size() == 1);
  EXPECT_NE(check->damaged[0].message.find("this folder holds no checksums.txt"), std::string::npos);
}

}  // namespace
}  // namespace spindrift
