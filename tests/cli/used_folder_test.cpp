// What a run, or `render`, keeps, replaces and says in a folder that holds results. A refusal touches nothing.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>

#include "cli/program.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

// Of a folder that holds results already.
class UsedFolder : public SmallRun {
 protected:
  Outcome info() { return run_program(folder_, {"info", "out/small"}); }
  std::string path(const std::string& name) { return folder_ / ("out/small/" + name); }
  // Of all files, but the lock that a killed program leaves.
  std::map<std::string, std::string> contents() {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
      if (entry.is_regular_file() && entry.path().filename() != "run.lock")
        files[entry.path().string()] = read_file(entry.path().string());
    return files;
  }
  void expect_refused(const std::vector<std::string>& options, const std::vector<std::string>& parts) {
    const auto before = contents();
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    for (const std::string& part : parts) expect_contains(outcome.err, part);
    EXPECT_TRUE(contents() == before) << "nothing may be touched";
  }
  std::size_t lines() { return lines_of(read_file(path("stats.jsonl"))).size(); }
};

class ContinuedRun : public UsedFolder {
 protected:
  ContinuedRun() {
    folder_.add("small.toml",
                small_scene_2d("[output]\nwidth = 64\nmovie = false\n[checkpoint]\nevery_frames = 2\n[[probe]]\n"
                               "kind = \"height\"\nname = \"gauge\"\nposition = [0.1, 0]\n"));
  }
};

TEST_F(ContinuedRun, is_refused_where_a_file_of_the_users_is_in_the_way) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  for (const std::string name : {"frames/frame_0005.png", "particles/frame_0006.ply"}) {
    folder_.add("out/small/" + name, "mine");
    expect_refused({"--frames", "6", "--resume"}, {"it holds " + name});
    expect_refused({"--frames", "6", "--overwrite"}, {"it holds " + name});
    fs::remove(path(name));
  }
  ASSERT_EQ(run({"--frames", "6", "--resume"}).exit_code, 0);
}

TEST_F(ContinuedRun, removes_no_checkpoint_of_the_users) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  const std::string mine = "checkpoints/frame_0001.checkpoint";
  fs::copy(path("checkpoints/frame_0004.checkpoint"), path(mine));
  ASSERT_EQ(run({"--frames", "8", "--resume"}).exit_code, 0);
  EXPECT_EQ(count_files(folder_ / "out/small/checkpoints"), 3) << "its own two newest, and mine";
  expect_refused({"--frames", "8", "--overwrite"}, {"it holds " + mine});
}

TEST_F(ContinuedRun, without_its_manifest_nothing_is_replaced) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  fs::remove(path("checksums.txt"));
  expect_refused({"--overwrite"}, {" more, and no checksums.txt says that Spindrift wrote them"});
  const auto before = contents();
  expect_says(run_program(folder_, {"render", "out/small"}), 2, "frame_0000.png is not one that Spindrift has drawn");
  fs::remove(path("checksums.txt"));
  EXPECT_TRUE(contents() == before);
  folder_.add("out/small/checksums.txt", "d41d8cd98f00b204  precious.dat\n");
  expect_refused({"--overwrite"}, {"checksums.txt in it is not Spindrift's; move it away"});
  expect_refused({"--frames", "4", "--resume"}, {"checksums.txt"});
}

TEST_F(ContinuedRun, keeps_the_files_that_it_does_not_write_now) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  const auto before = contents();
  for (const char* other : {"output.particles=false", "output.every=6"}) {
    fs::remove(path("checkpoints/frame_0006.checkpoint"));
    expect_says(run({"--frames", "6", "--set", other, "--resume"}), 0, "files of frames up to 4 stay as they are");
    EXPECT_EQ(count_files(folder_ / "out/small/particles"), 7) << other;
    EXPECT_EQ(count_files(folder_ / "out/small/frames"), 7) << other;
    EXPECT_EQ(info().exit_code, 0) << info().err;
  }
  for (const auto& [file, bytes] : contents()) {
    const bool is_of_a_frame = file.ends_with(".ply") || file.ends_with(".png");
    EXPECT_TRUE(!is_of_a_frame || before.at(file) == bytes) << file;
  }
}

TEST_F(ContinuedRun, names_the_outputs_that_have_changed) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  expect_says(run({"--frames", "4", "--resume", "--set", "output.color=speed", "--set", "probe.1.position=[0.2, 0.0]"}),
              0, "'probe.1.position' was [0.1, 0.0] in the run so far and is [0.2, 0.0] now");
  EXPECT_EQ(
      run({"--frames", "6", "--resume", "--set", "output.color=speed", "--set", "probe.1.position=[0.2, 0.0]"}).err,
      "");
}

TEST_F(ContinuedRun, cuts_tables_at_the_checkpoint_and_adds_lines) {
  ASSERT_EQ(run({"--frames", "5", "--set", "output.probe_rate=300"}).exit_code, 0);
  fs::remove(path("checkpoints/frame_0005.checkpoint"));
  const std::string before = read_file(path("probes.csv"));
  ASSERT_EQ(run({"--frames", "8", "--resume"}).exit_code, 0);
  const std::vector<std::string> lines = lines_of(read_file(path("probes.csv"))), old_lines = lines_of(before);
  const auto at_frame_4 = std::find_if(old_lines.begin(), old_lines.end(),
                                       [](const std::string& line) { return line.starts_with("0.0667"); });
  const auto kept = static_cast<std::size_t>(at_frame_4 - old_lines.begin());
  ASSERT_GT(lines.size(), kept);
  for (std::size_t i = 0; i < kept; ++i) EXPECT_EQ(lines[i], old_lines[i]);
  EXPECT_EQ(lines_of(read_file(path("stats.jsonl"))).size(), 9u);
  EXPECT_EQ(info().exit_code, 0);
}

TEST_F(ContinuedRun, says_which_tables_are_missing_or_cut) {
  for (const std::string name : {"stats.jsonl", "probes.csv", "memory.csv"}) {
    fs::remove_all(folder_ / "out");
    ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
    if (name == "memory.csv")
      fs::resize_file(path(name), fs::file_size(path(name)) - 5);
    else
      fs::remove(path(name));
    expect_says(run({"--frames", "6", "--resume"}), 0, name + " is missing or cut off");
    EXPECT_TRUE(read_file(path(name)).ends_with("\n"));
  }
}

TEST_F(ContinuedRun, with_other_columns_of_probes_is_refused) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  expect_refused({"--frames", "4", "--resume", "--set", "probe.1.name=other"},
                 {"probes.csv has other columns than the scene's probes have now; move it away"});
}

TEST_F(ContinuedRun, removes_what_kill_has_left_unfinished) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  const std::vector<std::string> parts = {"frames/frame_0003.png.77-1.spindrift-part",
                                          "checksums.txt.77-2.spindrift-part"};
  for (const std::string& name : parts) folder_.add("out/small/" + name, "half a file");
  ASSERT_EQ(run({"--frames", "4", "--resume"}).exit_code, 0);
  for (const std::string& name : parts) EXPECT_FALSE(fs::exists(path(name))) << name;
}

TEST_F(ContinuedRun, overwrite_beside_resume_is_said_to_have_no_effect) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  expect_says(run_program(folder_, {"run", "small.toml", "--frames", "4", "--resume", "--overwrite"}), 0,
              "--resume continues from it, and --overwrite has no effect");
}

// They are replaced only when asked for, and files of others never.
class EarlierRun : public UsedFolder {
 protected:
  EarlierRun() { folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\nmovie = false\n")); }
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
