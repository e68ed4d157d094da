#include "run/pictures/movie.h"

#include <gtest/gtest.h>

#include <cstdlib>

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

TEST(Movie, ffprobe_finds_every_picture_in_it) {
  if (!has_ffmpeg() || std::system("ffprobe -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no ffprobe";
  const TemporaryFolder folder;
  ASSERT_TRUE(write_movie(folder / "movie.mp4", write_pictures(folder, 6), 30.0));
  const std::string probe =
      "ffprobe -v error -count_frames -select_streams v -show_entries "
      "stream=codec_name,width,height,r_frame_rate,nb_read_frames -of csv=p=0 ";
  ASSERT_EQ(std::system((probe + (folder / "movie.mp4") + " > " + (folder / "probe.txt")).c_str()), 0);
  EXPECT_EQ(read_file(folder / "probe.txt"), "h264,64,48,30/1,6\n");
}

TEST(Movie, a_missing_picture_leaves_no_movie) {
  const TemporaryFolder folder;
  const Status made = write_movie(folder / "movie.mp4", {folder / "none.png"}, 30.0);
  EXPECT_FALSE(made);
  EXPECT_EQ(count_files(folder.path()), 0);
}

}  // namespace
}  // namespace spindrift
