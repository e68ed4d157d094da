// The pictures of a 3D liquid's report: small views of the first, the middle and the last frame, made in a second or
// two. The thread that writes draws them while it has the frame, whatever files the run leaves.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "output/products.h"
#include "run/report/report_html.h"
#include "run/run_folder.h"
#include "spindrift/scene.h"

namespace spindrift {

// Which frames a run draws; none if it makes pictures of its own, or shall make none (output.pictures).
std::set<int> quick_view_frames(const Scene& scene);

// PNG. Water if there is a surface and the program can trace rays, else particles.
Result<std::string> draw_quick_view(const Scene& scene, int threads, bool has_surface, Products& products);

// The first, the middle and the last of the frames that were drawn or have files. Those of a run that was interrupted
// or resumed may have to be drawn from their files.
Result<std::vector<ReportParts::Picture>> choose_quick_views(const RunFolder& folder, const Scene& scene, int threads,
                                                             const std::map<int, std::string>& drawn);

// The first, the middle and the last of a list.
template <class T>
std::vector<T> first_middle_last(const std::vector<T>& list) {
  if (list.size() <= 3) return list;
  return {list.front(), list[list.size() / 2], list.back()};
}

}  // namespace spindrift
