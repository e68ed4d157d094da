// What is removed, replaced or cut, while a run goes on or after it: it is said, and stays known.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>

#include "cli/program.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class Missing : public ::testing::Test {
 protected:
  Missing() {
    folder_.add("small.toml",
                small_scene_2d("[output]\npictures = false\n[checkpoint]\nevery_frames = 2\n[[probe]]\nkind "
                               "= \"height\"\nname = \"gauge\"\nposition = [0.1, 0]\n"));
  }
  Outcome run(const std::string& frames, const std::string& more = "--quiet") {
    return run_program(folder_, {"run", "small.toml", "--threads", "1", "--frames", frames, more});
  }
  Outcome info() { return run_program(folder_, {"info", "out/small"}); }
  std::string path(const std::string& name) { return folder_ / ("out/small/" + name); }
  // Does something to a run of 100 frames after its third.
  Outcome run_with(const std::function<void()>& meddle) {
    Process process(folder_, {"run", "small.toml", "--frames", "100", "--quiet", "--threads", "1"});
    EXPECT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0003.ply")); }));
    meddle();
    return process.wait();
  }
  static void expect_says(const Outcome& outcome, int exit_code, const std::string& part) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  }

  TemporaryFolder folder_;
};

TEST_F(Missing, tables_stay_known_when_the_run_goes_on) {
  for (const std::string name : {"stats.jsonl", "probes.csv", "memory.csv"}) {
    fs::remove_all(folder_ / "out");
    ASSERT_EQ(run("4").exit_code, 0);
    fs::remove(path(name));
    expect_says(info(), 1, name + ": error: this file is missing");
    expect_says(run("6", "--resume"), 0, name + ": it is missing, and its lines so far are lost");
    expect_says(info(), 2, name + ": error: this file is damaged");
  }
}

TEST_F(Missing, frames_of_another_run_are_told_of_when_the_run_goes_on) {
  ASSERT_EQ(run("4").exit_code, 0);
  fs::copy_file(path("particles/frame_0002.ply"), path("particles/frame_0001.ply"),
                fs::copy_options::overwrite_existing);
  expect_says(run("6", "--resume"), 0, "changed since they were written, or of another run: particles/frame_0001.ply");
  expect_says(info(), 2, "particles/frame_0001.ply: error: this file is damaged");
}

TEST_F(Missing, a_list_that_is_gone_is_what_a_refusal_names) {
  ASSERT_EQ(run("4").exit_code, 0);
  fs::remove(path("checksums.txt"));
  const Outcome refused = run("4", "--overwrite");
  expect_says(refused, 2, " more, and no checksums.txt says that Spindrift wrote them; move them away");
  EXPECT_TRUE(fs::exists(path("particles/frame_0004.ply")));
}

TEST_F(Missing, frames_stay_known_when_the_run_goes_on) {
  ASSERT_EQ(run("4").exit_code, 0);
  for (const char* name : {"particles/frame_0000.ply", "particles/frame_0001.ply"}) fs::remove(path(name));
  expect_says(run("6", "--resume"), 0,
              "missing since they were written: particles/frame_0000.ply, particles/frame_0001.ply");
  expect_says(info(), 1, "particles/frame_0001.ply: error: this file is missing");
}

TEST_F(Missing, a_list_that_was_cut_is_said_and_not_begun_anew_as_good) {
  ASSERT_EQ(run("4").exit_code, 0);
  fs::resize_file(path("checksums.txt"), 200);
  expect_says(info(), 2, "particles/frame_0003.ply: error: no line of checksums.txt knows this file");
  expect_says(run("6", "--resume"), 0, "either the list was cut, or they are not the run's");
  expect_says(info(), 2, "particles/frame_0003.ply: error: no line of checksums.txt knows this file");
}

TEST_F(Missing, a_list_that_is_gone_is_said_and_one_that_is_no_list_refused) {
  ASSERT_EQ(run("4").exit_code, 0);
  folder_.add("out/small/checksums.txt", "something else\n");
  expect_says(run("6", "--resume"), 2, "checksums.txt cannot be read");
  EXPECT_EQ(read_file(path("checksums.txt")), "something else\n");
  fs::remove(path("checksums.txt"));
  expect_says(run("6", "--resume"), 0, "checksums.txt is missing");
  expect_says(info(), 2, "stats.jsonl: error: this file is damaged");
}

