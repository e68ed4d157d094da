// What a frame of a run shows, from the run's files: particles of a liquid, the grid if it was written.
#pragma once

#include "run/run_folder.h"
#include "spindrift/error.h"
#include "spindrift/frame.h"
#include "spindrift/scene.h"

namespace spindrift {

struct RunFrame {
  double time = 0.0;
  ParticleFrame particles;
  CellFrame cells;  // none: there is no file of them, or nobody asked
};

bool has_run_frame(const RunFolder& folder, const Scene& scene, int frame);  // whether there is something to show
Result<RunFrame> read_run_frame(const RunFolder& folder, const Scene& scene, int frame, bool with_cells);

// Of a run without any: what it would need, and how to get it.
Error nothing_to_view(const RunFolder& folder, const Scene& scene);

}  // namespace spindrift
