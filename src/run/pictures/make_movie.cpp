#include "run/pictures/make_movie.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "formats/files/file_bytes.h"
#include "run/info/file_info.h"
#include "run/pictures/movie.h"
#include "run/pictures/movie_pictures.h"

namespace spindrift {
namespace {

// What to say if a movie that is there has more than a new one could have.
std::string why_movie_stays(const RunFolder& folder, std::size_t pictures) {
  const auto older = read_file_bytes(folder.movie());
  if (!older) return "";
  if (const std::vector<std::string> missing = missing_pictures(folder); !missing.empty())
    return fmt::format(
        "no new movie, because pictures that were drawn are missing ({0}), and the movie that is there may have them; "
        "`spindrift render {1}` draws frames anew, and without {2} a movie is made of those that are there",
        names_text(missing), folder.path(), folder.movie());
  const std::size_t in_older = pictures_in_movie(*older);
  if (in_older <= pictures) return "";
  return fmt::format(
      "no new movie, because the one that is there has {} pictures, and frames/ holds {} now; remove {} for a new "
      "one",
      in_older, pictures, folder.movie());
}

// What to say if there can be no new movie of these pictures.
std::string why_no_movie(const RunFolder& folder, const std::vector<std::string>& pictures,
                         const ChecksumList& checksums) {
  if (!has_ffmpeg())
    return fmt::format("no {}movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there",
                       std::filesystem::exists(folder.movie()) ? "new " : "");
  if (std::filesystem::exists(folder.movie()) && !checksums.knows(folder.movie()))
    return fmt::format("no movie, because {} is not one that Spindrift has made; move it away", folder.movie());
  return why_movie_stays(folder, pictures.size());
}

}  // namespace

Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         ChecksumList& checksums, RunWatcher& watcher) {
  if (!scene.output.movie || pictures.empty()) return Movie::kNone;
  if (const std::string why = why_no_movie(folder, pictures, checksums); !why.empty()) {
    watcher.warning(why);
    return Movie::kNone;
  }
  const MoviePictures check = check_movie_pictures(folder, pictures);
  if (!check.objection.empty()) {
    watcher.warning("no new movie, because " + check.objection);
    return Movie::kNone;
  }
  if (!check.changed.empty())
    watcher.warning(
        fmt::format("changed after they were drawn, and in the movie as they are now: {}", names_text(check.changed)));
  if (const std::string gaps = gaps_between(pictures); !gaps.empty())
    watcher.warning(fmt::format("the movie jumps, because there are no pictures of {}", gaps));
  // A run that was stopped gets the movie of what it has; a wish to stop from now on means this.
  const bool was_interrupted = watcher.should_stop();
  const auto is_stopped = [&] { return !was_interrupted && watcher.should_stop(); };
  std::optional<FileSum> older = checksums.find(folder.movie());
  if (Status begun = checksums.begin(folder.movie()); !begun) return begun.error();
  if (!std::filesystem::exists(folder.movie())) older.reset();  // set aside, if there was one
  const Status made = write_movie(folder.movie(), pictures, scene.time.fps / frames_between(pictures), is_stopped);
  if (const Status listed = made    ? checksums.add_read(folder.movie())
                            : older ? checksums.add(folder.movie(), *older)
                                    : checksums.forget(folder.movie());
      !listed)
    return listed.error();
  if (made) return Movie::kMade;
  if (!is_stopped()) return made.error();
  watcher.warning("interrupted while the movie was made; there is no new one, but all pictures");
  return Movie::kInterrupted;
}

}  // namespace spindrift
