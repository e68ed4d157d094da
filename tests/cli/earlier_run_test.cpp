// A folder that holds results already: they are replaced only when asked for, and files of others never.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>

#include "cli/program.h"
#include "support/json_reader.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

// Of all files, but the lock that a killed program leaves.
std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().filename() != "run.lock")
      files[entry.path().string()] = read_file(entry.path().string());
  return files;
}

class EarlierRun : public ::testing::Test {
 protected:
  EarlierRun() { folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\nmovie = false\n")); }

  Outcome run(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", "small.toml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_, arguments);
  }
  void expect_refused(const std::vector<std::string>& options, const std::vector<std::string>& parts) {
    const auto before = contents(folder_ / "out");
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    for (const std::string& part : parts) expect_contains(outcome.err, part);
    EXPECT_TRUE(contents(folder_ / "out") == before) << "nothing may be touched";
  }
  std::size_t lines() { return lines_of(read_file(folder_ / "out/small/stats.jsonl")).size(); }

  TemporaryFolder folder_;
};

TEST_F(EarlierRun, is_not_replaced_unasked) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  expect_refused({"--frames", "2"}, {"out/small holds the results of a run of 6 frames", "--resume", "--overwrite"});
  EXPECT_EQ(run({"--frames", "2", "--overwrite"}).exit_code, 0);
  EXPECT_EQ(lines(), 3u);
  EXPECT_EQ(run_program(folder_, {"info", "out/small"}).exit_code, 0);
}

TEST_F(EarlierRun, without_a_checkpoint_is_not_resumed_from_the_start) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  fs::remove_all(folder_ / "out/small/checkpoints");
  expect_refused(
      {"--frames", "8", "--resume"},
      {"cannot resume: the folder out/small holds the results of a run of 6 frames and no checkpoint", "--overwrite"});
  EXPECT_EQ(run({"--frames", "8", "--resume", "--overwrite"}).exit_code, 0);
  EXPECT_EQ(lines(), 9u);
}

TEST_F(EarlierRun, that_was_killed_before_its_first_checkpoint_may_be_resumed) {
  {
    Process process(folder_, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space"});
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(folder_ / "out/small/particles/frame_0003.ply"); }));
    process.send(SIGKILL);
    process.wait();
  }
  ASSERT_TRUE(fs::is_empty(folder_ / "out/small/checkpoints"));
  expect_refused({}, {"--overwrite"});
  expect_refused({"--frames", "1", "--resume"}, {"cannot resume", "--overwrite"});
  expect_refused({"--frames", "100000", "--ignore-disk-space", "--set", "solver.flip=0.5", "--resume"},
                 {"cannot resume", "--overwrite"});
  const std::string frames = std::to_string(lines() + 5);
  const Outcome resumed = run({"--frames", frames, "--resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  expect_contains(resumed.err, "no checkpoint in out/small to resume from; starting at frame 0");
}

TEST_F(EarlierRun, leaves_the_files_of_others_when_it_is_replaced) {
  ASSERT_EQ(run({"--frames", "5"}).exit_code, 0);
  const std::vector<std::string> mine = {"notes.txt", "frames/my.png", "frames/frame_notes.txt",
                                         "frames/frame_12_retouched.png", "particles/frame_0001.ply.bak"};
  for (const std::string& name : mine) folder_.add("out/small/" + name, "mine");
  folder_.add("out/small/frames/frame_0004.png.12-3.spindrift-part", "left by a crash");
  ASSERT_EQ(run({"--frames", "1", "--overwrite"}).exit_code, 0);
  for (const std::string& name : mine) EXPECT_EQ(read_file(folder_ / ("out/small/" + name)), "mine") << name;
  EXPECT_EQ(count_files(folder_ / "out/small/particles"), 2 + 1);
  EXPECT_EQ(count_files(folder_ / "out/small/frames"), 2 + 3);
}

TEST_F(EarlierRun, of_nobody_is_no_obstacle) {
  fs::create_directories(folder_ / "out/small/frames");
  EXPECT_EQ(run({}).exit_code, 0) << "an empty folder";
  fs::remove_all(folder_ / "out");
  fs::create_directories(folder_ / "out/small/frames");
  folder_.add("out/small/notes.txt", "mine");
  folder_.add("out/small/frames/my.png", "mine");
  EXPECT_EQ(run({}).exit_code, 0) << "only files of others";
  EXPECT_EQ(read_file(folder_ / "out/small/frames/my.png"), "mine");
}

TEST_F(EarlierRun, a_folder_needs_a_name) {
  for (const Outcome& outcome : {run({"--out", ""}), run_program(folder_, {"render", ""})}) {
    expect_says(outcome, 2, "the name of the folder is empty");
  }
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

}  // namespace
}  // namespace spindrift::testing
