// The files of a run that pictures of its frames are drawn from.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "picture/picture_maker.h"
#include "run/run_folder.h"
#include "spindrift/scene.h"

namespace spindrift {

int frame_of(const std::string& name);  // the number in frame_0012.png, or -1

std::set<int> frames_in(const RunFolder& folder);  // those with particles, a surface or volumes, of any format

// Paths; empty where the picture does not need the file.
struct FrameFiles {
  int frame = 0;
  std::string particles, surface, cells;
};

enum class Prefer { kParticles, kMeshes };

// Nothing if a file is missing. Water needs particles, which are meshed anew as the options ask, or meshes, which are
// quicker: where both are there, the one preferred is taken.
std::optional<FrameFiles> find_frame_files(const RunFolder& folder, int frame, const Scene& scene,
                                           const PictureMaker& maker, Prefer prefer = Prefer::kParticles);

// What is there, what the pictures need, and which keys of the scene make a run write that.
std::string why_nothing_to_draw(const RunFolder& folder, const Scene& scene, const PictureMaker& maker);

std::string frames_text(const std::vector<int>& frames);     // 0..4, 6, 8..9; ascending
std::string frames_there_text(const std::set<int>& frames);  // 0 to 60; or, of every seventh, 0, 7, 14, ... 56

}  // namespace spindrift
