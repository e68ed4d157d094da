// Changes to a run's folder or scene that leave it usable, and that are told.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "cli/changed_files.h"

namespace spindrift::testing {
namespace {

class ToldChanges : public ChangedFiles {
 protected:
  void expect_told(const Outcome& outcome, const std::string& words) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE((outcome.out + outcome.err).find(words), std::string::npos) << outcome.out << outcome.err;
  }
};

// By an editor, or by whoever writes in place.
TEST_F(ToldChanges, a_file_that_was_changed_during_the_run_and_kept_its_size) {
  for (const char* name : {"scene.toml", "particles/frame_0002.ply"}) {
    fs::remove_all(path(""));
    Process process(folder_, {"run", "small.toml", "--quiet", "--frames", "200", "--ignore-disk-space"});
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0004.ply")); }));
    std::fstream(path(name), std::ios::binary | std::ios::in | std::ios::out).seekp(3).put('#');
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
  }
}

TEST_F(ToldChanges, a_file_called_changed_is_in_nobodys_way) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  folder_.add("out/small/changed", "a list of changes");
  append("scene.toml", "# mine\n");
  expect_told(run({"--frames", "4", "--resume"}), "out/small/changed_2/scene.toml");
  EXPECT_EQ(read_file(path("changed")), "a list of changes");
}

TEST_F(ToldChanges, line_ends_of_another_system) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  for (const char* name : {"memory.csv", "checksums.txt"}) {
    const std::string before = read_file(path(name));
    std::string text;
    for (const std::string& line : lines_of(before)) text += line + "\r\n";
    folder_.add(std::string("out/small/") + name, text);
    const Outcome outcome = run_program(folder_, {"info", "out/small"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("CR LF"), std::string::npos) << outcome.err;
    folder_.add(std::string("out/small/") + name, before);
  }
}

TEST_F(ToldChanges, frames_without_a_picture_that_a_movie_jumps_over) {
  folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\npictures = false\n"));
  ASSERT_EQ(run({"--frames", "8"}).exit_code, 0);
  ASSERT_EQ(run_program(folder_, {"render", "out/small", "--frames", "0..1"}).exit_code, 0);
  if (!fs::exists(path("movie.mp4"))) GTEST_SKIP() << "without ffmpeg there is no movie";
  ASSERT_EQ(run_program(folder_, {"render", "out/small", "--frames", "5"}).exit_code, 0);
  expect_told(run_program(folder_, {"render", "out/small", "--frames", "7..8"}),
              "the movie jumps, because there are no pictures of frames 2..4, 6");
}

TEST_F(ToldChanges, a_probe_that_was_moved_under_its_name) {
  const auto scene_with_probe_at = [](const char* x) {
    return small_scene_2d(std::string("[[probe]]\nkind = \"height\"\nname = \"mid\"\nposition = [") + x + ", 0.0]\n");
  };
  folder_.add("small.toml", scene_with_probe_at("0.1"));
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  folder_.add("small.toml", scene_with_probe_at("0.2"));
  expect_told(run({"--frames", "4", "--resume"}), "'probe.1.position' was [0.1, 0.0] in the run so far");
}

// Nothing would be written of it, and scene.toml would tell of readings that no table has.
TEST_F(ToldChanges, other_tables_of_a_run_that_is_finished) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  const Outcome outcome = run({"--frames", "2", "--resume", "--set", "output.volumes=[\"vti\"]"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("no frame is left to write that for; ask for more frames"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(run({"--frames", "2", "--resume", "--set", "output.color=speed"}).exit_code, 0);
}

// The table goes on: its lines between the frames are the run's, too.
TEST_F(ToldChanges, readings_at_another_rate) {
  folder_.add("small.toml", small_scene_2d("[[probe]]\nkind = \"height\"\nname = \"mid\"\nposition = [0.1, 0.0]\n"));
  ASSERT_EQ(run({"--frames", "4", "--set", "output.probe_rate=300"}).exit_code, 0);
  const std::string before = read_file(path("probes.csv"));
  for (const char* frames : {"6", "8"}) {
    const Outcome outcome = run({"--frames", frames, "--resume"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("not the run's"), std::string::npos) << outcome.err;
    EXPECT_EQ(read_file(path("probes.csv")).substr(0, before.size()), before);
  }
  EXPECT_FALSE(fs::exists(path("changed")));
  EXPECT_EQ(info(), 0);
}

// Those that are to come are gone at once, so that none of the older look is among them whenever the run ends.
TEST_F(ToldChanges, pictures_of_another_look_that_a_run_has_not_come_to_before_it_ended) {
  const std::vector<std::string> speed = {"--set", "output.color=\"speed\""};
  Process first(folder_, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--set",
                          "checkpoint.every_frames=20"});
  ASSERT_TRUE(first.wait_until([&] { return fs::exists(path("frames/frame_0030.png")); }));
  first.send(SIGKILL);
  first.wait();
  const std::string frames = std::to_string(count_files(path("particles")));
  std::string newest;  // `frame_0028`
  for (const auto& entry : fs::directory_iterator(path("checkpoints")))
    newest = std::max(newest, entry.path().stem().string());
  const std::size_t before = lines_of(read_file(path("stats.jsonl"))).size();
  Process second(folder_, {"run", "small.toml", "--frames", frames, "--resume", speed[0], speed[1], "--threads", "1"});
  second.wait_until([&] { return lines_of(read_file(path("stats.jsonl"))).size() < before; });  // it has begun
  second.send(SIGINT);
  second.wait();
  ASSERT_EQ(run({"--frames", frames, "--resume", speed[0], speed[1]}).exit_code, 0);
  ASSERT_EQ(run({"--frames", frames, "--out", "out/speed", "--overwrite", speed[0], speed[1]}).exit_code, 0);
  for (const auto& entry : fs::directory_iterator(folder_ / "out/speed/frames")) {
    const std::string name = entry.path().filename().string();
    if (name.substr(0, newest.size()) <= newest) continue;  // before the change, which is told
    EXPECT_EQ(read_file(path("frames/" + name)), read_file(entry.path().string())) << name;
  }
}

TEST_F(ToldChanges, whether_a_run_has_come_to_its_end) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  expect_told(run_program(folder_, {"info", "out/small"}), " finished\n");
  Process process(folder_, {"run", "small.toml", "--quiet", "--resume", "--frames", "100000", "--ignore-disk-space"});
  ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0006.ply")); }));
  process.send(SIGKILL);
  process.wait();
  expect_told(run_program(folder_, {"info", "out/small"}), "not finished");
}

TEST_F(ToldChanges, pictures_of_another_look_than_those_of_a_run_that_goes_on) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  expect_told(run_program(folder_, {"render", "out/small", "--set", "output.color=\"speed\""}),
              "draws its frames as its own scene says");
}

}  // namespace
}  // namespace spindrift::testing
