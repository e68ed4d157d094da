#include "run/pictures/make_movie.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "formats/files/file_bytes.h"
#include "run/info/file_info.h"
#include "run/pictures/movie.h"

namespace spindrift {
namespace {

// A PNG file begins with its size, in the first 24 bytes.
bool are_of_one_size(const std::vector<std::string>& pictures) {
  const auto begin_of = [](const std::string& file) {
    std::string bytes(24, '\0');
    std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return bytes;
  };
  return std::all_of(pictures.begin(), pictures.end(),
                     [&](const std::string& file) { return begin_of(file) == begin_of(pictures.front()); });
}

// What to say if there can be no new movie of these pictures.
std::string why_no_movie(const RunFolder& folder, const std::vector<std::string>& pictures,
                         const ChecksumList& checksums) {
  if (!has_ffmpeg())
    return "no movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there";
  if (std::filesystem::exists(folder.movie()) && !checksums.knows(folder.movie()))
    return fmt::format("no movie, because {} is not one that Spindrift has made; move it away", folder.movie());
  if (!are_of_one_size(pictures))
    return "no new movie, because the pictures in frames/ have different sizes now; draw all frames alike for one";
  const auto older = read_file_bytes(folder.movie());
  const std::size_t in_older = older ? pictures_in_movie(*older) : 0;
  if (in_older > pictures.size())
    return fmt::format(
        "no new movie, because the one that is there has {} pictures, and frames/ holds {} now; remove {} for a new "
        "one",
        in_older, pictures.size(), folder.movie());
  return "";
}

}  // namespace

Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         ChecksumList& checksums, RunWatcher& watcher) {
  if (!scene.output.movie || pictures.empty()) return Movie::kNone;
  if (const std::string why = why_no_movie(folder, pictures, checksums); !why.empty()) {
    watcher.warning(why);
    return Movie::kNone;
  }
  // A run that was stopped gets the movie of what it has; a wish to stop from now on means this.
  const bool was_interrupted = watcher.should_stop();
  const auto is_stopped = [&] { return !was_interrupted && watcher.should_stop(); };
  std::optional<FileSum> older = checksums.find(folder.movie());
  if (Status begun = checksums.begin(folder.movie()); !begun) return begun.error();
  if (!std::filesystem::exists(folder.movie())) older.reset();  // set aside, if there was one
  const Status made = write_movie(folder.movie(), pictures, scene.time.fps / scene.output.every, is_stopped);
  if (const Status listed = made    ? checksums.add_read(folder.movie())
                            : older ? checksums.add(folder.movie(), *older)
                                    : Status(Done{});
      !listed)
    return listed.error();
  if (made) return Movie::kMade;
  if (!is_stopped()) return made.error();
  watcher.warning("interrupted while the movie was made; there is no new one, but all pictures");
  return Movie::kInterrupted;
}

}  // namespace spindrift
