// What a run that goes on, or `render`, may replace: what it makes again. Nothing else is touched, and a refusal
// touches nothing at all.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>

#include "cli/program.h"
#include "formats/files/checksum_list.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class GoingOn : public ::testing::Test {
 protected:
  GoingOn() {
    folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\n[checkpoint]\nevery_frames = 2\n[[probe]]\nkind = "
                                             "\"height\"\nname = \"gauge\"\nposition = [0.1, 0]\n"));
  }
  Outcome run(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", "small.toml", "--quiet", "--threads", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_, arguments);
  }
  Outcome info() { return run_program(folder_, {"info", "out/small"}); }
  std::string path(const std::string& name) { return folder_ / ("out/small/" + name); }
  std::map<std::string, std::string> contents() {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
      if (entry.is_regular_file()) files[entry.path().string()] = read_file(entry.path().string());
    return files;
  }
  void expect_refused(const std::vector<std::string>& options, const std::string& part) {
    const auto before = contents();
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_TRUE(contents() == before) << "nothing may be touched";
  }

  TemporaryFolder folder_;
};

TEST_F(GoingOn, keeps_the_pictures_of_render) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  ASSERT_EQ(run_program(folder_, {"render", "out/small", "--width", "128", "--quiet"}).exit_code, 0);
  const std::string drawn = read_file(path("frames/frame_0006.png"));
  fs::remove(path("checkpoints/frame_0006.checkpoint"));
  ASSERT_EQ(run({"--frames", "6", "--resume"}).exit_code, 0);
  EXPECT_EQ(read_file(path("frames/frame_0006.png")), drawn);
  EXPECT_EQ(info().exit_code, 0);
  std::string damaged = drawn;
  damaged[damaged.size() / 2] ^= 1;
  folder_.add("out/small/frames/frame_0006.png", damaged);
  fs::remove(path("checkpoints/frame_0006.checkpoint"));
  ASSERT_EQ(run({"--frames", "6", "--resume"}).exit_code, 0);
  EXPECT_EQ(info().exit_code, 0) << "a damaged one is drawn anew";
}

TEST_F(GoingOn, at_frame_0_keeps_the_pictures_of_render) {
  {
    Process process(folder_, {"run", "small.toml", "--frames", "100000", "--ignore-disk-space", "--set",
                              "checkpoint.every_frames=0"});
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0003.ply")); }));
    process.send(SIGKILL);
    process.wait();
  }
  // Where the kill did not meet a file that was being written, one is made up.
  const std::string begun = "particles/frame_9999.ply";
  Result<ChecksumList> list = ChecksumList::open(folder_ / "out/small");
  ASSERT_TRUE(list && list->begin(path(begun)));
  folder_.add("out/small/" + begun + ".spindrift-part", "half a file");
  ASSERT_EQ(run_program(folder_, {"render", "out/small", "--width", "128", "--frames", "0..2", "--quiet"}).exit_code,
            0);
  const std::string drawn = read_file(path("frames/frame_0002.png"));
  const std::string frames = std::to_string(count_files(folder_ / "out/small/particles") + 1);
  const Outcome again = run({"--frames", frames, "--resume"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(read_file(path("frames/frame_0002.png")), drawn);
  EXPECT_EQ(info().exit_code, 0);
}

TEST_F(GoingOn, is_refused_where_a_file_of_others_is_in_the_way) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  for (const std::string name :
       {"frames/frame_0005.png", "particles/frame_0006.ply", "particles/frame_0007.ply.spindrift-part"}) {
    folder_.add("out/small/" + name, "mine");
    expect_refused({"--frames", "6", "--resume"}, "it holds " + name);
    fs::remove(path(name));
  }
  ASSERT_EQ(run({"--frames", "6", "--resume"}).exit_code, 0);
}

TEST_F(GoingOn, removes_no_checkpoint_of_others) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  const std::string mine = "checkpoints/frame_0001.checkpoint", later = "checkpoints/frame_0009.checkpoint";
  fs::copy(path("checkpoints/frame_0004.checkpoint"), path(mine));
  const std::string bytes = read_file(path(mine));
  ASSERT_EQ(run({"--frames", "8", "--resume"}).exit_code, 0);
  EXPECT_EQ(count_files(folder_ / "out/small/checkpoints"), 3) << "its own two newest, and mine";
  EXPECT_TRUE(read_file(path(mine)) == bytes);
  expect_refused({"--frames", "8", "--overwrite"}, "it holds " + mine);
  folder_.add("out/small/" + later, "mine");
  expect_refused({"--frames", "10", "--resume"}, "it holds " + later);
}

