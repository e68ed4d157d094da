// report.html of a run that has ended.
#pragma once

#include <map>
#include <string>
#include <vector>

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

}  // namespace spindrift
