// Whether the pictures of a run can be made into a movie. ffmpeg ends at the first that is broken, and calls that a
// success: so each is looked at before.
#pragma once

#include <string>
#include <vector>

#include "run/run_folder.h"

namespace spindrift {

struct MoviePictures {
  std::string objection;             // why there can be no movie of them; empty if there can
  std::vector<std::string> changed;  // inside the folder: whole, but not as they were drawn
};

// Pictures that somebody has retouched may be in a movie; what is no PNG, cut off or of another size may not.
MoviePictures check_movie_pictures(const RunFolder& folder, const std::vector<std::string>& pictures);

// The least distance of two pictures, in frames: how long each is seen. It need not be `output.every`, since `render`
// draws every frame that has files.
int frames_between(const std::vector<std::string>& pictures);

// The frames between the first and the last of the pictures that have none although it was their turn:
// `frames 3..5, 9 and 2 more`; empty if there are none.
std::string gaps_between(const std::vector<std::string>& pictures);

// Those, inside the folder, that were drawn and are not there any more.
std::vector<std::string> missing_pictures(const RunFolder& folder);

}  // namespace spindrift
