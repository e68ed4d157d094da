// The movie of a run's pictures.
#pragma once

#include <string>
#include <vector>

#include "formats/files/manifest.h"
#include "run/run_folder.h"
#include "spindrift/run.h"

namespace spindrift {

enum class Movie { kNone, kMade, kInterrupted };

// None if the scene wants none or there are no pictures; also, with a warning, without ffmpeg, of pictures of different
// sizes, and in place of a movie that has pictures which are missing now.
Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         Manifest& manifest, RunWatcher& watcher);

// The least distance of two pictures, in frames: how long each is seen. It need not be `output.every`, since `render`
// draws every frame that has files.
int frames_between(const std::vector<std::string>& pictures);

// The frames without a picture where `frames_between` asks for one: `frames 3..5, 9 and 2 more`; empty if there are
// none.
std::string gaps_between(const std::vector<std::string>& pictures);

}  // namespace spindrift
