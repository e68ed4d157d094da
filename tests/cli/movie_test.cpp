// The movie of a run whose pictures are broken or missing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/program.h"
#include "run/movie.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class MovieOfARun : public SmallRun {
 protected:
  void SetUp() override {
    if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
    folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\n[checkpoint]\nevery_frames = 2\n"));
    ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
    movie_ = read_file(path("movie.mp4"));
  }
  Outcome render(const std::string& frames) {
    return run_program(folder_, {"render", "out/small", "--quiet", "--threads", "1", "--frames", frames});
  }
  std::string path(const std::string& name) { return folder_ / ("out/small/" + name); }

  void expect_pictures(int count) {
    const std::string probe =
        "ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 ";
    ASSERT_EQ(std::system((probe + path("movie.mp4") + " > " + (folder_ / "count.txt")).c_str()), 0);
    EXPECT_EQ(read_file(folder_ / "count.txt"), std::to_string(count) + "\n");
  }

  std::string movie_;
};

TEST_F(MovieOfARun, stays_when_a_picture_is_broken) {
  const std::string third = path("frames/frame_0003.png"), whole = read_file(third);
  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 1;
  for (const std::string& bytes : {whole.substr(0, whole.size() / 2), flipped}) {
    std::ofstream(third, std::ios::binary) << bytes;
    expect_says(render("5"), 1, "ffmpeg ended with an error");
    EXPECT_TRUE(read_file(path("movie.mp4")) == movie_);
    EXPECT_EQ(run_program(folder_, {"info", "out/small/movie.mp4"}).exit_code, 0) << "and is still listed";
  }
  ASSERT_EQ(render("3").exit_code, 0);
  expect_pictures(7);
}

TEST_F(MovieOfARun, names_the_frames_that_it_jumps_over) {
  folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\npictures = false\n"));
  ASSERT_EQ(run({"--frames", "8", "--out", "bare"}).exit_code, 0);
  const auto draw = [&](const char* frames) {
    return run_program(folder_, {"render", "bare", "--quiet", "--frames", frames});
  };
  ASSERT_EQ(draw("0..1").exit_code, 0);
  ASSERT_EQ(draw("5").exit_code, 0);
  const Outcome last = draw("7..8");
  expect_contains(last.err, "the movie jumps, because there are no pictures of frames 2..4, 6");
}

}  // namespace
}  // namespace spindrift::testing
