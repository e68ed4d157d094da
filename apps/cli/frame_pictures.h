// Pictures of a 3D run, drawn from the files of its frames.
#pragma once

#include <string>
#include <vector>

#include "cli/run_folder.h"
#include "io/image.h"
#include "io/report_html.h"
#include "render/renderer.h"
#include "spindrift/surface.h"

namespace spindrift {

int frame_of(const std::string& name);  // the number in frame_0012.png, or -1

struct FrameFile {
  int frame = 0;
  std::string path;
  bool is_mesh = false;  // else particles
};

enum class Prefer { kParticles, kMeshes };

// A file of each frame from `first` to `last` that a picture can be drawn from. Particles can be meshed anew as the
// options ask; meshes are quicker. Where there is only the other kind, that one serves, if meshes may be used at all.
std::vector<FrameFile> find_frame_files(const RunFolder& folder, int first, int last, bool may_use_meshes,
                                        Prefer prefer = Prefer::kParticles);

Result<Image> draw_frame(const FrameFile& file, double time, const Renderer& renderer, SurfaceMesher& mesher);

// Small views of the first, the middle and the last frame that files are there for, made in a second or two: water
// where there are meshes and Embree, else particles. Empty if there are no such files.
Result<std::vector<ReportParts::Picture>> draw_quick_pictures(const RunFolder& folder, const Scene& scene, int threads);

// The first, the middle and the last of a list.
template <class T>
std::vector<T> first_middle_last(const std::vector<T>& list) {
  if (list.size() <= 3) return list;
  return {list.front(), list[list.size() / 2], list.back()};
}

}  // namespace spindrift
