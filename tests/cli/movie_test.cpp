// The movie of a run whose pictures somebody has broken, retouched or moved away: a good one is never replaced by less.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/program.h"
#include "run/pictures/movie.h"
#include "support/file_readers.h"

namespace spindrift::testing {
namespace {

namespace fs = std::filesystem;

class MovieOfARun : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_ffmpeg()) GTEST_SKIP() << "no ffmpeg";
    folder_.add("small.toml", small_scene_2d("[output]\nwidth = 64\n[checkpoint]\nevery_frames = 2\n"));
    ASSERT_EQ(run({"--frames", "6"}).exit_code, 0);
    movie_ = read_file(path("movie.mp4"));
  }
  Outcome run(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", "small.toml", "--quiet", "--threads", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(folder_, arguments);
  }
  Outcome render(const std::string& frames) {
    return run_program(folder_, {"render", "out/small", "--quiet", "--threads", "1", "--frames", frames});
  }
  std::string path(const std::string& name) { return folder_ / ("out/small/" + name); }

  // That there is no new movie, for this reason, and that the old one has stayed.
  void expect_stays(const Outcome& outcome, const std::string& because) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("no new movie, because " + because), std::string::npos) << outcome.err;
    EXPECT_TRUE(read_file(path("movie.mp4")) == movie_);
  }
  void expect_pictures(int count) {
    const Outcome info = run_program(folder_, {"info", "out/small/movie.mp4"});
    EXPECT_NE(info.out.find("pictures  " + std::to_string(count) + "\n"), std::string::npos) << info.out << info.err;
  }

  TemporaryFolder folder_;
  std::string movie_;
};

TEST_F(MovieOfARun, stays_when_a_picture_is_broken_which_is_named) {
  const std::string third = path("frames/frame_0003.png"), whole = read_file(third);
  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 1;
  const std::pair<std::string, std::string> faults[] = {
      {whole.substr(0, whole.size() / 2), "is broken: this picture is cut off"},
      {flipped, "is broken: this picture is damaged"},
      {"", "is empty, and no PNG file"},
      {"\xff\xd8\xff\xe0 a picture by JPEG", "is no PNG file"},
  };
  for (const auto& [bytes, fault] : faults) {
    std::ofstream(third, std::ios::binary) << bytes;
    expect_stays(render("5"), "frames/frame_0003.png " + fault);
  }
  expect_stays(run({"--frames", "8", "--resume"}), "frames/frame_0003.png is no PNG file");
  ASSERT_EQ(render("3").exit_code, 0);
  expect_pictures(9);
}

TEST_F(MovieOfARun, has_pictures_that_were_retouched_and_names_them) {
  fs::copy_file(path("frames/frame_0001.png"), path("frames/frame_0003.png"), fs::copy_options::overwrite_existing);
  const Outcome resumed = run({"--frames", "8", "--resume"});
  EXPECT_EQ(resumed.exit_code, 0);
  EXPECT_NE(resumed.err.find("changed after they were drawn, and in the movie as they are now: frames/frame_0003.png"),
            std::string::npos)
      << resumed.err;
  expect_pictures(9);
}

TEST_F(MovieOfARun, keeps_its_beginning_when_pictures_were_moved_away) {
  fs::rename(path("frames"), folder_ / "elsewhere");
  expect_stays(run({"--frames", "20", "--resume"}),
               "pictures that were drawn are missing (frames/frame_0000.png, frames/frame_0001.png, "
               "frames/frame_0002.png and 4 more)");
  fs::remove(path("movie.mp4"));
  ASSERT_EQ(run({"--frames", "20", "--resume"}).exit_code, 0);
  expect_pictures(14);
  fs::remove(path("movie.mp4"));
  ASSERT_EQ(render("0..6").exit_code, 0);
  expect_pictures(21);
}

}  // namespace
}  // namespace spindrift::testing
