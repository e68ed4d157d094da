// What somebody has changed since a run wrote it is theirs: whoever would replace or remove it sets it aside, and says
// so.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>

#include "cli/changed_files.h"

namespace spindrift::testing {
namespace {

TEST_F(ChangedFiles, are_kept_when_the_run_goes_on) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  expect_kept({"scene.toml", "report.html", "run.json"}, [&] { return run({"--frames", "6", "--resume"}); });
  // A second time, beside those of the first.
  const std::string first = read_file(path("changed/scene.toml"));
  append("scene.toml", "# once more\n");
  const std::string second = read_file(path("scene.toml"));
  ASSERT_EQ(run({"--frames", "8", "--resume"}).exit_code, 0);
  EXPECT_EQ(read_file(path("changed/scene.toml")), first);
  EXPECT_EQ(read_file(path("changed_2/scene.toml")), second);
}

TEST_F(ChangedFiles, of_later_frames_are_kept_when_the_run_goes_on) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  fs::remove(path("checkpoints/frame_0006.checkpoint"));
  expect_kept({"frames/frame_0005.png", "particles/frame_0006.ply"},
              [&] { return run({"--frames", "6", "--resume"}); });
}

TEST_F(ChangedFiles, are_kept_when_all_is_replaced) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  expect_kept({"frames/frame_0001.png", "particles/frame_0004.ply", "scene.toml"},
              [&] { return run({"--frames", "2", "--overwrite"}); });
  EXPECT_FALSE(fs::exists(path("frames/frame_0004.png"))) << "one that was not changed";
}

TEST_F(ChangedFiles, also_if_the_scene_that_runs_is_one_of_them) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  expect_kept({"scene.toml"}, [&] {
    return run_program(folder_, {"run", "out/small/scene.toml", "--set", "title=\"x\"", "--out", "out/small", "--quiet",
                                 "--frames", "2", "--overwrite"});
  });
}

TEST_F(ChangedFiles, are_kept_by_render) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  expect_kept({"frames/frame_0001.png", "report.html"},
              [&] { return run_program(folder_, {"render", "out/small", "--quiet", "--threads", "1"}); });
}

