// The files of frames: their names, and those that a frame's products are read from.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "output/products.h"
#include "spindrift/scene.h"

namespace spindrift {

std::string frame_file_name(int frame, const std::string& ending);  // frame_0012.ply

// The number in frame_<four or more digits><ending>, or in the unfinished file of that name.
std::optional<long> frame_number(std::string name, const std::string& ending);

int frame_of(const std::string& path);  // the number in `.../frame_0012.png`, or -1

bool is_unfinished(const std::string& name);
std::string finished_name(std::string name);  // that an unfinished file will get

// Paths; empty where there is no such file or none is needed.
struct FrameFiles {
  int frame = 0;
  std::string particles, surface, cells;
};

std::set<int> frames_in(const std::string& folder);  // those with particles, a surface or volumes, of any format

enum class Prefer { kParticles, kMeshes };

// Nothing if a file is missing. A surface comes from particles, which are meshed again as the options ask, or from
// meshes, which is faster: where both are there, the preferred one is taken.
std::optional<FrameFiles> find_frame_files(const std::string& folder, int frame, const Scene& scene, Needs needs,
                                           Prefer prefer = Prefer::kParticles);

// Refuses files that have changed since they were written.
Status load(const FrameFiles& files, const Scene& scene, Products& to);

// What is there, what is needed, and which keys of the scene make a run write that.
std::string why_no_files(const std::string& folder, const Scene& scene, Needs needs);

std::string frames_text(const std::vector<int>& frames);     // 0..4, 6, 8..9; ascending
std::string frames_there_text(const std::set<int>& frames);  // 0 to 60; or, of every seventh, 0, 7, 14, ... 56

}  // namespace spindrift
