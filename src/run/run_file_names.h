// The names of the files that a run writes, by which those of an earlier run are found again. Others may give such
// names to their own files: which ones are the run's, its checksums.txt says (run_folder.cpp).
#pragma once

#include <optional>
#include <string>

#include "formats/files/manifest.h"

namespace spindrift {

// The files of each frame: where, and how their names end.
struct FrameFilePattern {
  const char* subfolder;
  const char* ending;
};
inline constexpr const char* kCheckpointEnding = ".checkpoint";
inline constexpr FrameFilePattern kFrameFiles[] = {
    {"particles", ".ply"},
    {"particles", ".vtp"},
    {"particles", ".vdb"},
    {"volumes", ".vti"},
    {"volumes", ".vdb"},
    {"volumes", ".json"},
    {"volumes", ".raw"},
    {"frames", ".png"},
    {"surface", ".ply"},
    {"surface", ".obj"},
    {"checkpoints", kCheckpointEnding},
};
// A region's particles and volumes lie in folders that have its name behind that of the whole run's, and slices in
// this.
inline constexpr FrameFilePattern kSliceFiles{"slice", ".vti"};
// Those of the whole run. The list of what is the run's goes last, when they are removed.
inline constexpr const char* kSingleFiles[] = {"stats.jsonl", "movie.mp4",      "particles.pvd", "volumes.pvd",
                                               "probes.csv",  "memory.csv",     "report.html",   "scene.toml",
                                               "run.json",    kManifestName};

std::string frame_file_name(int frame, const std::string& ending);  // frame_0012.ply

// The number in frame_<four or more digits><ending>, or in the unfinished file of that name.
std::optional<long> frame_number(std::string name, const std::string& ending);

// surface_NAME.csv of a probe, column_NAME.csv of a region, the list of files of a region; or an unfinished one.
bool is_named_file(const std::string& name);

bool is_unfinished(const std::string& name);

// The name that a file has when it is complete; one that is unfinished will get it.
std::string finished_name(std::string name);

}  // namespace spindrift
