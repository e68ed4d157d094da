// A movie from the pictures of a run, made by ffmpeg where it is installed.
#pragma once

#include <string>
#include <vector>

#include "spindrift/error.h"

namespace spindrift {

bool has_ffmpeg();  // whether the PATH leads to it

// H.264 in an mp4 file that every browser and player shows. The pictures are PNG files of one size.
Status write_movie(const std::string& path, const std::vector<std::string>& pictures, double frames_per_second);

}  // namespace spindrift