// Ends a run by force after its frame 5, with a checkpoint of frame 4 or with none, and returns how many frames to ask
// for.
class ChangedFilesOfAKilledRun : public ChangedFiles {
 protected:
  std::string kill(int every_frames) {
    const std::string checkpoints = "checkpoint.every_frames=" + std::to_string(every_frames);
    Process process(folder_, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--set", checkpoints});
    EXPECT_TRUE(process.wait_until([&] { return fs::exists(path("frames/frame_0006.png")); }));
    process.send(SIGKILL);
    process.wait();
    return std::to_string(count_files(path("particles")) + 2);
  }
};

TEST_F(ChangedFilesOfAKilledRun, are_kept_when_it_goes_on) {
  const std::string frames = kill(4);
  expect_kept({"scene.toml", "run.json"}, [&] { return run({"--frames", frames, "--resume"}); });
}

TEST_F(ChangedFilesOfAKilledRun, are_kept_when_it_begins_again) {
  for (const char* how : {"--resume", "--overwrite"}) {
    const std::string frames = kill(0);
    std::vector<std::string> names = {"stats.jsonl", "memory.csv"};
    if (how == std::string("--overwrite")) names.emplace_back("scene.toml");
    expect_kept(names, [&] { return run({"--frames", frames, how}); });
    fs::remove_all(path(""));
  }
}

// An edited scene.toml is another scene than that of the files beside it.
TEST_F(ChangedFilesOfAKilledRun, are_not_made_again_by_another_scene) {
  const std::string frames = kill(0);
  std::string scene = read_file(path("scene.toml"));
  scene.replace(scene.find("flip = 0.95"), 11, "flip = 0.50");
  folder_.add("out/small/scene.toml", scene);
  const std::string picture = read_file(path("frames/frame_0005.png"));
  const std::vector<std::string> words = {
      "run", "out/small/scene.toml", "--out", "out/small", "--frames", frames, "--quiet", "--resume"};
  const Outcome outcome = run_program(folder_, words);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("holds the results of a run"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("would not make the same: its scene.toml was changed since"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(read_file(path("frames/frame_0005.png")), picture);
  EXPECT_EQ(read_file(path("scene.toml")), scene);
}

// In the last line, which lies after the checkpoint; and at the head, where nothing else would show that lines are
// gone.
TEST_F(ChangedFilesOfAKilledRun, tables_are_known_to_be_changed_wherever_that_is) {
  for (const bool is_last : {true, false}) {
    const std::string frames = kill(4);
    std::vector<std::string> lines = lines_of(read_file(path("stats.jsonl")));
    ASSERT_GE(lines.size(), 5u);
    if (is_last)
      lines.back().insert(lines.back().size() - 1, ", \"note\": \"splash\"");
    else
      lines.erase(lines.begin(), lines.begin() + 2);
    std::string changed;
    for (const std::string& line : lines) changed += line + "\n";
    folder_.add("out/small/stats.jsonl", changed);
    EXPECT_EQ(info(), 2);
    const Outcome resumed = run({"--frames", frames, "--resume"});
    EXPECT_EQ(resumed.exit_code, 0);
    EXPECT_NE(resumed.err.find("stats.jsonl: this file is damaged"), std::string::npos) << resumed.err;
    EXPECT_EQ(resumed.err.find("and begins with frame 2") == std::string::npos, is_last) << resumed.err;
    EXPECT_EQ(read_file(path("changed/stats.jsonl")), changed);
    EXPECT_EQ(info(), 2) << "it stays known";
    fs::remove_all(path(""));
  }
}

TEST_F(ChangedFilesOfAKilledRun, untouched_tables_go_on_without_a_word) {
  for (int i = 0; i < 5; ++i) {
    const std::string frames = kill(4);
    EXPECT_EQ(info(), 0);
    const Outcome resumed = run({"--frames", frames, "--resume"});
    EXPECT_EQ(resumed.exit_code, 0);
    EXPECT_EQ(resumed.err, "");
    EXPECT_EQ(info(), 0);
    fs::remove_all(path(""));
  }
}

// A picture that could not be drawn is still the older one, whatever was begun.
TEST_F(ChangedFiles, are_kept_by_render_also_after_one_that_failed) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  const Outcome failed =
      run_program(folder_, {"render", "out/small", "--quiet", "--width", "400"}, {.largest_file_bytes = 1000});
  ASSERT_EQ(failed.exit_code, 1) << failed.err;
  EXPECT_EQ(info(), 0);
  expect_kept({"frames/frame_0000.png"},
              [&] { return run_program(folder_, {"render", "out/small", "--quiet", "--threads", "1"}); });
}

TEST_F(ChangedFiles, ones_that_were_put_there_while_a_run_goes_on_are_kept) {
  for (const bool is_resumed : {false, true}) {
    ASSERT_TRUE(!is_resumed || run({"--frames", "2"}).exit_code == 0);
    std::vector<std::string> words = {"run", "small.toml", "--quiet", "--frames", "60"};
    if (is_resumed) words.emplace_back("--resume");
    Process process(folder_, words);
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0003.ply")); }));
    const std::vector<std::string> names = {"frames/frame_0059.png", "particles/frame_0060.ply"};
    for (const std::string& name : names) folder_.add("out/small/" + name, "mine");
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const std::string& name : names) {
      EXPECT_EQ(read_file(path("changed/" + name)), "mine");
      EXPECT_NE(outcome.err.find("out/small/changed/" + name), std::string::npos) << outcome.err;
      EXPECT_NE(read_file(path(name)), "mine");
    }
    fs::remove_all(path(""));
  }
}

// Its name may lead to somebody else's results.
TEST_F(ChangedFiles, a_folder_that_takes_the_place_of_a_runs_is_left_alone) {
  ASSERT_EQ(run({"--frames", "2", "--out", "other"}).exit_code, 0);
  std::map<std::string, std::string> before;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "other"))
    if (entry.is_regular_file())
      before[fs::relative(entry.path(), folder_ / "other").string()] = read_file(entry.path().string());
  Process process(folder_, {"run", "small.toml", "--quiet", "--frames", "100000", "--ignore-disk-space", "--set",
                            "domain.resolution=96", "--set", "checkpoint.every_frames=0"});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0003.ply")); }));
  process.send(SIGSTOP);
  fs::rename(folder_ / "out/small", folder_ / "out/moved");
  fs::rename(folder_ / "other", folder_ / "out/small");
  process.send(SIGCONT);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.exit_code, 1);
  // The folder, or the file that was being written when it went.
  EXPECT_NE(outcome.err.find("out/small"), std::string::npos) << outcome.err;
  std::size_t others = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path(""))) {
    const std::string name = fs::relative(entry.path(), path("")).string();
    if (!entry.is_regular_file() || name == "run.lock") continue;
    const auto known = before.find(name);
    others += known == before.end() ? 1 : 0;
    EXPECT_TRUE(known == before.end() || read_file(entry.path().string()) == known->second) << name;
  }
  EXPECT_LE(others, 1u) << "one file may have been on its way";
  EXPECT_EQ(count_files(folder_ / "out/small/checkpoints"), 1);
}

