#include "cli/make_movie.h"

#include "cli/console.h"
#include "cli/interrupt.h"
#include "io/movie.h"

namespace spindrift {

Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures) {
  if (!scene.output.movie || pictures.empty()) return Movie::kNone;
  if (!has_ffmpeg()) {
    warn("no movie, because ffmpeg is not installed (apt-get install ffmpeg); the pictures are there");
    return Movie::kNone;
  }
  // A run that was interrupted gets the movie of what it has; Ctrl-C from now on means this.
  const bool was_interrupted = is_interrupted();
  const auto is_stopped = [&] { return !was_interrupted && is_interrupted(); };
  const Status made = write_movie(folder.movie(), pictures, scene.time.fps / scene.output.every, is_stopped);
  if (made) return Movie::kMade;
  if (!is_stopped()) return made.error();
  warn("interrupted while the movie was made; there is no new one, but all pictures");
  return Movie::kInterrupted;
}

}  // namespace spindrift
