// report.html of a run that has ended.
#pragma once

#include <string>
#include <vector>

#include "cli/run_folder.h"
#include "io/run_json.h"
#include "spindrift/scene.h"

namespace spindrift {

// From the files of the run. `pictures` are those of its frames; the first, the middle and the last go into the report.
Status write_report(const RunFolder& folder, const Scene& scene, const RunRecord& record,
                    const std::vector<std::string>& pictures);

}  // namespace spindrift
