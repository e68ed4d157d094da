// report.html of a run that has ended, and the pictures that a 3D liquid's report has without others: small views of
// the first, the middle and the last frame, made in a second or two.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "output/products.h"
#include "run/run_folder.h"
#include "spindrift/scene.h"

namespace spindrift {

// From the files of the run: run.json, stats.jsonl and the tables beside them. `pictures` are those of its frames; the
// first, the middle and the last go into the report. Without any, a 3D liquid gets quick views: those that the run has
// drawn, by frame, or could draw from its files.
Status write_report(const RunFolder& folder, const Scene& scene, const std::vector<std::string>& pictures,
                    const std::map<int, std::string>& quick_views, int threads, Manifest& manifest);

// What to say of a run that has all its results but the report.
Error missing_report(const RunFolder& folder, const Error& why);

// Which frames a run draws while it has them, whatever files it leaves; none if it makes pictures of its own, or shall
// make none (output.pictures).
std::set<int> quick_view_frames(const Scene& scene);

// PNG. Water if there is a surface and the program can trace rays, else particles.
Result<std::string> draw_quick_view(const Scene& scene, int threads, bool has_surface, Products& products);

}  // namespace spindrift
