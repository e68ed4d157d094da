// The movie of a run's pictures.
#pragma once

#include <string>
#include <vector>

#include "formats/files/checksum_list.h"
#include "run/run_folder.h"
#include "spindrift/run.h"

namespace spindrift {

enum class Movie { kNone, kMade, kInterrupted };

// None if the scene wants none or there are no pictures. None either, which is said, without ffmpeg, of pictures that
// are broken or of different sizes, and in place of one that may have more: pictures that were drawn and are gone. A
// new one is listed among the checksums; an older one that stays keeps its line.
Result<Movie> make_movie(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                         ChecksumList& checksums, RunWatcher& watcher);

}  // namespace spindrift
