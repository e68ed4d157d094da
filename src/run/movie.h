// The movie of a run's pictures, made by ffmpeg where it is installed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "formats/files/manifest.h"
#include "run/run_folder.h"
#include "spindrift/error.h"
#include "spindrift/run.h"

namespace spindrift {

bool has_ffmpeg();  // whether the PATH leads to it

// H.264 in an mp4 file that every browser and player shows. The pictures are PNG files of one size.
// Gives up when `is_stopped` returns true; ffmpeg also gets Ctrl-C at a terminal. If it fails, also at a damaged
// picture, the file that was there stays.
Status write_movie(
    const std::string& path, const std::vector<std::string>& pictures, double frames_per_second,
    const std::function<bool()>& is_stopped = [] { return false; });

enum class Movie { kNone, kMade, kInterrupted };

// None if the scene wants none or there are no pictures; also, with a warning, without ffmpeg, of pictures of different
// sizes.
Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         Manifest& manifest, RunWatcher& watcher);

// The least distance of two pictures, in frames: how long each is seen. It need not be `output.every`, since `render`
// draws every frame that has files.
int frames_between(const std::vector<std::string>& pictures);

// The frames without a picture where `frames_between` asks for one: `3..5, 9`; empty if there are none.
std::string gaps_between(const std::vector<std::string>& pictures);

}  // namespace spindrift