TEST_F(ChangedFiles, lists_and_locks_of_others_are_refused) {
  fs::create_directories(path(""));
  for (const char* name : {"checksums.txt", "run.lock"}) {
    folder_.add("out/small/" + std::string(name), "d41d8cd98f00b204  precious.dat\n");
    for (const char* how : {"--resume", "--overwrite"}) {
      const Outcome outcome = run({"--frames", "2", how});
      EXPECT_EQ(outcome.exit_code, 2) << name;
      EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
      EXPECT_NE(outcome.err.find("move it away"), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(read_file(path(name)), "d41d8cd98f00b204  precious.dat\n");
    fs::remove(path(name));
  }
}

TEST_F(ChangedFiles, a_list_with_lines_of_others_is_kept) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  int frames = 4;
  for (const char* how : {"--resume", "--overwrite"}) {
    append("checksums.txt", "d41d8cd98f00b204  precious.dat\n");
    const std::string changed = read_file(path("checksums.txt"));
    const Outcome outcome = run({"--frames", std::to_string(frames++), how});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("changed/checksums.txt"), std::string::npos) << outcome.err;
    EXPECT_EQ(read_file(path("changed/checksums.txt")), changed);
    EXPECT_EQ(info(), 0);
    fs::remove_all(path("changed"));
  }
}

// Browsers and other programs give such names to what they have not finished.
TEST_F(ChangedFiles, are_not_those_of_others_that_end_with_part) {
  const std::vector<std::string> names = {"frames/frame_0002.png.part", "report.html.part", "checksums.txt.part",
                                          "stats.jsonl.part", "checkpoints/frame_0002.checkpoint.part"};
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  for (const std::string& name : names) folder_.add("out/small/" + name, "mine");
  ASSERT_EQ(run_program(folder_, {"render", "out/small", "--quiet", "--threads", "1"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "4", "--resume"}).exit_code, 0);
  ASSERT_EQ(run({"--frames", "2", "--overwrite"}).exit_code, 0);
  for (const std::string& name : names) EXPECT_EQ(read_file(path(name)), "mine") << name;
}

TEST_F(ChangedFiles, untouched_ones_are_replaced_without_a_word) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  fs::remove(path("checkpoints/frame_0004.checkpoint"));
  for (const char* how : {"--resume", "--overwrite"}) {
    const Outcome outcome = run({"--frames", "6", how});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "") << how;
    EXPECT_FALSE(fs::exists(path("changed"))) << how;
  }
}

TEST_F(ChangedFiles, a_movie_at_another_speed_is_told) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  const Outcome resumed = run({"--frames", "6", "--resume", "--set", "output.every=2"});
  EXPECT_NE(resumed.err.find("a movie made now shows those at another speed"), std::string::npos) << resumed.err;
}

// Files of other settings than before lie side by side from then on.
TEST_F(ChangedFiles, outputs_that_change_when_the_run_goes_on_are_told) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  fs::remove(path("checkpoints/frame_0006.checkpoint"));
  const std::string before = read_file(path("frames/frame_0003.png")), later = read_file(path("frames/frame_0006.png"));
  const Outcome resumed = run({"--frames", "6", "--resume", "--set", "output.color=speed", "--set", "output.every=3"});
  EXPECT_EQ(resumed.exit_code, 0);
  for (const char* told :
       {"'output.color' was \"", "'output.every' was 1 in the run so far and is 3 now",
        "; files of frames up to 6 stay as they are, but for those that are written anew, pictures that "
        "the run draws are drawn anew from there on, and `spindrift render out/small` draws all alike"})
    EXPECT_NE(resumed.err.find(told), std::string::npos) << told << "\n" << resumed.err;
  EXPECT_EQ(read_file(path("frames/frame_0003.png")), before);
  EXPECT_NE(read_file(path("frames/frame_0006.png")), later) << "one that was made before with another colour";
  const Outcome same = run({"--frames", "8", "--resume", "--set", "output.color=speed", "--set", "output.every=3"});
  EXPECT_EQ(same.err, "");
}

// With other outputs files of two kinds would lie side by side, and pictures of `render` would be replaced.
TEST_F(ChangedFiles, a_run_that_would_begin_again_with_other_outputs_is_refused) {
  Process process(folder_, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--set",
                            "checkpoint.every_frames=0"});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("frames/frame_0003.png")); }));
  process.send(SIGKILL);
  process.wait();
  const std::string drawn = read_file(path("frames/frame_0002.png"));
  const std::string frames = std::to_string(count_files(path("particles")) + 1);
  const Outcome refused = run({"--frames", frames, "--resume", "--set", "output.color=speed"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("and to begin again would not make the same: 'output.color' was"), std::string::npos)
      << refused.err;
  EXPECT_EQ(read_file(path("frames/frame_0002.png")), drawn);
}

TEST_F(ChangedFiles, overwrite_beside_resume_is_said_to_have_no_effect) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  const Outcome both = run_program(folder_, {"run", "small.toml", "--frames", "4", "--resume", "--overwrite"});
  EXPECT_EQ(both.exit_code, 0);
  EXPECT_NE((both.out + both.err).find("--resume goes on from it, and --overwrite has no effect"), std::string::npos)
      << both.out << both.err;
}

}  // namespace
}  // namespace spindrift::testing
