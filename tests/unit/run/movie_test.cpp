#include "run/movie.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "formats/images/image.h"
#include "support/temporary_folder.h"

namespace spindrift {
namespace {

using testing::count_files;
using testing::read_file;
using testing::TemporaryFolder;

std::vector<std::string> write_pictures(const TemporaryFolder& folder, int count) {
  std::vector<std::string> files;
  for (int i = 0; i < count; ++i) {
    files.push_back(folder / (std::to_string(i) + ".png"));
    EXPECT_TRUE(write_png(files.back(), Image(64, 48, {0.1f * static_cast<float>(i), 0.2f, 0.4f})));
  }
  return files;
}

TEST(Movie, is_made_where_ffmpeg_is_and_an_error_where_it_is_not) {
  const TemporaryFolder folder;
  const Status made = write_movie(folder / "movie.mp4", write_pictures(folder, 4), 30.0);
  EXPECT_EQ(static_cast<bool>(made), has_ffmpeg());
  EXPECT_EQ(read_file(folder / "movie.mp4").find("ftyp") != std::string::npos, has_ffmpeg());
}

TEST(Movie, a_missing_picture_leaves_no_movie) {
  const TemporaryFolder folder;
  const Status made = write_movie(folder / "movie.mp4", {folder / "none.png"}, 30.0);
  EXPECT_FALSE(made);
  EXPECT_EQ(count_files(folder.path()), 0);
}

// A program called ffmpeg that comes first on the PATH while it lives.
class FalseFfmpeg {
 public:
  FalseFfmpeg(const TemporaryFolder& folder, const std::string& does) : path_(std::getenv("PATH")) {
    std::filesystem::create_directory(folder / "bin");
    std::ofstream(folder / "bin/ffmpeg") << "#!/bin/sh\n" << does << "\n";
    std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
    ::setenv("PATH", (folder / "bin" + (":" + path_)).c_str(), 1);
  }
  ~FalseFfmpeg() { ::setenv("PATH", path_.c_str(), 1); }

 private:
  std::string path_;
};

TEST(Movie, a_wish_to_stop_ends_a_hung_ffmpeg_at_once) {
  const TemporaryFolder folder;
  const FalseFfmpeg ffmpeg(folder, "cat > /dev/null; exec sleep 1000");
  int asked = 0;
  const Status made = write_movie(folder / "movie.mp4", write_pictures(folder, 1), 30.0, [&] { return ++asked > 3; });
  EXPECT_FALSE(made);
  EXPECT_LE(asked, 10);
}

// Of every frame that has files, whatever output.every is: the movie's speed follows from the pictures.
TEST(MoviePictures, are_seen_for_as_long_as_the_least_distance_of_two) {
  const auto pictures = [](std::initializer_list<int> frames) {
    std::vector<std::string> names;
    for (const int frame : frames) names.push_back("out/frames/frame_000" + std::to_string(frame) + ".png");
    return names;
  };
  EXPECT_EQ(frames_between(pictures({0, 1, 2})), 1);
  EXPECT_EQ(frames_between(pictures({0, 3, 6})), 3);
  EXPECT_EQ(frames_between(pictures({0, 4, 6, 8})), 2);
  EXPECT_EQ(frames_between(pictures({5})), 1);
  EXPECT_EQ(gaps_between(pictures({0, 3, 6})), "");
  EXPECT_EQ(gaps_between(pictures({0, 1, 5})), "2..4");
}

}  // namespace
}  // namespace spindrift
