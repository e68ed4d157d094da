// A movie from the pictures of a run, made by ffmpeg where it is installed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

bool has_ffmpeg();  // whether the PATH leads to it

// H.264 in an mp4 file that every browser and player shows. The pictures are PNG files of one size.
// Gives up between two pictures if `is_stopped` says so; ffmpeg gets Ctrl-C at a terminal, too.
Status write_movie(
    const std::string& path, const std::vector<std::string>& pictures, double frames_per_second,
    const std::function<bool()>& is_stopped = [] { return false; });

}  // namespace spindrift
