// A movie from the pictures of a run, made by ffmpeg where it is installed.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

bool has_ffmpeg();  // whether the PATH leads to it

// H.264 in an mp4 file that every browser and player shows. The pictures are PNG files of one size.
// Gives up when `is_stopped` says so; ffmpeg gets Ctrl-C at a terminal, too. One that for so long neither takes a byte
// nor writes one is ended. A movie that has not all the pictures takes nobody's place: what was there stays.
Status write_movie(
    const std::string& path, const std::vector<std::string>& pictures, double frames_per_second,
    const std::function<bool()>& is_stopped = [] { return false; },
    std::chrono::milliseconds patience = std::chrono::minutes(1));

}  // namespace spindrift
