#include "run/pictures/make_movie.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "run/pictures/movie.h"

namespace spindrift {

Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         ChecksumList& checksums, RunWatcher& watcher) {
  if (!scene.output.movie || pictures.empty()) return Movie::kNone;
  if (!has_ffmpeg()) {
    watcher.warning("no movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there");
    return Movie::kNone;
  }
  if (std::filesystem::exists(folder.movie()) && !checksums.knows(folder.movie())) {
    watcher.warning(
        fmt::format("no movie, because {} is not one that Spindrift has made; move it away", folder.movie()));
    return Movie::kNone;
  }
  // A run that was stopped gets the movie of what it has; a wish to stop from now on means this.
  const bool was_interrupted = watcher.should_stop();
  const auto is_stopped = [&] { return !was_interrupted && watcher.should_stop(); };
  const std::optional<FileSum> older = checksums.find(folder.movie());
  if (Status begun = checksums.begin(folder.movie()); !begun) return begun.error();
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