TEST_F(Missing, a_list_that_is_gone_with_all_that_it_knew_is_not_spoken_of) {
  ASSERT_EQ(run("4").exit_code, 0);
  for (const auto& entry : fs::directory_iterator(folder_ / "out/small"))
    if (entry.path().filename() != "checkpoints") fs::remove_all(entry.path());
  const Outcome resumed = run("6", "--resume");
  EXPECT_EQ(resumed.exit_code, 0);
  EXPECT_EQ(resumed.err.find("checksums.txt is missing"), std::string::npos) << resumed.err;
}

TEST_F(Missing, during_the_run_ends_it_with_1_and_names) {
  const std::pair<std::string, std::function<void()>> deeds[] = {
      {"stats.jsonl was removed", [&] { fs::remove(path("stats.jsonl")); }},
      {"stats.jsonl was removed, replaced or changed", [&] { fs::resize_file(path("stats.jsonl"), 0); }},
      {"probes.csv was removed, replaced",
       [&] {
         folder_.add("other.csv", "x");
         fs::rename(folder_ / "other.csv", path("probes.csv"));
       }},
      {"particles/frame_0001.ply", [&] { fs::remove(path("particles/frame_0001.ply")); }},
      {"(in its list)", [&] { fs::remove(path("checksums.txt")); }},
  };
  for (const auto& [says, deed] : deeds) {
    fs::remove_all(folder_ / "out");
    expect_says(run_with(deed), 1, says);
  }
}

TEST_F(Missing, the_file_of_the_lock_is_no_way_in) {
  Process first(folder_, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--quiet"});
  ASSERT_TRUE(first.wait_until([&] { return fs::exists(path("particles/frame_0003.ply")); }));
  fs::remove(path("run.lock"));
  expect_says(run("3", "--overwrite"), 2, "the folder out/small is being written by another process");
  first.send(SIGINT);
  EXPECT_EQ(first.wait().exit_code, 130);
}

TEST_F(Missing, links_lead_to_no_file_elsewhere) {
  ASSERT_EQ(run("2").exit_code, 0);
  const std::string thesis = folder_.add("thesis.txt", "thesis");
  fs::create_symlink(thesis, path("run.lock"));
  expect_says(run("4", "--resume"), 2, "run.lock");
  fs::remove(path("run.lock"));
  fs::create_hard_link(thesis, path("run.lock"));
  expect_says(
      run("4", "--resume"), 2,
      "its run.lock is a hard link to a file that is elsewhere as well, as 'cp -al' makes them of a run that was "
      "killed; if no run is writing there, remove out/small/run.lock");
  fs::remove(path("run.lock"));
  fs::create_symlink(thesis, path("checksums.txt.spindrift-part"));
  EXPECT_EQ(run("4", "--resume").exit_code, 0);
  EXPECT_EQ(read_file(thesis), "thesis");
  EXPECT_FALSE(fs::is_symlink(path("checksums.txt")));
}

TEST_F(Missing, a_run_that_could_not_write_its_first_file_may_be_resumed) {
  const Outcome first =
      run_program(folder_, {"run", "small.toml", "--frames", "2", "--quiet"}, {.largest_file_bytes = 500});
  ASSERT_EQ(first.exit_code, 1) << first.err;
  ASSERT_FALSE(fs::exists(path("run.json")));
  EXPECT_EQ(run("2", "--resume").exit_code, 0);
}

TEST_F(Missing, a_name_that_is_too_long_is_bad_input) {
  expect_says(run_program(folder_, {"run", "small.toml", "--out", std::string(300, 'd')}), 2, "File name too long");
}

TEST_F(Missing, a_limit_of_processor_time_leaves_a_checkpoint) {
  Process process(folder_, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--quiet"});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0003.ply")); }));
  process.send(SIGXCPU);
  process.send(SIGXCPU);
  EXPECT_EQ(process.wait().exit_code, 128 + SIGXCPU);
  EXPECT_EQ(info().exit_code, 0);
}

}  // namespace
}  // namespace spindrift::testing