TEST_F(GoingOn, render_without_a_list_replaces_no_picture) {
  ASSERT_EQ(run({"--frames", "2"}).exit_code, 0);
  fs::remove(path("checksums.txt"));
  const auto before = contents();
  const Outcome render = run_program(folder_, {"render", "out/small"});
  EXPECT_EQ(render.exit_code, 2);
  EXPECT_NE(render.err.find("frame_0000.png is not one that Spindrift has drawn"), std::string::npos) << render.err;
  EXPECT_TRUE(contents() == before);
}

TEST_F(GoingOn, with_fewer_frames_than_there_are_is_refused) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  fs::remove(path("checkpoints/frame_0006.checkpoint"));
  expect_refused({"--frames", "5", "--resume"}, "the run has reached frame 6 already, and 5 are asked for");
  fs::remove(path("stats.jsonl"));
  expect_refused({"--frames", "5", "--resume"}, "--overwrite in place of --resume");
}

TEST_F(GoingOn, keeps_the_files_that_it_does_not_write_now) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  const auto before = contents();
  for (const char* other : {"output.particles=false", "output.every=6"}) {
    fs::remove(path("checkpoints/frame_0006.checkpoint"));
    ASSERT_EQ(run({"--frames", "6", "--set", other, "--resume"}).exit_code, 0);
    EXPECT_EQ(count_files(folder_ / "out/small/particles"), 7) << other;
    EXPECT_EQ(count_files(folder_ / "out/small/frames"), 7) << other;
    EXPECT_EQ(info().exit_code, 0) << info().err;
  }
  for (const auto& [file, bytes] : contents()) {
    const bool is_of_a_frame = file.ends_with(".ply") || file.ends_with(".png");
    EXPECT_TRUE(!is_of_a_frame || before.at(file) == bytes) << file;
  }
}

TEST_F(GoingOn, does_not_replace_a_movie_by_a_shorter_one) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  if (!fs::exists(path("movie.mp4"))) GTEST_SKIP() << "without ffmpeg there is no movie";
  const std::string movie = read_file(path("movie.mp4"));
  fs::remove_all(path("frames"));
  const Outcome resumed = run({"--frames", "6", "--resume"});
  EXPECT_EQ(resumed.exit_code, 0);
  EXPECT_NE(resumed.err.find("no new movie, because pictures that were drawn are missing (frames/frame_0000.png"),
            std::string::npos)
      << resumed.err;
  EXPECT_TRUE(read_file(path("movie.mp4")) == movie);
}

TEST_F(GoingOn, makes_the_movie_of_all_pictures_also_of_every_fourth_frame) {
  ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
  if (!fs::exists(path("movie.mp4"))) GTEST_SKIP() << "without ffmpeg there is no movie";
  ASSERT_EQ(run({"--frames", "8", "--set", "output.every=4", "--resume"}).exit_code, 0);
  const Outcome movie = run_program(folder_, {"info", "out/small/movie.mp4"});
  EXPECT_NE(movie.out.find("pictures  8"), std::string::npos) << movie.out;
}

TEST_F(GoingOn, is_refused_where_a_folder_is_in_the_way_and_removes_nothing) {
  ASSERT_EQ(run({"--frames", "4"}).exit_code, 0);
  const std::string name = "checkpoints/frame_0004.checkpoint";
  fs::remove(path(name));
  fs::create_directories(path(name));
  folder_.add("out/small/" + name + "/mine", "mine");
  for (const char* how : {"--resume", "--overwrite"})
    expect_refused({"--frames", "6", how}, name + " is a folder, in the place of a file");
}

// All was simulated, but not all is on the disk: that is not finished, and can be gone on with.
TEST_F(GoingOn, is_possible_after_the_last_frame_could_not_be_written) {
  {
    Process process(folder_, {"run", "small.toml", "--quiet", "--threads", "1", "--frames", "40", "--set",
                              "checkpoint.every_frames=0"});
    ASSERT_TRUE(process.wait_until([&] { return fs::exists(path("particles/frame_0001.ply")); }));
    fs::create_directories(path("particles/frame_0040.ply"));
    EXPECT_EQ(process.wait().exit_code, 1);
  }
  EXPECT_NE(read_file(path("run.json")).find("\"finished\": false"), std::string::npos);
  EXPECT_NE(info().out.find("not finished"), std::string::npos) << info().out;
  fs::remove_all(path("particles/frame_0040.ply"));
  const Outcome resumed = run({"--frames", "40", "--resume", "--set", "checkpoint.every_frames=0"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(info().exit_code, 0);
}

}  // namespace
}  // namespace spindrift::testing
