#include "io/movie.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "io/image.h"
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

}  // namespace
}  // namespace spindrift
