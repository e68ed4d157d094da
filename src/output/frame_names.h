// The names of the files of frames.
#pragma once

#include <optional>
#include <string>

namespace spindrift {

std::string frame_file_name(int frame, const std::string& ending);  // frame_0012.ply

// The number in frame_<four or more digits><ending>, or in the unfinished file of that name.
std::optional<long> frame_number(std::string name, const std::string& ending);

int frame_of(const std::string& path);  // the number in `.../frame_0012.png`, or -1

bool is_unfinished(const std::string& name);
std::string finished_name(std::string name);  // that an unfinished file will get

}  // namespace spindrift
